//! Several processes on one PostgreSQL database and one NATS server serve one hall. Skipped where either is not installed.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{Hall, eventually, refused, yiqi};
use crate::nats::NatsServer;
use crate::postgres::cluster;
use crate::worker::server_with_keys;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The moves of the game after the first one, `h2e2`.
const MOVES: [&str; 6] = ["h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "b0c2"];

/// What nodes share.
pub(crate) struct Ground {
    nats: NatsServer,
    database: String,
}

impl Ground {
    pub(crate) fn new() -> Option<Self> {
        let (cluster, nats) = (cluster()?, NatsServer::start()?);
        Some(Self { nats, database: cluster.database() })
    }

    fn node(&self) -> Hall {
        self.node_with(&[])
    }

    pub(crate) fn node_with(&self, more: &[&str]) -> Hall {
        let url = self.nats.url();
        let words = ["--database", &self.database, "--node-lease", "2", "--nats", &url];
        // No folder is made: the database has everything.
        Hall::open_with(Path::new("/nowhere"), &[&words, more].concat())
    }
}

/// A game between two persons after its first move.
fn begin(at: &Hall) -> String {
    let (status, game) = at.begin("Ada");
    assert_eq!(status, 201, "{game}");
    game["id"].as_str().unwrap().to_owned()
}

/// The number of moves that a node tells of, as soon as it can.
fn plies(at: &Hall, game: &str) -> usize {
    eventually("the game is served", || {
        let (status, found) = at.ask("GET", &format!("/api/games/{game}"), &Value::Null);
        if status == 200 {
            return Ok(found["moves"].as_array().unwrap().len());
        }
        assert_eq!(status, 503, "{found}");
        Err(found)
    })
}

/// A client at one of the nodes.
struct Client {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The moves that it has seen.
    plies: usize,
}

impl Client {
    /// Joins as soon as some node serves the game.
    async fn join(at: &Hall, game: &str) -> Self {
        let url = format!("ws://{}/api/games/{game}/live", at.addr());
        let until = Instant::now() + PATIENCE;
        loop {
            if let Ok((stream, _)) = connect_async(&url).await {
                let mut client = Self { stream, plies: 0 };
                if let Some(state) = client.next().await {
                    assert_eq!(state["type"], "state", "{state}");
                    return client;
                }
            }
            assert!(Instant::now() < until, "nobody serves the game");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The next event; `None` at the end of the connection.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time");
            match next {
                Some(Ok(Message::Text(text))) => {
                    let event: Value = serde_json::from_str(&text).unwrap();
                    match event["type"].as_str().unwrap() {
                        "state" => self.plies = event["game"]["moves"].as_array().unwrap().len(),
                        "moved" => self.plies += 1,
                        _ => {}
                    }
                    return Some(event);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Plays the next move of the game and waits until it is acknowledged; `false` if it was not.
    async fn play(&mut self) -> bool {
        self.send_move(self.plies + 1, MOVES[self.plies - 1]).await
    }

    /// Plays a move and waits until it is acknowledged; `false` if it was not.
    async fn send_move(&mut self, ply: usize, text: &str) -> bool {
        let id = format!("r{ply}");
        let command = json!({"id": id, "type": "move", "ply": ply, "text": text});
        if self.stream.send(Message::text(command.to_string())).await.is_err() {
            return false;
        }
        while let Some(event) = self.next().await {
            match event["type"].as_str().unwrap() {
                "done" => return true,
                "error" => {
                    // What the test shows when it fails.
                    println!("{event}");
                    return false;
                }
                _ => {}
            }
        }
        false
    }

    /// Waits until it has seen so many moves.
    async fn sees(&mut self, plies: usize) {
        while self.plies < plies {
            assert!(self.next().await.is_some(), "the connection ended at move {}", self.plies);
        }
        assert_eq!(self.plies, plies);
    }

    /// Waits for the end of the connection.
    async fn ends(&mut self) {
        while self.next().await.is_some() {}
    }
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[tokio::test]
async fn a_game_is_played_at_two_nodes_and_survives_each_of_them() {
    let Some(ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let game = begin(&a);
    let mut at_a = Client::join(&a, &game).await;
    let mut at_b = Client::join(&b, &game).await;
    assert!(at_a.play().await);
    at_b.sees(2).await;
    assert!(at_b.play().await);
    at_a.sees(3).await;
    assert_eq!((plies(&a, &game), plies(&b, &game)), (3, 3));

    // The node that serves the game is killed: the other one goes on with all that was acknowledged. Who is there keeps the
    // connection, and is sent the whole state.
    drop(a);
    loop {
        let event = at_b.next().await.expect("the connection stays");
        if event["type"] == "state" {
            break;
        }
    }
    assert_eq!(at_b.plies, 3);
    assert!(at_b.play().await);

    // A node that is told to close hands the game over at once.
    let c = ground.node();
    let mut at_c = Client::join(&c, &game).await;
    assert_eq!(at_c.plies, 4);
    b.close();
    at_c.ends().await;
    let mut at_c = Client::join(&c, &game).await;
    assert!(at_c.play().await);
    assert_eq!(plies(&c, &game), 5);
    let path = format!("/api/games/{game}");
    let d = ground.node();
    assert_eq!(d.ask("DELETE", &path, &Value::Null).0, 204);
    assert_eq!(c.ask("GET", &path, &Value::Null).0, 404);
    c.close();
    d.close();
}

#[tokio::test]
async fn a_node_that_was_stopped_too_long_acknowledges_nothing_and_comes_again() {
    let Some(ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let game = begin(&a);
    let mut at_a = Client::join(&a, &game).await;
    assert!(at_a.play().await);
    signal(a.process(), "-STOP");
    let mut at_b = Client::join(&b, &game).await;
    assert!(at_b.play().await);
    assert!(at_b.play().await);
    assert_eq!(at_b.plies, 4);
    signal(a.process(), "-CONT");
    // It still believes that the game has two moves.
    assert!(!at_a.play().await);
    at_a.ends().await;
    let mut at_a = Client::join(&a, &game).await;
    assert_eq!(at_a.plies, 4);
    assert!(at_a.play().await);
    at_b.sees(5).await;
    assert_eq!((plies(&a, &game), plies(&b, &game)), (5, 5));
    a.close();
    b.close();
}

#[tokio::test]
async fn a_page_at_one_node_hears_what_changes_at_another_also_after_nats_restarts() {
    let Some(mut ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let url = format!("ws://{}/api/live", b.addr());
    let (mut follower, _) = connect_async(&url).await.unwrap();
    let mut hears = async || {
        // Pings do not count: the whole wait has an end.
        let text = async {
            loop {
                if let Message::Text(text) = follower.next().await.unwrap().unwrap() {
                    return text;
                }
            }
        };
        let text = tokio::time::timeout(PATIENCE, text).await.expect("in time");
        let event: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(event["type"], "changed", "{event}");
        event
    };
    begin(&a);
    let event = hears().await;
    assert_eq!((&event["games"], &event["studies"]), (&json!(true), &json!(false)), "{event}");
    ground.nats.kill();
    ground.nats.start_again();
    // What was missed meanwhile is unknown, so everything may have changed.
    let event = hears().await;
    assert_eq!((&event["games"], &event["studies"]), (&json!(true), &json!(true)), "{event}");
    begin(&a);
    assert_eq!(hears().await["games"], true);
    a.close();
    b.close();
}

/// The clock of the second side in milliseconds.
fn left(game: &Value) -> u64 {
    game["clock"]["left_ms"][1].as_u64().unwrap()
}

#[tokio::test]
async fn a_takeover_charges_what_a_player_thought_but_not_the_outage() {
    let Some(ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let new = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person"}, {"kind": "person"}],
        "clock": {"kind": "increment", "base_ms": 600_000, "increment_ms": 0},
    });
    let (status, game) = a.ask("POST", "/api/games", &new);
    assert_eq!(status, 201, "{game}");
    let game = game["id"].as_str().unwrap().to_owned();
    let mut at_a = Client::join(&a, &game).await;
    assert!(at_a.send_move(1, "h2e2").await);
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(3)).await;
    // A node gives a sign of life four times in the two seconds of a lease.
    drop(a);
    let killed = begun.elapsed();
    // Nobody asks for the game for a while.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let asked = Instant::now();
    Client::join(&b, &game).await;
    let (status, found) = b.ask("GET", &format!("/api/games/{game}"), &Value::Null);
    assert_eq!(status, 200, "{found}");
    let thought = Duration::from_millis(600_000 - left(&found));
    assert!(thought >= Duration::from_millis(1500), "{thought:?} of {killed:?}");
    assert!(thought <= killed + asked.elapsed(), "{thought:?} of {killed:?}");
    b.close();
}

/// Begins games, and deletes them again, until the answer is the wanted one.
fn wait_for(at: &Hall, wanted: u16) {
    eventually("the answer", || {
        let (status, said) = at.begin("Ada");
        if status == 201 {
            let path = format!("/api/games/{}", said["id"].as_str().unwrap());
            assert_eq!(at.ask("DELETE", &path, &Value::Null).0, 204);
        }
        if status == wanted { Ok(()) } else { Err(said) }
    });
}

#[test]
fn games_of_all_nodes_count_against_the_limit_of_each() {
    let Some(ground) = Ground::new() else { return };
    let open = || ground.node_with(&["--max-stored-games", "3"]);
    let (a, b) = (open(), open());
    begin(&a);
    begin(&a);
    let third = begin(&b);
    // Each node has learnt it after a lease.
    for at in [&a, &b] {
        wait_for(at, 409);
        let (_, said) = at.begin("Ada");
        assert_eq!(said["code"], "too-many-games", "{said}");
    }
    assert_eq!(a.ask("DELETE", &format!("/api/games/{third}"), &Value::Null).0, 204);
    wait_for(&b, 201);
    a.close();
    b.close();
}

/// The text of a study's first event, and the connection.
async fn open_study(at: &Hall, study: &str) -> (WebSocketStream<MaybeTlsStream<TcpStream>>, Value) {
    let url = format!("ws://{}/api/studies/{study}/live", at.addr());
    let (mut stream, _) = connect_async(&url).await.unwrap();
    let state = next_of(&mut stream, "state").await;
    (stream, state)
}

/// The next event of this type.
async fn next_of(stream: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, kind: &str) -> Value {
    let found = async {
        loop {
            if let Message::Text(text) = stream.next().await.unwrap().unwrap() {
                let event: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(event["type"], "error", "{event}");
                if event["type"] == kind {
                    return event;
                }
            }
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("in time")
}

#[tokio::test]
async fn a_study_is_edited_analysed_reviewed_and_deleted_at_the_node_that_does_not_serve_it() {
    let Some(ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let game = begin(&a);
    let (status, study) = a.ask("POST", "/api/studies", &json!({"kind": "game", "id": game}));
    assert!(status < 300, "{status} {study}");
    let id = study["id"].as_str().unwrap().to_owned();
    let path = format!("/api/studies/{id}");
    let (mut at_a, _) = open_study(&a, &id).await;
    let (mut at_b, state) = open_study(&b, &id).await;
    assert_eq!(state["study"]["id"], json!(id), "{state}");

    // An edit at either node is seen at the other one, before it is acknowledged.
    let say = |id: &str, mut command: Value| {
        command["id"] = json!(id);
        Message::text(command.to_string())
    };
    at_b.send(say("e1", json!({"type": "title", "title": "From b"}))).await.unwrap();
    assert_eq!(next_of(&mut at_b, "changed").await["title"], "From b");
    assert_eq!(next_of(&mut at_b, "done").await["id"], "e1");
    assert_eq!(next_of(&mut at_a, "changed").await["title"], "From b");
    at_a.send(say("e2", json!({"type": "title", "title": "From a"}))).await.unwrap();
    assert_eq!(next_of(&mut at_b, "changed").await["title"], "From a");

    // The engine works at the node where the client is.
    at_b.send(say("l", json!({"type": "look", "node": 0}))).await.unwrap();
    assert_eq!(next_of(&mut at_b, "position").await["position"]["node"], 0);
    at_b.send(say(
        "s",
        json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "depth": 2}),
    ))
    .await
    .unwrap();
    assert_eq!(next_of(&mut at_b, "analysis").await["analysis"]["node"], 0);

    let (status, export) = b.ask("GET", &format!("{path}/export?format=json"), &Value::Null);
    assert_eq!((status, &export["title"]), (200, &json!("From a")), "{export}");
    let (status, review) = b.ask("POST", &format!("{path}/review"), &json!({"nodes": 1000}));
    assert_eq!(status, 202, "{review}");
    next_of(&mut at_b, "review").await;
    assert_eq!(b.ask("DELETE", &format!("{path}/review"), &Value::Null).0, 204);
    assert_eq!(b.ask("DELETE", &path, &Value::Null).0, 204);
    assert_eq!(a.ask("GET", &path, &Value::Null).0, 404);
    a.close();
    b.close();
}

#[tokio::test]
async fn a_node_hears_what_it_may_have_missed_while_nats_was_away() {
    let Some(mut ground) = Ground::new() else { return };
    let (a, b) = (ground.node(), ground.node());
    let game = begin(&a);
    let mut at_a = Client::join(&a, &game).await;
    let mut at_b = Client::join(&b, &game).await;
    ground.nats.kill();
    // Who is at the node that serves the game does not need the server.
    assert!(at_a.play().await);
    ground.nats.start_again();
    while at_b.plies < 2 {
        if at_b.next().await.is_none() {
            at_b = Client::join(&b, &game).await;
        }
    }
    assert!(at_b.play().await);
    at_a.sees(3).await;
    a.close();
    b.close();
}

#[test]
fn nodes_without_nats_are_told_what_several_need() {
    let Some(ground) = Ground::new() else { return };
    let alone = ["--database", &ground.database, "--node-lease", "2"];
    let first = Hall::open_with(Path::new("/nowhere"), &alone);
    let url = ground.nats.url();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database", &ground.database];
    for more in [&[][..], &["--nats", &url]] {
        let (status, said) = refused(&yiqi(&[&serve, more].concat(), &[]));
        assert!(status != 0 && said.contains("--nats"), "{said}");
    }
    first.close();
    // One after the other needs none.
    let second = ground.node();
    let (status, said) = refused(&yiqi(&serve, &[]));
    assert!(status != 0 && said.contains("--nats"), "{said}");
    second.close();
    Hall::open_with(Path::new("/nowhere"), &alone).close();
}

#[tokio::test]
async fn with_keys_a_game_is_played_at_two_nodes_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let Some(cluster) = cluster() else { return };
    let Some((_nats, url)) = server_with_keys(folder.path()) else { return };
    let (database, keys) = (cluster.database(), folder.path().join("keys"));
    let (hall, authority) = (keys.join("hall.creds"), keys.join("ca.crt"));
    let words = ["--database", &database, "--nats", &url, "--nats-creds", hall.to_str().unwrap()];
    let node = || Hall::open_believing(Path::new("/nowhere"), &words, Some(&authority));
    let (a, b) = (node(), node());
    let game = begin(&a);
    let mut at_a = Client::join(&a, &game).await;
    let mut at_b = Client::join(&b, &game).await;
    assert!(at_b.play().await);
    at_a.sees(2).await;
    assert!(at_a.play().await);
    at_b.sees(3).await;
    a.close();
    b.close();
}
