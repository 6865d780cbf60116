//! The network and what it promises about its numbers.

use crate::accumulator::Accumulator;
use crate::kernel::Kernel;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One in the hidden layer; clipped values lie between 0 and this.
pub(crate) const QA: i16 = 255;
/// One in the weights of the output.
pub(crate) const QB: i16 = 64;
/// The greatest weight of the output: 255 times it fits in 16 bits, which the kernels need.
const MOST_OUTPUT: i16 = 127;
/// The sums of a kernel's lanes stay within 32 bits up to this size.
const MOST_HIDDEN: u32 = 1024;
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
}

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// `inputs × hidden`, feature by feature; one is 255.
    pub weights: Vec<i16>,
    /// `hidden`.
    pub bias: Vec<i16>,
    /// `buckets × 2 × hidden`: for the side to move, then for the other; one is 64.
    pub output: Vec<i16>,
    /// `buckets`; one is 255 × 64.
    pub output_bias: Vec<i32>,
    /// `inputs × buckets`: what a feature adds directly for its perspective, in hundredths.
    pub skip: Vec<i16>,
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
    /// A weight of the output is too great for 16-bit products.
    #[error("output weight {at} is {weight}; the greatest is 127")]
    Output {
        /// Its place.
        at: usize,
        /// Its value.
        weight: i16,
    },
    /// A sum in the hidden layer can leave 16 bits.
    #[error("hidden unit {at} can reach {sum}, beyond 16 bits")]
    Overflow {
        /// The unit.
        at: usize,
        /// The greatest amount it can reach.
        sum: i64,
    },
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
        size((1..=100_000).contains(&self.scale), "scale must be 1 to 100000")
    }

    /// The lengths of the lists of [`Parameters`], in their order.
    pub(crate) fn lengths(&self) -> [usize; 5] {
        let (inputs, hidden, buckets) =
            (self.inputs as usize, self.hidden as usize, self.buckets as usize);
        [inputs * hidden, hidden, buckets * 2 * hidden, buckets, inputs * buckets]
    }
}

/// A network that can be evaluated.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    parameters: Parameters,
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
        ];
        for ((what, found), expected) in found.into_iter().zip(shape.lengths()) {
            if found != expected {
                return Err(ShapeError::Length { what, found, expected });
            }
        }
        for (at, &weight) in parameters.output.iter().enumerate() {
            if weight.unsigned_abs() > MOST_OUTPUT.unsigned_abs() {
                return Err(ShapeError::Output { at, weight });
            }
        }
        check_sums(&shape, &parameters)?;
        Ok(Self { shape, parameters, kernel: Kernel::best() })
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
    /// s = Σ min(max(h, 0), 255)² · output        over both hidden layers
    /// value = (s / 255 + output_bias) · scale / (255 · 64) + (skip − skip of the other) / 2
    /// ```
    ///
    /// Divisions drop the rest.
    ///
    /// # Panics
    /// When there is no such bucket, or an accumulator belongs to a network of another shape.
    #[must_use]
    pub fn value(&self, own: &Accumulator, other: &Accumulator, bucket: usize) -> i32 {
        let hidden = self.shape.hidden as usize;
        let weights = &self.parameters.output[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
        let (own_weights, other_weights) = weights.split_at(hidden);
        let sum = self.kernel.output(&own.hidden, own_weights)
            + self.kernel.output(&other.hidden, other_weights);
        let sum = sum / i64::from(QA) + i64::from(self.parameters.output_bias[bucket]);
        let value = sum * i64::from(self.shape.scale) / (i64::from(QA) * i64::from(QB));
        let skip = i64::from((own.skip[bucket] - other.skip[bucket]) / 2);
        let bounded = (value + skip).clamp(i32::MIN.into(), i32::MAX.into());
        // It was just bounded.
        i32::try_from(bounded).unwrap_or(0)
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
