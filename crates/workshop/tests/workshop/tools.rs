//! Every tool runs with small inputs.

use std::path::Path;
use std::process::{Command, Output};

fn workshop(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_workshop")).args(arguments).output().expect("it starts")
}

/// The output of a command; the test fails unless the command succeeds.
fn succeeds(arguments: &[&str]) -> String {
    let output = workshop(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message of a command that fails because of its input.
fn fails(arguments: &[&str]) -> String {
    let output = workshop(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

const GAMES: [&[&str]; 4] =
    [&["xiangqi"], &["draughts"], &["gomoku", "--variant", "renju"], &["reversi"]];

fn with<'a>(game: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [game, rest].concat()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

#[test]
fn perft_counts_as_published() {
    let published = [("3", 79_666), ("5", 27_117), ("2", 225 * 224), ("5", 1396)];
    for (game, (depth, nodes)) in GAMES.iter().zip(published) {
        let printed = succeeds(&with(game, &["perft", depth]));
        assert!(printed.starts_with(&format!("depth {depth} nodes {nodes} ")), "{printed}");
    }
    let every = succeeds(&["reversi", "perft", "3", "--every", "--position", "6"]);
    assert_eq!(every.lines().count(), 3);
}

#[test]
fn duels_are_played_and_counted() {
    for game in GAMES {
        let duel = ["duel", "", "nodes=30", "--games", "3", "--nodes", "60", "--threads", "2"];
        let printed = succeeds(&with(game, &duel));
        assert!(printed.starts_with("4 games +"), "{printed}");
        assert!(printed.contains(" % Elo "), "{printed}");
    }
    let tested = succeeds(&["reversi", "duel", "level=1", "--games=2", "--nodes=9", "--sprt=-5,0"]);
    assert!(tested.contains(" LLR "), "{tested}");
}

#[test]
fn another_build_answers() {
    let other = format!("build={} nodes=40", env!("CARGO_BIN_EXE_workshop"));
    for game in GAMES {
        let printed = succeeds(&with(game, &["duel", "nodes=40", &other, "--games", "2"]));
        // The same nodes and options on both sides: the same games, won and lost in turn.
        assert!(printed.contains("50.0 %"), "{printed}");
    }
}

#[test]
fn data_depend_on_the_seed_alone_and_can_be_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in GAMES {
        let file = |name: &str| folder.path().join(format!("{}-{name}", game[0]));
        let (whole, parts) = (file("whole"), file("parts"));
        let data = |out: &Path, games: &str, threads: &str| {
            let rest = ["data", "--nodes", "40", "--out", text(out), "--games", games];
            succeeds(&with(&with(game, &rest), &["--threads", threads]))
        };
        data(&whole, "20", "2");
        data(&parts, "3", "1");
        // The game that an interrupted run was writing is played again.
        let mut begun = std::fs::read_to_string(&parts).expect("a file");
        begun.push_str("1 2 h2e");
        std::fs::write(&parts, begun).expect("a file can be written");
        data(&parts, "20", "1");
        let whole_text = std::fs::read(&whole).expect("a file");
        assert!(!whole_text.is_empty());
        assert!(whole_text == std::fs::read(&parts).expect("a file"), "{game:?}");
        // `workshop train` fits the evaluations of draughts and of gomoku.
        let command = match game[0] {
            "draughts" => continue,
            "gomoku" => "tune-order",
            _ => "tune",
        };
        let out = file("fitted");
        let mut rest = vec![command, text(&whole), "--out", text(&out)];
        match game[0] {
            "xiangqi" => {
                let table = "../xiangqi-engine/src/eval/weights/table.rs";
                std::fs::copy(table, &out).expect("the table is there");
                rest.extend(["--epochs", "1"]);
            }
            "gomoku" => {}
            _ => rest.extend(["--epochs", "1"]),
        }
        succeeds(&with(game, &rest));
        assert!(std::fs::metadata(&out).is_ok_and(|file| file.len() > 0), "{game:?}");
    }
}

#[test]
fn speed_is_measured() {
    for game in GAMES {
        let printed = succeeds(&with(game, &["speed", "--nodes", "500", "--table", "1"]));
        assert!(printed.lines().last().is_some_and(|line| line.contains(" nps ")), "{printed}");
    }
    assert!(succeeds(&["xiangqi", "eval-speed", "--rounds", "1"]).contains("ns per evaluation"));
}

#[test]
fn collections_are_solved() {
    let mates = succeeds(&["xiangqi", "mates", "--longest", "2", "--nodes", "20000"]);
    assert!(mates.contains(" mates up to 2 found"), "{mates}");
    let solved = succeeds(&["reversi", "solve", "4", "--table", "1"]);
    assert!(solved.contains("12 empty: -10 "), "{solved}");
}

#[test]
fn wrong_input_is_an_error_with_its_place() {
    for (arguments, message) in [
        (&["xiangqi", "duel", "level=13"][..], "level=13: levels are 1 to 12"),
        (&["xiangqi", "duel", "nonsense"], "nonsense is not NAME=VALUE"),
        (&["xiangqi", "duel", "build=/no/such/program"], "/no/such/program"),
        (&["draughts", "--variant", "chess", "perft", "1"], "no variant of draughts"),
        (&["gomoku", "--variant", "renju99", "perft", "1"], "a size is"),
        (&["gomoku", "--variant", "caro", "duel"], "no balanced openings"),
        (&["reversi", "speed", "--position", "nonsense"], "position"),
        (&["xiangqi", "tune", "/no/such/file"], "/no/such/file"),
        (&["reversi", "tune", "Cargo.toml", "--out", "/dev/null"], "Cargo.toml, line 1"),
    ] {
        let printed = fails(arguments);
        assert!(printed.contains(message), "{arguments:?}: {printed}");
    }
}
