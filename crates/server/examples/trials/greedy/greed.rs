//! A client that does its worst in every way it can, with 255 sockets.

use super::people::{Client, id, send, study, until};
use futures_util::StreamExt;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// How many of each; those with a socket are 255.
const GAMES: usize = 64;
const SOCKETS_OF_ONE_GAME: usize = 127;
const ANALYSES: usize = 64;
const REVIEWS: usize = 150;
const IMPORTS: usize = 40;
const EXPORTS: usize = 20;
const BEGINNERS: usize = 4;
/// After a refusal it tries again.
const AGAIN: Duration = Duration::from_millis(100);

/// What it was answered, by kind.
type Counts = Arc<Mutex<BTreeMap<String, u64>>>;

fn note(counts: &Counts, what: &str) {
    *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(what.to_owned()).or_default() += 1;
}

/// Takes what it can until the end; returns what it got, in words.
pub(super) async fn run(addr: String, end: Instant) -> String {
    let client = Client { addr, from: "192.0.2.1".to_owned() };
    let counts = Counts::default();
    let mut tasks = tokio::task::JoinSet::new();
    let file: String = "[Event \"e\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *\n\n".repeat(1500);
    let file = json!({"variant": "xiangqi", "name": "a.pgn", "content": file}).to_string();
    let shared = begin(&client).await.unwrap_or_default();
    let export = json!({"games": vec![shared.clone(); 500], "format": "pgn"}).to_string();
    for _ in 0..GAMES {
        tasks.spawn(again(client.clone(), counts.clone(), end, "game", long_game));
    }
    for _ in 0..ANALYSES {
        tasks.spawn(again(client.clone(), counts.clone(), end, "analysis", endless));
    }
    for _ in 0..REVIEWS {
        tasks.spawn(again(client.clone(), counts.clone(), end, "review", long_review));
    }
    for _ in 0..BEGINNERS {
        tasks.spawn(again(client.clone(), counts.clone(), end, "begin", async |client| {
            begin(&client).await.map(|_| ())
        }));
    }
    for (number, path, body) in
        [(IMPORTS, "/api/import", file), (EXPORTS, "/api/archive/export", export)]
    {
        for _ in 0..number {
            let body = body.clone();
            let post = async move |client: Client| match client.ask("POST", path, &body).await? {
                (200, _) => Ok(()),
                (status, _) => Err(status.to_string()),
            };
            tasks.spawn(again(client.clone(), counts.clone(), end, path, post));
        }
    }
    for _ in 0..SOCKETS_OF_ONE_GAME {
        let path = format!("/api/games/{shared}/live");
        let sit = async move |client: Client| {
            let mut socket = client.join(&path).await?;
            send(&mut socket, &json!({"id": "x", "type": "move", "ply": 9, "text": "a0a9"}))
                .await?;
            while socket.next().await.is_some_and(|message| message.is_ok()) {}
            Ok(())
        };
        tasks.spawn(again(client.clone(), counts.clone(), end, "socket", sit));
    }
    sleep_until(end).await;
    tasks.shutdown().await;
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    counts.iter().map(|(what, n)| format!("{what}: {n}")).collect::<Vec<_>>().join(", ")
}

/// Does something again and again.
async fn again(
    client: Client,
    counts: Counts,
    end: Instant,
    what: &'static str,
    greedy: impl AsyncFn(Client) -> Result<(), String>,
) {
    while Instant::now() < end {
        match greedy(client.clone()).await {
            Ok(()) => note(&counts, &format!("{what} done")),
            Err(_) => note(&counts, &format!("{what} refused")),
        }
        sleep(AGAIN).await;
    }
}

async fn begin(client: &Client) -> Result<String, String> {
    let game = json!({"variant": "xiangqi", "clock": {"kind": "none"},
        "players": [{"kind": "person"}, {"kind": "person"}]});
    match client.ask("POST", "/api/games", &game.to_string()).await? {
        (201, game) => Ok(id(&game)),
        (status, _) => Err(status.to_string()),
    }
}

/// A game in which the machine thinks for an hour.
async fn long_game(client: Client) -> Result<(), String> {
    let game = json!({"variant": "xiangqi", "clock": {"kind": "none"}, "players": [
        {"kind": "person"}, {"kind": "machine", "level": 12, "move_time_ms": 3_600_000}]});
    let (status, game) = client.ask("POST", "/api/games", &game.to_string()).await?;
    if status != 201 {
        return Err(status.to_string());
    }
    let mut socket = client.join(&format!("/api/games/{}/live", id(&game))).await?;
    send(&mut socket, &json!({"id": "m", "type": "move", "ply": 1, "text": "h2e2"})).await?;
    while socket.next().await.is_some_and(|message| message.is_ok()) {}
    Ok(())
}

/// An analysis without an end.
async fn endless(client: Client) -> Result<(), String> {
    let study = study(&client).await?;
    let mut socket = client.join(&format!("/api/studies/{study}/live")).await?;
    let asked = json!({"id": "a", "type": "analyse", "node": 0, "engine": "own", "lines": 5});
    send(&mut socket, &asked).await?;
    until(&mut socket, |_| false).await.map(|_| ())
}

/// A review with a minute for each position.
async fn long_review(client: Client) -> Result<(), String> {
    let study = study(&client).await?;
    let path = format!("/api/studies/{study}/review");
    match client.ask("POST", &path, &json!({"ms": 60_000}).to_string()).await? {
        (202, _) => Ok(()),
        (status, _) => Err(status.to_string()),
    }
}
