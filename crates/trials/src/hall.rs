//! A hall in a process of its own, and a game that is played in it.

use crate::person::Person;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request as Upgrade;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// SplitMix64: the same random numbers for the same seed.
#[derive(Debug)]
pub(crate) struct Lots(pub(crate) u64);

impl Lots {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }
}

/// The program under test.
pub(crate) fn program() -> PathBuf {
    let beside = || {
        let own = std::env::current_exe().unwrap();
        // A program of tests is in the folder `deps` beside the programs.
        let folders = own.ancestors().skip(1).take(2);
        let mut found = folders.map(|folder| folder.join("yiqi")).filter(|path| path.is_file());
        found.next().unwrap_or_else(|| own.with_file_name("yiqi"))
    };
    std::env::var_os("YIQI_BIN").map_or_else(beside, PathBuf::from)
}

/// The program that submits games for training, and its workers.
pub(crate) fn workshop() -> PathBuf {
    program().with_file_name("workshop")
}

/// A running hall; it is killed when the value is dropped.
pub(crate) struct Hall {
    process: Child,
    addr: String,
    /// Who asks; nobody needs a name in a hall of one user.
    pub(crate) speaker: Option<Person>,
    said: Option<std::thread::JoinHandle<String>>,
}

impl Drop for Hall {
    fn drop(&mut self) {
        // Usually the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The output of a hall that did not open, and its exit code.
pub(crate) struct FailedStart {
    pub(crate) said: String,
    pub(crate) code: Option<i32>,
}

impl Hall {
    pub(crate) fn open(data: &Path) -> Result<Self, FailedStart> {
        Self::open_with(data, &[])
    }

    /// Opens a hall with these options.
    pub(crate) fn open_with(data: &Path, options: &[&str]) -> Result<Self, FailedStart> {
        let mut process = Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program().display()));
        let mut stderr = process.stderr.take().unwrap();
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            let _ = stderr.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        });
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        match line.split_once("http://") {
            Some((_, rest)) => {
                let addr = rest.split('/').next().unwrap().to_owned();
                Ok(Self { process, addr, speaker: None, said: Some(said) })
            }
            None => {
                let code = process.wait().unwrap().code();
                Err(FailedStart { said: said.join().unwrap(), code })
            }
        }
    }

    /// Kills the process, and returns its output.
    pub(crate) fn kill(mut self) -> String {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.said()
    }

    fn said(&mut self) -> String {
        self.said.take().unwrap().join().unwrap()
    }

    /// Asks the process to end; returns whether it ended normally, and its output.
    pub(crate) fn close(mut self) -> (bool, String) {
        let id = self.process.id().to_string();
        let asked = Command::new("kill").arg(id).status();
        let asked = asked.is_ok_and(|status| status.success());
        let ended = self.process.wait().unwrap();
        (asked && ended.success(), self.said())
    }

    /// An HTTP request: status and body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let lines = self.speaker.as_ref().map(Person::lines).unwrap_or_default();
        let (status, body) = ask_with(&self.addr, &lines, method, path, body)?;
        Some((status, serde_json::from_str(&body).ok()?))
    }

    /// The peak memory of the process so far, in MB; `None` if the system does not report it.
    pub(crate) fn most_memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024.0 / 1e6)
    }

    /// Begins a game of gomoku between two persons.
    pub(crate) fn begin(&self) -> Result<String, String> {
        self.begin_game("gomoku", &json!([{"kind": "person"}, {"kind": "person"}]))
    }

    /// Begins a game without a clock and returns its id.
    pub(crate) fn begin_game(&self, variant: &str, players: &Value) -> Result<String, String> {
        let game = json!({"variant": variant, "players": players, "clock": {"kind": "none"}});
        match self.ask("POST", "/api/games", &game.to_string()) {
            Some((201, game)) => Ok(game["id"].as_str().unwrap().to_owned()),
            Some((_, problem)) => Err(problem["code"].to_string()),
            None => Err("no answer".to_owned()),
        }
    }

    /// The moves of a game as the hall reports them; `None` if there is no such game.
    pub(crate) fn moves(&self, id: &str) -> Option<Vec<String>> {
        let (status, game) = self.ask("GET", &format!("/api/games/{id}"), "")?;
        if status != 200 {
            return None;
        }
        let moves = game["moves"].as_array()?.iter();
        moves.map(|played| played["text"].as_str().map(str::to_owned)).collect()
    }

    pub(crate) fn addr(&self) -> &str {
        &self.addr
    }

    /// The request for the live socket of a game, of whoever asks here.
    pub(crate) fn live(&self, game: &str) -> Upgrade {
        live(&self.addr, self.speaker.as_ref(), game)
    }
}

/// The request for the live socket of a game in the hall at an address.
pub(crate) fn live(addr: &str, speaker: Option<&Person>, game: &str) -> Upgrade {
    let path = format!("/api/games/{game}/live");
    let request = match speaker {
        Some(person) => person.socket(addr, &path),
        None => {
            (format!("ws://{addr}{path}").into_client_request()).map_err(|error| error.to_string())
        }
    };
    request.unwrap()
}

/// An HTTP request on a connection of its own: status and body.
pub(crate) fn ask(addr: &str, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
    ask_with(addr, "", method, path, body)
}

/// The same, with lines for its head.
pub(crate) fn ask_with(
    addr: &str,
    lines: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(addr).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{lines}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // Long bodies are sent in chunks, each after its length.
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Some((status, if is_chunked { join_chunks(body)? } else { body.to_owned() }))
}

fn join_chunks(mut rest: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (size, after) = rest.split_once("\r\n")?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.push_str(after.get(..size)?);
        rest = after.get(size + 2..)?;
    }
}

/// Stones that fill a board of 15 by 15 without five in a row: the moves of every game here.
pub(crate) fn stones() -> Vec<String> {
    let colour = |x: usize, y: usize| (x + 2 * y) % 4 / 2;
    let of = |wanted: usize| {
        let all = (0..15).flat_map(|y| (0..15).map(move |x| (x, y)));
        all.filter(move |&(x, y)| colour(x, y) == wanted)
            .map(|(x, y)| format!("{}{}", char::from(b'a' + x as u8), y + 1))
    };
    of(0).zip(of(1)).flat_map(|(first, second)| [first, second]).collect()
}

/// A game as its player knows it: the acknowledged moves, and the moves after the pending request.
#[derive(Default)]
pub(crate) struct KnownGame {
    pub(crate) id: String,
    pub(crate) acknowledged: Vec<String>,
    pub(crate) in_flight: Option<Vec<String>>,
    /// The number of acknowledged changes.
    pub(crate) changes: u64,
    /// The number of acknowledged changes of all games that share this.
    pub(crate) of_all: Arc<AtomicU64>,
}

impl KnownGame {
    /// Compares with the game in the hall, and continues from there; the error describes the
    /// difference.
    pub(crate) fn check(&mut self, hall: &Hall) -> Result<(), String> {
        let found = hall.moves(&self.id).ok_or_else(|| format!("{} is lost", self.id))?;
        let in_flight = self.in_flight.take();
        if found != self.acknowledged && Some(&found) != in_flight.as_ref() {
            let (id, known) = (&self.id, &self.acknowledged);
            return Err(format!("{id}: {} moves acknowledged, {} found", known.len(), found.len()));
        }
        self.acknowledged = found;
        Ok(())
    }

    /// Plays by its live socket until the connection breaks, the board is full or a request is refused. A refusal
    /// returns its code.
    pub(crate) async fn play(
        &mut self,
        live: Upgrade,
        most: usize,
        lots: &mut Lots,
    ) -> Result<(), String> {
        let stones = stones();
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(live).await else {
            return Err("no connection".to_owned());
        };
        for _ in 0..most {
            let n = self.acknowledged.len();
            if n == stones.len() {
                return Ok(());
            }
            let mut next = self.acknowledged.clone();
            let mut request = if n > 4 && lots.below(8) == 0 {
                next.truncate(n - 1);
                json!({"type": "take_back", "ply": n - 1})
            } else {
                next.push(stones[n].clone());
                json!({"type": "move", "ply": n + 1, "text": stones[n]})
            };
            let id = format!("{}", lots.below(u64::MAX));
            request["id"] = json!(id);
            self.in_flight = Some(next);
            if socket.send(Message::text(request.to_string())).await.is_err() {
                return Err("no connection".to_owned());
            }
            answer(&mut socket, &id).await.inspect_err(|code| {
                // A refused change did not happen; a change without an answer may have happened.
                if code != "no connection" {
                    self.in_flight = None;
                }
            })?;
            self.acknowledged = self.in_flight.take().unwrap();
            self.changes += 1;
            self.of_all.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Waits for the answer to the request with this id.
pub(crate) async fn answer(
    socket: &mut WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    id: &str,
) -> Result<(), String> {
    loop {
        let Some(Ok(message)) = socket.next().await else { return Err("no connection".to_owned()) };
        let Message::Text(text) = message else { continue };
        let event: Value = serde_json::from_str(&text).unwrap();
        if event["id"] != id {
            continue;
        }
        match event["type"].as_str() {
            Some("done") => return Ok(()),
            Some("error") => {
                return Err(event["problem"]["code"].as_str().unwrap_or("?").to_owned());
            }
            _ => {}
        }
    }
}
