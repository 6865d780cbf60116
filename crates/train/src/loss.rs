//! How far evaluations are from the games that were held out.

use crate::model::Model;
use crate::positions::{PositionRow, Positions, TargetMix, chance};
use serde::{Deserialize, Serialize};

/// Losses over the positions held out: mean squared errors of the expected result for a network, divergences from the
/// target for patterns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Positions.
    pub positions: usize,
    /// Of the mean result, which says nothing of a position.
    pub constant: f64,
    /// Of the evaluation that is in use.
    pub today: f64,
    /// The same with the scale that suits it best, and that scale in hundredths.
    pub today_scaled: (f64, f64),
    /// The same of the hand-made evaluation that the network is added to, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_made: Option<(f64, f64)>,
    /// Of the weight file that the training begins with, if it begins with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// Of the scores of the search: what is left is the part of the results that no evaluation can know.
    pub scores: f64,
}

impl Losses {
    /// The losses of what is there before the training, against the targets of this aim.
    pub(crate) fn of(held: &Positions, aim: TargetMix) -> Self {
        let rows = held.rows();
        let mean = rows.iter().map(|row| f64::from(row.target(aim))).sum::<f64>()
            / rows.len().max(1) as f64;
        let of = |expected: &dyn Fn(&PositionRow) -> f32| error(rows, aim, expected);
        let today = |by: f64| of(&|row| chance(f32::from(row.today) / by as f32));
        let base = |by: f64| of(&|row| chance(f32::from(row.base) / by as f32));
        let best = least(&today, 40.0, 2000.0);
        let is_beside = rows.iter().any(|row| row.base != 0);
        let suits = is_beside.then(|| least(&base, 40.0, 2000.0));
        Self {
            positions: rows.len(),
            constant: of(&|_| mean as f32),
            today: today(f64::from(aim.scale)),
            today_scaled: (today(best), best),
            hand_made: suits.map(|scale| (base(scale), scale)),
            start: None,
            scores: of(&|row| chance(f32::from(row.score) / aim.scale)),
        }
    }
}

fn error(rows: &[PositionRow], aim: TargetMix, expected: &dyn Fn(&PositionRow) -> f32) -> f64 {
    let errors = rows.iter().map(|row| (expected(row) - row.target(aim)).powi(2));
    errors.map(f64::from).sum::<f64>() / rows.len().max(1) as f64
}

/// The place of the least value of a function with one valley (golden section).
pub(crate) fn least(f: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..24 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// The loss of a network over positions held out.
pub(crate) fn held_out(
    model: &dyn Model,
    numbers: &[f32],
    held: &Positions,
    aim: TargetMix,
    threads: usize,
) -> f64 {
    // The parts do not depend on the threads: the sum is the same with any number of them.
    const PART: usize = 4096;
    let sum = |first: usize| -> f64 {
        let mut output = model.evaluator(numbers);
        let errors = (first..held.len().min(first + PART)).map(|number| {
            let view = held.get(number);
            let expected = view.row.expected(output(view), aim);
            f64::from((expected - view.row.target(aim)).powi(2))
        });
        errors.sum()
    };
    let firsts: Vec<usize> = (0..held.len()).step_by(PART).collect();
    let mut total = 0.0;
    for firsts in firsts.chunks(threads.max(1)) {
        std::thread::scope(|scope| {
            let works: Vec<_> =
                firsts.iter().map(|&first| scope.spawn(move || sum(first))).collect();
            works.into_iter().for_each(|work| total += work.join().unwrap_or(f64::NAN));
        });
    }
    total / held.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_is_found() {
        let at = least(&|x| (x - 321.0).powi(2), 40.0, 2000.0);
        assert!((at - 321.0).abs() < 1.0, "{at}");
    }
}
