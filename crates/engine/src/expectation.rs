//! The meaning of scores: the chances of a win, a draw and a loss.

use crate::Score;

/// The points of a game, from its start to its end, at which a curve has numbers.
pub const CURVE_POINTS: usize = 6;

/// The chances of the side to move, each from 0 to 1; together they are 1.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Chances {
    /// That it wins.
    pub win: f64,
    /// That nobody wins.
    pub draw: f64,
    /// That the other side wins.
    pub loss: f64,
}

impl Chances {
    /// It wins for certain.
    pub const WIN: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    /// Nobody wins for certain.
    pub const DRAW: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    /// It loses for certain.
    pub const LOSS: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The expected score, from 0 (a loss) to 1 (a win): a draw counts half.
    #[must_use]
    pub fn expected(self) -> f64 {
        f64::midpoint(self.win, 1.0 - self.loss)
    }

    /// The same for the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// Win, draw and loss in per mille; they sum to 1000.
    #[must_use]
    pub fn per_mille(self) -> [u16; 3] {
        // Numbers from 0 to 1000.
        let part = |chance: f64| (chance.clamp(0.0, 1.0) * 1000.0).round() as u16;
        let win = part(self.win);
        let loss = part(self.loss).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

/// What the scores of a search mean in games of one kind: the chances of the side to move by its score and the
/// progress of the game, fitted to games of our engine against itself (`docs/develop/studies.md`).
///
/// The side to move wins with the chance `σ(w(score) − w(margin))` and loses with `σ(−w(score) − w(margin))`, where `σ(x) = 1 / (1 +
/// exp(−x))` and `w(x) = tail · asinh(x / spread / tail)`; what is left is a draw. Spread and margin change in proportion between
/// the points of the game. A greater score is never worth less, and both sides are treated alike.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Expectation {
    /// So many spreads from an even score on, scores count less and less. Infinite where all count in full.
    pub tail: f64,
    /// The difference of scores, in hundredths, that changes the odds by a factor e: at the start of a game, at its end, and
    /// between them.
    pub spread: [f64; CURVE_POINTS],
    /// The score, in hundredths, from which a win is as likely as all other results together.
    pub margin: [f64; CURVE_POINTS],
}

impl Expectation {
    /// The same spread in the whole game, and no draws.
    #[must_use]
    pub const fn constant(spread: f64) -> Self {
        Self { tail: f64::INFINITY, spread: [spread; CURVE_POINTS], margin: [0.0; CURVE_POINTS] }
    }

    /// The chances of the side to move with this score, when `progress` of the game (0 to 1) is over.
    ///
    /// ```
    /// use engine::{Expectation, Score};
    /// let curve = Expectation { margin: [60.0; 6], ..Expectation::constant(100.0) };
    /// let even = curve.chances(Score::Cp(0), 0.3);
    /// assert!(even.win == even.loss && even.draw > 0.2);
    /// let better = curve.chances(Score::Cp(120), 0.3);
    /// assert!(better.win > even.win && better.loss < even.loss);
    /// assert_eq!(curve.chances(Score::Mate(-3), 0.3).per_mille(), [0, 0, 1000]);
    /// ```
    #[must_use]
    pub fn chances(&self, score: Score, progress: f64) -> Chances {
        let score = match score {
            Score::Mate(moves) if moves > 0 => return Chances::WIN,
            Score::Mate(_) => return Chances::LOSS,
            Score::Cp(cp) => f64::from(cp),
        };
        let spread = at(&self.spread, progress).max(1.0);
        let weighed = |score: f64| {
            let steps = score / spread;
            if self.tail.is_finite() { self.tail * (steps / self.tail).asinh() } else { steps }
        };
        let (score, margin) = (weighed(score), weighed(at(&self.margin, progress).max(0.0)));
        let sigma = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (win, loss) = (sigma(score - margin), sigma(-score - margin));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// The expected score of the side to move, from 0 (a loss) to 1 (a win).
    ///
    /// ```
    /// use engine::{Expectation, Score};
    /// let curve = Expectation::constant(200.0);
    /// assert_eq!(curve.of(Score::Cp(0), 0.3), 0.5);
    /// assert_eq!(curve.of(Score::Mate(-3), 0.5), 0.0);
    /// ```
    #[must_use]
    pub fn of(&self, score: Score, progress: f64) -> f64 {
        self.chances(score, progress).expected()
    }
}

/// A number between the points of the game.
fn at(values: &[f64; CURVE_POINTS], progress: f64) -> f64 {
    let place = progress.clamp(0.0, 1.0) * (CURVE_POINTS - 1) as f64;
    // From 0 to the last but one.
    let below = (place as usize).min(CURVE_POINTS - 2);
    let part = place - below as f64;
    values[below] * (1.0 - part) + values[below + 1] * part
}
