//! The steps of the fit: gradients of batches, Adam.

use super::job::PatternJob;
use super::numbers::{Layout, Pair, value};
use super::rows::{PatternRow, PatternRows};
use crate::optimise::{OptimiserState, rate};
use crate::positions::chance;

/// The parts of a batch whose gradients are summed up one after the other: the same sum with any number of threads.
const PARTS: usize = 4;
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
/// Slopes of rare arrangements are far smaller than those of a network.
const SMALL: f32 = 1e-12;

/// The cross-entropy of an expected result against the target.
#[inline]
fn cross_entropy(expected: f32, target: f32) -> f32 {
    let expected = expected.clamp(1e-6, 1.0 - 1e-6);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

/// What no evaluation can lower: the cross-entropy of the targets against themselves.
pub(crate) fn entropy(rows: &PatternRows, result: f32, scale: f32) -> f64 {
    let own = |row: &PatternRow| {
        let target = row.target(result, scale);
        f64::from(cross_entropy(target, target))
    };
    rows.rows.iter().map(own).sum::<f64>() / rows.len().max(1) as f64
}

/// The mean divergence of what is expected of positions from the targets: the cross-entropy less the targets' own.
pub(crate) fn divergence(
    rows: &PatternRows,
    result: f32,
    scale: f32,
    of: &dyn Fn(&PatternRow) -> f32,
) -> f64 {
    let cross = |row: &PatternRow| f64::from(cross_entropy(of(row), row.target(result, scale)));
    let sum: f64 = rows.rows.iter().map(cross).sum();
    sum / rows.len().max(1) as f64 - entropy(rows, result, scale)
}

/// A fit in progress.
pub(crate) struct Fit<'a> {
    pub(crate) job: &'a PatternJob,
    pub(crate) layout: &'a Layout,
    /// Hundredths for an output of 1.
    pub(crate) scale: f32,
    pub(crate) threads: usize,
    firsts: Vec<usize>,
    priors: Vec<f32>,
    start: Vec<f32>,
    folded: Vec<Pair>,
    slopes: Vec<Vec<Pair>>,
}

/// Numbers as pairs.
pub(crate) fn pairs(numbers: &[f32]) -> &[Pair] {
    numbers.as_chunks::<2>().0
}

impl<'a> Fit<'a> {
    pub(crate) fn new(
        job: &'a PatternJob,
        layout: &'a Layout,
        scale: f32,
        threads: usize,
        start: Vec<f32>,
    ) -> Self {
        Self {
            job,
            layout,
            scale,
            threads: threads.max(1),
            firsts: layout.firsts(),
            priors: layout.priors(job, scale),
            start,
            folded: Vec::new(),
            slopes: vec![vec![[0.0; 2]; layout.length]; PARTS],
        }
    }

    /// The sum of the cross-entropies of a batch, whose gradient is then the first of the slopes.
    fn gradient(&mut self, train: &PatternRows, batch: &[u32]) -> f64 {
        let size = batch.len().div_ceil(PARTS).max(1);
        let pieces: Vec<&[u32]> =
            (0..PARTS).map(|part| batch.chunks(size).nth(part).unwrap_or_default()).collect();
        let (folded, firsts) = (&self.folded, &self.firsts);
        let (result, scale, length) = (self.job.result, self.scale, self.layout.folded());
        let each = PARTS.div_ceil(self.threads.min(PARTS));
        let mut losses = [0.0; PARTS];
        std::thread::scope(|scope| {
            let work = self.slopes.chunks_mut(each).zip(pieces.chunks(each));
            for ((slopes, pieces), losses) in work.zip(losses.chunks_mut(each)) {
                let work = move || {
                    for ((slopes, piece), loss) in slopes.iter_mut().zip(pieces).zip(losses) {
                        slopes.fill([0.0; 2]);
                        let slopes = &mut slopes[..length];
                        for &number in *piece {
                            *loss += slope(
                                train,
                                number as usize,
                                folded,
                                firsts,
                                result,
                                scale,
                                slopes,
                            );
                        }
                    }
                };
                if self.threads == 1 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
        let (first, rest) = self.slopes.split_at_mut(1);
        for part in rest {
            for (sum, more) in first[0][..length].iter_mut().zip(&part[..length]) {
                sum[0] += more[0];
                sum[1] += more[1];
            }
        }
        self.layout.spread(&mut first[0]);
        losses.iter().sum()
    }

    /// A step: the sum of the cross-entropies of the batch.
    pub(crate) fn step(
        &mut self,
        state: &mut OptimiserState,
        train: &PatternRows,
        batch: &[u32],
        of: u64,
    ) -> f64 {
        self.layout.fold(pairs(&state.numbers), &mut self.folded);
        let loss = self.gradient(train, batch);
        let ends = self.job.rate.map(|thousandths| thousandths / (10.0 * self.scale));
        let rate = rate(ends, state.step as f64 / of as f64);
        state.step += 1;
        let power = i32::try_from(state.step).unwrap_or(i32::MAX);
        let (first_part, second_part) = (1.0 - FIRST.powi(power), 1.0 - SECOND.powi(power));
        let (size, positions) = (batch.len() as f32, train.len() as f32);
        let slopes = self.slopes[0].as_flattened();
        let moments = state.first.iter_mut().zip(state.second.iter_mut());
        let numbers = state.numbers.iter_mut().zip(&self.start).zip(slopes).zip(moments);
        for (at, (((number, &start), &slope), (first, second))) in numbers.enumerate() {
            let prior = self.priors[at / 2];
            let slope = slope / size + (*number - start) / (prior * prior) / positions;
            *first = FIRST * *first + (1.0 - FIRST) * slope;
            *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
            let (mean, square) = (*first / first_part, *second / second_part);
            *number -= rate * mean / (square.sqrt() + SMALL);
        }
        loss
    }

    /// The loss over positions held out, with these folded numbers.
    pub(crate) fn loss(&self, folded: &[Pair], held: &PatternRows) -> f64 {
        // The parts do not depend on the threads: the sum is the same with any number of them.
        const PART: usize = 16_384;
        let sum = |first: usize| -> f64 {
            let losses = (first..held.len().min(first + PART)).map(|number| {
                let view = held.get(number);
                let (output, _) = value(folded, &self.firsts, view);
                let target = view.row.target(self.job.result, self.scale);
                f64::from(cross_entropy(chance(output), target))
            });
            losses.sum()
        };
        let firsts: Vec<usize> = (0..held.len()).step_by(PART).collect();
        let mut total = 0.0;
        for firsts in firsts.chunks(self.threads) {
            std::thread::scope(|scope| {
                let works: Vec<_> =
                    firsts.iter().map(|&first| scope.spawn(move || sum(first))).collect();
                works.into_iter().for_each(|work| total += work.join().unwrap_or(f64::NAN));
            });
        }
        total / held.len().max(1) as f64 - entropy(held, self.job.result, self.scale)
    }

    /// The value of a position, in hundredths.
    pub(crate) fn hundredths(&self, folded: &[Pair], held: &PatternRows, number: usize) -> f32 {
        value(folded, &self.firsts, held.get(number)).0 * self.scale
    }

    /// The numbers by which positions are evaluated.
    pub(crate) fn folded(&self, numbers: &[f32]) -> Vec<Pair> {
        let mut folded = Vec::new();
        self.layout.fold(pairs(numbers), &mut folded);
        folded
    }
}

/// Adds the slopes of a position: its cross-entropy.
#[inline]
fn slope(
    train: &PatternRows,
    number: usize,
    folded: &[Pair],
    firsts: &[usize],
    result: f32,
    scale: f32,
    slopes: &mut [Pair],
) -> f64 {
    let view = train.get(number);
    let (output, divisor) = value(folded, firsts, view);
    let (expected, target) = (chance(output), view.row.target(result, scale));
    let error = (expected - target) / divisor;
    let error = [error * view.row.opening, error * (1.0 - view.row.opening)];
    for &(number, times) in view.times {
        let (slope, times) = (&mut slopes[usize::from(number)], f32::from(times));
        slope[0] += error[0] * times;
        slope[1] += error[1] * times;
    }
    let (own, other) = view.entries.split_at(view.entries.len() / 2);
    for (&first, (&own, &other)) in firsts.iter().zip(own.iter().zip(other)) {
        let slope = &mut slopes[first + own as usize];
        slope[0] += error[0];
        slope[1] += error[1];
        let slope = &mut slopes[first + other as usize];
        slope[0] -= error[0];
        slope[1] -= error[1];
    }
    f64::from(cross_entropy(expected, target))
}
