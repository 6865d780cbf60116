//! What the end of the input ends, and what does not fit into the memory.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Says these lines, closes the input while the program is at work, and gives what it printed
/// and how long it took to leave.
fn hang_up(protocol: &str, lines: &[&str]) -> (String, Duration) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .arg(protocol)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", lines.join("\n")).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    drop(input);
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = began.elapsed();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    (out, took)
}

#[test]
fn a_search_by_time_ends_with_the_input() {
    for (protocol, lines, last) in [
        ("gomocup", &["START 15", "INFO timeout_turn 2000000", "BEGIN"][..], ","),
        ("uci", &["go movetime 3600000"], "bestmove "),
        ("uci", &["go wtime 360000000 btime 1"], "bestmove "),
        ("ucci", &["go time 36000000"], "bestmove "),
        ("hub", &["pos start", "level move-time=3600", "go think"], "done "),
    ] {
        let (out, took) = hang_up(protocol, lines);
        assert!(took < Duration::from_secs(5), "{protocol} {lines:?}: {took:?}");
        let said = out.lines().last().unwrap_or_default();
        assert!(said.contains(last), "{protocol} {lines:?}: {out}");
    }
}

#[test]
fn a_search_to_a_depth_from_a_file_is_finished() {
    let (out, _) = hang_up("uci", &["go depth 3", "position startpos moves h2e2", "go depth 4"]);
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{out}");
    assert!(out.contains("info depth 4 "), "{out}");
}

#[test]
fn a_table_beyond_the_memory_is_refused_in_a_line() {
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let free = free.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    if free.is_none_or(|kilobytes| kilobytes >> 10 > 65_000) {
        return;
    }
    for (protocol, lines) in [
        ("uci", ["setoption name Hash value 65536", "isready"]),
        ("ucci", ["setoption hashsize 65536", "isready"]),
        ("hub", ["set-param name=hash value=65536", "ping"]),
        ("gomocup", ["START 15", "INFO hash_size 999999999999"]),
    ] {
        let (out, _) = hang_up(protocol, &lines);
        assert!(out.contains("MB does not fit"), "{protocol}: {out}");
        assert!(out.contains("ready") || out.contains("pong") || out.contains("OK"), "{out}");
    }
}

/// A match has all its tables at the same time: the sum must fit, not each alone.
#[test]
fn tables_of_a_match_beyond_the_memory_are_refused() {
    let Ok(memory) = std::fs::read_to_string("/proc/meminfo") else { return };
    let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap();
    let total: u64 = total.trim().trim_end_matches("kB").trim().parse().unwrap();
    // Six of these tables are more than there is.
    let hash = (total / 1024 / 5).clamp(1, 65_536);
    if hash * 6 <= total / 1024 {
        return;
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["match", "--nodes", "1", "--games", "2", "--max-plies", "2", "--concurrency", "3"])
        .args(["--engine", &format!("name=one,option.Hash={hash}")])
        .args(["--engine", &format!("name=two,option.Hash={hash}")])
        .output()
        .unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("tables of {} MB in all do not fit", hash * 6)), "{said}");
}
