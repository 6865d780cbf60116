//! A fixed amount of work: its node count is the signature of the search.

use crate::{GomokuEngine, SearchRequest};
use game::Line;
use gomoku::{Position, Rules, Setup};
use search::{Configure, Limits, NoClock, NoSignal};

/// Positions under several rules, on boards of several sizes.
pub const POSITIONS: [(Rules, u8, &str); 10] = [
    (Rules::FREESTYLE, 15, "h8i9"),
    (Rules::FREESTYLE, 15, "k11j7n11l12h7k9"),
    (Rules::FREESTYLE, 15, "h8g9h10h9g8i8j7f11i10g10"),
    (Rules::FREESTYLE, 20, "k5j7h2j6g2j5"),
    (Rules::STANDARD, 15, "j9j10l9m13o7"),
    (Rules::STANDARD, 15, "h8h9i9g7j10k11j9j8i8k10k8l8"),
    (Rules::RENJU, 15, "g9g10h9h8i8"),
    (Rules::RENJU, 15, "l7m7n7l3m6"),
    (Rules::RENJU, 15, "h8h9j8i7i9k8i10i8g9j10"),
    (Rules::CARO, 15, "h8i9i7g9j6"),
];

/// How many positions are searched.
pub const COUNT: usize = POSITIONS.len();

/// The depth of the usual bench.
pub const DEPTH: u32 = 10;

/// Searches all [`POSITIONS`] to this depth with one thread and fresh engines, and returns the
/// number of nodes: always the same, on every machine.
#[must_use]
pub fn run(depth: u32) -> u64 {
    run_with(depth, &mut |_| {})
}

/// [`run`]; `each` is told the nodes of each position.
pub fn run_with(depth: u32, each: &mut dyn FnMut(u64)) -> u64 {
    let mut engine = GomokuEngine::new(16);
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let mut nodes = 0;
    for (rules, size, moves) in POSITIONS {
        engine.new_game();
        let line = Line::new(read(rules, size, moves));
        let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        nodes += found.nodes;
        each(found.nodes);
    }
    nodes
}

fn read(rules: Rules, size: u8, moves: &str) -> Position {
    let setup: Setup = moves.parse().expect("a test reads all positions");
    setup.position(rules, size).expect("a test reads all positions")
}
