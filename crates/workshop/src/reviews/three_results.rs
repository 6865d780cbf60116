//! A curve of win, draw and loss by phase, fitted to games beside the one in use.
//!
//! The side to move wins with the chance `σ((score − even − margin) / spread)` and loses with `σ((even − score − margin) / spread)`; what is left is
//! a draw. Spread and margin change in proportion between some points of the game.

use super::fit::Sample;
use std::fmt;

/// The points of a game, from its start to its end, at which spread and margin are fitted.
const POINTS: usize = 6;

/// The curve.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct ThreeResults {
    /// The score, in hundredths, at which the side to move is even.
    even: f64,
    /// The difference of scores that changes the odds by a factor e, at each point.
    spread: [f64; POINTS],
    /// The score at which a win is as likely as none, at each point.
    margin: [f64; POINTS],
}

/// The chances of the side to move.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
}

impl ThreeResults {
    /// A curve to begin a fit with.
    pub(super) const fn begin(spread: f64) -> Self {
        Self { even: 0.0, spread: [spread; POINTS], margin: [spread / 2.0; POINTS] }
    }

    fn at(values: &[f64; POINTS], progress: f64) -> f64 {
        let place = progress.clamp(0.0, 1.0) * (POINTS - 1) as f64;
        let below = (place as usize).min(POINTS - 2);
        let part = place - below as f64;
        values[below] * (1.0 - part) + values[below + 1] * part
    }

    fn chances(&self, cp: i32, progress: f64) -> Chances {
        let (spread, margin) = (Self::at(&self.spread, progress), Self::at(&self.margin, progress));
        let score = f64::from(cp) - self.even;
        let sigma = |x: f64| 1.0 / (1.0 + (-x / spread.max(1.0)).exp());
        let (win, loss) = (sigma(score - margin), sigma(-score - margin));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// The expected score of the side to move.
    pub(super) fn of(&self, sample: &Sample) -> f64 {
        let Chances { win, draw, .. } = self.chances(sample.cp, sample.progress);
        win + draw / 2.0
    }

    /// The mean logarithmic loss of a game, by the three results.
    fn loss(&self, samples: &[Sample]) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for s in samples {
            let Chances { win, draw, loss } = self.chances(s.cp, s.progress);
            let told = if s.result > 0.75 {
                win
            } else if s.result < 0.25 {
                loss
            } else {
                draw
            };
            sum -= s.weight * told.max(1e-6).ln();
            weights += s.weight;
        }
        sum / weights
    }

    fn number(&mut self, number: usize) -> &mut f64 {
        match number {
            0 => &mut self.even,
            n if n <= POINTS => &mut self.spread[n - 1],
            n => &mut self.margin[n - 1 - POINTS],
        }
    }

    /// The curve with the least loss, by smaller and smaller steps of each number as long as they help.
    pub(super) fn fitted(samples: &[Sample], spread: f64) -> Self {
        let begin = Self::begin(spread);
        let mut best = (begin.loss(samples), begin);
        let mut step = 0.4;
        while step > 0.02 {
            let mut better = false;
            for number in 0..=2 * POINTS {
                for sign in [1.0, -1.0] {
                    let mut next = best.1;
                    *next.number(number) += sign * step * spread;
                    let is_possible = next.spread.iter().all(|&s| s >= 1.0)
                        && next.margin.iter().all(|&m| m >= 0.0);
                    let found = if is_possible { next.loss(samples) } else { f64::INFINITY };
                    if found < best.0 - 1e-7 {
                        best = (found, next);
                        better = true;
                    }
                }
            }
            if !better {
                step /= 2.0;
            }
        }
        best.1
    }
}

impl fmt::Display for ThreeResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |values: &[f64]| values.iter().map(|v| format!("{v:.0}")).collect::<Vec<_>>().join(" ");
        write!(
            f,
            "even {:.0} spread {} margin {}",
            self.even,
            list(&self.spread),
            list(&self.margin)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_are_one_together_and_turn_with_the_side() {
        let curve = ThreeResults { even: 0.0, ..ThreeResults::begin(100.0) };
        for cp in [-300, -50, 0, 20, 700] {
            let (own, other) = (curve.chances(cp, 0.4), curve.chances(-cp, 0.4));
            assert!((own.win + own.draw + own.loss - 1.0).abs() < 1e-9);
            assert!((own.win - other.loss).abs() < 1e-9);
        }
        assert!(curve.chances(50, 0.0).win > 0.49 && curve.chances(50, 0.0).win < 0.51);
    }

    #[test]
    fn a_known_curve_is_found_again() {
        let mut truth = ThreeResults::begin(80.0);
        truth.margin = [40.0, 60.0, 80.0, 100.0, 140.0, 200.0];
        let mut samples = Vec::new();
        for point in 0..=10 {
            let progress = f64::from(point) / 10.0;
            for cp in (-600..=600).step_by(20) {
                let Chances { win, draw, loss } = truth.chances(cp, progress);
                for (result, weight) in [(1.0, win), (0.5, draw), (0.0, loss)] {
                    samples.push(Sample { cp, progress, result, weight, game: 0, ply: 0 });
                }
            }
        }
        let found = ThreeResults::fitted(&samples, 100.0);
        for s in &samples {
            assert!((found.of(s) - truth.of(s)).abs() < 0.02, "{found} {s:?}");
        }
    }
}
