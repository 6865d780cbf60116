//! The network as integers, and how far they are from the numbers that were trained.

use crate::job::Job;
use crate::model::tail::Sizes;
use crate::model::{Layout, Room, output};
use crate::positions::{Aim, Positions};
use crate::run::TrainError;
use engine::Features;
use nnue::{Accumulator, Network, Parameters, Shape};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One in each list, as `nnue` defines them: the hidden layer, the weights behind it and their sums, the weights
/// behind the second layer and their sums.
const HIDDEN_ONE: f32 = 255.0;
const OUTPUT_ONE: f32 = 1024.0;
const OUTPUT_SUM: f32 = HIDDEN_ONE * HIDDEN_ONE * 16.0;
const TAIL_ONE: f32 = 256.0;
const TAIL_SUM: f32 = HIDDEN_ONE * HIDDEN_ONE * 64.0;
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

/// The lists of the layers behind the second one, each over all buckets.
#[derive(Default)]
struct Tail {
    third: Vec<f32>,
    third_bias: Vec<f32>,
    last: Vec<f32>,
    last_bias: Vec<f32>,
}

impl Tail {
    fn new(layout: Layout, numbers: &[f32]) -> Self {
        let mut lists = Self::default();
        let Some(sizes) = layout.layers.map(Sizes) else { return lists };
        for bucket in numbers[layout.tail()].chunks_exact(sizes.len()) {
            lists.third.extend(&bucket[sizes.third()]);
            lists.third_bias.extend(&bucket[sizes.third_bias()]);
            lists.last.extend(&bucket[sizes.last()]);
            lists.last_bias.push(bucket[sizes.last_bias()]);
        }
        lists
    }
}

/// The network of these numbers.
pub(crate) fn quantised(
    job: &Job,
    features: &dyn Features,
    layout: Layout,
    numbers: &[f32],
) -> Result<Network, TrainError> {
    let short = |x: f32| x.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let list = |range: Range<usize>, one: f32| -> Vec<i16> {
        numbers[range].iter().map(|x| short(x * one)).collect()
    };
    let scale = job.scale as f32;
    let long = |x: f32, one: f32| (x * one).round() as i32;
    let tail = Tail::new(layout, numbers);
    let parameters = Parameters {
        weights: list(layout.weights(), HIDDEN_ONE),
        bias: list(layout.bias(), HIDDEN_ONE),
        output: list(layout.output(), OUTPUT_ONE),
        output_bias: numbers[layout.output_bias()].iter().map(|&x| long(x, OUTPUT_SUM)).collect(),
        skip: list(layout.skip(), scale),
        third: tail.third.iter().map(|x| short(x * TAIL_ONE)).collect(),
        third_bias: tail.third_bias.iter().map(|&x| long(x, TAIL_SUM)).collect(),
        last: tail.last.iter().map(|x| short(x * TAIL_ONE)).collect(),
        last_bias: tail.last_bias.iter().map(|&x| long(x, TAIL_SUM)).collect(),
    };
    let shape = Shape {
        features: job.name(features)?.to_owned(),
        inputs: features.inputs(),
        active: features.active(),
        hidden: job.hidden,
        buckets: features.buckets(),
        // At most 10,000.
        scale: job.scale as i32,
        layers: job.layers,
    };
    Ok(Network::new(shape, parameters)?)
}

/// Compares both on positions held out.
pub(crate) fn drift(
    layout: Layout,
    numbers: &[f32],
    network: &Network,
    held: &Positions,
    aim: Aim,
) -> Drift {
    let mut drift = Drift { positions: held.len().min(MEASURED), ..Drift::default() };
    let (mut hidden, mut room) = (Vec::new(), Room::new(layout));
    let (mut own, mut other) = (network.empty(), network.empty());
    let empty = network.empty();
    let fill = |layer: &mut Accumulator, features: &[u16]| {
        layer.copy_from(&empty);
        features.iter().for_each(|&f| network.add(layer, f.into()));
    };
    for number in 0..drift.positions {
        let view = held.get(number);
        let exact = output(layout, numbers, view, &mut hidden, &mut room) * aim.scale;
        fill(&mut own, view.own);
        fill(&mut other, view.other);
        let integer = network.value(&own, &other, view.row.bucket.into()) as f32;
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
