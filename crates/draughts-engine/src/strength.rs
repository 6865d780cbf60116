//! Levels 1 to 11 of draughts: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in hundredths of a man, and the chance in thousandths that an ordinary
/// move is overlooked (`unseen`). The captures of the position on the board are not: the rules force them.
pub(crate) const LIMITATIONS: Limitations = [
    Limitation::new(1, 2_000, 60, 395),
    Limitation::new(1, 2_000, 48, 320),
    Limitation::new(1, 2_000, 25, 165),
    Limitation::new(2, 4_000, 17, 114),
    Limitation::new(3, 7_000, 13, 84),
    Limitation::new(4, 10_500, 8, 53),
    Limitation::new(5, 16_000, 4, 24),
    Limitation::new(6, 24_000, 2, 13),
    Limitation::new(9, 52_000, 1, 6),
    Limitation::new(11, 90_000, 1, 3),
    Limitation::new(13, 200_000, 0, 0),
];
