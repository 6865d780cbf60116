//! A fixed amount of work: its node count is the signature of the search.

use crate::{ReversiEngine, SearchRequest};
use game::Line;
use reversi::{Position, Size, notation::transcript};
use search::{Configure, Limits, NoClock, NoSignal};

/// Positions given as move sequences, on boards of several sizes.
pub const POSITIONS: [(Size, &str); 7] = [
    (Size::Eight, ""),
    (Size::Eight, "f5d6c3d3c4"),
    (Size::Eight, "f5f6e6f4"),
    (Size::Eight, "f5d6c5f4"),
    (Size::Eight, "f5d6c3d3c4f4c5b3c2"),
    (Size::Six, ""),
    (Size::Four, ""),
];

/// How many positions are searched.
pub const COUNT: usize = POSITIONS.len();

/// The depth of the usual bench.
pub const DEPTH: u32 = 12;

/// Searches all [`POSITIONS`] to this depth with one thread and fresh engines, and returns the
/// number of nodes: always the same, on every machine.
#[must_use]
pub fn run(depth: u32) -> u64 {
    run_with(depth, &mut |_| {})
}

/// [`run`]; `each` is told the nodes of each position.
pub fn run_with(depth: u32, each: &mut dyn FnMut(u64)) -> u64 {
    let mut engine = ReversiEngine::new(16);
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let mut nodes = 0;
    for (size, moves) in POSITIONS {
        engine.new_game();
        let start = Position::start(size);
        let mut line = Line::new(start);
        for m in transcript::read(&start, moves).expect("a test reads all positions") {
            line.push(m);
        }
        let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        nodes += found.nodes;
        each(found.nodes);
    }
    nodes
}
