//! A hall as a process of its own, for tests of what the program does with files and disks.
#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

pub(crate) mod transcript;

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A hall that is open; it is killed when the value goes.
pub(crate) struct Hall {
    process: Child,
    addr: String,
    /// It goes on to be read from: a hall that cannot say its next line ends.
    _lines: BufReader<ChildStdout>,
}

impl Hall {
    pub(crate) fn open(data: &Path) -> Self {
        Self::open_with(data, &[])
    }

    /// The id of its process.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// A hall with these flags.
    pub(crate) fn open_with(data: &Path, flags: &[&str]) -> Self {
        Self::open_believing(data, flags, None)
    }

    /// A hall with these flags that believes the authorities in this file alone, if there is one.
    pub(crate) fn open_believing(data: &Path, flags: &[&str], authorities: Option<&Path>) -> Self {
        let file = authorities.map(|file| ("SSL_CERT_FILE", file.as_os_str()));
        Self::open_where(data, flags, file.as_slice())
    }

    /// A hall with these flags and variables of its surroundings.
    pub(crate) fn open_where(data: &Path, flags: &[&str], variables: &[(&str, &OsStr)]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(flags)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap_or_else(|| panic!("an address: {line}"));
        let addr = rest.split('/').next().unwrap().to_owned();
        Self { process, addr, _lines: lines }
    }

    /// Host and port.
    pub(crate) fn addr(&self) -> &str {
        &self.addr
    }

    /// Status and JSON of an answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.text(method, path, body);
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Status and text of an answer.
    pub(crate) fn text(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.addr).unwrap();
        let (addr, body) = (&self.addr, body.to_string());
        // HTTP/1.0: the answer comes in one piece.
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {addr}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }

    /// Asks for a game between two persons, the first with this name.
    pub(crate) fn begin(&self, name: &str) -> (u16, Value) {
        let game = json!({
            "variant": "xiangqi",
            "players": [{"kind": "person", "name": name}, {"kind": "person"}],
            "clock": {"kind": "none"},
            "moves": ["h2e2"],
        });
        self.ask("POST", "/api/games", &game)
    }

    /// The names of the first players, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let (status, list) = self.ask("GET", "/api/games?limit=200", &Value::Null);
        assert_eq!(status, 200, "{list}");
        let games = list["games"].as_array().unwrap().iter();
        let name = |game: &Value| game["players"][0]["name"].as_str().unwrap().to_owned();
        let mut names: Vec<_> = games.map(name).collect();
        names.sort();
        names
    }

    /// Asks the process to end, and waits until it did.
    #[cfg(unix)]
    pub(crate) fn close(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs a command of the program to its end.
pub(crate) fn yiqi(words: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yiqi")).args(words).args(paths).output().unwrap()
}

/// What a command printed, which succeeded.
#[track_caller]
pub(crate) fn good(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {complaint}", output.status.code());
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line with which a command refused, with its exit code.
#[track_caller]
pub(crate) fn refused(output: &Output) -> (i32, String) {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!output.status.success(), "it did it");
    assert!(output.stdout.is_empty() && said.lines().count() == 1, "{said}");
    (output.status.code().unwrap(), said)
}

/// The program for those who make engines. `cargo test --workspace` builds it before the tests begin.
pub(crate) fn workshop() -> std::path::PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_yiqi")).with_file_name("workshop");
    assert!(program.exists(), "{}: build it with cargo build -p workshop", program.display());
    program
}

/// A limit that no slow machine reaches.
const PATIENCE: Duration = Duration::from_secs(240);
/// The time from one look to the next.
const PAUSE: Duration = Duration::from_millis(20);

/// Looks until what was looked for is there (`Ok`); fails with what was seen last (`Err`) when that takes too long.
#[track_caller]
pub(crate) fn eventually<T, E: std::fmt::Display>(
    what: &str,
    mut look: impl FnMut() -> Result<T, E>,
) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        match look() {
            Ok(found) => return found,
            Err(seen) => assert!(Instant::now() < until, "{what}: {seen}"),
        }
        std::thread::sleep(PAUSE);
    }
}

/// Waits until a process ends.
#[track_caller]
pub(crate) fn ended(process: &mut Child) -> std::process::ExitStatus {
    eventually("it ends", || process.try_wait().unwrap().ok_or("it goes on"))
}

/// Waits until a process handles a signal, given by its number, and does not just die of it.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn listens(process: u32, signal: u32) {
    eventually("it listens", || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // Without the line it has ended.
        let is_caught = caught.is_none_or(|mask| {
            u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & (1 << (signal - 1)) != 0)
        });
        if is_caught { Ok(()) } else { Err(status) }
    });
}
