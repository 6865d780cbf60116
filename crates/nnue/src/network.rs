//! The network and what it promises about its numbers.

use crate::accumulator::Accumulator;
use crate::fineness::{Fineness, Squaring};
use crate::kernel::{Kernel, packed};
use crate::tail;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// One in the coarsest hidden layer; clipped values lie between 0 and this.
pub(crate) const QA: i16 = 255;
/// Squares have room on the stack.
const MOST_HIDDEN: u32 = 1024;
/// The hidden layer up to which less room is taken: setting it to zero takes time.
const USUAL_HIDDEN: u32 = 256;
/// Hidden layers are whole vectors of every kernel.
const VECTOR: u32 = 32;

/// The size of a network, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The features it was trained for: a name that the game gives them, with a version.
    pub features: String,
    /// The number of features.
    pub inputs: u32,
    /// How many of them are active at most.
    pub active: u32,
    /// The size of the hidden layer of one perspective: a multiple of 32, at most 1,024.
    pub hidden: u32,
    /// The number of outputs, 1 to 64.
    pub buckets: u32,
    /// Hundredths for an output of 1.
    pub scale: i32,
    /// The sizes of the second and the third layer, behind the hidden one: multiples of 8, at most 64. Without
    /// them the hidden layer leads to the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<[u32; 2]>,
    /// How fine its integers are.
    #[serde(default, skip_serializing_if = "is_coarsest")]
    pub fineness: Fineness,
}

fn is_coarsest(fineness: &Fineness) -> bool {
    *fineness == Fineness::default()
}

/// The numbers of a network. What stands for one is that of the coarsest [`Fineness`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// `inputs × hidden`, feature by feature; one is 255.
    pub weights: Vec<i16>,
    /// `hidden`.
    pub bias: Vec<i16>,
    /// `buckets × units × 2 × hidden`: for the side to move, then for the other; one is 1,024. There are as many units
    /// as the second layer has, or one.
    pub output: Vec<i16>,
    /// `buckets × units`; one is 255² × 16.
    pub output_bias: Vec<i32>,
    /// `inputs × buckets`: what a feature adds directly for its perspective, in hundredths.
    pub skip: Vec<i16>,
    /// `buckets × third × 2 × second`: for the clipped second layer, then for its squares; one is 256.
    pub third: Vec<i16>,
    /// `buckets × third`; one is 255² × 64.
    pub third_bias: Vec<i32>,
    /// `buckets × third`: from the clipped third layer to the output; one is 256.
    pub last: Vec<i16>,
    /// `buckets`; one is 255² × 64.
    pub last_bias: Vec<i32>,
}

/// Why numbers are no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// A size is out of range.
    #[error("{0}")]
    Size(&'static str),
    /// A list of numbers has another length.
    #[error("{what} has {found} numbers instead of {expected}")]
    Length {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that the shape needs.
        expected: usize,
    },
    /// A sum in the hidden layer can leave 16 bits.
    #[error("hidden unit {at} can reach {sum}, beyond 16 bits")]
    Overflow {
        /// The unit.
        at: usize,
        /// The greatest amount it can reach.
        sum: i64,
    },
    /// A sum behind the hidden layer can leave 32 bits.
    #[error("unit {at} of the {layer} can reach {sum}, beyond 32 bits")]
    Wide {
        /// The layer.
        layer: Layer,
        /// The unit, over all buckets.
        at: usize,
        /// The greatest amount it can reach.
        sum: i64,
    },
}

/// A layer whose sums have 32 bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The one behind the hidden layer.
    Output,
    /// The third one.
    Third,
    /// The one behind the third.
    Last,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Output => "output",
            Self::Third => "third layer",
            Self::Last => "last layer",
        })
    }
}

impl Shape {
    pub(crate) fn check(&self) -> Result<(), ShapeError> {
        let size = |holds: bool, what| if holds { Ok(()) } else { Err(ShapeError::Size(what)) };
        size((1..=1 << 17).contains(&self.inputs), "inputs must be 1 to 131072")?;
        size((1..=self.inputs).contains(&self.active), "active must be 1 to inputs")?;
        size(
            self.hidden > 0 && self.hidden <= MOST_HIDDEN && self.hidden.is_multiple_of(VECTOR),
            "hidden must be a multiple of 32, at most 1024",
        )?;
        size((1..=64).contains(&self.buckets), "buckets must be 1 to 64")?;
        let layer = |size: u32| (8..=64).contains(&size) && size.is_multiple_of(8);
        size(
            self.layers.is_none_or(|layers| layers.into_iter().all(layer)),
            "layers must be two multiples of 8, at most 64",
        )?;
        size((1..=100_000).contains(&self.scale), "scale must be 1 to 100000")?;
        self.fineness.check()
    }

    /// The units that the hidden layers lead to: the second layer, or the output alone.
    pub(crate) fn units(&self) -> usize {
        self.layers.map_or(1, |[second, _]| second as usize)
    }

    /// The lengths of the lists of [`Parameters`], in their order.
    pub(crate) fn lengths(&self) -> [usize; 9] {
        let (inputs, hidden, buckets) =
            (self.inputs as usize, self.hidden as usize, self.buckets as usize);
        let units = self.units();
        let [second, third] = self.layers.unwrap_or_default().map(|size| size as usize);
        [
            inputs * hidden,
            hidden,
            buckets * units * 2 * hidden,
            buckets * units,
            inputs * buckets,
            buckets * third * 2 * second,
            buckets * third,
            buckets * third,
            if third == 0 { 0 } else { buckets },
        ]
    }
}

/// Whether each list, which is named, has the length that the shape needs.
pub(crate) fn check_lengths<const N: usize>(
    lists: [(&'static str, usize); N],
    expected: [usize; N],
) -> Result<(), ShapeError> {
    match lists.into_iter().zip(expected).find(|&((_, found), expected)| found != expected) {
        Some(((what, found), expected)) => Err(ShapeError::Length { what, found, expected }),
        None => Ok(()),
    }
}

/// A network that can be evaluated.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    parameters: Parameters,
    /// The weights of the output and of the third layer for [`Kernel::dense`], bucket by bucket.
    output: Vec<i16>,
    third: Vec<i16>,
    squaring: Squaring,
    kernel: Kernel,
}

impl Network {
    /// A network of these numbers, with the best kernel of the machine.
    ///
    /// # Errors
    /// When a length is wrong, or a sum could overflow with `active` features.
    pub fn new(shape: Shape, parameters: Parameters) -> Result<Self, ShapeError> {
        shape.check()?;
        let found = [
            ("weights", parameters.weights.len()),
            ("bias", parameters.bias.len()),
            ("output", parameters.output.len()),
            ("output_bias", parameters.output_bias.len()),
            ("skip", parameters.skip.len()),
            ("third", parameters.third.len()),
            ("third_bias", parameters.third_bias.len()),
            ("last", parameters.last.len()),
            ("last_bias", parameters.last_bias.len()),
        ];
        check_lengths(found, shape.lengths())?;
        check_sums(&shape, &parameters)?;
        tail::check(
            Layer::Output,
            shape.fineness.most_square(),
            2 * shape.hidden,
            &parameters.output,
            &parameters.output_bias,
        )?;
        tail::check_layers(&shape, &parameters)?;
        let (units, width) = (shape.units(), 2 * shape.hidden as usize);
        let output = packed(&parameters.output, width, units);
        let third = shape
            .layers
            .map(|[second, third]| packed(&parameters.third, 2 * second as usize, third as usize));
        let third = third.unwrap_or_default();
        let squaring = shape.fineness.squaring();
        Ok(Self { shape, parameters, output, third, squaring, kernel: Kernel::best() })
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
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The kernel it runs with.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The hidden layer without features.
    #[must_use]
    pub fn empty(&self) -> Accumulator {
        Accumulator::new(self.parameters.bias.clone(), self.shape.buckets as usize)
    }

    /// Adds a feature.
    ///
    /// # Panics
    /// When there is no such feature.
    pub fn add(&self, to: &mut Accumulator, feature: u32) {
        let (row, skip) = self.rows(feature);
        self.kernel.add(&mut to.hidden, row);
        to.skip.iter_mut().zip(skip).for_each(|(sum, &weight)| *sum += i32::from(weight));
    }

    /// Removes a feature.
    ///
    /// # Panics
    /// When there is no such feature.
    pub fn remove(&self, from: &mut Accumulator, feature: u32) {
        let (row, skip) = self.rows(feature);
        self.kernel.remove(&mut from.hidden, row);
        from.skip.iter_mut().zip(skip).for_each(|(sum, &weight)| *sum -= i32::from(weight));
    }

    /// Removes a feature and adds another: a piece that moves.
    ///
    /// # Panics
    /// When there is no such feature.
    pub fn replace(&self, within: &mut Accumulator, gone: u32, come: u32) {
        let ((old, old_skip), (new, new_skip)) = (self.rows(gone), self.rows(come));
        self.kernel.replace(&mut within.hidden, old, new);
        let skips = within.skip.iter_mut().zip(old_skip.iter().zip(new_skip));
        skips.for_each(|(sum, (&old, &new))| *sum += i32::from(new) - i32::from(old));
    }

    /// The value for the side to move, in hundredths, from the hidden layers of the side to move and of the
    /// other side.
    ///
    /// ```text
    /// s = (min(max(h, 0), 255)² + 32) / 64        unit = Σ s · output + output_bias        over both hidden layers
    /// value = last · scale / one + (skip − skip of the other) / 2
    /// ```
    ///
    /// Without further layers `last` is the only unit, and one is 255² · 16. With them:
    ///
    /// ```text
    /// c = min(max(unit / 64, 0), 16256)        third = Σ c · w + Σ (c² / 16256) · w' + third_bias
    /// d = min(max(third, 0), 255² · 64) / 256        last = Σ d · w + last_bias        one is 255² · 64
    /// ```
    ///
    /// Divisions drop the rest. These are the numbers of the coarsest [`Fineness`]; with a finer one h is clipped to
    /// [`Fineness::hidden_one`], the divisors 64 and 256 and what stands for one grow as it says. Where it makes the
    /// skip finer, both parts of the value are rounded together:
    ///
    /// ```text
    /// value = (2ⁿ⁺¹ · last · scale / one + skip − skip of the other + 2ⁿ) >> n + 1
    /// ```
    ///
    /// # Panics
    /// When there is no such bucket, or an accumulator belongs to a network of another shape.
    #[must_use]
    pub fn value(&self, own: &Accumulator, other: &Accumulator, bucket: usize) -> i32 {
        let (last, one) = if self.shape.hidden <= USUAL_HIDDEN {
            self.last::<{ 2 * USUAL_HIDDEN as usize }>(own, other, bucket)
        } else {
            self.last::<{ 2 * MOST_HIDDEN as usize }>(own, other, bucket)
        };
        let skip = own.skip[bucket] - other.skip[bucket];
        let value = i64::from(last) * i64::from(self.shape.scale);
        let value = match self.shape.fineness.skip {
            0 => value / i64::from(one) + i64::from(skip / 2),
            // Less than 2³¹ · 2¹⁷ · 2⁷ before the division.
            fine => {
                ((value << (fine + 1)) / i64::from(one) + i64::from(skip) + (1 << fine))
                    >> (fine + 1)
            }
        };
        let bounded = value.clamp(i32::MIN.into(), i32::MAX.into());
        // It was just bounded.
        i32::try_from(bounded).unwrap_or(0)
    }

    /// The output of a bucket and what one is in it, with room for so many squares.
    #[inline]
    fn last<const ROOM: usize>(
        &self,
        own: &Accumulator,
        other: &Accumulator,
        bucket: usize,
    ) -> (i32, i32) {
        let (hidden, count) = (self.shape.hidden as usize, self.shape.units());
        let mut squares = [0; ROOM];
        let squares = &mut squares[..2 * hidden];
        let (first, second) = squares.split_at_mut(hidden);
        self.kernel.squares(first, &own.hidden, self.squaring);
        self.kernel.squares(second, &other.hidden, self.squaring);
        let numbers = &self.parameters;
        let rows = bucket * count..(bucket + 1) * count;
        let weights = &self.output[rows.start * 2 * hidden..rows.end * 2 * hidden];
        let mut units = [0; tail::MOST];
        let units = &mut units[..count];
        units.copy_from_slice(&numbers.output_bias[rows]);
        self.kernel.dense(units, squares, weights);
        let fineness = self.shape.fineness;
        match self.shape.layers {
            None => (units[0], fineness.output_sum()),
            Some(layers) => {
                let lists = tail::Lists {
                    layers,
                    fineness,
                    third: &self.third,
                    third_bias: &numbers.third_bias,
                    last: &numbers.last,
                    last_bias: &numbers.last_bias,
                };
                (tail::last(self.kernel, lists, bucket, units), fineness.tail_sum())
            }
        }
    }

    /// The weights of a feature, and what it adds directly.
    fn rows(&self, feature: u32) -> (&[i16], &[i16]) {
        let (hidden, buckets) = (self.shape.hidden as usize, self.shape.buckets as usize);
        let feature = feature as usize;
        (
            &self.parameters.weights[feature * hidden..(feature + 1) * hidden],
            &self.parameters.skip[feature * buckets..(feature + 1) * buckets],
        )
    }
}

/// No hidden unit leaves 16 bits, whichever features are active. Between a removal and an addition there may
/// be one feature more than `active`.
fn check_sums(shape: &Shape, parameters: &Parameters) -> Result<(), ShapeError> {
    let hidden = shape.hidden as usize;
    let most = (shape.active as usize + 1).min(shape.inputs as usize);
    for at in 0..hidden {
        let column = || parameters.weights.iter().skip(at).step_by(hidden).map(|&w| i64::from(w));
        for sign in [1, -1] {
            let mut rising: Vec<i64> = column().map(|w| w * sign).filter(|&w| w > 0).collect();
            rising.sort_unstable_by_key(|&w| std::cmp::Reverse(w));
            let sum = rising.iter().take(most).sum::<i64>() + sign * i64::from(parameters.bias[at]);
            if sum > i64::from(i16::MAX) {
                return Err(ShapeError::Overflow { at, sum: sum * sign });
            }
        }
    }
    Ok(())
}
