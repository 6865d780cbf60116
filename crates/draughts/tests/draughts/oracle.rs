//! Legal moves compared with an independent program, PyPI's `pydraughts`.
//!
//! Runs when `YIQI_PYDRAUGHTS_PYTHON` names a Python with this package, as `./test` does.

use draughts::{Position, VariantRules, VariantVisitor, with_variant};
use game::{Key, NullObserver, Position as _};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Our variants and their names in `pydraughts`. Its Turkish kings do not move by the rules.
const VARIANTS: [(&str, &str); 8] = [
    ("draughts", "standard"),
    ("draughts-frisian", "frisian"),
    ("draughts-brazilian", "brazilian"),
    ("draughts-russian", "russian"),
    ("draughts-english", "english"),
    ("draughts-italian", "italian"),
    ("draughts-breakthrough", "breakthrough"),
    ("draughts-losing", "antidraughts"),
];
const GAMES: u64 = 2;
const PLIES: u64 = 110;

/// Positions of random games, drawn from a fixed sequence, with our moves.
struct RandomGames;

impl VariantVisitor for RandomGames {
    type Output = Vec<(String, String)>;
    fn visit<V: VariantRules>(self) -> Self::Output {
        let mut found = Vec::new();
        for game in 0..GAMES {
            let mut position = Position::<V>::start();
            for ply in 0..PLIES {
                let moves = position.moves();
                let random = Key::random(game * PLIES + ply).0;
                let Some(choice) = (random >> 8).checked_rem(moves.len() as u64) else { break };
                // Its text cannot express the runs of Frisian kings.
                let free = [game::Side::First, game::Side::Second]
                    .into_iter()
                    .all(|side| position.run(side).moves() < V::RULES.king_run.max(1));
                if free {
                    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
                    texts.sort();
                    let fen = position.to_string();
                    let fen = fen.split(':').take(3).collect::<Vec<_>>().join(":");
                    found.push((fen, texts.join(" ")));
                }
                position.make(moves[choice as usize], &mut NullObserver);
            }
        }
        found
    }
}

#[test]
fn moves_match_pydraughts() {
    let Some(python) = std::env::var_os("YIQI_PYDRAUGHTS_PYTHON") else {
        println!("skipped: pydraughts oracle");
        return;
    };
    let mut asked = String::new();
    let mut ours = Vec::new();
    for (variant, its_name) in VARIANTS {
        for (fen, moves) in with_variant(variant, RandomGames).expect("it exists") {
            asked.push_str(&format!("{its_name}\t{fen}\n"));
            ours.push((variant, fen, moves));
        }
    }
    let mut child = Command::new(python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/moves.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("YIQI_PYDRAUGHTS_PYTHON names a Python");
    let mut input = child.stdin.take().expect("the pipe was asked for");
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = child.wait_with_output().expect("the oracle runs");
    writer.join().expect("the writer does not panic").expect("the oracle reads everything");
    assert!(output.status.success(), "the oracle failed: {}", output.status);
    let answers = String::from_utf8(output.stdout).expect("the oracle writes text");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), ours.len());
    let wrong: Vec<String> = ours
        .iter()
        .zip(answers)
        .filter(|((_, _, moves), answer)| moves != answer)
        .map(|((variant, fen, moves), answer)| format!("{variant} {fen}\n  {moves}\n  {answer}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), ours.len(), wrong.join("\n"));
}
