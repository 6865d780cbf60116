//! Levels 1 to 11 of reversi: the mistakes of players below full strength.

use search::{Limitation, Limitations};

/// Plies, nodes, the largest evaluation noise in hundredths of a disc, and the chance in thousandths that an ordinary
/// square is overlooked (`unseen`), which is also the share of the judgement that only counts discs; and the number of
/// empty squares from which on it plays without error.
pub(crate) const LIMITATIONS: Limitations = [
    Limitation::new(1, 2_000, 400, 880).solving(4),
    Limitation::new(1, 2_000, 440, 825).solving(5),
    Limitation::new(1, 2_000, 365, 690).solving(6),
    Limitation::new(2, 4_000, 298, 560).solving(7),
    Limitation::new(3, 7_000, 250, 475).solving(8),
    Limitation::new(4, 10_500, 190, 350).solving(9),
    Limitation::new(6, 30_000, 125, 235).solving(10),
    Limitation::new(7, 40_000, 75, 140).solving(11),
    Limitation::new(8, 84_000, 42, 78).solving(13),
    Limitation::new(10, 200_000, 22, 38).solving(15),
    Limitation::new(12, 400_000, 12, 20).solving(17),
];
