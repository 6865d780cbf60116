//! Levels 1 to 11 of gomoku: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in hundredths, and the chance in thousandths that an ordinary point is
/// overlooked (`unseen`).
pub(crate) const LIMITATIONS: Limitations = [
    Limitation::new(1, 2_000, 230, 820),
    Limitation::new(1, 2_000, 171, 599),
    Limitation::new(1, 2_000, 115, 410),
    Limitation::new(2, 4_000, 80, 280),
    Limitation::new(2, 5_000, 50, 175),
    Limitation::new(3, 7_000, 28, 105),
    Limitation::new(5, 16_000, 8, 24),
    Limitation::new(7, 28_000, 8, 14),
    Limitation::new(10, 50_000, 6, 8),
    Limitation::new(14, 115_000, 2, 1),
    Limitation::new(18, 300_000, 1, 0),
];
