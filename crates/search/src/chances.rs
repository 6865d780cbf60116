use crate::Score;

/// The meaning of scores in games of one kind: the chances of a win, a draw and a loss.
#[derive(Copy, Clone, Debug)]
pub struct Chances {
    /// The score at which a win is as likely as every other result together.
    pub half: f64,
    /// The difference of scores that changes the odds by a factor e.
    pub spread: f64,
}

impl Chances {
    /// Chances of the side to move to win, draw and lose, in per mille; they sum to 1000.
    ///
    /// ```
    /// use search::{Chances, Ply, Score};
    /// let chances = Chances { half: 190.0, spread: 85.0 };
    /// let [win, draw, loss] = chances.of(Score::ZERO);
    /// assert!(win == loss && draw > win);
    /// assert_eq!(chances.of(Score::mate_in(Ply(5))), [1000, 0, 0]);
    /// ```
    #[must_use]
    pub fn of(&self, score: Score) -> [u16; 3] {
        if score.is_win() {
            return [1000, 0, 0];
        }
        if score.is_loss() {
            return [0, 0, 1000];
        }
        let x = f64::from(score.value());
        let odds = |x: f64| ((self.half - x) / self.spread).exp();
        let likely = |x: f64| (1000.0 / (1.0 + odds(x))).round() as u16;
        let (win, loss) = (likely(x), likely(-x));
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_grow_with_the_score() {
        for (half, spread) in [(190.0, 85.0), (15.0, 120.0)] {
            let mut before = 0;
            for cp in (-3000..3000).step_by(7) {
                let [w, d, l] = Chances { half, spread }.of(Score::new(cp));
                assert_eq!(w + d + l, 1000);
                assert!(w >= before);
                before = w;
            }
        }
    }
}
