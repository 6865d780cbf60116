//! Workers as processes: one is killed, the NATS server goes away, and the games are those of one machine.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{self, eventually, good, refused, workshop, yiqi};
use crate::nats::NatsServer;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with the files that all need, a NATS server, and a hall.
struct Stage {
    folder: tempfile::TempDir,
    nats: NatsServer,
}

impl Stage {
    /// `None` where no NATS server is installed.
    fn new(job: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("job.toml"), job).unwrap();
        Some(Self { folder, nats: NatsServer::start()? })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a command of a program; the address of the server is added.
    fn start(&self, program: Program, words: &[&str], paths: &[&Path]) -> Child {
        Command::new(program.path())
            .args(words)
            .args(paths)
            .args(["--nats", &self.nats.url()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// A worker does the work that was submitted by the same program. It is ready when this returns.
    fn worker(&self, program: Program, name: &str) -> Child {
        let mut worker = Command::new(program.path())
            .args(["worker", "--name", name, "--nats", &self.nats.url()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(worker.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        assert!(line.contains("works"), "{line}");
        // What it says at its end goes nowhere.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        worker
    }

    fn collect(&self, out: &str) -> Child {
        let paths = [&*self.at("job.toml"), &*self.at(out)];
        self.start(Program::Workshop, &["datagen", "run"], &paths)
    }

    /// Waits until the queue is as wanted.
    fn wait(&self, what: &str, holds: impl Fn(&NatsServer) -> bool) {
        eventually(what, || {
            let nats = &self.nats;
            let seen =
                format!("open {}, held {}, results {}", nats.open(), nats.held(), nats.results());
            if holds(nats) { Ok(()) } else { Err(seen) }
        });
    }

    /// The games that one machine plays.
    fn local(&self) -> Vec<u8> {
        good(&made(&["datagen", "run"], &[&self.at("job.toml"), &self.at("here")]));
        fs::read(self.at("here").join("games.yqg")).unwrap()
    }
}

/// Which program.
#[derive(Copy, Clone, Debug)]
enum Program {
    Yiqi,
    Workshop,
}

impl Program {
    fn path(self) -> PathBuf {
        match self {
            Self::Yiqi => env!("CARGO_BIN_EXE_yiqi").into(),
            Self::Workshop => workshop(),
        }
    }
}

/// Runs a command of `workshop` to its end.
fn made(words: &[&str], paths: &[&Path]) -> std::process::Output {
    Command::new(workshop()).args(words).args(paths).output().unwrap()
}

/// Waits for a process and returns its exit code.
#[track_caller]
fn ended(child: &mut Child) -> Option<i32> {
    common::ended(child).code()
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[test]
fn a_worker_is_killed_and_the_server_goes_away_and_the_games_are_the_same() {
    let job = "variant = 'reversi'\ngames = 200\nnodes = 150\nhash = 1\n";
    let Some(mut stage) = Stage::new(job) else { return };
    let mut collecting = stage.collect("afar");
    let mut first = stage.worker(Program::Workshop, "first");
    stage.wait("a block is being played", |nats| nats.held() == 1);
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = stage.worker(Program::Workshop, "second");
    // On a machine that hardly runs this test all may be collected, and forgotten, by now.
    stage.wait("a block is done", |nats| nats.results() > 0 || nats.open() == 0);
    // The server dies, and comes back at the same address.
    stage.nats.kill();
    std::thread::sleep(Duration::from_millis(500));
    stage.nats.start_again();
    assert_eq!(ended(&mut collecting), Some(0));
    signal(&second, "-INT");
    assert_eq!(ended(&mut second), Some(130));
    assert!(fs::read(stage.at("afar").join("games.yqg")).unwrap() == stage.local());
    assert_eq!(
        (stage.nats.open(), stage.nats.results()),
        (0, 0),
        "what was collected is forgotten"
    );
}

#[test]
fn ctrl_c_gives_the_work_back_and_a_cancelled_job_stops_at_once() {
    // A block of these takes far longer than the test.
    let job = "variant = 'xiangqi'\ngames = 64\nnodes = 30000000\nhash = 1\n";
    let Some(stage) = Stage::new(job) else { return };
    let mut collecting = stage.collect("afar");
    let mut worker = stage.worker(Program::Workshop, "first");
    stage.wait("it works", |nats| nats.held() == 1);
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
    let mut worker = stage.worker(Program::Workshop, "second");
    stage.wait("another works", |nats| nats.held() == 1);
    assert_eq!(stage.nats.results(), 0);
    // Who asked for the games presses Ctrl-C: the worker stops, and asks for other work.
    signal(&collecting, "-INT");
    assert_eq!(ended(&mut collecting), Some(130));
    stage.wait("it was cancelled", |nats| nats.open() == 0);
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
}

#[test]
fn what_cannot_be_is_named() {
    let words = ["worker", "--classes", "match,self-play", "--nats", "nats://127.0.0.1:1"];
    let (code, said) = refused(&yiqi(&words, &[]));
    assert!(code == 2 && said.contains("does no jobs of the class self-play"), "{said}");
    let (code, said) = refused(&yiqi(&["worker", "--nats", "nats://a b"], &[]));
    assert!(code == 2 && said.contains("expected an address"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let credentials = folder.path().join("creds");
    fs::write(&credentials, "no colon").unwrap();
    let words = ["worker", "--nats", "nats://127.0.0.1:1", "--creds"];
    let (code, said) = refused(&yiqi(&words, &[&credentials]));
    assert!(code == 2 && said.contains("USER:PASSWORD"), "{said}");
    // A job that names a file is refused before anything is sent.
    let (job, out) = (folder.path().join("job.toml"), folder.path().join("out"));
    let text = "variant = 'xiangqi'\ngames = 1\nnodes = 10\n[options]\nBookFile = ''\n";
    fs::write(&job, text).unwrap();
    let words = ["datagen", "run", "--nats", "nats://127.0.0.1:1"];
    let (code, said) = refused(&made(&words, &[&job, &out]));
    assert!(code == 2 && said.contains("BookFile"), "{said}");
    // A server that is away is named by who submits work.
    fs::write(&job, "variant = 'xiangqi'\ngames = 1\nnodes = 10\n").unwrap();
    let (code, said) = refused(&made(&words, &[&job, &out]));
    assert!(code == 1 && said.contains("127.0.0.1:1"), "{said}");
}

/// A server with the keys of `deploy/nats-keys`, which are made in `keys` in this folder, and its address.
pub(crate) fn server_with_keys(folder: &Path) -> Option<(NatsServer, String)> {
    if Command::new("openssl").arg("version").output().is_err() {
        println!("skipped: NATS with TLS: openssl is not installed");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/nats-keys");
    let mut command = Command::new("sh");
    command.arg(script).arg(folder.join("keys"));
    let made =
        command.args(["localhost", "2"]).env("DATA", folder.join("streams")).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let nats = NatsServer::start_with(Some(&folder.join("keys/nats.conf")))?;
    let url = format!("tls://localhost:{}", nats.port());
    Some((nats, url))
}

/// What a worker with keys may.
#[test]
fn with_keys_a_worker_may_work_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    let Some((_nats, url)) = server_with_keys(folder.path()) else { return };
    let run = |words: &[&str], creds: &str| {
        let mut command = Command::new(workshop());
        command.args(words).args(["--nats", &url, "--creds"]).arg(keys.join(creds));
        command.env("SSL_CERT_FILE", keys.join("ca.crt"));
        command
    };
    let job = folder.path().join("job.toml");
    fs::write(&job, "variant = 'reversi'\ngames = 40\nnodes = 200\nhash = 1\n").unwrap();
    let (job, out) = (job.display().to_string(), folder.path().join("afar").display().to_string());
    let mut worker =
        run(&["worker", "--name", "one"], "worker-1.creds").stdout(Stdio::null()).spawn().unwrap();
    good(&run(&["datagen", "run", &job, &out], "jobs.creds").output().unwrap());
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
    // A worker may not submit work, and a stranger may do nothing.
    let other = folder.path().join("other").display().to_string();
    let refusal = |creds: &str| {
        let run = run(&["datagen", "run", &job, &other], creds).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let (code, said) = refusal("worker-1.creds");
    assert!(code == Some(1) && said.contains("Permissions Violation"), "{said}");
    fs::write(keys.join("stranger.creds"), "worker-1:wrong").unwrap();
    let (code, said) = refusal("stranger.creds");
    assert!(code == Some(2) && said.to_lowercase().contains("authorization"), "{said}");
    // Without the authority nobody is believed.
    let unknown = Command::new(workshop())
        .args(["datagen", "run", &job, &other, "--nats", &url, "--creds"])
        .arg(keys.join("jobs.creds"))
        .env("SSL_CERT_FILE", &job)
        .output()
        .unwrap();
    assert!(!unknown.status.success());
}

/// The games of a log, in the order of their numbers and without the times of the moves.
fn games(log: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(log).unwrap();
    let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let mut games: Vec<_> = text.lines().skip(1).map(read).collect();
    games.sort_by_key(|game| game["plan"]["id"].as_u64());
    for game in &mut games {
        for one in game["moves"].as_array_mut().unwrap() {
            one.as_object_mut().unwrap().remove("time_ms");
        }
    }
    games
}

#[test]
fn the_games_of_a_match_are_those_of_one_machine_though_a_worker_is_killed() {
    let Some(stage) = Stage::new("") else { return };
    fs::write(stage.at("openings"), "f5d6c3d3\nf5f6e6f4\nf5d6c4d3\n").unwrap();
    let openings = stage.at("openings").display().to_string();
    let words = [
        "match",
        "--variant",
        "reversi",
        "--engine",
        "name=a,level=6,option.Hash=1",
        "--engine",
        "name=b,level=9,option.Hash=1",
        "--nodes",
        "2000",
        "--games",
        "24",
        "--openings",
        &openings,
        "--shuffle",
        "--log",
    ];
    good(&yiqi(&[&words[..14], &["--concurrency", "2", "--log"]].concat(), &[&stage.at("here")]));
    let mut playing = stage.start(Program::Yiqi, &words, &[&stage.at("afar")]);
    let mut first = stage.worker(Program::Yiqi, "first");
    stage.wait("a unit is being played", |nats| nats.held() == 1);
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = stage.worker(Program::Yiqi, "second");
    assert_eq!(ended(&mut playing), Some(0));
    assert_eq!(games(&stage.at("afar")), games(&stage.at("here")));
    assert_eq!(
        (stage.nats.open(), stage.nats.results()),
        (0, 0),
        "the hall forgets what was collected"
    );
    // A repeat with the log has nothing left to play.
    let mut again = stage.start(Program::Yiqi, &words, &[&stage.at("afar")]);
    assert_eq!(ended(&mut again), Some(0));
    signal(&second, "-INT");
    assert_eq!(ended(&mut second), Some(130));
}

#[test]
fn a_gate_of_workers_is_decided_as_on_one_machine_and_cancels_the_rest() {
    let Some(stage) = Stage::new("") else { return };
    let set = ["datagen", "openings", "reversi", "--count", "40", "--nodes", "200"];
    good(&made(&set, &[&stage.at("set.yqg")]));
    let conditions = "variant = 'reversi'\nopenings = 'set.yqg'\n\
        [[stage]]\nnodes = 300\nsprt = [0, 200]\ngames = 4000\n";
    fs::write(stage.at("gate.toml"), conditions).unwrap();
    let words =
        ["gate", "run", "--name", "g", "--a", "option.Hash=1", "--b", "level=2,option.Hash=1"];
    let row = |folder: &str| {
        let text = fs::read_to_string(stage.at(folder).join("g.json")).unwrap();
        let mut row: serde_json::Value = serde_json::from_str(&text).unwrap();
        row["stages"][0]["timed"] = 0.into();
        row["concurrency"] = 0.into();
        row
    };
    let paths = |out: &str| [stage.at("gate.toml"), "--out".into(), stage.at(out)];
    let run = Command::new(workshop()).args(words).args(paths("here")).output();
    good(&run.unwrap());
    let mut worker = stage.worker(Program::Workshop, "one");
    let mut other = stage.worker(Program::Workshop, "other");
    let afar = paths("afar");
    let afar = afar.each_ref().map(|path| &**path);
    let mut playing = stage.start(Program::Workshop, &words, &afar);
    assert_eq!(ended(&mut playing), Some(0));
    let (here, afar) = (row("here"), row("afar"));
    assert_eq!(here["verdict"], "passed");
    assert_eq!(afar, here);
    assert_eq!(stage.nats.open(), 0, "what is not played is not wanted");
    // What a worker was playing at the end may come after it; the stream drops it by its age.
    assert!(stage.nats.results() <= 2, "{}", stage.nats.results());
    for worker in [&mut worker, &mut other] {
        signal(worker, "-INT");
        assert_eq!(ended(worker), Some(130));
    }
}

#[test]
fn a_cancelled_match_frees_its_worker_for_the_next_one() {
    let Some(stage) = Stage::new("") else { return };
    let engines = ["match", "--variant", "xiangqi", "--engine", "name=a", "--engine", "name=b"];
    // A move of these takes far longer than the test.
    let long = [&engines[..], &["--nodes", "3000000000", "--games", "2"]].concat();
    let short = [&engines[..], &["--depth", "1", "--games", "2", "--max-plies", "20"]].concat();
    let mut worker = stage.worker(Program::Yiqi, "first");
    let mut playing = stage.start(Program::Yiqi, &long, &[]);
    stage.wait("it works", |nats| nats.held() == 1);
    signal(&playing, "-INT");
    assert_eq!(ended(&mut playing), Some(130));
    let began = Instant::now();
    let mut next = stage.start(Program::Yiqi, &short, &[]);
    assert_eq!(ended(&mut next), Some(0));
    println!("the next match was played {} ms after the cancel", began.elapsed().as_millis());
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
    // Another program cannot go to other machines.
    let words = [
        "match",
        "--engine",
        "name=a",
        "--engine",
        "cmd=/bin/true",
        "--nodes",
        "5",
        "--nats",
        &stage.nats.url(),
    ];
    let (code, said) = refused(&yiqi(&words, &[]));
    assert!(code == 2 && said.contains("other machines have only this build"), "{said}");
}
