//! Levels 1 to 11 of reversi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// The overlooked moves of a weaker player, and the point from which it plays without error.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overlooked {
    /// The overlooked share of moves, in thousandths.
    pub(crate) moves: u16,
    /// With at most this many empty squares it plays without error.
    pub(crate) solves: u32,
}

const fn overlooks(moves: u16, solves: u32) -> Overlooked {
    Overlooked { moves, solves }
}

/// Plies, nodes, the largest evaluation noise in hundredths of a disc, and the overlooked share.
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
