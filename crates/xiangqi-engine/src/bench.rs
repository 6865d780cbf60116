//! A fixed amount of work: its node count is the signature of the search.

use crate::{SearchRequest, XiangqiEngine};
use game::Line;
use search::{Configure, Limits, NoClock, NoSignal};
use xiangqi::Position;

/// Positions from all phases of the game.
pub const POSITIONS: [&str; 16] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 4",
    "r2akab1r/9/1cn1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 b - - 3 6",
    "2bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/N3C1NC1/9/1RBAKAB1R b - - 1 7",
    "r1bak3r/4a4/n1c1b1nc1/p1p1p1p1p/9/4P4/P1P3P1P/2N1C1NC1/9/R1BAKABR1 w - - 2 8",
    "3akab2/9/2n1b1n2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/2BAKAB2 w - - 0 15",
    "2bakab2/4n4/4c4/p3p3p/2p3p2/9/P1P1P1P1P/3CC1N2/9/2BAKAB2 b - - 4 18",
    "3ak1b2/4a4/4b4/p3R3p/2p6/6P2/P3r3P/4B4/4A4/2BAK4 w - - 4 30",
    "4kab2/4a4/4b4/4n4/2p3p2/9/2P1P1P2/4C4/4A4/3AK1B2 w - - 6 36",
    "3k1ab2/4a4/8b/9/5N3/4r4/9/4B4/4A4/2B1KR3 w - - 10 50",
    "4k4/4a4/3a5/9/2P6/6P2/9/4B4/4A4/2BAK4 w - - 3 60",
    "3akabr1/9/1r2b1n2/p1p1p1p1p/4c4/2P6/P3P1P1P/1CN1C1N2/4A4/1RB1KABR1 w - - 1 12",
    "r3kabr1/4a4/2n1b1n2/p1p1p3p/6pR1/1cP1P4/P5P1P/2N1C1N1B/4A4/1RBAK4 b - - 2 14",
    "5ab2/3ka4/4b1n2/4p3p/2p6/6P1P/4P4/2N1B4/4A4/3AK1B2 b - - 8 40",
    "3k5/4P4/9/4n4/9/9/9/4C4/9/4K4 w - - 12 70",
];

/// How many positions are searched.
pub const COUNT: usize = POSITIONS.len();

/// The depth of the usual bench.
pub const DEPTH: u32 = 11;

/// Searches all [`POSITIONS`] to this depth, with one thread and a fresh engine, and returns the
/// number of nodes: always the same, on every machine.
#[must_use]
pub fn run(depth: u32) -> u64 {
    run_with(&mut XiangqiEngine::new(16), depth, &mut |_| {})
}

/// [`run`] with an engine that may have other options. `each` is told the nodes of each position.
pub fn run_with(engine: &mut XiangqiEngine, depth: u32, each: &mut dyn FnMut(u64)) -> u64 {
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let mut nodes = 0;
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("the positions are checked by a test");
        engine.new_game();
        let found = engine.search(&Line::new(position), &request, &NoClock, &NoSignal, &mut |_| {});
        nodes += found.nodes;
        each(found.nodes);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_same_twice() {
        for fen in POSITIONS {
            if let Err(error) = fen.parse::<Position>() {
                panic!("{fen}: {error}");
            }
        }
        assert_eq!(run(6), run(6));
    }
}
