//! Levels 1 to 11 of Xiangqi: how players below full strength err.

use search::{Limitation, Limitations};

/// Plies, nodes, the greatest error of judgement in centipawns, and how many of a thousand
/// quiet moves are overlooked. Captures never are: even a beginner sees what stands in front of
/// the chariot, only not what comes after.
pub(crate) const LIMITATIONS: Limitations<u16> = [
    Limitation::new(1, 2_000, 420, 650),
    Limitation::new(1, 3_000, 220, 450),
    Limitation::new(2, 5_000, 130, 300),
    Limitation::new(3, 8_000, 65, 150),
    Limitation::new(4, 12_000, 44, 90),
    Limitation::new(5, 20_000, 30, 52),
    Limitation::new(6, 30_000, 20, 28),
    Limitation::new(7, 40_000, 14, 14),
    Limitation::new(9, 80_000, 8, 6),
    Limitation::new(11, 200_000, 4, 0),
    Limitation::new(64, 500_000, 0, 0),
];
