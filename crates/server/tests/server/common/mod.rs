//! A separate hall for each test, and clients that send exactly the given text.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod database;
pub(crate) mod engines;
#[path = "../../../../store/tests/store/common/cluster.rs"]
mod postgres;
pub(crate) mod study;

pub(crate) use database::in_databases;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Engines, Hall};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wire::{Event, Game};

/// A timeout longer than any step of the tests, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// An open hall.
pub(crate) struct Open {
    pub(crate) addr: SocketAddr,
    /// Where its metrics are.
    pub(crate) metrics: Option<SocketAddr>,
    pub(crate) data: Option<TempDir>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

pub(crate) fn config(data: &Path) -> Config {
    let mut config = Config::new(data);
    config.listen.set_port(0);
    config.least_thinking = Duration::from_millis(1);
    config.hash_mb = 1;
    config.engines = Engines::new(|_| Ok(Box::new(engines::FirstMove)));
    config.database = database::in_place_of(data).map(|address| address.parse().unwrap());
    config
}

pub(crate) async fn open() -> Open {
    open_with(|_| {}).await
}

pub(crate) async fn open_with(change: impl FnOnce(&mut Config)) -> Open {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    change(&mut config);
    let mut open = start(config).await;
    open.data = Some(data);
    open
}

pub(crate) async fn start(config: Config) -> Open {
    let hall = Hall::start(config).await.unwrap();
    let (addr, metrics) = (hall.addr, hall.metrics);
    let (stop, stopped) = oneshot::channel();
    let serving = tokio::spawn(async move {
        hall.run_until(async { drop(stopped.await) }).await.unwrap();
    });
    Open { addr, metrics, data: None, stop, serving }
}

impl Open {
    /// Closes the hall and returns its data.
    pub(crate) async fn close(mut self) -> TempDir {
        let data = self.data.take();
        self.stop().await;
        data.unwrap()
    }

    /// Closes the hall, whose data are elsewhere.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(PATIENCE, self.serving).await.unwrap().unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"").await
    }

    pub(crate) async fn send_json(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.send(method, path, &[("Content-Type", "application/json")], body.as_bytes()).await
    }

    /// Sends a request with these headers; `Host` is added if it is missing.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        send(self.addr, method, path, headers, body).await
    }

    /// Asks the listener of the metrics.
    pub(crate) async fn watch(&self, path: &str) -> Answer {
        send(self.metrics.unwrap(), "GET", path, &[], b"").await
    }

    /// Begins a game and returns its id.
    pub(crate) async fn begin(&self, game: &Value) -> String {
        let answer = self.send_json("POST", "/api/games", game).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn game(&self, id: &str) -> Game {
        let answer = self.get(&format!("/api/games/{id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        sorted(serde_json::from_slice(&answer.body).unwrap())
    }

    /// Joins a game; the first state has been read.
    pub(crate) async fn join(&self, id: &str) -> (Socket, Game) {
        let mut socket = self.connect(id, &[]).await.unwrap();
        let Event::State { game } = socket.next().await else { panic!("a state comes first") };
        (socket, sorted(*game))
    }

    pub(crate) async fn connect(
        &self,
        id: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}/api/games/{id}/live", self.addr);
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket { stream, bytes: 0, game: None }),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                Err(response.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }
}

async fn send(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {addr}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(addr).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server may answer and close before it has read all of a refused body.
    let _ = stream.write_all(body).await;
    let mut all = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut all)).await.unwrap();
    Answer::read(&all)
}

/// An answer of the server.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(all: &[u8]) -> Self {
        let end = all.windows(4).position(|w| w == b"\r\n\r\n").expect("an HTTP answer");
        let head = std::str::from_utf8(&all[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: BTreeMap<_, _> = lines
            .map(|line| {
                let (name, value) = line.split_once(':').unwrap();
                (name.to_ascii_lowercase(), value.trim().to_owned())
            })
            .collect();
        let mut body = all[end + 4..].to_vec();
        if headers.get("transfer-encoding").is_some_and(|e| e == "chunked") {
            body = unchunk(&body);
        }
        Self { status, headers, body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("JSON: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Checks that this is a problem with this code and returns its message.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let problem: wire::Problem = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(problem.code, code, "{}", problem.message);
        problem.message
    }
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|w| w == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        out.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    out
}

/// A client of a live game.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Characters of all messages received.
    pub(crate) bytes: usize,
    /// The game as reconstructed from the events so far.
    pub(crate) game: Option<Game>,
}

impl Socket {
    /// The next event.
    pub(crate) async fn next(&mut self) -> Event {
        self.try_next().await.expect("the connection is open")
    }

    /// The next event; `None` when the server has closed the connection.
    pub(crate) async fn try_next(&mut self) -> Option<Event> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.bytes += text.len();
                    let event = serde_json::from_str(&text).unwrap();
                    self.take(&event);
                    return Some(event);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// Follows the game like a client without knowledge of the rules.
    fn take(&mut self, event: &Event) {
        match event {
            Event::State { game } => self.game = Some(sorted(Game::clone(game))),
            Event::Moved { moved } => {
                let game = self.game.as_mut().expect("a state comes first");
                game.apply(wire::Moved::clone(moved)).expect("no event is missing");
                *game = sorted(game.clone());
            }
            _ => {}
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text.to_owned())).await.unwrap();
    }

    /// Sends a command and waits for its answer; returns the last state received on the way.
    pub(crate) async fn ask(
        &mut self,
        id: &str,
        command: &Value,
    ) -> Result<Option<Game>, wire::Problem> {
        let mut request = command.clone();
        request["id"] = json!(id);
        self.send_text(&request.to_string()).await;
        let mut last = None;
        loop {
            match self.next().await {
                Event::State { .. } | Event::Moved { .. } => last = self.game.clone(),
                Event::Done { id: done } if done == id => return Ok(last),
                Event::Error { id: refused, problem } if refused == id => return Err(problem),
                _ => {}
            }
        }
    }

    /// Sends a command that changes the game.
    pub(crate) async fn change(&mut self, id: &str, command: &Value) -> Game {
        let state = self.ask(id, command).await.unwrap_or_else(|p| panic!("{id}: {}", p.message));
        state.expect("a state before the answer")
    }

    /// Plays a move.
    pub(crate) async fn play(&mut self, ply: u32, text: &str) -> Game {
        let command = json!({"type": "move", "ply": ply, "text": text});
        self.change(&format!("ply {ply} {text}"), &command).await
    }

    /// Waits for a state that satisfies the condition.
    pub(crate) async fn wait_for(&mut self, wanted: impl Fn(&Game) -> bool) -> Game {
        loop {
            if let Event::State { .. } | Event::Moved { .. } = self.next().await
                && let Some(game) = self.game.as_ref().filter(|game| wanted(game))
            {
                return game.clone();
            }
        }
    }
}

/// The game with its pieces sorted by the names of their squares: the order in which they came to
/// the board is irrelevant.
fn sorted(mut game: Game) -> Game {
    let names = &game.board.names;
    game.board.pieces.sort_by_key(|piece| names.iter().position(|name| *name == piece.at));
    game
}

/// Two persons, no clock.
pub(crate) fn persons() -> Value {
    json!({
        "variant": "xiangqi",
        "players": [{"kind": "person"}, {"kind": "person", "name": "Bo"}],
        "clock": {"kind": "none"},
    })
}

/// A person as the first side against the machine.
pub(crate) fn against_machine() -> Value {
    let mut game = persons();
    game["players"][1] = json!({"kind": "machine", "level": 1});
    game
}

/// Machine against machine.
pub(crate) fn machines() -> Value {
    let mut game = against_machine();
    game["players"][0] = json!({"kind": "machine", "level": 1});
    game
}

/// Looks until what was looked for is there (`Ok`); fails with what was seen last (`Err`) when that takes too long.
pub(crate) async fn eventually<T, E: std::fmt::Display>(
    what: &str,
    mut look: impl AsyncFnMut() -> Result<T, E>,
) -> T {
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        match look().await {
            Ok(found) => return found,
            Err(seen) => assert!(Instant::now() < until, "{what}: {seen}"),
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
