//! What holds for every command: Ctrl-C ends it, faults are JSON where JSON was asked for, and what can be
//! completed is known.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::listens;
use std::process::{Command, Stdio};

fn yiqi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Begins a command, presses Ctrl-C when it listens to that, and returns what it printed, its faults, and its exit code.
fn interrupted(arguments: &[&str]) -> (String, String, Option<i32>) {
    let child = yiqi().args(arguments).spawn().unwrap();
    listens(child.id(), 2);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    // Each of these commands would go on for hours.
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_every_long_command_with_130() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    std::fs::write(&game, "[Red \"A\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n").unwrap();
    let game = game.to_str().unwrap();
    let playing = "level=1,nodes=2000";
    let other = "level=1,nodes=2000,name=other";
    let levels = ["lab", "experiment", "levels", "--games", "20", "--nodes", "1000000"];
    let commands: [(&[&str], &str); 7] = [
        (&["perft", "xiangqi", "9"], "nodes "),
        (&["bench", "xiangqi", "--depth", "30"], " positions"),
        (&["analyse", "xiangqi", "--infinite"], "best "),
        (&["review", game, "--nodes", "1000000000"], "not complete"),
        (&["match", "--engine", playing, "--engine", other, "--games", "20000"], ""),
        (&["lab", "compare", "xiangqi", "--depth", "9"], ""),
        (&levels, "# The lab"),
    ];
    for (arguments, part) in commands {
        let (said, faults, code) = interrupted(arguments);
        assert_eq!(code, Some(130), "{arguments:?}: {said}\n{faults}");
        assert!(said.contains(part), "{arguments:?} says what it has so far: {said}\n{faults}");
        assert!(faults.contains("interrupted"), "{arguments:?}: {faults}");
    }
}

#[test]
fn faults_are_json_where_json_was_asked_for() {
    let commands: [&[&str]; 12] = [
        &["perft", "nosuch", "3"],
        &["moves", "nosuch"],
        &["judge", "xiangqi", "x9x9"],
        &["analyse", "xiangqi", "--position", "nonsense"],
        &["bench", "nosuch"],
        &["match", "--engine", "level=1", "--engine", "nonsense=1"],
        &["convert", "/nonexistent.pgn", "x.pdn"],
        &["review", "/nonexistent.pgn"],
        &["lab", "compare", "nosuch"],
        &["games", "--nosuch"],
        &["lab", "experiment", "cost", "--variants", "nosuch"],
        &["gate", "page"],
    ];
    for arguments in commands {
        let output = yiqi().args(arguments).arg("--json").output().unwrap();
        let faults = String::from_utf8(output.stderr).unwrap();
        let fault: serde_json::Value = serde_json::from_str(faults.trim())
            .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {faults}"));
        assert!(fault["error"].as_str().is_some_and(|said| !said.is_empty()), "{arguments:?}");
        assert_eq!(fault["exit_code"], output.status.code().unwrap(), "{arguments:?}");
    }
}

/// What these commands print for people is there for programs too.
#[test]
fn commands_that_make_something_print_json() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let output =
            yiqi().args(arguments).arg("--json").current_dir(folder.path()).output().unwrap();
        let faults = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {faults}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let cost = ["lab", "experiment", "minimax-alphabeta", "--variants", "reversi", "--depth", "2"];
    let report = said(&cost);
    assert!(report[0]["text"].as_str().is_some_and(|text| text.starts_with("# The lab")));
    assert_eq!(report[0]["complete"], true);
    let name = report[0]["charts"][0]["name"].as_str().unwrap().to_owned();
    let report = said(&[&cost[..], &["--out", "report"]].concat());
    let files = report[0]["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file.as_str().is_some_and(|file| file.ends_with(&name))));
    for file in files {
        assert!(folder.path().join(file.as_str().unwrap()).is_file(), "{file}");
    }
}

#[test]
fn completions_know_variants_and_rule_sets() {
    for shell in ["bash", "zsh", "fish"] {
        let output = yiqi().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for variant in games::variants() {
            assert!(script.contains(variant.id), "{shell}: {}", variant.id);
            for rules in variant.rule_sets {
                assert!(script.contains(rules.id), "{shell}: {}", rules.id);
            }
        }
    }
}

#[test]
fn a_dash_says_which_formats_there_are() {
    let output = yiqi().args(["convert", "-", "-"]).output().unwrap();
    let faults = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{faults}");
    for format in games::files::formats().iter().filter(|format| format.is_written) {
        assert!(faults.contains(format.name), "{}: {faults}", format.name);
    }
}

/// Interrupted or not, the counts are those of the rules.
#[test]
fn perft_counts_the_same_in_parts() {
    for (depth, nodes) in [("0", 1), ("1", 44), ("2", 1920), ("3", 79_666), ("5", 133_312_995)] {
        let output = yiqi().args(["perft", "xiangqi", depth, "--json"]).output().unwrap();
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["nodes"], nodes, "depth {depth}");
    }
}
