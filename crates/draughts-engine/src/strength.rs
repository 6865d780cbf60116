//! Levels 1 to 11 of draughts: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in hundredths of a man, and the overlooked share of
/// quiet moves in thousandths. Captures are never overlooked, because the rules force them.
pub(crate) const LIMITATIONS: Limitations<u16> = [
    Limitation::new(1, 2_117, 140, 567),
    Limitation::new(1, 3_700, 80, 335),
    Limitation::new(2, 5_000, 60, 250),
    Limitation::new(3, 6_000, 56, 215),
    Limitation::new(4, 9_500, 36, 125),
    Limitation::new(5, 14_500, 24, 68),
    Limitation::new(6, 22_000, 17, 40),
    Limitation::new(7, 32_000, 12, 20),
    Limitation::new(9, 48_000, 10, 16),
    Limitation::new(12, 90_000, 5, 8),
    Limitation::new(64, 250_000, 0, 0),
];

/// What each level scored in matches, in per cent: level 1 against a player that looks one ply ahead, each other level
/// against the one below it. `notebook/levels.md` has the matches.
pub const LADDER: [u8; 12] = [9, 73, 76, 79, 77, 80, 69, 68, 69, 73, 72, 65];
