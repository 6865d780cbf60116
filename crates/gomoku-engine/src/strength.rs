//! Levels 1 to 11 of gomoku: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// The overlooked share of each kind, in thousandths.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overlooked {
    /// Quiet moves.
    pub(crate) quiet: u16,
    /// Points that would become an open four.
    pub(crate) fours: u16,
}

/// Plies, nodes, the largest evaluation noise in hundredths, and the overlooked shares. Fives and
/// the points that stop them are never overlooked.
pub(crate) const LIMITATIONS: Limitations<Overlooked> = [
    Limitation::new(1, 600, 252, Overlooked { quiet: 745, fours: 530 }),
    Limitation::new(1, 690, 210, Overlooked { quiet: 672, fours: 425 }),
    Limitation::new(1, 870, 158, Overlooked { quiet: 571, fours: 298 }),
    Limitation::new(1, 1_110, 117, Overlooked { quiet: 483, fours: 207 }),
    Limitation::new(1, 2_300, 75, Overlooked { quiet: 330, fours: 108 }),
    Limitation::new(2, 2_562, 66, Overlooked { quiet: 270, fours: 75 }),
    Limitation::new(3, 6_500, 37, Overlooked { quiet: 140, fours: 17 }),
    Limitation::new(4, 14_500, 20, Overlooked { quiet: 58, fours: 1 }),
    Limitation::new(6, 26_000, 14, Overlooked { quiet: 32, fours: 0 }),
    Limitation::new(8, 52_000, 8, Overlooked { quiet: 14, fours: 0 }),
    Limitation::new(12, 100_000, 3, Overlooked { quiet: 1, fours: 0 }),
];

/// What each level scored in matches, in per cent: level 1 against a player that looks one ply ahead, each other level
/// against the one below it. `docs/levels.md` has the matches.
pub const LADDER: [u8; 12] = [1, 68, 70, 65, 69, 67, 68, 66, 68, 66, 72, 69];
