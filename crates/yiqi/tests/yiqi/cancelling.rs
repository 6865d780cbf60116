//! How soon a worker hears that its work is not wanted, and how long a move takes that a worker makes. The tests that measure
//! are run by hand: `notebook/2026-11-25-jobs.md` has the commands and the figures.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use arena::{Builtin, Contestant, Kind, Match, Portion, TimeControl};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// A limit that no slow machine reaches.
const PATIENCE: Duration = Duration::from_secs(120);
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// The program, or another build of it to compare with.
fn program() -> String {
    std::env::var("YIQI_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_yiqi").to_owned())
}

/// A process that ends with the value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A hall with tokens, as a process or in this one.
struct Stage {
    folder: tempfile::TempDir,
    addr: String,
    _hall: Option<Process>,
}

impl Stage {
    fn new(searches: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let token = folder.path().join("token");
        std::fs::write(&token, TOKEN).unwrap();
        let (token, data) = (token.display().to_string(), folder.path().join("data"));
        let mut hall = Command::new(program())
            .args(["serve", "--listen", "127.0.0.1:0", "--engine-searches", searches])
            .args(["--worker-token-file", &token, "--job-token-file", &token, "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(hall.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let addr = rest.split('/').next().unwrap().to_owned();
        Self { folder, addr, _hall: Some(Process(hall)) }
    }

    /// The same in this process, with one search at a time and without the least time of a move.
    async fn here() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let token = folder.path().join("token");
        std::fs::write(&token, TOKEN).unwrap();
        let mut config = server::Config::new(folder.path().join("data"));
        config.listen.set_port(0);
        config.engine_searches = 1;
        config.least_thinking = Duration::ZERO;
        config.worker_tokens = server::Tokens::parse(TOKEN).unwrap();
        config.job_tokens = config.worker_tokens.clone();
        let sum = crc32fast::hash(&std::fs::read(program()).unwrap());
        config.build = Some(format!("yiqi {} build {sum:08x}", env!("CARGO_PKG_VERSION")));
        let hall = server::Hall::start(config).await.unwrap();
        let addr = hall.addr.to_string();
        tokio::spawn(hall.run_until(std::future::pending()));
        Self { folder, addr, _hall: None }
    }

    /// Starts a worker; returns it with its build of the program.
    fn worker(&self) -> (Process, String) {
        let mut worker = Command::new(program())
            .args(["worker", "--json", "--server", &format!("http://{}", self.addr)])
            .arg("--token-file")
            .arg(self.folder.path().join("token"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(worker.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        (Process(worker), said["build"].as_str().unwrap().to_owned())
    }

    /// Status and JSON of an answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.addr).unwrap();
        let (addr, body) = (&self.addr, body.to_string());
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {addr}\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Submits a block of games that takes far longer than the test.
    fn submit(&self, key: &str, build: &str) {
        let ours = |name: &str| Contestant {
            name: name.to_owned(),
            kind: Kind::Builtin(Builtin::default()),
            time: TimeControl { nodes: Some(2_000_000_000), ..TimeControl::default() },
        };
        let portions =
            Portion::all(&Match::new("xiangqi", vec![ours("a"), ours("b")]), 1 << 16).unwrap();
        let payload = serde_json::to_string(&portions[0]).unwrap();
        let batch = json!({
            "key": key, "class": "match", "build": build, "payload": payload, "from": 0, "to": 1,
        });
        let (status, said) = self.ask("POST", "/api/work/batches", &batch);
        assert_eq!(status, 202, "{said}");
    }

    fn wait_until_it_runs(&self, key: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let (_, batch) = self.ask("GET", &format!("/api/work/batches/{key}"), &Value::Null);
            if batch["counts"]["running"] == 1 {
                return;
            }
            assert!(Instant::now() < until, "{batch}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Cancels the work of a worker again and again; returns how long it took each time until the worker had the next.
    fn cancel(&self, build: &str, times: usize) -> Vec<Duration> {
        self.submit("b0", build);
        self.wait_until_it_runs("b0");
        let cancel = |n: usize| {
            self.submit(&format!("b{}", n + 1), build);
            // The worker is somewhere in its search and between two beats.
            std::thread::sleep(Duration::from_millis(400 + (n as u64 * 137) % 500));
            let began = Instant::now();
            let path = format!("/api/work/batches/b{n}/cancel");
            assert_eq!(self.ask("POST", &path, &Value::Null).0, 200);
            self.wait_until_it_runs(&format!("b{}", n + 1));
            began.elapsed()
        };
        (0..times).map(cancel).collect()
    }
}

/// As many processes that do nothing else than take a core as there are cores.
fn load() -> Vec<Process> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
    (0..cores).map(|_| Process(busy())).collect()
}

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_millis();
    let (count, p50, p90, worst) = (times.len(), at(50), at(90), at(100));
    println!("{what}: {count} times, p50 {p50} ms, p90 {p90} ms, worst {worst} ms");
}

#[test]
fn a_cancelled_job_frees_its_worker_again_and_again() {
    let stage = Stage::new("1");
    let (_worker, build) = stage.worker();
    assert_eq!(stage.cancel(&build, 3).len(), 3);
}

#[test]
#[ignore = "measures: how soon a cancel arrives, with all cores busy and without"]
fn how_soon_a_cancel_arrives() {
    let stage = Stage::new("1");
    let (_worker, build) = stage.worker();
    tell("a quiet machine", stage.cancel(&build, 60));
    for n in 0..=60 {
        stage.ask("DELETE", &format!("/api/work/batches/b{n}"), &Value::Null);
    }
    let _load = load();
    tell("every core busy", stage.cancel(&build, 60));
}

/// Plays 50 moves against level 3 in Xiangqi, ten games of five; returns how long each answer took.
async fn moves(stage: &Stage) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..10 {
        let game = json!({
            "variant": "xiangqi", "clock": {"kind": "none"},
            "players": [{"kind": "person"}, {"kind": "machine", "level": 3}],
        });
        let (_, game) = stage.ask("POST", "/api/games", &game);
        let id = game["id"].as_str().unwrap();
        let url = format!("ws://{}/api/games/{id}/live", stage.addr);
        let (mut socket, _) = connect_async(url).await.unwrap();
        let mut text = "h2e2".to_owned();
        for ply in (1..10).step_by(2) {
            let began = Instant::now();
            let id = format!("m{ply}");
            let request = json!({"id": id, "type": "move", "ply": ply, "text": text});
            socket.send(Message::text(request.to_string())).await.unwrap();
            loop {
                let next = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap();
                let Some(Ok(Message::Text(told))) = next else { continue };
                let event: Value = serde_json::from_str(&told).unwrap();
                assert_ne!(event["type"], "error", "{event}");
                if event["moved"]["played"]["ply"] == ply + 1 {
                    let legal = event["moved"]["moves"].as_array().unwrap();
                    let next = &legal[(5 * ply) % legal.len()]["text"];
                    text = next.as_str().unwrap().to_owned();
                    break;
                }
            }
            times.push(began.elapsed());
        }
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures: how long a move of level 3 takes in the hall and at a worker"]
async fn how_long_a_move_takes() {
    let stage = Stage::here().await;
    tell("in the hall", moves(&stage).await);
    let game = json!({
        "variant": "xiangqi", "clock": {"kind": "none"}, "moves": ["h2e2"],
        "players": [{"kind": "person"}, {"kind": "machine", "level": 12, "move_time_ms": 600_000}],
    });
    let (_, game) = stage.ask("POST", "/api/games", &game);
    let url = format!("ws://{}/api/games/{}/live", stage.addr, game["id"].as_str().unwrap());
    let (_busy, _) = connect_async(url).await.unwrap();
    let (_worker, _) = stage.worker();
    tell("at a worker, the hall's thread busy", moves(&stage).await);
    let (_, batches) = stage.ask("GET", "/api/work/batches", &Value::Null);
    println!("{}", batches[0]["sums"]);
}
