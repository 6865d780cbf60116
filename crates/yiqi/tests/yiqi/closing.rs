//! The hall closes when it is asked to, whoever has sent half a request, and says so.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{ended, listens};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Hall {
    process: Child,
    out: BufReader<ChildStdout>,
    addr: String,
    _data: tempfile::TempDir,
}

impl Hall {
    fn open(more: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let addr = line.split_once("http://").unwrap().1.split('/').next().unwrap().to_owned();
        Self { process, out, addr, _data: data }
    }

    fn half(&self, what: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.addr).unwrap();
        stream.write_all(what.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        stream
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Waits for the end: its exit code, and how long it took.
    fn end(&mut self) -> (Option<i32>, Duration) {
        let began = Instant::now();
        (ended(&mut self.process).code(), began.elapsed())
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A request whose body does not come.
const NO_BODY: &str = "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\
    Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";

#[test]
fn half_a_request_does_not_keep_it_open() {
    let mut hall = Hall::open(&["--closing-time", "1"]);
    let _head = hall.half("GET / HT");
    let _body = hall.half(NO_BODY);
    hall.signal("-TERM");
    let (code, took) = hall.end();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(5), "{took:?}");
    let mut said = String::new();
    hall.out.read_to_string(&mut said).unwrap();
    assert_eq!(said, "", "the system asked, not a person at the terminal");
}

#[test]
fn ctrl_c_is_answered_and_a_second_one_ends_at_once() {
    let mut hall = Hall::open(&["--closing-time", "60", "--body-time", "60"]);
    let _body = hall.half(NO_BODY);
    hall.signal("-INT");
    let mut said = String::new();
    while !said.contains("Good-bye") {
        assert_ne!(hall.out.read_line(&mut said).unwrap(), 0, "{said:?}");
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(hall.process.try_wait().unwrap().is_none(), "it waits for what is under way");
    hall.signal("-INT");
    let (code, took) = hall.end();
    assert_eq!(code, Some(130));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn who_is_asked_to_end_while_opening_ends_well() {
    for delay_ms in [0, 30, 100, 300, 1000] {
        let data = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Before it hears signals it has opened nothing, and the system ends it.
        listens(process.id(), 15);
        std::thread::sleep(Duration::from_millis(delay_ms));
        let id = process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let code = process.wait().unwrap().code();
        assert_eq!(code, Some(0), "after {delay_ms} ms");
    }
}

#[test]
fn every_limit_is_in_the_help() {
    let help = Command::new(env!("CARGO_BIN_EXE_yiqi")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for limit in [
        "--max-connections",
        "--max-connections-per-address",
        "--max-sockets",
        "--max-sockets-per-game",
        "--max-live-games",
        "--max-stored-games",
        "--max-changes",
        "--max-import-mb",
        "--head-time",
        "--body-time",
        "--idle-time",
        "--send-time",
        "--closing-time",
        "--engine-searches",
        "--engine-memory",
        "--engine-table",
    ] {
        assert!(help.contains(limit), "{limit}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["serve", "--max-sockets", "0"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("whole number from 1"));
}
