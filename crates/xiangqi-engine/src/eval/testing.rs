//! Positions for property tests: random games from the start, or from fewer pieces.

use game::{NullObserver, Position as _};
use proptest::collection::vec;
use proptest::prelude::*;
use xiangqi::Position;

const STARTS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "2bakab2/9/2n4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2B1N2/9/R2AKAB2 w",
    "3akab2/5n3/4b4/4C3p/9/2P6/8P/4B4/4A4/2BAK4 b",
    "2bak4/4a4/4b4/9/2P1P4/9/9/4B4/4A4/2BAK4 w",
    "3k5/4P4/9/9/9/6B2/9/4K4/9/2p6 w",
    "1r2kab2/4a4/4b1n2/p3p3p/2R3p2/2P6/P3P1c1P/2N1C1N2/9/2BAKAB2 b",
];

/// Moves to choose: each number, modulo the number of moves.
pub(crate) fn choices() -> impl Strategy<Value = Vec<usize>> {
    vec(0_usize..1000, 0..60)
}

/// Legal positions of all phases.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    (0..STARTS.len(), choices()).prop_map(|(start, choices)| {
        let mut position: Position = STARTS[start].parse().expect("a legal position");
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[choice % moves.len()], &mut NullObserver);
        }
        position
    })
}
