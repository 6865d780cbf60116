//! Levels 1 to 11 of Xiangqi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in centipawns, and the overlooked share of quiet
/// moves in thousandths. Captures are never overlooked: even a beginner sees that the chariot can
/// capture the piece in front of it, but not what follows.
pub(crate) const LIMITATIONS: Limitations<u16> = [
    Limitation::new(1, 2_067, 398, 631),
    Limitation::new(1, 2_841, 240, 473),
    Limitation::new(2, 4_100, 125, 285),
    Limitation::new(4, 10_500, 110, 230),
    Limitation::new(5, 16_000, 40, 80),
    Limitation::new(6, 30_000, 22, 30),
    Limitation::new(7, 34_000, 19, 23),
    Limitation::new(8, 42_000, 14, 14),
    Limitation::new(9, 60_000, 8, 6),
    Limitation::new(11, 80_000, 4, 2),
    Limitation::new(13, 120_000, 0, 0),
];

/// What each level scored in matches, in per cent: level 1 against a player that looks one ply ahead, each other level
/// against the one below it. `notebook/levels.md` has the matches.
pub const LADDER: [u8; 12] = [5, 74, 79, 79, 77, 81, 75, 74, 73, 81, 72, 81];
