//! Levels 1 to 11 of Xiangqi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in centipawns, and the chance in thousandths that an ordinary move is
/// overlooked (`unseen`).
pub(crate) const LIMITATIONS: Limitations = [
    Limitation::new(1, 2_000, 345, 800),
    Limitation::new(1, 2_000, 292, 683),
    Limitation::new(1, 2_000, 160, 370),
    Limitation::new(2, 4_000, 98, 230),
    Limitation::new(3, 7_200, 54, 128),
    Limitation::new(4, 10_800, 31, 74),
    Limitation::new(5, 15_500, 16, 38),
    Limitation::new(6, 30_000, 9, 20),
    Limitation::new(7, 40_000, 5, 11),
    Limitation::new(9, 70_000, 2, 5),
    Limitation::new(10, 85_000, 1, 3),
];
