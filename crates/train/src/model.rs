//! Networks in floating point: their values and their gradients.

mod cells;
mod pieces;
pub(crate) mod tail;

use crate::job::{JobError, TrainingJob};
use crate::positions::{PositionView, Positions, TargetMix};
use crate::run::{AnyShape, TrainError};
use engine::Features;
use nnue::FileError;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;
use thiserror::Error;

/// The greatest weight of most layers: sums of integers then stay small enough.
const MOST: f32 = 1.98;

/// A kind of network and its sizes. Its numbers are one list.
pub(crate) trait Model: Debug + Sync {
    /// How many numbers it has.
    fn len(&self) -> usize;

    /// The first numbers: small and random, nothing is known of the game.
    fn random(&self, seed: u64) -> Vec<f32>;

    /// The numbers of a weight file, which must be a network of this job.
    fn begin(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        file: &[u8],
    ) -> Result<Vec<f32>, BeginError>;

    /// Parts of the list, and the greatest amount of the numbers there.
    fn bounds(&self) -> Vec<(Range<usize>, f32)>;

    /// Room for the gradient of a part of a batch.
    fn part(&self) -> Box<dyn GradientWorker>;

    /// The output for positions, before their share.
    fn evaluator<'a>(&'a self, numbers: &'a [f32]) -> Box<dyn FnMut(PositionView<'_>) -> f32 + 'a>;

    /// The network of these numbers, in integers.
    fn integers(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        numbers: &[f32],
    ) -> Result<Box<dyn IntegerNetwork>, TrainError>;
}

/// The model of a job.
pub(crate) fn of(job: &TrainingJob, features: &'static dyn Features) -> Box<dyn Model> {
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
    pub(crate) aim: TargetMix,
    /// Positions of the whole batch.
    pub(crate) size: usize,
    /// The epoch: it chooses the image of a position.
    pub(crate) epoch: u64,
}

/// What works out the gradient of a part of a batch.
pub(crate) trait GradientWorker: Send {
    /// Adds the gradient of the mean squared error to `sums`, which are zero. Returns the sum of the errors.
    fn add_gradient(&mut self, sums: &mut [f32], batch: &Batch<'_>) -> f64;
}

/// A gradient, with room for the work.
pub(crate) struct Gradient {
    pub(crate) sums: Vec<f32>,
    pub(crate) loss: f64,
    part: Box<dyn GradientWorker>,
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
pub(crate) trait IntegerNetwork {
    /// The value of a position in hundredths.
    fn value(&mut self, view: PositionView<'_>) -> i32;

    /// Its shape.
    fn shape(&self) -> AnyShape;

    /// Its weight file.
    fn file(&self, made_by: &str) -> Result<Vec<u8>, TrainError>;
}

/// Why a training cannot begin with a weight file.
#[derive(Debug, Error)]
pub(crate) enum BeginError {
    /// It is no such file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The job cannot be used.
    #[error(transparent)]
    Job(#[from] JobError),
    /// It is another network.
    #[error("another network than that of the job: {}", .0.join("; "))]
    Differs(Vec<String>),
}

/// Says what differs between the shape of a file and that of a job.
fn compare<S: Serialize>(found: &S, expected: &S) -> Result<(), BeginError> {
    let fields = |shape: &S| match serde_json::to_value(shape) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (found, expected) = (fields(found), fields(expected));
    let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let differing = names.into_iter().filter(|&name| found.get(name) != expected.get(name));
    let value = |of: Option<&Value>| of.map_or_else(|| "absent".to_owned(), Value::to_string);
    let differing: Vec<String> = differing
        .map(|name| {
            let (found, expected) = (value(found.get(name)), value(expected.get(name)));
            format!("{name} is {found} in the file and {expected} in the job")
        })
        .collect();
    if differing.is_empty() { Ok(()) } else { Err(BeginError::Differs(differing)) }
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
