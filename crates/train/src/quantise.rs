//! Rounding to integers, and how far they are from the numbers that were trained.

use crate::model::tail::Sizes;
use crate::model::{IntegerNetwork, Model};
use crate::positions::{Positions, TargetMix};
use nnue::{Fineness, Layer, ShapeError};
use serde::{Deserialize, Serialize};

/// Positions that the drift is measured on, at most.
const MEASURED: usize = 200_000;

/// How the integers differ from the trained numbers, over positions held out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuantisationError {
    /// Positions.
    pub positions: usize,
    /// The mean difference of the values, in hundredths.
    pub mean: f64,
    /// The greatest difference, in hundredths.
    pub most: f64,
    /// The loss of the trained numbers on these positions.
    pub loss_before: f64,
    /// The loss of the integers.
    pub loss: f64,
}

/// A number of 16 bits.
fn short(x: f32) -> i16 {
    x.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Numbers of 16 bits, in which one is this much.
pub(crate) fn shorts(numbers: &[f32], one: f32) -> Vec<i16> {
    numbers.iter().map(|x| short(x * one)).collect()
}

/// The numbers of a list of integers, in which one is this much.
pub(crate) fn floats<N: Copy + Into<f64>>(integers: &[N], one: f32) -> impl Iterator<Item = f32> {
    // With 64 bits, so that rounding gives the same integers again.
    integers.iter().map(move |&n| (n.into() / f64::from(one)) as f32)
}

/// A number of 32 bits, in which one is this much.
pub(crate) fn long(x: f32, one: f32) -> i32 {
    // With 64 bits: a product of 32 bits has 24 of them, and sums are finer.
    (f64::from(x) * f64::from(one)).round() as i32
}

/// By how many powers of two a list can be finer than this much for one, so that its numbers still have 16 bits: at most
/// `most`.
pub(crate) fn room(numbers: &[f32], one: f32, most: u8) -> u8 {
    let greatest = numbers.iter().fold(0.0_f32, |greatest, x| greatest.max(x.abs())) * one;
    (0..most).find(|&n| (greatest * (2 << n) as f32).round() > i16::MAX.into()).unwrap_or(most)
}

/// The next coarser integers after those whose sums can overflow; none where they are the coarsest already, or something
/// else is wrong.
pub(crate) fn coarser(fineness: Fineness, why: &ShapeError) -> Option<Fineness> {
    let mut next = fineness;
    let part = match why {
        ShapeError::Overflow { .. } => &mut next.hidden,
        ShapeError::Wide { layer: Layer::Output, .. } if next.output > 0 => &mut next.output,
        ShapeError::Wide { layer: Layer::Output, .. } => &mut next.squares,
        ShapeError::Wide { .. } => &mut next.tail,
        _ => return None,
    };
    *part = part.checked_sub(1)?;
    Some(next)
}

/// The lists of the layers behind the second one, each over all buckets.
#[derive(Default)]
pub(crate) struct Tail {
    pub(crate) third: Vec<i16>,
    pub(crate) third_bias: Vec<i32>,
    pub(crate) last: Vec<i16>,
    pub(crate) last_bias: Vec<i32>,
}

impl Tail {
    /// The lists of these numbers; none where there are no such layers.
    pub(crate) fn new(sizes: Option<Sizes>, fineness: Fineness, numbers: &[f32]) -> Self {
        let (one, sum) = (fineness.tail_one() as f32, fineness.tail_sum() as f32);
        let mut lists = Self::default();
        let Some(sizes) = sizes else { return lists };
        for bucket in numbers.chunks_exact(sizes.len()) {
            lists.third.extend(shorts(&bucket[sizes.third()], one));
            lists.third_bias.extend(bucket[sizes.third_bias()].iter().map(|&x| long(x, sum)));
            lists.last.extend(shorts(&bucket[sizes.last()], one));
            lists.last_bias.push(long(bucket[sizes.last_bias()], sum));
        }
        lists
    }

    /// The numbers of these lists: what [`Tail::new`] rounded.
    pub(crate) fn numbers(&self, sizes: Option<Sizes>, fineness: Fineness) -> Vec<f32> {
        let (one, sum) = (fineness.tail_one() as f32, fineness.tail_sum() as f32);
        let mut numbers = Vec::new();
        let Some(sizes) = sizes else { return numbers };
        let third = self.third.chunks_exact(sizes.third().len());
        let third_bias = self.third_bias.chunks_exact(sizes.third_bias().len());
        let last = self.last.chunks_exact(sizes.last().len()).zip(self.last_bias.chunks_exact(1));
        for ((third, third_bias), (last, last_bias)) in third.zip(third_bias).zip(last) {
            numbers.extend(floats(third, one));
            numbers.extend(floats(third_bias, sum));
            numbers.extend(floats(last, one));
            numbers.extend(floats(last_bias, sum));
        }
        numbers
    }
}

/// Compares both on positions held out.
pub(crate) fn drift(
    model: &dyn Model,
    numbers: &[f32],
    network: &mut dyn IntegerNetwork,
    held: &Positions,
    aim: TargetMix,
) -> QuantisationError {
    let mut drift =
        QuantisationError { positions: held.len().min(MEASURED), ..QuantisationError::default() };
    let mut output = model.evaluator(numbers);
    for number in 0..drift.positions {
        let view = held.get(number);
        let exact = output(view) * aim.scale;
        let integer = network.value(view) as f32;
        let target = view.row.target(aim);
        let loss =
            |value: f32| f64::from((view.row.expected(value / aim.scale, aim) - target).powi(2));
        let difference = f64::from((exact - integer).abs());
        drift.mean += difference;
        drift.most = drift.most.max(difference);
        drift.loss_before += loss(exact);
        drift.loss += loss(integer);
    }
    let count = drift.positions.max(1) as f64;
    drift.mean /= count;
    drift.loss_before /= count;
    drift.loss /= count;
    drift
}
