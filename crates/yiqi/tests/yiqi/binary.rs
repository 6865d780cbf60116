//! What others rely on, through the binary itself: the shared vectors, the signature, how it
//! ends when it is interrupted or nobody listens.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

fn yiqi(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_yiqi")).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn judge_agrees_with_the_repetition_suite() {
    let suite = include_str!("../../../xiangqi/tests/data/repetition.tsv");
    let mut rows = 0;
    for row in suite.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let columns: Vec<_> = row.split('\t').collect();
        let [fen, moves, wxf, computer, ..] = columns[..] else { panic!("{row}") };
        for (rules, expected) in [("wxf", wxf), ("computer", computer)] {
            if expected == "-" {
                continue;
            }
            let mut arguments = vec!["judge", "xiangqi", "--rules", rules, "--position", fen];
            arguments.extend(moves.split(' '));
            let said = yiqi(&arguments);
            assert_eq!(said.split(' ').next(), Some(expected), "{rules}: {row}\n{said}");
            rows += 1;
        }
    }
    assert!(rows > 50, "{rows} verdicts");
}

#[test]
fn perft_agrees_with_the_counts() {
    const MOST: u64 = 200_000;
    let suite = include_str!("../../../xiangqi/tests/data/perft.txt");
    let mut rows = 0;
    for row in suite.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let columns: Vec<_> = row.split(';').map(str::trim).collect();
        let counts = columns[1].split_whitespace().map(|n| n.parse::<u64>().unwrap());
        let deepest = counts.enumerate().take_while(|(_, nodes)| *nodes <= MOST).last();
        let (depth, nodes) = deepest.unwrap();
        let depth = (depth + 1).to_string();
        let said = yiqi(&["perft", "xiangqi", &depth, "--position", columns[0]]);
        let last: Vec<_> = said.lines().last().unwrap().split(' ').collect();
        assert_eq!(last[..2], ["nodes", nodes.to_string().as_str()], "{row}");
        assert_eq!((last[2], last[4], last.len()), ("seconds", "nps", 6));
        rows += 1;
    }
    assert!(rows > 10, "{rows} positions");
}

#[test]
fn bench_counts_the_same_nodes_twice() {
    let nodes = || {
        let said = yiqi(&["bench", "xiangqi", "--depth", "5", "--json"]);
        let object: serde_json::Value = serde_json::from_str(&said).unwrap();
        object["nodes"].as_u64().unwrap()
    };
    let first = nodes();
    assert!(first > 0);
    assert_eq!(first, nodes());
}

/// A search without end, of which the first line has been read.
fn endless() -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["analyse", "xiangqi", "--infinite"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    assert!(line.starts_with("depth 1/"), "{line}");
    (child, lines)
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_its_best_move() {
    let (mut child, mut lines) = endless();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert!(rest.lines().last().unwrap().starts_with("best "), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_closed_pipe_ends_a_search_without_a_word() {
    let (mut child, lines) = endless();
    drop(lines);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}
