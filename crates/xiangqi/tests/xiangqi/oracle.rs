//! Legal moves and checks compared with an independent program, PyPI's `pyffish`.
//!
//! Runs when `YIQI_PYFFISH_PYTHON` names a Python with this package, as `./test` does.

use game::{Key, NullObserver, Position as _};
use std::io::Write as _;
use std::process::{Command, Stdio};
use xiangqi::Position;

const GAMES: u64 = 14;
const PLIES: u64 = 120;

/// Positions of random games, drawn from a fixed sequence. Every second game prefers captures, so
/// that the boards empty and kings are attacked.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..GAMES {
        let mut position = Position::start();
        for ply in 0..PLIES {
            positions.push(position.clone());
            let mut moves = position.moves();
            let random = Key::random(game * PLIES + ply).0;
            let prefers =
                |m: &xiangqi::Move| position.captured(*m).is_some() || position.gives_check(*m);
            if game.is_multiple_of(2) && random.is_multiple_of(4) && moves.iter().any(prefers) {
                moves.retain(prefers);
            }
            let Some(choice) = (random >> 8).checked_rem(moves.len() as u64) else { break };
            position.make(moves[choice as usize], &mut NullObserver);
        }
    }
    positions
}

#[test]
fn moves_and_checks_match_pyffish() {
    let Some(python) = std::env::var_os("YIQI_PYFFISH_PYTHON") else {
        println!("skipped: pyffish oracle");
        return;
    };
    let positions = positions();
    let mut child = Command::new(python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/moves.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("YIQI_PYFFISH_PYTHON names a Python");
    let mut input = child.stdin.take().expect("the pipe was asked for");
    let fens: String = positions.iter().map(|p| format!("{p}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(fens.as_bytes()));
    let output = child.wait_with_output().expect("the oracle runs");
    writer.join().expect("the writer does not panic").expect("the oracle reads everything");
    assert!(output.status.success(), "the oracle failed: {}", output.status);

    let answers = String::from_utf8(output.stdout).expect("the oracle writes text");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), positions.len());
    for (position, answer) in positions.iter().zip(answers) {
        let mut moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
        moves.sort();
        let check = u8::from(position.is_in_check()).to_string();
        let ours = std::iter::once(check).chain(moves).collect::<Vec<_>>().join(" ");
        assert_eq!(ours, answer, "{position}");
    }
}
