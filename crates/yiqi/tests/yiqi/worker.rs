//! Workers as processes: one is killed, the hall goes away, and the games are those of one machine.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{self, eventually, good, refused, workshop, yiqi};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A folder with the files that all need, and processes that end with it.
struct Stage {
    folder: tempfile::TempDir,
    running: Vec<Child>,
}

impl Stage {
    fn new(job: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("token"), TOKEN).unwrap();
        fs::write(folder.path().join("job.toml"), job).unwrap();
        Self { folder, running: Vec::new() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens a hall and returns its address.
    fn hall(&mut self, listen: &str) -> String {
        let mut hall = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["serve", "--listen", listen, "--worker-lease", "2", "--data"])
            .arg(self.at("data"))
            .arg("--worker-token-file")
            .arg(self.at("token"))
            .arg("--job-token-file")
            .arg(self.at("token"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(hall.stdout.take().unwrap()).read_line(&mut line).unwrap();
        self.running.push(hall);
        let (_, rest) = line.split_once("http://").unwrap_or_else(|| panic!("an address: {line}"));
        format!("http://{}", rest.split('/').next().unwrap())
    }

    /// Starts a command of a program; the address and the token are added.
    fn start(
        &self,
        program: Program,
        words: &[&str],
        paths: &[&Path],
        hall: (&str, &str),
    ) -> Child {
        Command::new(program.path())
            .args(words)
            .args(paths)
            .args([hall.0, hall.1, "--token-file"])
            .arg(self.at("token"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// A worker does the work that was submitted by the same program.
    fn worker(&self, program: Program, url: &str, name: &str) -> Child {
        self.start(program, &["worker", "--name", name], &[], ("--server", url))
    }

    fn collect(&self, url: &str, out: &str) -> Child {
        let paths = [&*self.at("job.toml"), &*self.at(out)];
        self.start(Program::Workshop, &["datagen", "run"], &paths, ("--workers", url))
    }

    /// What `yiqi jobs list` says.
    fn list(&self, url: &str) -> serde_json::Value {
        let words = ["jobs", "list", "--json", "--server", url, "--token-file"];
        serde_json::from_str(&good(&yiqi(&words, &[&self.at("token")]))).unwrap_or_default()
    }

    /// Waits until the batch is as wanted.
    fn wait(&self, url: &str, what: &str, holds: impl Fn(&serde_json::Value) -> bool) {
        eventually(what, || {
            let list = self.list(url);
            if holds(&list) { Ok(()) } else { Err(list) }
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

impl Drop for Stage {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
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
fn a_worker_is_killed_and_the_hall_goes_away_and_the_games_are_the_same() {
    let mut stage = Stage::new("variant = 'reversi'\ngames = 200\nnodes = 400\nhash = 1\n");
    let url = stage.hall("127.0.0.1:0");
    let mut collecting = stage.collect(&url, "afar");
    let mut first = stage.worker(Program::Workshop, &url, "first");
    stage.wait(&url, "a block is being played", |list| list["counts"]["running"] == 1);
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = stage.worker(Program::Workshop, &url, "second");
    // On a machine that hardly runs this test all may be collected, and forgotten, by now.
    stage.wait(&url, "a block is done", |list| {
        list.is_null() || list["counts"]["done"].as_u64() > Some(0)
    });
    // The hall dies, and comes back at the same address.
    let mut hall = stage.running.remove(0);
    hall.kill().unwrap();
    hall.wait().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    stage.hall(url.strip_prefix("http://").unwrap());
    assert_eq!(ended(&mut collecting), Some(0));
    signal(&second, "-INT");
    assert_eq!(ended(&mut second), Some(130));
    assert!(fs::read(stage.at("afar").join("games.yqg")).unwrap() == stage.local());
    assert_eq!(stage.list(&url), serde_json::Value::Null, "the hall forgets what was collected");
}

#[test]
fn ctrl_c_gives_the_work_back_and_a_cancelled_job_stops_at_once() {
    // A block of these takes far longer than the test.
    let job = "variant = 'xiangqi'\ngames = 64\nnodes = 30000000\nhash = 1\n";
    let mut stage = Stage::new(job);
    let url = stage.hall("127.0.0.1:0");
    let mut collecting = stage.collect(&url, "afar");
    let mut worker = stage.worker(Program::Workshop, &url, "first");
    stage.wait(&url, "it works", |list| list["counts"]["running"] == 1);
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
    stage.wait(&url, "it gave back", |list| list["counts"]["running"] == 0);
    let mut worker = stage.worker(Program::Workshop, &url, "second");
    stage.wait(&url, "another works", |list| list["counts"]["running"] == 1);
    assert_eq!(stage.list(&url)["workers"][0], "second");
    // Who asked for the games presses Ctrl-C: the worker stops, and asks for other work.
    signal(&collecting, "-INT");
    assert_eq!(ended(&mut collecting), Some(130));
    stage.wait(&url, "it was cancelled", |list| list["counts"]["cancelled"] == 2);
    signal(&worker, "-INT");
    assert_eq!(ended(&mut worker), Some(130));
}

#[test]
fn a_wrong_token_and_a_hall_without_work_are_named() {
    let mut stage = Stage::new("");
    let url = stage.hall("127.0.0.1:0");
    let wrong = stage.at("wrong");
    fs::write(&wrong, "fedcba9876543210fedcba9876543210").unwrap();
    for words in [
        &["worker", "--server", &url, "--token-file"][..],
        &["jobs", "list", "--server", &url, "--token-file"],
    ] {
        let (code, said) = refused(&yiqi(words, &[&wrong]));
        assert!(code == 2 && said.contains("Authorization"), "{said}");
    }
    let words = ["worker", "--server", &url, "--classes", "match,self-play", "--token-file"];
    let (code, said) = refused(&yiqi(&words, &[&stage.at("token")]));
    assert!(code == 2 && said.contains("does no jobs of the class self-play"), "{said}");
    let plain = common::Hall::open(&stage.at("other"));
    let url = format!("http://{}", plain.addr());
    let words = ["worker", "--server", &url, "--token-file"];
    let (code, said) = refused(&yiqi(&words, &[&stage.at("token")]));
    assert!(code == 2 && said.contains("hands out no work"), "{said}");
    // A job that names a file is refused before anything is sent.
    let job = "variant = 'xiangqi'\ngames = 1\nnodes = 10\n[options]\nBookFile = ''\n";
    fs::write(stage.at("job.toml"), job).unwrap();
    let words = ["datagen", "run", "--workers", &url, "--token-file"];
    let paths = [&*stage.at("token"), &*stage.at("job.toml"), &*stage.at("out")];
    let (code, said) = refused(&made(&words, &paths));
    assert!(code == 2 && said.contains("BookFile"), "{said}");
}

/// A server that speaks TLS and nothing of a hall, with a certificate of an authority of its own.
#[test]
fn a_private_authority_is_named_by_a_variable() {
    let stage = Stage::new("");
    let run = "new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \"$@\"; } && \
        new -x509 -days 2 -subj '/CN=an authority' -keyout ca.key -out ca.crt && \
        new -subj /CN=localhost -keyout key -out csr && echo subjectAltName=DNS:localhost > names && \
        openssl x509 -req -in csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out crt";
    let folder = stage.folder.path();
    let Ok(made) = Command::new("sh").args(["-c", run]).current_dir(folder).output() else {
        return;
    };
    if !made.status.success() {
        println!("skipped: a worker with a private authority: openssl is not installed");
        return;
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = Command::new("openssl")
        .args(["s_server", "-quiet", "-www", "-cert", "crt", "-key", "key", "-accept"])
        .arg(port.to_string())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    eventually("it listens", || std::net::TcpStream::connect(("127.0.0.1", port)));
    let url = format!("https://localhost:{port}");
    let with = |authorities: &Path| {
        Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["jobs", "list", "--server", &url, "--token-file"])
            .arg(stage.at("token"))
            .env("SSL_CERT_FILE", authorities)
            .output()
            .unwrap()
    };
    let (_, said) = refused(&with(&stage.at("ca.crt")));
    // The connection came about: this is no hall.
    assert!(said.contains("cannot be understood"), "{said}");
    let (_, said) = refused(&with(Path::new("")));
    assert!(said.to_lowercase().contains("certificate"), "{said}");
    for wrong in ["key", "nothing"] {
        let (code, said) = refused(&with(&stage.at(wrong)));
        assert!(code == 2 && said.contains("SSL_CERT_FILE"), "{said}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
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
    let mut stage = Stage::new("");
    let url = stage.hall("127.0.0.1:0");
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
    let mut playing = stage.start(Program::Yiqi, &words, &[&stage.at("afar")], ("--workers", &url));
    let mut first = stage.worker(Program::Yiqi, &url, "first");
    stage.wait(&url, "a unit is being played", |list| list["counts"]["running"] == 1);
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = stage.worker(Program::Yiqi, &url, "second");
    assert_eq!(ended(&mut playing), Some(0));
    assert_eq!(games(&stage.at("afar")), games(&stage.at("here")));
    assert_eq!(stage.list(&url), serde_json::Value::Null, "the hall forgets what was collected");
    // A repeat with the log has nothing left to play.
    let mut again = stage.start(Program::Yiqi, &words, &[&stage.at("afar")], ("--workers", &url));
    assert_eq!(ended(&mut again), Some(0));
    signal(&second, "-INT");
    assert_eq!(ended(&mut second), Some(130));
}

#[test]
fn a_gate_of_workers_is_decided_as_on_one_machine_and_cancels_the_rest() {
    let mut stage = Stage::new("");
    let url = stage.hall("127.0.0.1:0");
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
    let mut worker = stage.worker(Program::Workshop, &url, "one");
    let mut other = stage.worker(Program::Workshop, &url, "other");
    let afar = paths("afar");
    let afar = afar.each_ref().map(|path| &**path);
    let mut playing = stage.start(Program::Workshop, &words, &afar, ("--workers", &url));
    assert_eq!(ended(&mut playing), Some(0));
    let (here, afar) = (row("here"), row("afar"));
    assert_eq!(here["verdict"], "passed");
    assert_eq!(afar, here);
    assert_eq!(stage.list(&url), serde_json::Value::Null, "what is not played is not wanted");
    for worker in [&mut worker, &mut other] {
        signal(worker, "-INT");
        assert_eq!(ended(worker), Some(130));
    }
}

#[test]
fn a_cancelled_match_frees_its_worker_for_the_next_one() {
    let mut stage = Stage::new("");
    let url = stage.hall("127.0.0.1:0");
    let engines = ["match", "--variant", "xiangqi", "--engine", "name=a", "--engine", "name=b"];
    // A move of these takes far longer than the test.
    let long = [&engines[..], &["--nodes", "3000000000", "--games", "2"]].concat();
    let short = [&engines[..], &["--depth", "1", "--games", "2", "--max-plies", "20"]].concat();
    let mut worker = stage.worker(Program::Yiqi, &url, "first");
    let mut playing = stage.start(Program::Yiqi, &long, &[], ("--workers", &url));
    stage.wait(&url, "it works", |list| list["counts"]["running"] == 1);
    signal(&playing, "-INT");
    assert_eq!(ended(&mut playing), Some(130));
    let began = Instant::now();
    let mut next = stage.start(Program::Yiqi, &short, &[], ("--workers", &url));
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
        "--workers",
        &url,
        "--token-file",
    ];
    let (code, said) = refused(&yiqi(&words, &[&stage.at("token")]));
    assert!(code == 2 && said.contains("other machines have only this build"), "{said}");
}
