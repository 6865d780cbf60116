//! The layers behind the hidden one.

use crate::fineness::{CLIP, Fineness};
use crate::kernel::Kernel;
use crate::network::{Layer, Parameters, Shape, ShapeError};

/// The greatest size of a layer.
pub(crate) const MOST: usize = 64;

/// The numbers of the layers behind the second one, over all buckets.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Lists<'a> {
    /// The sizes of the second and the third layer.
    pub(crate) layers: [u32; 2],
    pub(crate) fineness: Fineness,
    /// In the order of [`Kernel::dense`], bucket by bucket.
    pub(crate) third: &'a [i16],
    pub(crate) third_bias: &'a [i32],
    pub(crate) last: &'a [i16],
    pub(crate) last_bias: &'a [i32],
}

/// The output of a bucket for the sums of its second layer; one is [`Fineness::tail_sum`].
#[inline]
pub(crate) fn last(kernel: Kernel, lists: Lists<'_>, bucket: usize, units: &[i32]) -> i32 {
    let [second, third] = lists.layers.map(|size| size as usize);
    let (second_down, third_down) = (lists.fineness.second_down(), lists.fineness.third_down());
    let one = lists.fineness.tail_sum();
    let mut values = [0_i16; 2 * MOST];
    for (at, &unit) in units.iter().enumerate() {
        let clipped = (unit >> second_down).clamp(0, CLIP.into());
        values[at] = clipped as i16;
        values[second + at] = (clipped * clipped / i32::from(CLIP)) as i16;
    }
    let weights = 2 * second * third;
    let rows = bucket * third..(bucket + 1) * third;
    let mut sums = [0; MOST];
    sums[..third].copy_from_slice(&lists.third_bias[rows.clone()]);
    let third_weights = &lists.third[bucket * weights..(bucket + 1) * weights];
    kernel.dense(&mut sums[..third], &values[..2 * second], third_weights);
    let mut sum = lists.last_bias[bucket];
    for (&value, &weight) in sums[..third].iter().zip(&lists.last[rows]) {
        sum += (value.clamp(0, one) >> third_down) * i32::from(weight);
    }
    sum
}

/// No sum of these rows leaves 32 bits, whatever the values from 0 to `most` are.
pub(crate) fn check(
    layer: Layer,
    most: i16,
    width: u32,
    weights: &[i16],
    biases: &[i32],
) -> Result<(), ShapeError> {
    // In which order the products are added does not matter: with their amounts no part of a sum is greater.
    for (at, (row, &bias)) in weights.chunks_exact(width as usize).zip(biases).enumerate() {
        let amounts = row.iter().map(|&weight| i64::from(weight.unsigned_abs()));
        let sum = amounts.sum::<i64>() * i64::from(most) + i64::from(bias.unsigned_abs());
        if sum > i64::from(i32::MAX) {
            return Err(ShapeError::Wide { layer, at, sum });
        }
    }
    Ok(())
}

/// [`check`] for the layers behind the second one: their weights and biases.
pub(crate) fn check_tail(
    [second, third]: [u32; 2],
    weights: [&[i16]; 2],
    biases: [&[i32]; 2],
) -> Result<(), ShapeError> {
    check(Layer::Third, CLIP, 2 * second, weights[0], biases[0])?;
    check(Layer::Last, CLIP, third, weights[1], biases[1])
}

/// [`check_tail`] for a network that may have no such layers.
pub(crate) fn check_layers(shape: &Shape, of: &Parameters) -> Result<(), ShapeError> {
    let Some(layers) = shape.layers else { return Ok(()) };
    check_tail(layers, [&of.third, &of.last], [&of.third_bias, &of.last_bias])
}
