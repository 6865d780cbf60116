//! Positions of every family: what is a puzzle, what is none, and that it is found again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use puzzles::{Finder, Puzzle, Suspect};

/// The puzzles among these positions of a game.
fn found(
    (variant, start): (&str, Option<&str>),
    moves: &str,
    plies: &[usize],
    nodes: u64,
) -> Vec<Puzzle> {
    let start = games::new_session(variant, None, start).unwrap();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let suspects: Vec<Suspect> = plies.iter().map(|&ply| Suspect { ply, loss: 0.5 }).collect();
    let mut finder = Finder::new(start, &moves, &suspects, nodes).unwrap();
    let mut engine = games::new_engine(variant).unwrap();
    puzzles::run(&mut finder, engine.as_mut(), &engine::Control::new()).unwrap();
    assert!(finder.next().is_none() && finder.left().next().is_none());
    finder.take()
}

#[test]
fn explore() {
    let text = std::fs::read_to_string("../xiangqi-engine/tests/data/mates.tsv").unwrap();
    for line in text.lines().filter(|l| !l.starts_with('#')).take(40) {
        let mut parts = line.split('\t');
        let (fen, n, first) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let all = found(("xiangqi", Some(fen)), "", &[0], 20_000);
        println!(
            "{fen} {n} {first} {:?}",
            all.iter().map(|p| (p.kind, p.wins_in, p.lead, &p.solution)).collect::<Vec<_>>()
        );
    }
}
