//! The layers behind the hidden one in floating point: the second layer, clipped, and its squares go to the third
//! layer; the third layer, clipped, goes to the output.

use std::ops::Range;

/// The sizes of the second and the third layer. A bucket has the lists of the functions below, one after the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes(pub(crate) [usize; 2]);

impl Sizes {
    /// The weights of each unit of the third layer: for the clipped second layer, then for its squares.
    pub(crate) fn third(self) -> Range<usize> {
        0..self.0[1] * 2 * self.0[0]
    }

    pub(crate) fn third_bias(self) -> Range<usize> {
        self.third().end..self.third().end + self.0[1]
    }

    pub(crate) fn last(self) -> Range<usize> {
        self.third_bias().end..self.third_bias().end + self.0[1]
    }

    pub(crate) fn last_bias(self) -> usize {
        self.last().end
    }

    /// All numbers of a bucket.
    pub(crate) fn len(self) -> usize {
        self.last_bias() + 1
    }

    /// The lists that begin with random numbers, and the greatest of these.
    pub(crate) fn random(self) -> [(Range<usize>, f32); 2] {
        let most = |inputs: usize| (1.0 / inputs as f32).sqrt();
        [(self.third(), most(2 * self.0[0])), (self.last(), most(self.0[1]))]
    }
}

/// Room for the values of a position and their gradients.
#[derive(Clone, Debug)]
pub(crate) struct TailBuffers {
    sizes: Sizes,
    /// The second layer, clipped, then its squares.
    values: Vec<f32>,
    /// The third layer, before it is clipped.
    third: Vec<f32>,
    slopes: Vec<f32>,
}

/// The slope of clipping at a value.
fn inside(value: f32) -> f32 {
    if (0.0..=1.0).contains(&value) { 1.0 } else { 0.0 }
}

impl TailBuffers {
    pub(crate) fn new(sizes: Sizes) -> Self {
        let [second, third] = sizes.0;
        Self {
            sizes,
            values: vec![0.0; 2 * second],
            third: vec![0.0; third],
            slopes: vec![0.0; 2 * second],
        }
    }

    /// The output for a second layer, by the numbers of a bucket.
    pub(crate) fn output(&mut self, numbers: &[f32], second: &[f32]) -> f32 {
        let sizes = self.sizes;
        let (clipped, squares) = self.values.split_at_mut(second.len());
        for ((&value, clipped), square) in second.iter().zip(clipped).zip(squares) {
            *clipped = value.clamp(0.0, 1.0);
            *square = *clipped * *clipped;
        }
        let weights = numbers[sizes.third()].chunks_exact(self.values.len());
        let biases = &numbers[sizes.third_bias()];
        for ((sum, weights), &bias) in self.third.iter_mut().zip(weights).zip(biases) {
            *sum = bias + weights.iter().zip(&self.values).map(|(w, x)| w * x).sum::<f32>();
        }
        let last = numbers[sizes.last()].iter().zip(&self.third);
        numbers[sizes.last_bias()] + last.map(|(w, x)| w * x.clamp(0.0, 1.0)).sum::<f32>()
    }

    /// Adds the gradient of the position that [`TailBuffers::output`] was called for to `sums`, and turns its second
    /// layer into the gradient of it.
    pub(crate) fn back(
        &mut self,
        numbers: &[f32],
        sums: &mut [f32],
        slope: f32,
        second: &mut [f32],
    ) {
        let sizes = self.sizes;
        let width = self.values.len();
        self.slopes.fill(0.0);
        sums[sizes.last_bias()] += slope;
        for (at, &sum) in self.third.iter().enumerate() {
            let place = sizes.last().start + at;
            sums[place] += slope * sum.clamp(0.0, 1.0);
            let slope = slope * numbers[place] * inside(sum);
            if slope == 0.0 {
                continue;
            }
            sums[sizes.third_bias().start + at] += slope;
            let row = at * width..(at + 1) * width;
            for (sum, &x) in sums[row.clone()].iter_mut().zip(&self.values) {
                *sum += slope * x;
            }
            for (sum, &w) in self.slopes.iter_mut().zip(&numbers[row]) {
                *sum += slope * w;
            }
        }
        let (clipped, squares) = self.slopes.split_at(second.len());
        for ((value, &first), &square) in second.iter_mut().zip(clipped).zip(squares) {
            *value = (first + square * 2.0 * value.clamp(0.0, 1.0)) * inside(*value);
        }
    }
}
