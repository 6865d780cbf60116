//! A hall lets workers on other machines review games. What they find is what it finds itself.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{Hall, eventually};
use crate::nats::NatsServer;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A game of reversi: three units.
const MOVES: &str = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 g5";

/// A worker that ends with the value.
struct Worker {
    process: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Worker {
    fn of(nats: &NatsServer) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["worker", "--json", "--nats", &nats.url()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        let mut hello = String::new();
        said.read_line(&mut hello).unwrap();
        assert!(hello.contains("review"), "{hello}");
        // A moment later it answers who asks for workers.
        std::thread::sleep(Duration::from_millis(500));
        Self { process, said }
    }

    /// Ends it, and returns how many jobs it has done.
    fn done(mut self) -> u64 {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(self.process.wait().unwrap().code(), Some(130));
        said["done"].as_u64().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A NATS server, a folder for a hall, and what opens one; `None` where no NATS server is installed.
fn stage() -> Option<(NatsServer, tempfile::TempDir, impl Fn(&Path) -> Hall)> {
    let nats = NatsServer::start()?;
    let url = nats.url();
    let open = move |folder: &Path| Hall::open_with(&folder.join("data"), &["--nats", &url]);
    Some((nats, tempfile::tempdir().unwrap(), open))
}

/// A study of the game, and its path.
fn study(hall: &Hall) -> String {
    let moves: Vec<_> = MOVES.split(' ').collect();
    let new = json!({
        "kind": "position", "variant": "reversi", "rules": null, "position": null,
        "moves": moves, "title": "a game",
    });
    let (status, study) = hall.ask("POST", "/api/studies", &new);
    assert_eq!(status, 201, "{study}");
    format!("/api/studies/{}", study["id"].as_str().unwrap())
}

fn begin(hall: &Hall, study: &str, effort: &Value) {
    let (status, said) = hall.ask("POST", &format!("{study}/review"), effort);
    assert_eq!(status, 202, "{said}");
}

/// The review, once it stands like this.
fn reviewed(hall: &Hall, study: &str, state: &str) -> Value {
    eventually(state, || {
        let review = hall.ask("GET", study, &Value::Null).1["review"].clone();
        if review["state"] == state { Ok(review) } else { Err(review) }
    })
}

/// Waits until workers have so many units.
fn wait_for(nats: &NatsServer, held: u64) {
    eventually("the queue is as wanted", || {
        let found = nats.held();
        if found == held { Ok(()) } else { Err(found) }
    });
}

#[test]
fn workers_find_what_the_hall_finds_and_one_of_them_may_be_killed() {
    let Some((nats, folder, open)) = stage() else { return };
    let effort = json!({ "nodes": 20_000 });
    // Without a worker the hall does it itself, at once.
    let hall = open(folder.path());
    let here = study(&hall);
    begin(&hall, &here, &effort);
    let expected = reviewed(&hall, &here, "done");
    assert_eq!(expected["moves"].as_array().unwrap().len(), 18);
    assert_eq!(nats.open(), 0, "nothing was handed out");

    let worker = Worker::of(&nats);
    let afar = study(&hall);
    begin(&hall, &afar, &effort);
    let found = reviewed(&hall, &afar, "done");
    let without_nodes = |review: &Value| {
        let mut moves = review["moves"].clone();
        for played in moves.as_array_mut().unwrap() {
            // Each study numbers its own.
            played.as_object_mut().unwrap().remove("node");
        }
        (moves, review["sides"].clone())
    };
    assert_eq!(without_nodes(&found), without_nodes(&expected));
    assert_eq!((nats.open(), nats.results()), (0, 0), "the hall forgets what came back");
    assert!(worker.done() > 0, "the worker did nothing of it");

    // A worker is killed while it has a unit, and the hall does what is left.
    let mut worker = Worker::of(&nats);
    let killed = study(&hall);
    begin(&hall, &killed, &json!({ "nodes": 200_000 }));
    wait_for(&nats, 1);
    worker.process.kill().unwrap();
    let found = reviewed(&hall, &killed, "done");
    assert_eq!(found["moves"].as_array().unwrap().len(), 18);
    hall.close();
}

#[test]
fn a_cancelled_review_frees_its_worker_within_a_second() {
    let Some((nats, folder, open)) = stage() else { return };
    let hall = open(folder.path());
    let worker = Worker::of(&nats);
    let long = study(&hall);
    // A position of these takes far longer than the test.
    begin(&hall, &long, &json!({ "ms": 60_000 }));
    wait_for(&nats, 1);
    let began = Instant::now();
    let (status, said) = hall.ask("DELETE", &format!("{long}/review"), &Value::Null);
    assert_eq!(status, 204, "{said}");
    reviewed(&hall, &long, "cancelled");
    // The same worker does something of the next ones: on a busy machine the hall itself may do all of one.
    for n in 0..20 {
        let next = study(&hall);
        begin(&hall, &next, &json!({ "nodes": 100 }));
        reviewed(&hall, &next, "done");
        if n == 0 {
            println!(
                "the next review was done {} ms after the cancel",
                began.elapsed().as_millis()
            );
        }
    }
    assert!(worker.done() > 0, "the worker did nothing of the next reviews");

    // A review goes on after the hall was killed, with the same jobs.
    let worker = Worker::of(&nats);
    let again = study(&hall);
    begin(&hall, &again, &json!({ "ms": 60_000 }));
    wait_for(&nats, 1);
    drop(hall);
    drop(worker);
    let hall = open(folder.path());
    let (status, _) = hall.ask("DELETE", &format!("{again}/review"), &Value::Null);
    assert_eq!(status, 204);
    reviewed(&hall, &again, "cancelled");
    // Whatever was in the queue is not wanted any more.
    eventually("nothing is left", || {
        let left = nats.open() + nats.results();
        if left == 0 { Ok(()) } else { Err(left) }
    });
    hall.close();
}
