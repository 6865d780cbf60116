//! Levels 1 to 11 of gomoku: how players below full strength err.

use search::{Limitation, Limitations};

/// How many of a thousand things of each kind are overlooked.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overlooked {
    /// Quiet moves.
    pub(crate) quiet: u16,
    /// Points that would become an open four.
    pub(crate) fours: u16,
}

/// Plies, nodes, the greatest error of judgement in hundredths, and what is overlooked. Fives
/// and the points that stop them never are.
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
