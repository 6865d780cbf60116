//! What holds for every command: Ctrl-C ends it, faults are JSON where JSON was asked for, and what can be
//! completed is known.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn workshop() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn press_ctrl_c(process: u32) {
    let id = process.to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}

#[test]
fn ctrl_c_ends_a_list_of_openings_with_130() {
    let mut child = workshop()
        .args(["openings", "xiangqi", "--count", "100000", "--nodes", "1000"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    // The third line is an opening: the command listens to Ctrl-C.
    for _ in 0..3 {
        lines.read_line(&mut said).unwrap();
    }
    assert!(said.contains("# workshop openings xiangqi"), "{said}");
    press_ctrl_c(child.id());
    lines.read_to_string(&mut said).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "workshop: interrupted\n");
}

#[test]
fn ctrl_c_ends_the_building_of_a_database_with_130() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let child = workshop()
        .args(["endgames", "build", "draughts", "5", "--fresh", "--dir"])
        .arg(&tables)
        .spawn()
        .unwrap();
    let began = Instant::now();
    let parts = tables.join("draughts-5.parts");
    let has_part = || std::fs::read_dir(&parts).is_ok_and(|mut all| all.next().is_some());
    // A class is built: the command listens to Ctrl-C.
    while !has_part() {
        assert!(began.elapsed() < Duration::from_secs(120), "no class is built");
        std::thread::sleep(Duration::from_millis(5));
    }
    press_ctrl_c(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "workshop: interrupted\n");
}

#[test]
fn faults_are_json_where_json_was_asked_for() {
    let commands: [&[&str]; 5] = [
        &["openings", "nosuch"],
        &["datagen", "openings", "nosuch", "x.yqg"],
        &["gate", "page"],
        &["train", "/nonexistent.toml", "net"],
        &["endgames", "verify", "nosuch", "3"],
    ];
    for arguments in commands {
        let output = workshop().args(arguments).arg("--json").output().unwrap();
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
            workshop().args(arguments).arg("--json").current_dir(folder.path()).output().unwrap();
        let faults = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {faults}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let openings =
        said(&["openings", "reversi", "--count", "2", "--nodes", "100", "--within", "900"]);
    assert_eq!((openings.len(), &openings[0]["count"]), (3, &serde_json::json!(2)));
    assert_eq!(openings[1]["moves"].as_array().map(Vec::len), Some(8));
    let set = ["datagen", "openings", "reversi", "x.yqg", "--count", "3", "--plies", "6"];
    let made = said(&[&set[..], &["--nodes", "100", "--balance", "0-900"]].concat());
    assert_eq!(made[0]["openings"], 3);
    let bytes = std::fs::metadata(folder.path().join("x.yqg")).unwrap().len();
    assert_eq!(made[0]["bytes"], bytes);
    std::fs::create_dir(folder.path().join("gates")).unwrap();
    assert_eq!(said(&["gate", "page", "gates"])[0]["gates"], serde_json::json!([]));
}

#[test]
fn completions_know_variants_and_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let output = workshop().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        // For fish the names of arguments without a flag are not written.
        for variant in games::variants().iter().filter(|_| shell != "fish") {
            assert!(script.contains(variant.id), "{shell}: {}", variant.id);
        }
        for command in ["datagen", "train", "gate", "openings", "endgames", "worker", "spsa"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
