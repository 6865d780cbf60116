//! What a score means in games: chances to win, draw and lose.

use search::Score;

/// Hundredths at which a win becomes as likely as not: draws are rare.
const HALF: f64 = 15.0;
/// How many of them change the odds by a factor e: the evaluation was fitted to games with
/// this.
const SPREAD: f64 = 120.0;

/// Chances of the side to move to win, draw and lose, in per mille; they sum to 1000.
///
/// ```
/// use gomoku_engine::chances;
/// use search::{Ply, Score};
/// let [win, _, loss] = chances(Score::ZERO);
/// assert!(win == loss);
/// assert_eq!(chances(Score::mate_in(Ply(5))), [1000, 0, 0]);
/// ```
#[must_use]
pub fn chances(score: Score) -> [u16; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let x = f64::from(score.value());
    let likely = |x: f64| (1000.0 / (1.0 + ((HALF - x) / SPREAD).exp())).round() as u16;
    let (win, loss) = (likely(x), likely(-x));
    [win, 1000 - win - loss, loss]
}
