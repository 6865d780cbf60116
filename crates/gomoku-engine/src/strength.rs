//! Levels 1 to 11 of gomoku: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// The overlooked share of each kind, in thousandths.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OversightRates {
    /// Quiet moves.
    pub(crate) quiet: u16,
    /// Points that would become an open four.
    pub(crate) fours: u16,
}

/// Plies, nodes, the largest evaluation noise in hundredths, and the overlooked shares. Fives and
/// the points that stop them are never overlooked.
pub(crate) const LIMITATIONS: Limitations<OversightRates> = [
    Limitation::new(1, 600, 252, OversightRates { quiet: 745, fours: 530 }),
    Limitation::new(1, 690, 210, OversightRates { quiet: 672, fours: 425 }),
    Limitation::new(1, 870, 158, OversightRates { quiet: 571, fours: 298 }),
    Limitation::new(1, 1_110, 117, OversightRates { quiet: 483, fours: 207 }),
    Limitation::new(1, 2_300, 75, OversightRates { quiet: 330, fours: 108 }),
    Limitation::new(2, 2_800, 62, OversightRates { quiet: 250, fours: 65 }),
    Limitation::new(3, 6_500, 37, OversightRates { quiet: 140, fours: 17 }),
    Limitation::new(5, 15_500, 21, OversightRates { quiet: 60, fours: 1 }),
    Limitation::new(7, 29_000, 12, OversightRates { quiet: 28, fours: 0 }),
    Limitation::new(10, 60_000, 7, OversightRates { quiet: 12, fours: 0 }),
    Limitation::new(14, 115_000, 2, OversightRates { quiet: 1, fours: 0 }),
];

/// What each level scored in matches, in per cent: level 1 against a player that looks one ply ahead, each other level
/// against the one below it. `notebook/levels.md` has the matches.
pub const LADDER: [u8; 12] = [1, 70, 75, 69, 70, 65, 72, 70, 69, 73, 72, 65];
