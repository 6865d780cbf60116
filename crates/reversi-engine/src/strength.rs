//! Levels 1 to 11 of reversi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// The overlooked moves of a weaker player, and the point from which it plays without error.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OversightRates {
    /// The overlooked share of moves, in thousandths.
    pub(crate) moves: u16,
    /// With at most this many empty squares it plays without error.
    pub(crate) solves: u32,
}

const fn overlooks(moves: u16, solves: u32) -> OversightRates {
    OversightRates { moves, solves }
}

/// Plies, nodes, the largest evaluation noise in hundredths of a disc, and the overlooked share.
pub(crate) const LIMITATIONS: Limitations<OversightRates> = [
    Limitation::new(2, 1_943, 3_311, overlooks(126, 4)),
    Limitation::new(2, 3_390, 2_110, overlooks(60, 5)),
    Limitation::new(3, 4_401, 1_752, overlooks(42, 6)),
    Limitation::new(3, 9_100, 910, overlooks(6, 8)),
    Limitation::new(4, 21_000, 550, overlooks(0, 11)),
    Limitation::new(6, 38_000, 325, overlooks(0, 12)),
    Limitation::new(8, 94_446, 175, overlooks(0, 13)),
    Limitation::new(9, 200_000, 72, overlooks(0, 15)),
    Limitation::new(11, 320_000, 52, overlooks(0, 17)),
    Limitation::new(13, 500_000, 22, overlooks(0, 18)),
    Limitation::new(16, 700_000, 10, overlooks(0, 19)),
];

/// What each level scored in matches, in per cent: level 1 against a player that looks one ply ahead, each other level
/// against the one below it. `notebook/levels.md` has the matches.
pub const LADDER: [u8; 12] = [11, 78, 79, 78, 69, 81, 82, 70, 80, 80, 85, 80];
