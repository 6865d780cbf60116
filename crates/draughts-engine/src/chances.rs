//! The meaning of a score in games: chances to win, draw and lose.

use search::{Chances, Score};

/// In hundredths of a man.
const CHANCES: Chances = Chances { half: 130.0, spread: 45.0 };

/// Chances of the side to move to win, draw and lose, in per mille; they sum to 1000.
///
/// ```
/// let [win, draw, loss] = draughts_engine::chances(search::Score::ZERO);
/// assert!(win == loss && draw > win);
/// ```
#[must_use]
pub fn chances(score: Score) -> [u16; 3] {
    CHANCES.of(score)
}
