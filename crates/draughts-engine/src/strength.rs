//! Levels 1 to 11 of draughts: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in hundredths of a man, and the overlooked share of
/// quiet moves in thousandths. Captures are never overlooked, because the rules force them.
pub(crate) const LIMITATIONS: Limitations<u16> = [
    Limitation::new(1, 2_000, 150, 600),
    Limitation::new(1, 3_000, 90, 400),
    Limitation::new(2, 5_000, 60, 250),
    Limitation::new(3, 8_000, 40, 150),
    Limitation::new(4, 12_000, 26, 80),
    Limitation::new(5, 20_000, 18, 45),
    Limitation::new(7, 30_000, 12, 22),
    Limitation::new(9, 60_000, 8, 10),
    Limitation::new(12, 120_000, 5, 4),
    Limitation::new(15, 300_000, 2, 0),
    Limitation::new(64, 900_000, 0, 0),
];
