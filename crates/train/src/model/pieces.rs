//! The network that adds up the pieces on the board, in floating point: its value and its gradient.

use super::{Batch, BeginError, GradientWorker, IntegerNetwork, Model, compare, dot, tail};
use crate::job::{JobError, TrainingJob};
use crate::positions::{PositionView, Positions};
use crate::quantise::{Tail, coarser, floats, long, room, shorts};
use crate::run::{AnyShape, TrainError};
use engine::Features;
use nnue::{Accumulator, Fineness, Network, Parameters, Shape};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// The sizes of a network, and where its lists lie in the list of all numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) buckets: usize,
    /// The sizes of the layers behind the hidden one: two, or none.
    pub(crate) layers: Option<[usize; 2]>,
    /// How many features are active at most.
    pub(crate) active: usize,
}

/// The finest integers that are made.
const FINEST: Fineness = Fineness { hidden: 3, squares: 3, output: 4, tail: 6, skip: 4 };

impl Layout {
    pub(crate) fn weights(self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    pub(crate) fn bias(self) -> Range<usize> {
        self.weights().end..self.weights().end + self.hidden
    }

    /// The units that the hidden layers lead to: the second layer, or the output alone.
    pub(crate) fn units(self) -> usize {
        self.layers.map_or(1, |layers| layers[0])
    }

    /// For each bucket and unit: the weights of the side to move, then of the other.
    pub(crate) fn output(self) -> Range<usize> {
        self.bias().end..self.bias().end + self.buckets * self.units() * 2 * self.hidden
    }

    pub(crate) fn output_bias(self) -> Range<usize> {
        self.output().end..self.output().end + self.buckets * self.units()
    }

    /// For each feature what it adds directly, by bucket.
    pub(crate) fn skip(self) -> Range<usize> {
        self.output_bias().end..self.output_bias().end + self.inputs * self.buckets
    }

    /// The first unit of a position's bucket.
    fn unit(self, view: PositionView<'_>) -> usize {
        usize::from(view.row.bucket) * self.units()
    }

    /// The weights of a unit.
    fn row(self, unit: usize) -> Range<usize> {
        let start = self.output().start + unit * 2 * self.hidden;
        start..start + 2 * self.hidden
    }

    /// The layers behind the second one for a position's bucket.
    fn tail_of(self, view: PositionView<'_>) -> Range<usize> {
        let size = self.tail().len() / self.buckets;
        let start = self.tail().start + usize::from(view.row.bucket) * size;
        start..start + size
    }

    /// The layers behind the second one, by bucket.
    pub(crate) fn tail(self) -> Range<usize> {
        let size = self.layers.map_or(0, |layers| tail::Sizes(layers).len());
        self.skip().end..self.skip().end + self.buckets * size
    }

    pub(crate) fn size(self) -> usize {
        self.tail().end
    }

    /// The shape of its weight file.
    pub(crate) fn shape(
        self,
        job: &TrainingJob,
        features: &dyn Features,
        fineness: Fineness,
    ) -> Result<Shape, JobError> {
        Ok(Shape {
            features: job.name(features)?.to_owned(),
            inputs: features.inputs(),
            active: features.active(),
            hidden: job.hidden,
            buckets: features.buckets(),
            // At most 10,000.
            scale: job.scale as i32,
            layers: job.layers,
            fineness,
        })
    }

    /// The finest integers whose numbers have 16 bits; sums may still be too great.
    fn finest(self, job: &TrainingJob, numbers: &[f32]) -> Fineness {
        let coarsest = Fineness::default();
        let hidden = &numbers[0..self.bias().end];
        Fineness {
            hidden: room(hidden, coarsest.hidden_one() as f32, FINEST.hidden),
            squares: FINEST.squares,
            output: room(&numbers[self.output()], coarsest.output_one() as f32, FINEST.output),
            tail: room(&numbers[self.tail()], coarsest.tail_one() as f32, FINEST.tail),
            skip: room(&numbers[self.skip()], job.scale as f32, FINEST.skip),
        }
    }

    /// Its integers.
    pub(crate) fn parameters(
        self,
        job: &TrainingJob,
        numbers: &[f32],
        fineness: Fineness,
    ) -> Parameters {
        let list = |range: Range<usize>, one: i32| shorts(&numbers[range], one as f32);
        let tail = Tail::new(self.layers.map(tail::Sizes), fineness, &numbers[self.tail()]);
        let sum = fineness.output_sum() as f32;
        Parameters {
            weights: list(self.weights(), fineness.hidden_one()),
            bias: list(self.bias(), fineness.hidden_one()),
            output: list(self.output(), fineness.output_one()),
            output_bias: numbers[self.output_bias()].iter().map(|&x| long(x, sum)).collect(),
            skip: list(self.skip(), job.scale as i32 * fineness.skip_one()),
            third: tail.third,
            third_bias: tail.third_bias,
            last: tail.last,
            last_bias: tail.last_bias,
        }
    }

    /// See [`Model::random`].
    fn first(self, seed: u64) -> Vec<f32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut numbers = vec![0.0; self.size()];
        let mut fill = |range: Range<usize>, most: f32| {
            numbers[range]
                .iter_mut()
                .for_each(|x| *x = (random.random::<f32>() * 2.0 - 1.0) * most);
        };
        // So that sums of active features begin within the range that is not clipped.
        fill(self.weights(), (1.0 / self.active as f32).sqrt());
        fill(self.output(), (1.0 / (2 * self.hidden) as f32).sqrt());
        if let Some(layers) = self.layers {
            let sizes = tail::Sizes(layers);
            for bucket in 0..self.buckets {
                let start = self.tail().start + bucket * sizes.len();
                for (range, most) in sizes.random() {
                    fill(start + range.start..start + range.end, most);
                }
            }
        }
        numbers[self.bias()].fill(0.1);
        numbers
    }
}

/// Positions whose gradients are added together at once: their hidden layers stay in the cache.
const CHUNK: usize = 128;

/// Room for the gradient of a part of a batch.
#[derive(Clone, Debug)]
struct GradientBuffers {
    layout: Layout,
    /// For each position of a chunk and each perspective: the hidden layer, then its gradient.
    hidden: Vec<f32>,
    /// The rows of `hidden` that a feature is active in, feature by feature.
    starts: Vec<u32>,
    rows: Vec<u32>,
    room: PositionBuffers,
    /// The gradients of the clipped and squared hidden layers of a position.
    slopes: Vec<f32>,
}

/// Room for a position behind its hidden layers.
#[derive(Clone, Debug)]
struct PositionBuffers {
    /// Both hidden layers, clipped and squared.
    squares: Vec<f32>,
    /// The units that they lead to, then their gradients.
    units: Vec<f32>,
    tail: Option<tail::TailBuffers>,
}

impl PositionBuffers {
    fn new(layout: Layout) -> Self {
        Self {
            squares: vec![0.0; 2 * layout.hidden],
            units: vec![0.0; layout.units()],
            tail: layout.layers.map(|layers| tail::TailBuffers::new(tail::Sizes(layers))),
        }
    }
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

fn skip(layout: Layout, numbers: &[f32], view: PositionView<'_>) -> f32 {
    let list = &numbers[layout.skip()];
    let sum = |features: &[u16]| -> f32 {
        let at = |&f: &u16| list[usize::from(f) * layout.buckets + usize::from(view.row.bucket)];
        features.iter().map(at).sum()
    };
    (sum(view.own) - sum(view.other)) / 2.0
}

/// The output for a position whose hidden layers, one after the other, are filled.
fn finish(
    layout: Layout,
    numbers: &[f32],
    view: PositionView<'_>,
    hidden: &[f32],
    room: &mut PositionBuffers,
) -> f32 {
    for (square, value) in room.squares.iter_mut().zip(hidden) {
        let clipped = value.clamp(0.0, 1.0);
        *square = clipped * clipped;
    }
    let at = layout.unit(view);
    for (row, unit) in (at..).zip(&mut room.units) {
        let weights = &numbers[layout.row(row)];
        *unit = dot(&room.squares, weights) + numbers[layout.output_bias().start + row];
    }
    let output = match &mut room.tail {
        None => room.units[0],
        Some(tail) => tail.output(&numbers[layout.tail_of(view)], &room.units),
    };
    output + skip(layout, numbers, view)
}

/// The output of the network for a position, before the share of the position.
fn output(
    layout: Layout,
    numbers: &[f32],
    view: PositionView<'_>,
    hidden: &mut Vec<f32>,
    room: &mut PositionBuffers,
) -> f32 {
    hidden.resize(2 * layout.hidden, 0.0);
    let (own, other) = hidden.split_at_mut(layout.hidden);
    fill_hidden(layout, numbers, view.own, own);
    fill_hidden(layout, numbers, view.other, other);
    finish(layout, numbers, view, hidden, room)
}

impl GradientWorker for GradientBuffers {
    fn add_gradient(&mut self, sums: &mut [f32], batch: &Batch<'_>) -> f64 {
        let mut loss = 0.0;
        for chunk in batch.order.chunks(CHUNK) {
            for (slot, &number) in chunk.iter().enumerate() {
                let view = batch.positions.get(number as usize);
                loss += self.position(sums, view, slot, batch);
            }
            self.add_rows(sums, batch.positions, chunk);
        }
        loss
    }
}

impl GradientBuffers {
    fn new(layout: Layout) -> Self {
        Self {
            layout,
            hidden: vec![0.0; CHUNK * 2 * layout.hidden],
            starts: vec![0; layout.inputs + 1],
            rows: Vec::new(),
            room: PositionBuffers::new(layout),
            slopes: vec![0.0; 2 * layout.hidden],
        }
    }

    /// The output of a position and the gradient down to its hidden layers. Returns its loss.
    fn position(
        &mut self,
        sums: &mut [f32],
        view: PositionView<'_>,
        slot: usize,
        batch: &Batch<'_>,
    ) -> f64 {
        let (layout, numbers, aim) = (self.layout, batch.numbers, batch.aim);
        let size = layout.hidden;
        let hidden = &mut self.hidden[slot * 2 * size..(slot + 1) * 2 * size];
        let (own, other) = hidden.split_at_mut(size);
        fill_hidden(layout, numbers, view.own, own);
        fill_hidden(layout, numbers, view.other, other);
        let room = &mut self.room;
        let expected = view.row.expected(finish(layout, numbers, view, hidden, room), aim);
        let error = expected - view.row.target(aim);
        let slope = 2.0 * error * expected * (1.0 - expected) * view.row.share / batch.size as f32;
        let skips = &mut sums[layout.skip()];
        for (features, sign) in [(view.own, 0.5), (view.other, -0.5)] {
            for &feature in features {
                let bucket = usize::from(view.row.bucket);
                skips[usize::from(feature) * layout.buckets + bucket] += sign * slope;
            }
        }
        match &mut room.tail {
            None => room.units[0] = slope,
            Some(tail) => {
                let place = layout.tail_of(view);
                let sums = &mut sums[place.clone()];
                tail.back(&numbers[place], sums, slope, &mut room.units);
            }
        }
        // From here on `slopes` are the gradients of the clipped and squared hidden layers.
        let (squares, slopes) = (&room.squares, &mut self.slopes);
        slopes.fill(0.0);
        for (row, &slope) in (layout.unit(view)..).zip(&room.units) {
            sums[layout.output_bias().start + row] += slope;
            let weights = &numbers[layout.row(row)];
            let sums = sums[layout.row(row)].iter_mut().zip(squares);
            sums.for_each(|(sum, &square)| *sum += slope * square);
            slopes.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += slope * weight);
        }
        for (value, &slope) in hidden.iter_mut().zip(&*slopes) {
            let clipped = value.clamp(0.0, 1.0);
            // Outside of the range that is clipped the slope is zero.
            let inside = if clipped == *value { 1.0 } else { 0.0 };
            *value = slope * 2.0 * clipped * inside;
        }
        f64::from(error * error)
    }

    /// Adds the gradients of the hidden layers to the rows of the active features, one feature after the other:
    /// in the order of positions each addition would touch another part of memory.
    fn add_rows(&mut self, sums: &mut [f32], positions: &Positions, chunk: &[u32]) {
        let layout = self.layout;
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
        for (feature, sums) in sums[layout.weights()].chunks_exact_mut(size).enumerate() {
            let rows = self.starts[feature] as usize..self.starts[feature + 1] as usize;
            for &row in &self.rows[rows] {
                let from = &self.hidden[row as usize * size..(row as usize + 1) * size];
                sums.iter_mut().zip(from).for_each(|(sum, &x)| *sum += x);
            }
        }
        let used = &self.hidden[..chunk.len() * 2 * size];
        for from in used.chunks_exact(size) {
            sums[layout.bias()].iter_mut().zip(from).for_each(|(sum, &x)| *sum += x);
        }
    }
}

impl Model for Layout {
    fn len(&self) -> usize {
        self.size()
    }

    fn random(&self, seed: u64) -> Vec<f32> {
        self.first(seed)
    }

    fn begin(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        file: &[u8],
    ) -> Result<Vec<f32>, BeginError> {
        let (network, _) = nnue::read(file)?;
        let fineness = network.shape().fineness;
        compare(network.shape(), &self.shape(job, features, fineness)?)?;
        let of = network.parameters();
        let tail = Tail {
            third: of.third.clone(),
            third_bias: of.third_bias.clone(),
            last: of.last.clone(),
            last_bias: of.last_bias.clone(),
        };
        let hidden = fineness.hidden_one() as f32;
        let skip = (job.scale as i32 * fineness.skip_one()) as f32;
        // In the order of the layout.
        let mut numbers: Vec<f32> = floats(&of.weights, hidden).collect();
        numbers.extend(floats(&of.bias, hidden));
        numbers.extend(floats(&of.output, fineness.output_one() as f32));
        numbers.extend(floats(&of.output_bias, fineness.output_sum() as f32));
        numbers.extend(floats(&of.skip, skip));
        numbers.extend(tail.numbers(self.layers.map(tail::Sizes), fineness));
        Ok(numbers)
    }

    fn bounds(&self) -> Vec<(Range<usize>, f32)> {
        [self.weights(), self.output(), self.tail()].map(|range| (range, super::MOST)).into()
    }

    fn part(&self) -> Box<dyn GradientWorker> {
        Box::new(GradientBuffers::new(*self))
    }

    fn evaluator<'a>(&'a self, numbers: &'a [f32]) -> Box<dyn FnMut(PositionView<'_>) -> f32 + 'a> {
        let (mut hidden, mut room) = (Vec::new(), PositionBuffers::new(*self));
        Box::new(move |view| output(*self, numbers, view, &mut hidden, &mut room))
    }

    fn integers(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        numbers: &[f32],
    ) -> Result<Box<dyn IntegerNetwork>, TrainError> {
        let mut fineness = self.finest(job, numbers);
        let network = loop {
            let shape = self.shape(job, features, fineness)?;
            match Network::new(shape, self.parameters(job, numbers, fineness)) {
                Ok(network) => break network,
                Err(why) => fineness = coarser(fineness, &why).ok_or(why)?,
            }
        };
        let empty = network.empty();
        Ok(Box::new(IntegerPieceNetwork { layers: [empty.clone(), empty.clone()], empty, network }))
    }
}

/// See [`IntegerNetwork`].
struct IntegerPieceNetwork {
    network: Network,
    empty: Accumulator,
    layers: [Accumulator; 2],
}

impl IntegerNetwork for IntegerPieceNetwork {
    fn value(&mut self, view: PositionView<'_>) -> i32 {
        for (layer, features) in self.layers.iter_mut().zip([view.own, view.other]) {
            layer.copy_from(&self.empty);
            features.iter().for_each(|&f| self.network.add(layer, f.into()));
        }
        let [own, other] = &self.layers;
        self.network.value(own, other, view.row.bucket.into())
    }

    fn shape(&self) -> AnyShape {
        AnyShape::Pieces(self.network.shape().clone())
    }

    fn file(&self, made_by: &str) -> Result<Vec<u8>, TrainError> {
        Ok(nnue::write(&self.network, made_by)?)
    }
}
