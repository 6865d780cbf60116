//! A person who plays, imports, analyses and reviews, and the requests of a client with an address of its own.

use super::WaitingTimes;
use crate::hall::Lots;
use crate::person::parsed;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(120);
/// The longest that a person does nothing, in milliseconds.
const PONDERS_MS: u64 = 1500;

/// A client: the hall and the address that a proxy would tell.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) addr: String,
    pub(super) from: String,
}

pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Client {
    /// A request: the status and the body.
    pub(super) async fn ask(
        &self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<(u16, Value), String> {
        let Self { addr, from } = self;
        let length = body.len();
        let asked = async {
            let mut stream = TcpStream::connect(addr).await?;
            let head = format!(
                "{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\
                 X-Forwarded-For: {from}\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await?;
            // The hall may answer before it has read all.
            let _ = stream.write_all(body.as_bytes()).await;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer = timeout(PATIENCE, asked).await.map_err(|_| format!("{path}: no answer"))?;
        let answer = answer.map_err(|error| format!("{path}: {error}"))?;
        let (_, status, body) = parsed(&answer).ok_or_else(|| format!("{path}: cut"))?;
        Ok((status, body))
    }

    /// A request that must have this status.
    async fn must(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        status: u16,
    ) -> Result<Value, String> {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        match self.ask(method, path, &text).await? {
            (found, value) if found == status => Ok(value),
            (found, value) => Err(format!("{method} {path}: {found} {}", value["code"])),
        }
    }

    /// A WebSocket.
    pub(super) async fn join(&self, path: &str) -> Result<Socket, String> {
        let url = format!("ws://{}{path}", self.addr);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let from = self.from.parse().map_err(|_| "no header".to_owned())?;
        request.headers_mut().insert("x-forwarded-for", from);
        let joined = timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await;
        let joined = joined.map_err(|_| format!("{path}: no connection"))?;
        joined.map(|(socket, _)| socket).map_err(|error| format!("{path}: {error}"))
    }
}

pub(super) async fn send(socket: &mut Socket, request: &Value) -> Result<(), String> {
    socket.send(Message::text(request.to_string())).await.map_err(|error| error.to_string())
}

/// Reads events until one is wanted.
pub(super) async fn until(
    socket: &mut Socket,
    is_wanted: impl Fn(&Value) -> bool,
) -> Result<Value, String> {
    let reading = async {
        while let Some(message) = socket.next().await {
            if let Message::Text(text) = message.map_err(|error| error.to_string())? {
                let event: Value =
                    serde_json::from_str(&text).map_err(|error| error.to_string())?;
                if event["type"] == "error" {
                    return Err(format!("refused: {}", event["problem"]["code"]));
                }
                if is_wanted(&event) {
                    return Ok(event);
                }
            }
        }
        Err("closed".to_owned())
    };
    timeout(PATIENCE, reading).await.map_err(|_| "no event in time".to_owned())?
}

/// The id in an answer.
pub(super) fn id(value: &Value) -> String {
    value["id"].as_str().unwrap_or_default().to_owned()
}

/// What a person does until the end, and what was waited for.
pub(super) async fn person(
    addr: String,
    from: String,
    end: Instant,
    mut lots: Lots,
) -> Result<WaitingTimes, String> {
    let client = Client { addr, from };
    let mut waited = WaitingTimes::new();
    while Instant::now() < end {
        for what in ["game", "import", "analysis", "review"] {
            sleep(Duration::from_millis(lots.below(PONDERS_MS))).await;
            let mut note = |time| waited.entry(what).or_default().push(time);
            match what {
                "game" => note(play(&client).await?),
                "import" => note(import(&client).await?),
                "analysis" => note(analyse(&client).await?),
                _ => note(review(&client).await?),
            }
        }
    }
    Ok(waited)
}

/// Begins a game, moves, and waits for the machine's answer.
async fn play(client: &Client) -> Result<Duration, String> {
    let game = json!({"variant": "xiangqi", "clock": {"kind": "none"},
        "players": [{"kind": "person"}, {"kind": "machine", "level": 3}]});
    let game = id(&client.must("POST", "/api/games", &game, 201).await?);
    let mut socket = client.join(&format!("/api/games/{game}/live")).await?;
    let began = Instant::now();
    let request = json!({"id": "m", "type": "move", "ply": 1, "text": "h2e2"});
    send(&mut socket, &request).await?;
    for _ in 0..2 {
        until(&mut socket, |event| event["type"] == "moved").await?;
    }
    Ok(began.elapsed())
}

async fn import(client: &Client) -> Result<Duration, String> {
    let file = json!({"variant": "xiangqi", "name": "a.pgn", "content": "1. C2=5 H8+7 2. H2+3 *"});
    let began = Instant::now();
    client.must("POST", "/api/import", &file, 200).await?;
    Ok(began.elapsed())
}

/// A study of a short game.
pub(super) async fn study(client: &Client) -> Result<String, String> {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];
    let new = json!({"kind": "position", "variant": "xiangqi", "moves": moves, "title": "t"});
    Ok(id(&client.must("POST", "/api/studies", &new, 201).await?))
}

/// Begins an analysis and waits for its first line.
async fn analyse(client: &Client) -> Result<Duration, String> {
    let study = study(client).await?;
    let mut socket = client.join(&format!("/api/studies/{study}/live")).await?;
    let began = Instant::now();
    let request =
        json!({"id": "a", "type": "analyse", "node": 6, "engine": "own", "lines": 1, "ms": 1000});
    send(&mut socket, &request).await?;
    let has_line = |event: &Value| {
        event["type"] == "analysis"
            && event["analysis"]["lines"].as_array().is_some_and(|lines| !lines.is_empty())
    };
    until(&mut socket, has_line).await?;
    Ok(began.elapsed())
}

/// Begins a review and waits for its end.
async fn review(client: &Client) -> Result<Duration, String> {
    let study = study(client).await?;
    let mut socket = client.join(&format!("/api/studies/{study}/live")).await?;
    let began = Instant::now();
    let path = format!("/api/studies/{study}/review");
    client.must("POST", &path, &json!({"nodes": 5000}), 202).await?;
    until(&mut socket, |event| event["type"] == "review" && event["review"]["state"] == "done")
        .await?;
    Ok(began.elapsed())
}
