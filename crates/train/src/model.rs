//! Networks in floating point: their values and their gradients.

mod cells;
mod pieces;
pub(crate) mod tail;

use crate::job::Job;
use crate::positions::{Aim, Positions, View};
use crate::run::{AnyShape, TrainError};
use engine::Features;
use std::fmt::Debug;
use std::ops::Range;

/// The greatest weight of most layers: sums of integers then stay small enough.
const MOST: f32 = 1.98;

/// A kind of network and its sizes. Its numbers are one list.
pub(crate) trait Model: Debug + Sync {
    /// How many numbers it has.
    fn len(&self) -> usize;

    /// The first numbers: small and random, nothing is known of the game.
    fn random(&self, seed: u64) -> Vec<f32>;

    /// Parts of the list, and the greatest amount of the numbers there.
    fn bounds(&self) -> Vec<(Range<usize>, f32)>;

    /// Room for the gradient of a part of a batch.
    fn part(&self) -> Box<dyn Part>;

    /// The output for positions, before their share.
    fn evaluator<'a>(&'a self, numbers: &'a [f32]) -> Box<dyn FnMut(View<'_>) -> f32 + 'a>;

    /// The network of these numbers, in integers.
    fn integers(
        &self,
        job: &Job,
        features: &dyn Features,
        numbers: &[f32],
    ) -> Result<Box<dyn Integers>, TrainError>;
}

/// The model of a job.
pub(crate) fn of(job: &Job, features: &'static dyn Features) -> Box<dyn Model> {
    let layers = job.layers.map(|layers| layers.map(|size| size as usize));
    match features.cells() {
        Some(cells) => Box::new(cells::Layout::new(job, features, cells)),
        None => Box::new(pieces::Layout {
            inputs: features.inputs() as usize,
            hidden: job.hidden as usize,
            buckets: features.buckets() as usize,
            layers,
            active: features.active() as usize,
        }),
    }
}

/// A part of a batch.
pub(crate) struct Batch<'a> {
    pub(crate) numbers: &'a [f32],
    pub(crate) positions: &'a Positions,
    /// The positions of the part.
    pub(crate) order: &'a [u32],
    pub(crate) aim: Aim,
    /// Positions of the whole batch.
    pub(crate) size: usize,
    /// The epoch: it chooses the image of a position.
    pub(crate) epoch: u64,
}

/// What works out the gradient of a part of a batch.
pub(crate) trait Part: Send {
    /// Adds the gradient of the mean squared error to `sums`, which are zero. Returns the sum of the errors.
    fn add_gradient(&mut self, sums: &mut [f32], batch: &Batch<'_>) -> f64;
}

/// A gradient, with room for the work.
pub(crate) struct Gradient {
    pub(crate) sums: Vec<f32>,
    pub(crate) loss: f64,
    part: Box<dyn Part>,
}

impl Gradient {
    pub(crate) fn new(model: &dyn Model) -> Self {
        Self { sums: vec![0.0; model.len()], loss: 0.0, part: model.part() }
    }

    pub(crate) fn of(&mut self, batch: &Batch<'_>) {
        self.sums.fill(0.0);
        self.loss = self.part.add_gradient(&mut self.sums, batch);
    }
}

/// A network in integers.
pub(crate) trait Integers {
    /// The value of a position in hundredths.
    fn value(&mut self, view: View<'_>) -> i32;

    /// Its shape.
    fn shape(&self) -> AnyShape;

    /// Its weight file.
    fn file(&self, made_by: &str) -> Result<Vec<u8>, TrainError>;
}

fn dot(values: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for (values, weights) in values.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for i in 0..16 {
            lanes[i] += values[i] * weights[i];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests;
