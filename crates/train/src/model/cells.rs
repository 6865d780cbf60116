//! The network that looks at each cell of a board by itself, in floating point: its value and its gradient.
//!
//! A cell's vector is the sum of its rows; clipped, the vectors of a region are added up, for the view of the side to
//! move and for that of the other. Each row is the sum of what its kind has in common and of its own part, so that a row
//! that was seldom seen is like the others of its kind.

use super::{Batch, BeginError, GradientWorker, IntegerNetwork, MOST, Model, compare, dot, tail};
use crate::job::{JobError, TrainingJob};
use crate::positions::PositionView;
use crate::quantise::{Tail, floats, long, shorts};
use crate::run::{AnyShape, TrainError};
use engine::{Cells, Features};
use nnue::{CellNetwork, CellParameters, CellShape, CellSums, Fineness};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// Numbers that are added at once; rows are whole pieces.
const PIECE: usize = 16;
/// One in the rows.
const HIDDEN_ONE: f32 = 255.0;
/// One in the weights behind the regions.
const OUTPUT_ONE: f32 = 2040.0;
/// The sums of regions are multiplied by this before the weights: a region adds up many cells, and without it a step of
/// the training would throw all units out of the range that is not clipped.
const POOL: f32 = 1.0 / 16.0;

type Piece = [f32; PIECE];

/// The sizes of a network, and where its lists lie in the list of all numbers.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Layout {
    inputs: usize,
    /// Kinds of rows; none where they are not known.
    kinds: usize,
    /// Rows of a cell.
    rows: usize,
    width: usize,
    buckets: usize,
    layers: tail::Sizes,
    cells: &'static Cells,
    /// Whether images are trained too.
    images: bool,
    /// The greatest weight behind the regions: no sum can then leave 32 bits.
    most: f32,
}

impl Layout {
    pub(crate) fn new(
        job: &TrainingJob,
        features: &'static dyn Features,
        cells: &'static Cells,
    ) -> Self {
        // A job was checked when it was read.
        let layers = tail::Sizes(job.layers.unwrap_or([16, 32]).map(|size| size as usize));
        let kinds = cells.kinds.iter().max().map_or(0, |&kind| usize::from(kind) + 1);
        let values = f64::from(2 * cells.regions * job.hidden);
        let greatest = f64::from(cells.most) * f64::from(HIDDEN_ONE);
        let most = f64::from(i32::MAX) * 0.9 / values / greatest / f64::from(OUTPUT_ONE * POOL);
        Self {
            inputs: features.inputs() as usize,
            kinds,
            rows: features.active() as usize,
            width: job.hidden as usize,
            buckets: features.buckets() as usize,
            layers,
            cells,
            images: job.images,
            most: most as f32,
        }
    }

    /// The inputs of the second layer.
    fn values(&self) -> usize {
        2 * self.cells.regions as usize * self.width
    }

    /// The rows' own parts.
    fn weights(&self) -> Range<usize> {
        0..self.inputs * self.width
    }

    /// What rows of a kind have in common.
    fn common(&self) -> Range<usize> {
        self.weights().end..self.weights().end + self.kinds * self.width
    }

    fn bias(&self) -> Range<usize> {
        self.common().end..self.common().end + self.width
    }

    /// For each bucket and unit: the regions of the side to move, then those of the other.
    fn output(&self) -> Range<usize> {
        self.bias().end..self.bias().end + self.buckets * self.layers.0[0] * self.values()
    }

    fn output_bias(&self) -> Range<usize> {
        self.output().end..self.output().end + self.buckets * self.layers.0[0]
    }

    fn tail(&self) -> Range<usize> {
        self.output_bias().end..self.output_bias().end + self.buckets * self.layers.len()
    }

    fn tail_of(&self, bucket: usize) -> Range<usize> {
        let start = self.tail().start + bucket * self.layers.len();
        start..start + self.layers.len()
    }

    /// The weights of a unit, over all buckets.
    fn row(&self, unit: usize) -> Range<usize> {
        let start = self.output().start + unit * self.values();
        start..start + self.values()
    }

    /// Own and common parts together.
    fn whole_rows(&self, numbers: &[f32]) -> Vec<Piece> {
        let mut rows: Vec<Piece> = numbers[self.weights()].as_chunks().0.to_vec();
        let common = &numbers[self.common()];
        for (row, &kind) in rows.chunks_exact_mut(self.width / PIECE).zip(&self.cells.kinds) {
            let start = usize::from(kind) * self.width;
            let of_kind = common[start..start + self.width].as_chunks::<PIECE>().0;
            row.iter_mut().zip(of_kind).for_each(|(to, of)| add(to, of));
        }
        rows
    }

    /// The greatest amount of a number in a row's own part, and in the common part: both are added.
    fn most_of_rows(&self) -> f32 {
        if self.kinds == 0 { MOST } else { MOST / 2.0 }
    }

    /// Divides whole rows into own and common parts, which follow each other in the result. The common part is the mean
    /// of the rows of its kind, but never so far from any of them that an own part would leave its bounds.
    fn parts_of_rows(&self, mut rows: Vec<f32>) -> Vec<f32> {
        // For each kind: sum, least and greatest number, rows.
        let mut kinds = vec![(0.0_f64, f32::MAX, f32::MIN, 0_u32); self.common().len()];
        for (row, &kind) in rows.chunks_exact(self.width).zip(&self.cells.kinds) {
            let start = usize::from(kind) * self.width;
            for (of, &x) in kinds[start..start + self.width].iter_mut().zip(row) {
                *of = (of.0 + f64::from(x), of.1.min(x), of.2.max(x), of.3 + 1);
            }
        }
        let bound = self.most_of_rows();
        let common = kinds.into_iter().map(|(sum, least, greatest, count)| {
            let mean = (sum / f64::from(count.max(1))) as f32;
            mean.max(greatest - bound).min(least + bound).clamp(-bound, bound)
        });
        let common: Vec<f32> = common.collect();
        for (row, &kind) in rows.chunks_exact_mut(self.width).zip(&self.cells.kinds) {
            let start = usize::from(kind) * self.width;
            row.iter_mut().zip(&common[start..]).for_each(|(x, common)| *x -= common);
        }
        rows.extend(common);
        rows
    }

    /// The shape of its weight file.
    fn shape(&self, job: &TrainingJob, features: &dyn Features) -> Result<CellShape, JobError> {
        Ok(CellShape {
            features: job.name(features)?.to_owned(),
            inputs: features.inputs(),
            rows: features.active(),
            width: job.hidden,
            regions: self.cells.regions,
            most: self.cells.most,
            buckets: features.buckets(),
            // At most 10,000.
            scale: job.scale as i32,
            layers: self.layers.0.map(|size| size as u32),
        })
    }

    /// The image of a position in an epoch: where its regions go.
    fn image(&self, number: usize, epoch: u64) -> &'static [u8] {
        let count = self.cells.images.len() as u64;
        // SplitMix64.
        let mut x = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(epoch << 32);
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let chosen = if self.images { (x ^ x >> 31) % count } else { 0 };
        &self.cells.images[chosen as usize]
    }
}

#[inline(always)]
fn add(to: &mut Piece, of: &Piece) {
    to.iter_mut().zip(of).for_each(|(to, of)| *to += of);
}

/// Room for a position.
#[derive(Clone, Debug)]
struct PositionBuffers {
    layout: Layout,
    /// For each cell both views, before they are clipped.
    sums: Vec<Piece>,
    /// The regions of the side to move, then those of the other.
    pools: Vec<Piece>,
    units: Vec<f32>,
    tail: tail::TailBuffers,
}

impl PositionBuffers {
    fn new(layout: Layout) -> Self {
        Self {
            layout,
            sums: Vec::new(),
            pools: vec![[0.0; PIECE]; layout.values() / PIECE],
            units: vec![0.0; layout.layers.0[0]],
            tail: tail::TailBuffers::new(layout.layers),
        }
    }

    /// The rows that both sides see of a cell.
    fn views(&self, rows: &[u16]) -> [[usize; 8]; 2] {
        let mut both = [[0; 8]; 2];
        for (at, &row) in rows.iter().enumerate().take(8) {
            both[0][at] = usize::from(row);
            both[1][at] = usize::from(self.layout.cells.turned[usize::from(row)]);
        }
        both
    }

    /// The output for an image of a position.
    fn output(
        &mut self,
        numbers: &[f32],
        rows: &[Piece],
        view: PositionView<'_>,
        image: &[u8],
    ) -> f32 {
        let layout = self.layout;
        let pieces = layout.width / PIECE;
        let regions = layout.cells.regions as usize;
        let bias = numbers[layout.bias()].as_chunks::<PIECE>().0;
        self.pools.fill([0.0; PIECE]);
        self.sums.clear();
        for (cell, &place) in view.own.chunks_exact(layout.rows).zip(view.places) {
            let region = usize::from(image[usize::from(place)]);
            for (side, seen) in self.views(cell).iter().enumerate() {
                for piece in 0..pieces {
                    let mut sum = bias[piece];
                    for &row in &seen[..layout.rows] {
                        add(&mut sum, &rows[row * pieces + piece]);
                    }
                    self.sums.push(sum);
                    let pool = &mut self.pools[(side * regions + region) * pieces + piece];
                    let parts = pool.iter_mut().zip(&sum);
                    parts.for_each(|(pool, x)| *pool += POOL * x.clamp(0.0, 1.0));
                }
            }
        }
        let first = usize::from(view.row.bucket) * self.units.len();
        let values = self.pools.as_flattened();
        for (unit, sum) in (first..).zip(&mut self.units) {
            let weights = &numbers[layout.row(unit)];
            *sum = dot(values, weights) + numbers[layout.output_bias().start + unit];
        }
        let tail = &numbers[layout.tail_of(view.row.bucket.into())];
        self.tail.output(tail, &self.units)
    }
}

/// Room for the gradient of a part of a batch.
struct GradientBuffers {
    room: PositionBuffers,
    /// The gradients of the whole rows.
    rows: Vec<Piece>,
    /// The gradients of the regions of a position.
    slopes: Vec<f32>,
}

impl GradientWorker for GradientBuffers {
    fn add_gradient(&mut self, sums: &mut [f32], batch: &Batch<'_>) -> f64 {
        let layout = self.room.layout;
        let whole = layout.whole_rows(batch.numbers);
        self.rows.clear();
        self.rows.resize(whole.len(), [0.0; PIECE]);
        let mut loss = 0.0;
        for &number in batch.order {
            loss += self.position(sums, batch, &whole, batch.positions.get(number as usize));
        }
        sums[layout.weights()].copy_from_slice(self.rows.as_flattened());
        let common = &mut sums[layout.common()];
        let rows = self.rows.as_flattened().chunks_exact(layout.width);
        for (row, &kind) in rows.zip(&layout.cells.kinds) {
            let start = usize::from(kind) * layout.width;
            let to = &mut common[start..start + layout.width];
            to.iter_mut().zip(row).for_each(|(to, of)| *to += of);
        }
        loss
    }
}

impl GradientBuffers {
    /// Adds the gradient of a position; returns its loss.
    fn position(
        &mut self,
        sums: &mut [f32],
        batch: &Batch<'_>,
        whole: &[Piece],
        view: PositionView<'_>,
    ) -> f64 {
        let (layout, numbers) = (self.room.layout, batch.numbers);
        let image = layout.image(view.number, batch.epoch);
        let output = self.room.output(numbers, whole, view, image);
        let expected = view.row.expected(output, batch.aim);
        let error = expected - view.row.target(batch.aim);
        let slope = 2.0 * error * expected * (1.0 - expected) * view.row.share / batch.size as f32;
        let tail = layout.tail_of(view.row.bucket.into());
        let room = &mut self.room;
        room.tail.back(&numbers[tail.clone()], &mut sums[tail], slope, &mut room.units);
        let values = room.pools.as_flattened();
        self.slopes.fill(0.0);
        let first = usize::from(view.row.bucket) * room.units.len();
        for (unit, &slope) in (first..).zip(&room.units) {
            if slope == 0.0 {
                continue;
            }
            sums[layout.output_bias().start + unit] += slope;
            let row = layout.row(unit);
            let places = sums[row.clone()].iter_mut().zip(values);
            places.for_each(|(sum, &value)| *sum += slope * value);
            let slopes = self.slopes.iter_mut().zip(&numbers[row]);
            slopes.for_each(|(sum, &weight)| *sum += slope * weight);
        }
        self.add_cells(sums, view, image);
        f64::from(error * error)
    }

    /// Adds the gradients of the cells to their rows.
    fn add_cells(&mut self, sums: &mut [f32], view: PositionView<'_>, image: &[u8]) {
        let layout = self.room.layout;
        let pieces = layout.width / PIECE;
        let regions = layout.cells.regions as usize;
        let slopes = self.slopes.as_chunks::<PIECE>().0;
        let bias = sums[layout.bias()].as_chunks_mut::<PIECE>().0;
        let mut cell_sums = self.room.sums.iter();
        for (cell, &place) in view.own.chunks_exact(layout.rows).zip(view.places) {
            let region = usize::from(image[usize::from(place)]);
            for (side, seen) in self.room.views(cell).iter().enumerate() {
                for (piece, bias) in bias.iter_mut().enumerate() {
                    let Some(sum) = cell_sums.next() else { return };
                    let mut slope = slopes[(side * regions + region) * pieces + piece];
                    // Outside of the range that is clipped the slope is zero.
                    let parts = slope.iter_mut().zip(sum);
                    parts.for_each(|(slope, x)| {
                        *slope = if x.clamp(0.0, 1.0) == *x { POOL * *slope } else { 0.0 };
                    });
                    add(bias, &slope);
                    for &row in &seen[..layout.rows] {
                        add(&mut self.rows[row * pieces + piece], &slope);
                    }
                }
            }
        }
    }
}

impl Model for Layout {
    fn len(&self) -> usize {
        self.tail().end
    }

    fn random(&self, seed: u64) -> Vec<f32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut numbers = vec![0.0; self.len()];
        let mut fill = |range: Range<usize>, most: f32| {
            let numbers = numbers[range].iter_mut();
            numbers.for_each(|x| *x = (random.random::<f32>() * 2.0 - 1.0) * most);
        };
        // So that sums begin within the range that is not clipped. Where kinds are known, rows begin as their kind.
        let most = 0.5 / (self.rows as f32).sqrt();
        fill(if self.kinds == 0 { self.weights() } else { self.common() }, most);
        fill(self.output(), 4.0 / (self.values() as f32).sqrt());
        for bucket in 0..self.buckets {
            let start = self.tail_of(bucket).start;
            for (range, most) in self.layers.random() {
                fill(start + range.start..start + range.end, most);
            }
        }
        numbers[self.bias()].fill(0.1);
        numbers[self.output_bias()].fill(0.3);
        numbers
    }

    fn begin(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        file: &[u8],
    ) -> Result<Vec<f32>, BeginError> {
        let (network, _) = nnue::read_cells(file, &self.cells.turned)?;
        compare(network.shape(), &self.shape(job, features)?)?;
        let of = network.parameters();
        let tail = Tail {
            third: of.third.clone(),
            third_bias: of.third_bias.clone(),
            last: of.last.clone(),
            last_bias: of.last_bias.clone(),
        };
        // In the order of the layout.
        let mut numbers = self.parts_of_rows(floats(&of.weights, HIDDEN_ONE).collect());
        numbers.extend(floats(&of.bias, HIDDEN_ONE));
        numbers.extend(floats(&of.output, POOL * OUTPUT_ONE));
        numbers.extend(floats(&of.output_bias, HIDDEN_ONE * OUTPUT_ONE));
        numbers.extend(tail.numbers(Some(self.layers), Fineness::default()));
        Ok(numbers)
    }

    fn bounds(&self) -> Vec<(Range<usize>, f32)> {
        let rows = self.most_of_rows();
        vec![
            (self.weights(), rows),
            (self.common(), rows),
            (self.output(), self.most),
            (self.tail(), MOST),
        ]
    }

    fn part(&self) -> Box<dyn GradientWorker> {
        let slopes = vec![0.0; self.values()];
        Box::new(GradientBuffers { room: PositionBuffers::new(*self), rows: Vec::new(), slopes })
    }

    fn evaluator<'a>(&'a self, numbers: &'a [f32]) -> Box<dyn FnMut(PositionView<'_>) -> f32 + 'a> {
        let (mut room, rows) = (PositionBuffers::new(*self), self.whole_rows(numbers));
        let image = &self.cells.images[0];
        Box::new(move |view| room.output(numbers, &rows, view, image))
    }

    fn integers(
        &self,
        job: &TrainingJob,
        features: &dyn Features,
        numbers: &[f32],
    ) -> Result<Box<dyn IntegerNetwork>, TrainError> {
        let tail = Tail::new(Some(self.layers), Fineness::default(), &numbers[self.tail()]);
        let sum_one = HIDDEN_ONE * OUTPUT_ONE;
        let parameters = CellParameters {
            weights: shorts(self.whole_rows(numbers).as_flattened(), HIDDEN_ONE),
            bias: shorts(&numbers[self.bias()], HIDDEN_ONE),
            output: shorts(&numbers[self.output()], POOL * OUTPUT_ONE),
            output_bias: numbers[self.output_bias()].iter().map(|&x| long(x, sum_one)).collect(),
            third: tail.third,
            third_bias: tail.third_bias,
            last: tail.last,
            last_bias: tail.last_bias,
        };
        let network = CellNetwork::new(self.shape(job, features)?, parameters, &self.cells.turned)?;
        Ok(Box::new(IntegerCellNetwork { sums: network.empty(0), network, rows: self.rows }))
    }
}

/// See [`IntegerNetwork`].
struct IntegerCellNetwork {
    network: CellNetwork,
    sums: CellSums,
    rows: usize,
}

impl IntegerNetwork for IntegerCellNetwork {
    fn value(&mut self, view: PositionView<'_>) -> i32 {
        self.sums = self.network.empty(view.places.len());
        let cells = view.own.chunks_exact(self.rows).zip(view.places);
        for (cell, (rows, &place)) in (0..).zip(cells) {
            self.network.set(&mut self.sums, cell, place, rows, true);
        }
        // Its rows are those of the side to move.
        self.network.value(&self.sums, true, view.row.bucket.into())
    }

    fn shape(&self) -> AnyShape {
        AnyShape::Cells(self.network.shape().clone())
    }

    fn file(&self, made_by: &str) -> Result<Vec<u8>, TrainError> {
        Ok(nnue::write_cells(&self.network, made_by)?)
    }
}
