//! Levels 1 to 11 of reversi: how players below full strength err.

use search::{Limitation, Limitations};

/// What a weaker player does not see, and where he begins to see all.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overlooked {
    /// How many of a thousand moves are overlooked.
    pub(crate) moves: u16,
    /// From so many empty squares on he plays without error.
    pub(crate) solves: u32,
}

const fn overlooks(moves: u16, solves: u32) -> Overlooked {
    Overlooked { moves, solves }
}

/// Plies, nodes, the greatest error of judgement in hundredths of a disc, what is overlooked.
pub(crate) const LIMITATIONS: Limitations<Overlooked> = [
    Limitation::new(1, 500, 14_000, overlooks(650, 0)),
    Limitation::new(1, 500, 9_500, overlooks(450, 0)),
    Limitation::new(1, 1_000, 6_500, overlooks(300, 0)),
    Limitation::new(1, 1_500, 4_500, overlooks(190, 2)),
    Limitation::new(2, 2_000, 3_200, overlooks(120, 4)),
    Limitation::new(2, 3_000, 2_300, overlooks(70, 5)),
    Limitation::new(3, 5_000, 1_600, overlooks(35, 6)),
    Limitation::new(3, 8_000, 1_100, overlooks(15, 8)),
    Limitation::new(4, 15_000, 700, overlooks(0, 10)),
    Limitation::new(6, 40_000, 350, overlooks(0, 12)),
    Limitation::new(9, 150_000, 120, overlooks(0, 14)),
];
