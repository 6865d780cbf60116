//! The network as integers, and how far they are from the numbers that were trained.

use crate::job::Job;
use crate::model::{Layout, output};
use crate::positions::{Positions, chance};
use engine::Features;
use nnue::{Accumulator, Network, Parameters, Shape, ShapeError};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One in the hidden layer, and one in the weights of the output, as `nnue` defines them.
const HIDDEN_ONE: f32 = 255.0;
const OUTPUT_ONE: f32 = 64.0;
/// Positions that the drift is measured on, at most.
const MEASURED: usize = 20_000;

/// How the integers differ from the trained numbers, over positions held out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drift {
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

/// The network of these numbers.
pub(crate) fn quantised(
    job: &Job,
    features: &dyn Features,
    layout: Layout,
    numbers: &[f32],
) -> Result<Network, ShapeError> {
    let short = |x: f32| x.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let list = |range: Range<usize>, one: f32| -> Vec<i16> {
        numbers[range].iter().map(|x| short(x * one)).collect()
    };
    let scale = job.scale as f32;
    let parameters = Parameters {
        weights: list(layout.weights(), HIDDEN_ONE),
        bias: list(layout.bias(), HIDDEN_ONE),
        output: list(layout.output(), OUTPUT_ONE),
        output_bias: numbers[layout.output_bias()]
            .iter()
            .map(|x| (x * HIDDEN_ONE * OUTPUT_ONE).round() as i32)
            .collect(),
        skip: list(layout.skip(), scale),
    };
    let shape = Shape {
        features: features.name().to_owned(),
        inputs: features.inputs(),
        active: features.active(),
        hidden: job.hidden,
        buckets: features.buckets(),
        // At most 10,000.
        scale: job.scale as i32,
    };
    Network::new(shape, parameters)
}

/// Compares both on positions held out, the weight of the result being `result`.
pub(crate) fn drift(
    job: &Job,
    layout: Layout,
    numbers: &[f32],
    network: &Network,
    held: &Positions,
    result: f32,
) -> Drift {
    let scale = job.scale as f32;
    let mut drift = Drift { positions: held.len().min(MEASURED), ..Drift::default() };
    let mut room = Vec::new();
    let (mut own, mut other) = (network.empty(), network.empty());
    let empty = network.empty();
    let fill = |layer: &mut Accumulator, features: &[u16]| {
        layer.copy_from(&empty);
        features.iter().for_each(|&f| network.add(layer, f.into()));
    };
    for number in 0..drift.positions {
        let view = held.get(number);
        let exact = output(layout, numbers, view, &mut room) * scale;
        fill(&mut own, view.own);
        fill(&mut other, view.other);
        let integer = network.value(&own, &other, view.row.bucket.into()) as f32;
        let target = view.row.target(result, scale);
        let loss =
            |value: f32| f64::from((chance(value * view.row.share / scale) - target).powi(2));
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
