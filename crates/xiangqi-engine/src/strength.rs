//! Levels 1 to 11 of Xiangqi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in centipawns, and the overlooked share of quiet
/// moves in thousandths. Captures are never overlooked: even a beginner sees that the chariot can
/// capture the piece in front of it, but not what follows.
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
