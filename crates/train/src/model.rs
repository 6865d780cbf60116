//! The network in floating point: its value and its gradient.

use crate::positions::{Positions, View, chance};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// The sizes of a network, and where its lists lie in the list of all numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) buckets: usize,
}

impl Layout {
    pub(crate) fn weights(self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    pub(crate) fn bias(self) -> Range<usize> {
        self.weights().end..self.weights().end + self.hidden
    }

    /// For each bucket: the weights of the side to move, then of the other.
    pub(crate) fn output(self) -> Range<usize> {
        self.bias().end..self.bias().end + self.buckets * 2 * self.hidden
    }

    pub(crate) fn output_bias(self) -> Range<usize> {
        self.output().end..self.output().end + self.buckets
    }

    /// For each feature what it adds directly, by bucket.
    pub(crate) fn skip(self) -> Range<usize> {
        self.output_bias().end..self.output_bias().end + self.inputs * self.buckets
    }

    pub(crate) fn len(self) -> usize {
        self.skip().end
    }

    /// The first numbers of a network: small and random, nothing is known of the game.
    pub(crate) fn random(self, seed: u64, active: usize) -> Vec<f32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut numbers = vec![0.0; self.len()];
        let mut fill = |range: Range<usize>, most: f32| {
            numbers[range]
                .iter_mut()
                .for_each(|x| *x = (random.random::<f32>() * 2.0 - 1.0) * most);
        };
        // So that sums of active features begin within the range that is not clipped.
        fill(self.weights(), (1.0 / active as f32).sqrt());
        fill(self.output(), (1.0 / (2 * self.hidden) as f32).sqrt());
        numbers[self.bias()].fill(0.1);
        numbers
    }
}

/// Positions whose gradients are added together at once: their hidden layers stay in the cache.
const CHUNK: usize = 128;

/// The gradient of a part of a batch, with room for the work.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    pub(crate) sums: Vec<f32>,
    pub(crate) loss: f64,
    /// For each position of a chunk and each perspective: the hidden layer, then its gradient.
    hidden: Vec<f32>,
    /// The rows of `hidden` that a feature is active in, feature by feature.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

/// The hidden layer before it is clipped.
fn fill_hidden(layout: Layout, numbers: &[f32], features: &[u16], hidden: &mut [f32]) {
    hidden.copy_from_slice(&numbers[layout.bias()]);
    for &feature in features {
        let at = usize::from(feature) * layout.hidden;
        let row = &numbers[at..at + layout.hidden];
        hidden.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += weight);
    }
}

fn dot(hidden: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for (values, weights) in hidden.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for i in 0..16 {
            let clipped = values[i].clamp(0.0, 1.0);
            lanes[i] += clipped * clipped * weights[i];
        }
    }
    lanes.iter().sum()
}

fn skip(layout: Layout, numbers: &[f32], view: View<'_>) -> f32 {
    let list = &numbers[layout.skip()];
    let sum = |features: &[u16]| -> f32 {
        let at = |&f: &u16| list[usize::from(f) * layout.buckets + usize::from(view.row.bucket)];
        features.iter().map(at).sum()
    };
    (sum(view.own) - sum(view.other)) / 2.0
}

/// The output for a position whose hidden layers are filled.
fn finish(layout: Layout, numbers: &[f32], view: View<'_>, own: &[f32], other: &[f32]) -> f32 {
    let bucket = usize::from(view.row.bucket);
    let at = layout.output().start + bucket * 2 * layout.hidden;
    let (first, second) = numbers[at..at + 2 * layout.hidden].split_at(layout.hidden);
    dot(own, first)
        + dot(other, second)
        + numbers[layout.output_bias().start + bucket]
        + skip(layout, numbers, view)
}

/// The output of the network for a position, before the share of the position.
pub(crate) fn output(layout: Layout, numbers: &[f32], view: View<'_>, room: &mut Vec<f32>) -> f32 {
    room.resize(2 * layout.hidden, 0.0);
    let (own, other) = room.split_at_mut(layout.hidden);
    fill_hidden(layout, numbers, view.own, own);
    fill_hidden(layout, numbers, view.other, other);
    finish(layout, numbers, view, own, other)
}

impl Gradient {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            sums: vec![0.0; layout.len()],
            loss: 0.0,
            hidden: vec![0.0; CHUNK * 2 * layout.hidden],
            starts: vec![0; layout.inputs + 1],
            rows: Vec::new(),
        }
    }

    /// The gradient of the mean squared error over these positions, of a batch of `batch`.
    pub(crate) fn of(
        &mut self,
        layout: Layout,
        numbers: &[f32],
        positions: &Positions,
        order: &[u32],
        target: impl Fn(View<'_>) -> f32,
        batch: usize,
    ) {
        self.sums.fill(0.0);
        self.loss = 0.0;
        for chunk in order.chunks(CHUNK) {
            for (slot, &number) in chunk.iter().enumerate() {
                let view = positions.get(number as usize);
                self.position(layout, numbers, view, slot, target(view), batch);
            }
            self.add_rows(layout, positions, chunk);
        }
    }

    /// The output of a position, its loss, and the gradient down to its hidden layers.
    fn position(
        &mut self,
        layout: Layout,
        numbers: &[f32],
        view: View<'_>,
        slot: usize,
        target: f32,
        batch: usize,
    ) {
        let size = layout.hidden;
        let both = &mut self.hidden[slot * 2 * size..(slot + 1) * 2 * size];
        let (own, other) = both.split_at_mut(size);
        fill_hidden(layout, numbers, view.own, own);
        fill_hidden(layout, numbers, view.other, other);
        let expected = chance(finish(layout, numbers, view, own, other) * view.row.share);
        let error = expected - target;
        self.loss += f64::from(error * error);
        let slope = 2.0 * error * expected * (1.0 - expected) * view.row.share / batch as f32;
        let bucket = usize::from(view.row.bucket);
        self.sums[layout.output_bias().start + bucket] += slope;
        let skips = &mut self.sums[layout.skip()];
        for (features, sign) in [(view.own, 0.5), (view.other, -0.5)] {
            for &feature in features {
                skips[usize::from(feature) * layout.buckets + bucket] += sign * slope;
            }
        }
        for (half, hidden) in [own, other].into_iter().enumerate() {
            let at = layout.output().start + (bucket * 2 + half) * size;
            let weights = &numbers[at..at + size];
            let sums = &mut self.sums[at..at + size];
            for ((value, sum), &weight) in hidden.iter_mut().zip(sums).zip(weights) {
                let clipped = value.clamp(0.0, 1.0);
                *sum += slope * clipped * clipped;
                // Outside of the range that is clipped the slope is zero.
                let inside = if clipped == *value { 1.0 } else { 0.0 };
                *value = slope * weight * 2.0 * clipped * inside;
            }
        }
    }

    /// Adds the gradients of the hidden layers to the rows of the active features, one feature after the other:
    /// in the order of positions each addition would touch another part of memory.
    fn add_rows(&mut self, layout: Layout, positions: &Positions, chunk: &[u32]) {
        let size = layout.hidden;
        let perspectives = || {
            (0_u32..).step_by(2).zip(chunk).flat_map(|(row, &number)| {
                let view = positions.get(number as usize);
                [(row, view.own), (row + 1, view.other)]
            })
        };
        self.starts.fill(0);
        for (_, features) in perspectives() {
            features.iter().for_each(|&f| self.starts[usize::from(f) + 1] += 1);
        }
        for f in 0..layout.inputs {
            self.starts[f + 1] += self.starts[f];
        }
        let mut next = self.starts.clone();
        self.rows.resize(self.starts[layout.inputs] as usize, 0);
        for (row, features) in perspectives() {
            for &feature in features {
                let at = &mut next[usize::from(feature)];
                self.rows[*at as usize] = row;
                *at += 1;
            }
        }
        for (feature, sums) in self.sums[layout.weights()].chunks_exact_mut(size).enumerate() {
            let rows = self.starts[feature] as usize..self.starts[feature + 1] as usize;
            for &row in &self.rows[rows] {
                let from = &self.hidden[row as usize * size..(row as usize + 1) * size];
                sums.iter_mut().zip(from).for_each(|(sum, &x)| *sum += x);
            }
        }
        let used = &self.hidden[..chunk.len() * 2 * size];
        for from in used.chunks_exact(size) {
            self.sums[layout.bias()].iter_mut().zip(from).for_each(|(sum, &x)| *sum += x);
        }
    }
}

#[cfg(test)]
mod tests;
