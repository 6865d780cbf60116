//! Levels 1 to 11 of Xiangqi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in centipawns, and the overlooked share of quiet
/// moves in thousandths. Captures are never overlooked: even a beginner sees that the chariot can
/// capture the piece in front of it, but not what follows.
pub(crate) const LIMITATIONS: Limitations<u16> = [
    Limitation::new(1, 2_067, 398, 631),
    Limitation::new(1, 2_841, 240, 473),
    Limitation::new(2, 3_800, 180, 385),
    Limitation::new(3, 9_585, 55, 119),
    Limitation::new(4, 15_068, 37, 71),
    Limitation::new(5, 24_475, 25, 38),
    Limitation::new(6, 34_621, 17, 20),
    Limitation::new(7, 34_000, 19, 23),
    Limitation::new(8, 45_049, 12, 11),
    Limitation::new(9, 60_000, 8, 6),
    Limitation::new(12, 100_000, 2, 0),
];
