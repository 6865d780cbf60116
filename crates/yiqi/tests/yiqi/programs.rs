//! Engines of other programs in the analyses of a hall: they come from the configuration file, and here they are
//! this program itself and scripts that misbehave.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Hall, eventually};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const PATIENCE: Duration = Duration::from_secs(40);

/// A hall with this configuration.
struct Configured {
    hall: Hall,
    _data: tempfile::TempDir,
}

impl Configured {
    fn open(configuration: &str) -> Self {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("yiqi.toml");
        std::fs::write(&file, configuration).unwrap();
        let flags = ["--engine-searches", "2", "--config", file.to_str().unwrap()];
        Self { hall: Hall::open_with(data.path(), &flags), _data: data }
    }

    /// A study of the start of a game, and a connection to it.
    async fn study(&self, variant: &str, moves: &[&str]) -> Socket {
        let new = json!({"kind": "position", "variant": variant, "moves": moves});
        let (status, study) = self.hall.ask("POST", "/api/studies", &new);
        assert_eq!(status, 201, "{study}");
        let (addr, id) = (self.hall.addr(), study["id"].as_str().unwrap());
        let (stream, _) =
            connect_async(format!("ws://{addr}/api/studies/{id}/live")).await.unwrap();
        let node = moves.len();
        let mut socket = Socket { stream, engines: Vec::new(), requests: 0, node };
        let state = socket.next().await;
        socket.engines = state["study"]["engines"].as_array().unwrap().clone();
        socket
    }

    /// The processes that this one started and that still run.
    fn children(&self) -> usize {
        let id = self.hall.process().to_string();
        let found = Command::new("pgrep").args(["-P", &id]).output().unwrap();
        String::from_utf8(found.stdout).unwrap().lines().count()
    }
}

struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    engines: Vec<Value>,
    requests: u32,
    /// The end of the line.
    node: usize,
}

impl Socket {
    async fn next(&mut self) -> Value {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time");
            if let Message::Text(text) = message.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn send(&mut self, mut command: Value) {
        self.requests += 1;
        command["id"] = json!(format!("r{}", self.requests));
        self.stream.send(Message::text(command.to_string())).await.unwrap();
    }

    async fn analyse(&mut self, engine: &str, more: Value) {
        let mut command =
            json!({"type": "analyse", "node": self.node, "engine": engine, "lines": 1});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send(command).await;
    }

    /// The next report of an engine of which this is true.
    async fn report(&mut self, engine: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let event = self.next().await;
            // Other engines go on to report.
            assert!(began.elapsed() < PATIENCE, "{engine} says nothing of the kind: {event}");
            assert_ne!(event["type"], "error", "{event}");
            let analysis = &event["analysis"];
            if event["type"] == "analysis" && analysis["engine"] == engine && wanted(analysis) {
                return analysis.clone();
            }
        }
    }

    fn names(&self) -> Vec<&str> {
        let others = self.engines.iter().filter(|engine| engine["external"] == true);
        others.map(|engine| engine["id"].as_str().unwrap()).collect()
    }
}

fn has_line(analysis: &Value) -> bool {
    !analysis["lines"].as_array().unwrap().is_empty()
}

fn has_ended(analysis: &Value) -> bool {
    analysis["state"] == "done" || analysis["state"] == "failed"
}

/// This program under every protocol.
fn ourselves() -> String {
    let yiqi = env!("CARGO_BIN_EXE_yiqi");
    ["uci", "ucci", "hub", "gomocup"]
        .map(|protocol| {
            format!(
                "[engines.our-{protocol}]\nname = \"Ours ({protocol})\"\n\
                 command = [{yiqi:?}, {protocol:?}]\nprotocol = {protocol:?}\n"
            )
        })
        .concat()
}

#[tokio::test]
async fn programs_of_every_protocol_analyse_the_games_they_play() {
    let hall = Configured::open(&ourselves());
    // A brain answers an empty board at once.
    let stones = &["h8", "h9", "i9"][..];
    for (variant, moves, names) in [
        ("xiangqi", &[][..], &["our-ucci", "our-uci"][..]),
        ("draughts", &[], &["our-hub"]),
        ("draughts-frisian", &[], &["our-hub"]),
        ("gomoku", stones, &["our-gomocup"]),
        ("renju", stones, &["our-gomocup"]),
        ("reversi", &[], &[]),
    ] {
        let mut socket = hall.study(variant, moves).await;
        assert_eq!(socket.names(), names, "{variant}");
        for name in names {
            socket.analyse(name, json!({})).await;
        }
        // Side by side, and ours with them.
        socket.analyse("own", json!({})).await;
        for name in names {
            // A shorter search is not kept.
            let long = |analysis: &Value| analysis["time_ms"].as_u64().unwrap() > 300;
            let analysis = socket.report(name, |a| has_line(a) && long(a)).await;
            let line = &analysis["lines"][0];
            assert!(!line["moves"].as_array().unwrap().is_empty(), "{variant} {name}: {line}");
            assert_eq!(
                line["chances"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(),
                1000,
                "{variant} {name}: {line}"
            );
            socket.send(json!({"type": "stop", "engine": name})).await;
            let last = socket.report(name, has_ended).await;
            assert_eq!(last["state"], "done", "{last}");
        }
        if let [name, ..] = names {
            // The result was kept, or will be in a moment.
            let began = Instant::now();
            loop {
                socket.analyse(name, json!({})).await;
                let first = socket.report(name, |_| true).await;
                if first["state"] == "kept" && has_line(&first) {
                    break;
                }
                assert!(began.elapsed() < PATIENCE, "{variant} {name}: {first}");
                socket.send(json!({"type": "stop", "engine": name})).await;
                socket.report(name, has_ended).await;
            }
        }
    }
    // Who leaves leaves no search behind: what is left are programs at rest.
    let mut socket = hall.study("xiangqi", &[]).await;
    socket.analyse("our-hub", json!({})).await;
    let refused = socket.next().await;
    assert_eq!(refused["problem"]["code"], "bad-analysis", "{refused}");
    socket.analyse("our-uci", json!({"lines": 3, "depth": 5})).await;
    let done = socket.report("our-uci", has_ended).await;
    assert_eq!(done["lines"].as_array().unwrap().len(), 3, "{done}");
    socket.analyse("our-uci", json!({"only": ["a0a1"], "depth": 3})).await;
    let done = socket.report("our-uci", has_ended).await;
    assert_eq!(done["lines"][0]["moves"][0]["text"], "a0a1", "{done}");
    socket.analyse("our-ucci", json!({"only": ["a0a1"], "depth": 3})).await;
    let failed = socket.report("our-ucci", has_ended).await;
    assert_eq!(failed["fault"]["code"], "only-moves", "{failed}");
    assert!(failed["fault"]["message"].as_str().unwrap().contains("chosen moves"), "{failed}");
}

#[tokio::test]
async fn a_program_that_fails_says_why_and_holds_nobody_up() {
    let script = |name: &str, script: &str| {
        format!("[engines.{name}]\ncommand = [\"sh\", \"-c\", {script:?}]\nprotocol = \"uci\"\n")
    };
    let greets = "read a; echo uciok; read a; read a; echo readyok; read a; read a;";
    let configuration = [
        script("gone", "exit 3"),
        script("crash", &format!("{greets} exit 4")),
        script("mute", "sleep 600"),
        script("deaf", &format!("{greets} echo info depth 1 score cp 1 pv h2e2; sleep 600")),
        script("wrong", &format!("{greets} echo bestmove a0a9; sleep 600")),
        "[engines.missing]\ncommand = \"/no/such/program\"\nprotocol = \"uci\"\n".to_owned(),
    ]
    .concat();
    let hall = Configured::open(&configuration);
    let mut socket = hall.study("xiangqi", &[]).await;
    for (name, code, about, said) in [
        ("gone", "crash", json!("exit status: 3"), "exit status: 3"),
        ("crash", "crash", json!("exit status: 4"), "exit status: 4"),
        ("wrong", "illegal-move", json!("a0a9"), "not legal"),
        ("missing", "cannot-start", json!(null), "cannot start /no/such/program"),
        ("mute", "handshake", json!([10000]), "no end of the handshake within 10000 ms"),
    ] {
        let began = Instant::now();
        socket.analyse(name, json!({})).await;
        // Meanwhile ours searches as always.
        socket.analyse("own", json!({"depth": 3})).await;
        let (mut failed, mut ours) = (None, None);
        while failed.is_none() || ours.is_none() {
            let event = socket.next().await;
            let analysis = &event["analysis"];
            if analysis["engine"] == name && has_ended(analysis) {
                failed = Some(analysis.clone());
            } else if analysis["engine"] == "own" && has_ended(analysis) {
                ours = Some(began.elapsed());
            }
        }
        let failed = failed.unwrap();
        assert_eq!(failed["state"], "failed", "{failed}");
        let fault = &failed["fault"];
        assert_eq!(fault["code"], code, "{failed}");
        assert!(fault["message"].as_str().unwrap().contains(said), "{failed}");
        let told = if about.is_array() { &fault["numbers"] } else { &fault["place"]["found"] };
        assert!(about.is_null() || *told == about, "{failed}");
        assert!(ours.unwrap() < Duration::from_secs(8), "{name}: {ours:?}");
    }
    // A program that does not stop is ended, and its result stays.
    socket.analyse("deaf", json!({})).await;
    socket.report("deaf", has_line).await;
    socket.send(json!({"type": "stop"})).await;
    let last = socket.report("deaf", has_ended).await;
    assert!(last["state"] == "done" && has_line(&last), "{last}");
    let children = || if hall.children() > 0 { Err("a program goes on") } else { Ok(()) };
    eventually("all end", children);
}
