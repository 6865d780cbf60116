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
    Limitation::new(1, 1_000, 120, Overlooked { quiet: 500, fours: 220 }),
    Limitation::new(1, 2_000, 80, Overlooked { quiet: 350, fours: 120 }),
    Limitation::new(2, 3_000, 60, Overlooked { quiet: 240, fours: 60 }),
    Limitation::new(2, 5_000, 40, Overlooked { quiet: 160, fours: 25 }),
    Limitation::new(3, 8_000, 30, Overlooked { quiet: 110, fours: 8 }),
    Limitation::new(4, 12_000, 22, Overlooked { quiet: 70, fours: 0 }),
    Limitation::new(5, 20_000, 16, Overlooked { quiet: 40, fours: 0 }),
    Limitation::new(7, 40_000, 10, Overlooked { quiet: 20, fours: 0 }),
    Limitation::new(9, 80_000, 6, Overlooked { quiet: 8, fours: 0 }),
    Limitation::new(12, 160_000, 3, Overlooked { quiet: 0, fours: 0 }),
    Limitation::new(64, 400_000, 0, Overlooked { quiet: 0, fours: 0 }),
];
