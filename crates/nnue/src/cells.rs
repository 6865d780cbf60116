//! The network that looks at each cell of a board by itself.

use crate::fineness::{Fineness, UNIT};
use crate::kernel::{Kernel, packed};
use crate::network::{Layer, QA, ShapeError, check_lengths};
use crate::tail;
use serde::{Deserialize, Serialize};

/// Numbers of a vector of the greatest kernel; both views of a cell are whole blocks.
const BLOCK: usize = 32;
/// Sums of regions have room on the stack.
const MOST_VALUES: usize = 2048;
/// Sums up to which less room is taken: setting it to zero takes time.
const USUAL_VALUES: usize = 512;
/// The sums of the second layer are this much coarser than those of the other networks. One is then 520,200: 255 for a
/// region's sum of one, times 2,040 for a weight of one.
const COARSE: i32 = 2;

/// The size of a network, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellShape {
    /// The features it was trained for: a name that the game gives them, with a version.
    pub features: String,
    /// The number of rows of weights.
    pub inputs: u32,
    /// How many rows a cell has.
    pub rows: u32,
    /// The numbers of a row: a multiple of 16, at most 64.
    pub width: u32,
    /// The regions that cells are added up in, 1 to 16.
    pub regions: u32,
    /// How many cells a region has at most, 1 to 128.
    pub most: u32,
    /// The number of outputs, 1 to 64.
    pub buckets: u32,
    /// Hundredths for an output of 1.
    pub scale: i32,
    /// The sizes of the second and the third layer: multiples of 8, at most 64.
    pub layers: [u32; 2],
}

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellParameters {
    /// `inputs × width`, row by row; one is 255.
    pub weights: Vec<i16>,
    /// `width`.
    pub bias: Vec<i16>,
    /// `buckets × second × 2 × regions × width`: the view of the side to move, then that of the other; one is 2,040.
    pub output: Vec<i16>,
    /// `buckets × second`; one is 255 × 2,040.
    pub output_bias: Vec<i32>,
    /// `buckets × third × 2 × second`: for the clipped second layer, then for its squares; one is 256.
    pub third: Vec<i16>,
    /// `buckets × third`; one is 255² × 64.
    pub third_bias: Vec<i32>,
    /// `buckets × third`; one is 256.
    pub last: Vec<i16>,
    /// `buckets`; one is 255² × 64.
    pub last_bias: Vec<i32>,
}

impl CellShape {
    pub(crate) fn check(&self) -> Result<(), ShapeError> {
        let size = |holds: bool, what| if holds { Ok(()) } else { Err(ShapeError::Size(what)) };
        size((1..=1 << 16).contains(&self.inputs), "inputs must be 1 to 65536")?;
        size((1..=64).contains(&self.rows), "rows must be 1 to 64")?;
        size(
            (16..=64).contains(&self.width) && self.width.is_multiple_of(16),
            "width must be a multiple of 16, at most 64",
        )?;
        size((1..=16).contains(&self.regions), "regions must be 1 to 16")?;
        size((1..=128).contains(&self.most), "most must be 1 to 128")?;
        size((1..=64).contains(&self.buckets), "buckets must be 1 to 64")?;
        let layer = |size: u32| (8..=64).contains(&size) && size.is_multiple_of(8);
        size(self.layers.into_iter().all(layer), "layers must be two multiples of 8, at most 64")?;
        size((1..=100_000).contains(&self.scale), "scale must be 1 to 100000")
    }

    /// The inputs of the second layer.
    fn values(&self) -> u32 {
        2 * self.regions * self.width
    }

    /// The lengths of the lists of [`CellParameters`], in their order.
    pub(crate) fn lengths(&self) -> [usize; 8] {
        let [inputs, width, buckets, values] =
            [self.inputs, self.width, self.buckets, self.values()].map(|size| size as usize);
        let [second, third] = self.layers.map(|size| size as usize);
        [
            inputs * width,
            width,
            buckets * second * values,
            buckets * second,
            buckets * third * 2 * second,
            buckets * third,
            buckets * third,
            buckets,
        ]
    }
}

/// Numbers side by side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [i16; BLOCK]);

/// The sums of a board's cells, before they are clipped, and those of its regions, after that. Each has the view of the first
/// side, then that of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSums {
    pub(crate) sums: Vec<Block>,
    pub(crate) pools: Vec<Block>,
    /// What is needed to take changes back.
    pub(crate) saved: Vec<Block>,
    pub(crate) blocks: usize,
}

/// A row of a cell that takes the place of another one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub cell: u16,
    /// Its region.
    pub region: u8,
    /// Whether it counted before the change.
    pub was: bool,
    /// Whether it counts after it.
    pub is: bool,
    /// The row that goes, as the first side sees it.
    pub old: u16,
    /// The row that comes.
    pub new: u16,
}

/// A network that can be evaluated.
#[derive(Clone, Debug)]
pub struct CellNetwork {
    shape: CellShape,
    parameters: CellParameters,
    /// For each row its weights for the first side's view, then those of the row that the second side sees.
    rows: Vec<Block>,
    empty: Vec<Block>,
    /// The weights of the second and of the third layer for [`Kernel::dense`], bucket by bucket.
    output: Vec<i16>,
    third: Vec<i16>,
    kernel: Kernel,
}

/// Both views, one after the other, as blocks.
fn views(first: &[i16], second: &[i16]) -> impl Iterator<Item = Block> {
    let numbers: Vec<i16> = first.iter().chain(second).copied().collect();
    let blocks: Vec<Block> = numbers.as_chunks().0.iter().map(|&numbers| Block(numbers)).collect();
    blocks.into_iter()
}

impl CellNetwork {
    /// A network of these numbers, with the best kernel of the machine. `turned` says for each row which one the other
    /// side sees in its place.
    ///
    /// # Errors
    /// When a length is wrong, `turned` is no exchange of rows, or a sum could overflow.
    pub fn new(
        shape: CellShape,
        parameters: CellParameters,
        turned: &[u16],
    ) -> Result<Self, ShapeError> {
        shape.check()?;
        let found = [
            ("weights", parameters.weights.len()),
            ("bias", parameters.bias.len()),
            ("output", parameters.output.len()),
            ("output_bias", parameters.output_bias.len()),
            ("third", parameters.third.len()),
            ("third_bias", parameters.third_bias.len()),
            ("last", parameters.last.len()),
            ("last_bias", parameters.last_bias.len()),
        ];
        check_lengths(found, shape.lengths())?;
        let exchanged =
            |(row, &other): (usize, &u16)| turned.get(usize::from(other)) == Some(&(row as u16));
        if turned.len() != shape.inputs as usize || !turned.iter().enumerate().all(exchanged) {
            return Err(ShapeError::Size("the rows of the other side must be an exchange"));
        }
        check_cells(&shape, &parameters)?;
        let values = shape.values();
        // At most 128 · 255.
        let most = shape.most as i16 * QA;
        tail::check(Layer::Output, most, values, &parameters.output, &parameters.output_bias)?;
        let [second, third] = shape.layers;
        tail::check_tail(
            shape.layers,
            [&parameters.third, &parameters.last],
            [&parameters.third_bias, &parameters.last_bias],
        )?;
        let width = shape.width as usize;
        let row = |row: usize| &parameters.weights[row * width..(row + 1) * width];
        let rows = turned.iter().enumerate();
        let rows = rows.flat_map(|(first, &second)| views(row(first), row(second.into())));
        Ok(Self {
            rows: rows.collect(),
            empty: views(&parameters.bias, &parameters.bias).collect(),
            output: packed(&parameters.output, values as usize, second as usize),
            third: packed(&parameters.third, 2 * second as usize, third as usize),
            shape,
            parameters,
            kernel: Kernel::best(),
        })
    }

    /// The same network with another kernel: for tests and measurements. A kernel that the machine does not
    /// have is replaced by the best one.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = if kernel.is_available() { kernel } else { Kernel::best() };
        self
    }

    /// Its shape.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> &CellShape {
        &self.shape
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters(&self) -> &CellParameters {
        &self.parameters
    }

    /// The kernel it runs with.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The sums of a board of so many cells: no cell has a row, none counts.
    #[must_use]
    pub fn empty(&self, cells: usize) -> CellSums {
        let blocks = self.empty.len();
        CellSums {
            sums: self.empty.repeat(cells),
            pools: vec![Block([0; BLOCK]); self.shape.regions as usize * blocks],
            saved: Vec::new(),
            blocks,
        }
    }

    /// Gives a cell these rows, and adds it to its region where it counts. It must not count before.
    ///
    /// # Panics
    /// When there is no such cell, region or row.
    pub fn set(&self, within: &mut CellSums, cell: u16, region: u8, rows: &[u16], counts: bool) {
        let blocks = self.empty.len();
        for block in 0..blocks {
            let mut sum = self.empty[block];
            for &row in rows {
                let row = &self.rows[usize::from(row) * blocks + block];
                sum.0.iter_mut().zip(&row.0).for_each(|(sum, &w)| *sum = sum.wrapping_add(w));
            }
            within.sums[usize::from(cell) * blocks + block] = sum;
            if counts {
                let pool = &mut within.pools[usize::from(region) * blocks + block];
                let values = pool.0.iter_mut().zip(&sum.0);
                values.for_each(|(pool, &sum)| *pool = pool.wrapping_add(sum.clamp(0, QA)));
            }
        }
    }

    /// Changes rows of cells. [`CellSums::undo`] takes it back.
    ///
    /// # Panics
    /// When there is no such cell, region or row.
    #[inline]
    pub fn change(&self, within: &mut CellSums, changes: &[CellChange]) {
        within.saved.extend_from_slice(&within.pools);
        self.kernel.change(&self.rows, within, changes);
    }

    /// The value in hundredths for the side to move, which is the first or the second one.
    ///
    /// ```text
    /// v = min(max(sum of the rows, 0), 255)        pool = Σ v over the cells of a region
    /// unit = 2 · (Σ pool · output + output_bias)   over all regions, for the view of the side to move, then the other
    /// ```
    ///
    /// From there on as in [`crate::Network::value`]. Units beyond ±520,200 are bounded before the 2.
    ///
    /// # Panics
    /// When there is no such bucket, or the sums belong to a network of another shape.
    #[must_use]
    pub fn value(&self, of: &CellSums, first_moves: bool, bucket: usize) -> i32 {
        let last = if self.shape.values() as usize <= USUAL_VALUES {
            self.last::<USUAL_VALUES>(of, first_moves, bucket)
        } else {
            self.last::<MOST_VALUES>(of, first_moves, bucket)
        };
        let value = i64::from(last) * i64::from(self.shape.scale)
            / i64::from(Fineness::default().tail_sum());
        let bounded = value.clamp(i32::MIN.into(), i32::MAX.into());
        // It was just bounded.
        i32::try_from(bounded).unwrap_or(0)
    }

    /// The output of a bucket, with room for so many values.
    #[inline]
    fn last<const ROOM: usize>(&self, of: &CellSums, first_moves: bool, bucket: usize) -> i32 {
        let [values, width, second] =
            [self.shape.values(), self.shape.width, self.shape.layers[0]].map(|n| n as usize);
        let mut all = [0; ROOM];
        let all = &mut all[..values];
        let (own, other) = all.split_at_mut(values / 2);
        let views = own.chunks_exact_mut(width).zip(other.chunks_exact_mut(width));
        for ((own, other), pool) in views.zip(of.pools.chunks_exact(of.blocks)) {
            let (mine, theirs) = if first_moves { (own, other) } else { (other, own) };
            // In pieces of 16: a row of that width shares a block with the other view, and wider ones have more blocks.
            let pieces = pool.iter().flat_map(|block| block.0.as_chunks::<16>().0);
            let into = mine.as_chunks_mut().0.iter_mut().chain(theirs.as_chunks_mut().0);
            into.zip(pieces).for_each(|(into, piece)| *into = *piece);
        }
        let numbers = &self.parameters;
        let rows = bucket * second..(bucket + 1) * second;
        let mut units = [0; tail::MOST];
        let units = &mut units[..second];
        units.copy_from_slice(&numbers.output_bias[rows.clone()]);
        let weights = &self.output[rows.start * values..rows.end * values];
        self.kernel.dense(units, all, weights);
        let most = UNIT / COARSE;
        units.iter_mut().for_each(|unit| *unit = COARSE * (*unit).clamp(-most, most));
        let lists = tail::Lists {
            layers: self.shape.layers,
            fineness: Fineness::default(),
            third: &self.third,
            third_bias: &numbers.third_bias,
            last: &numbers.last,
            last_bias: &numbers.last_bias,
        };
        tail::last(self.kernel, lists, bucket, units)
    }
}

impl CellSums {
    /// Takes the last changes back, which must be those that [`CellNetwork::change`] was given.
    ///
    /// # Panics
    /// When there were no such changes.
    #[inline]
    pub fn undo(&mut self, changes: &[CellChange]) {
        let (blocks, pools) = (self.blocks, self.pools.len());
        let start = self.saved.len() - changes.len() * blocks - pools;
        self.pools.copy_from_slice(&self.saved[start..start + pools]);
        // From the last to the first: a cell may change more than once.
        let sums = self.saved[start + pools..].chunks_exact(blocks);
        for (change, saved) in changes.iter().zip(sums).rev() {
            let at = usize::from(change.cell) * blocks;
            self.sums[at..at + blocks].copy_from_slice(saved);
        }
        self.saved.truncate(start);
    }
}

/// No sum of a cell leaves 16 bits, whichever rows it has. Between a removal and an addition nothing can be lost, because
/// the sums wrap.
fn check_cells(shape: &CellShape, parameters: &CellParameters) -> Result<(), ShapeError> {
    let width = shape.width as usize;
    for at in 0..width {
        let column = parameters.weights.iter().skip(at).step_by(width).map(|&w| i64::from(w));
        let most = column.map(i64::abs).max().unwrap_or(0) * i64::from(shape.rows);
        let sum = most + i64::from(parameters.bias[at]).abs();
        if sum > i64::from(i16::MAX) {
            return Err(ShapeError::Overflow { at, sum });
        }
    }
    Ok(())
}
