//! Workers do searches for people where the hall has no thread for them. What a person sees is as without workers.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{Hall, eventually};
use crate::nats::NatsServer;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A limit that no slow machine reaches.
const PATIENCE: Duration = Duration::from_secs(120);

/// A worker that ends with the value.
struct Worker(Child);

impl Worker {
    fn of(stage: &Stage, words: &[&str]) -> Self {
        let process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["worker", "--nats", &stage.nats.url()])
            .args(words)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self(process)
    }

    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A NATS server, and a hall with one thread that searches.
struct Stage {
    hall: Hall,
    nats: NatsServer,
    metrics: u16,
    _folder: tempfile::TempDir,
}

impl Stage {
    /// `None` where no NATS server is installed.
    fn new(more: &[&str]) -> Option<Self> {
        let nats = NatsServer::start()?;
        let folder = tempfile::tempdir().unwrap();
        let metrics =
            std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (url, at) = (nats.url(), format!("127.0.0.1:{metrics}"));
        let flags = ["--nats", &url, "--metrics", &at, "--engine-searches", "1"];
        let hall = Hall::open_with(&folder.path().join("data"), &[&flags[..], more].concat());
        Some(Self { hall, nats, metrics, _folder: folder })
    }

    /// A figure of the metrics; 0 where there is none.
    fn figure(&self, name: &str) -> u64 {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", self.metrics)).unwrap();
        write!(stream, "GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let of = |line: &str| line.strip_prefix(name).and_then(|rest| rest.trim().parse().ok());
        text.lines().find_map(of).unwrap_or(0)
    }

    fn running(&self, class: &str) -> u64 {
        self.figure(&format!("yiqi_jobs{{class=\"{class}\",state=\"running\"}}"))
    }

    fn ended(&self, class: &str, outcome: &str) -> u64 {
        let labels = format!("class=\"{class}\",outcome=\"{outcome}\"");
        self.figure(&format!("yiqi_worker_searches_total{{{labels}}}"))
    }

    /// Waits until it is as wanted.
    fn wait(&self, class: &str, holds: impl Fn(&Self) -> bool) {
        eventually(class, || {
            let seen = ["done", "lost", "failed", "cancelled"].map(|how| self.ended(class, how));
            if holds(self) { Ok(()) } else { Err(format!("{} {seen:?}", self.running(class))) }
        });
    }
}

struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn join(hall: &Hall, path: &str) -> Self {
        Self(connect_async(format!("ws://{}{path}/live", hall.addr())).await.unwrap().0)
    }

    async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next event for which this is true.
    async fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("in time");
            let Some(Ok(message)) = next else { panic!("the connection is open: {next:?}") };
            let Message::Text(text) = message else { continue };
            let event: Value = serde_json::from_str(&text).unwrap();
            if holds(&event) {
                return event;
            }
        }
    }

    /// Moves, and waits for the next move of the machine; returns how long that took.
    async fn play(&mut self, ply: u32, text: &str) -> (String, Duration) {
        let began = Instant::now();
        self.say(&json!({"id": "m", "type": "move", "ply": ply, "text": text})).await;
        let is_answer = |event: &Value| event["moved"]["played"]["ply"] == ply + 1;
        let moved = self.until(is_answer).await;
        (moved["moved"]["played"]["text"].as_str().unwrap().to_owned(), began.elapsed())
    }
}

/// A game of a person against the machine, and its path.
fn begin(hall: &Hall, variant: &str, machine: &Value) -> String {
    let game = json!({
        "variant": variant, "players": [{"kind": "person", "name": "Ada"}, machine],
        "clock": {"kind": "none"},
    });
    let (status, game) = hall.ask("POST", "/api/games", &game);
    assert_eq!(status, 201, "{game}");
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

/// A game whose machine has the only thread of the hall for minutes.
async fn occupy(hall: &Hall) -> Client {
    let machine = json!({"kind": "machine", "level": 12, "move_time_ms": 600_000});
    let mut client = Client::join(hall, &begin(hall, "xiangqi", &machine)).await;
    client.say(&json!({"id": "m", "type": "move", "ply": 1, "text": "h2e2"})).await;
    client.until(|event| event["type"] == "thinking").await;
    client
}

#[tokio::test]
async fn a_worker_moves_while_the_hall_has_no_thread() {
    let Some(stage) = Stage::new(&[]) else { return };
    let hall = &stage.hall;
    let _thinking = occupy(hall).await;
    let _worker = Worker::of(&stage, &["--classes", "move"]);
    // The level ends the search at once. The worker has the time of the move to begin it in: also a busy machine does.
    let machine = json!({"kind": "machine", "level": 3, "move_time_ms": 100_000});
    let mut client = Client::join(hall, &begin(hall, "reversi", &machine)).await;
    client.play(1, "f5").await;
    stage.wait("move", |stage| stage.ended("move", "done") == 1);
    assert_eq!(stage.running("move"), 0);
}

#[tokio::test]
async fn a_worker_that_is_silent_costs_seconds_and_no_second_move() {
    let Some(stage) = Stage::new(&[]) else { return };
    let hall = &stage.hall;
    let thinking = occupy(hall).await;
    let worker = Worker::of(&stage, &["--classes", "move"]);
    let machine = json!({"kind": "machine", "level": 12, "move_time_ms": 3_000});
    let mut client = Client::join(hall, &begin(hall, "reversi", &machine)).await;
    client.say(&json!({"id": "m", "type": "move", "ply": 1, "text": "f5"})).await;
    stage.wait("move", |stage| stage.running("move") == 1);
    worker.signal("-STOP");
    drop(thinking);
    let is_answer = |event: &Value| event["moved"]["played"]["ply"] == 2;
    client.until(is_answer).await;
    stage.wait("move", |stage| stage.ended("move", "lost") == 1);
    // The late result of the first one does not count.
    worker.signal("-CONT");
    let (status, game) = {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let all = hall.ask("GET", "/api/games?limit=9", &Value::Null).1;
        let games = all["games"].as_array().unwrap().clone();
        let of = games.iter().find(|game| game["variant"] == "reversi").unwrap();
        hall.ask("GET", &format!("/api/games/{}", of["id"].as_str().unwrap()), &Value::Null)
    };
    assert_eq!((status, game["moves"].as_array().unwrap().len()), (200, 2));
}

#[tokio::test]
async fn an_analysis_grows_at_a_worker_and_what_was_found_outlives_it() {
    let Some(stage) = Stage::new(&[]) else { return };
    let hall = &stage.hall;
    let thinking = occupy(hall).await;
    let worker = Worker::of(&stage, &["--classes", "analysis"]);
    let study = json!({"kind": "position", "variant": "reversi"});
    let (status, study) = hall.ask("POST", "/api/studies", &study);
    assert_eq!(status, 201, "{study}");
    let path = format!("/api/studies/{}", study["id"].as_str().unwrap());
    let mut client = Client::join(hall, &path).await;
    client
        .say(&json!({"id": "a", "type": "analyse", "node": 0, "engine": "own", "lines": 2}))
        .await;
    let depth = |event: &Value| event["analysis"]["depth"].as_u64().unwrap_or(0);
    let is_one = |event: &Value| event["type"] == "analysis";
    let mut depths = vec![0];
    while depths.len() < 4 {
        let last = *depths.last().unwrap();
        let grown = client.until(|event| is_one(event) && depth(event) > last).await;
        depths.push(depth(&grown));
    }
    assert_eq!(stage.running("analysis"), 1);
    drop(worker);
    stage.wait("analysis", |stage| stage.ended("analysis", "lost") == 1);
    let before = *depths.last().unwrap();
    drop(thinking);
    // The hall goes on; until it is as deep, what the worker found is shown.
    let next =
        client.until(|event| is_one(event) && event["analysis"]["state"] == "searching").await;
    assert!(depth(&next) >= before, "{next} {before}");
    let lines = next["analysis"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2, "{next}");
    let grown = client.until(|event| is_one(event) && depth(event) > before).await;
    assert_eq!(grown["analysis"]["state"], "searching");
}

#[tokio::test]
async fn who_stops_an_analysis_frees_its_worker() {
    let Some(stage) = Stage::new(&[]) else { return };
    let hall = &stage.hall;
    let _thinking = occupy(hall).await;
    let _worker = Worker::of(&stage, &[]);
    let study = json!({"kind": "position", "variant": "xiangqi"});
    let (_, study) = hall.ask("POST", "/api/studies", &study);
    let path = format!("/api/studies/{}", study["id"].as_str().unwrap());
    let mut client = Client::join(hall, &path).await;
    for round in 1..4 {
        let analyse = json!({"id": "a", "type": "analyse", "node": 0, "engine": "own", "lines": 1});
        client.say(&analyse).await;
        client.until(|event| event["analysis"]["state"] == "searching").await;
        client.say(&json!({"id": "s", "type": "stop"})).await;
        stage.wait("analysis", |stage| {
            stage.running("analysis") == 0 && stage.ended("analysis", "cancelled") == round
        });
    }
}
