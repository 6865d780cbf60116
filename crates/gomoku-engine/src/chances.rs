//! The meaning of a score in games: chances to win, draw and lose.

use search::{Chances, Score};

/// In hundredths. Draws are rare; the evaluation was fitted to games with this spread.
const CHANCES: Chances = Chances { half: 15.0, spread: 120.0 };

/// Chances of the side to move to win, draw and lose, in per mille; they sum to 1000.
///
/// ```
/// let [win, _, loss] = gomoku_engine::chances(search::Score::ZERO);
/// assert!(win == loss);
/// ```
#[must_use]
pub fn chances(score: Score) -> [u16; 3] {
    CHANCES.of(score)
}
