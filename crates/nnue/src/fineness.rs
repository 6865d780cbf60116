//! How fine the integers of a network are.

use crate::network::{QA, ShapeError};
use serde::{Deserialize, Serialize};

/// How fine the integers of a [`crate::Network`] are: what stands for one in each list is a power of two times the least
/// there is. Files without it have the least of all.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fineness {
    /// One in the hidden layer is 255 · 2ⁿ, 0 to 4.
    pub hidden: u8,
    /// One in its squares is 255² / 64 · 2ⁿ, 0 to 4.
    pub squares: u8,
    /// One in the weights behind the hidden layer is 1,024 · 2ⁿ, 0 to 4.
    pub output: u8,
    /// One in the weights of the third and the last layer is 256 · 2ⁿ, 0 to 6.
    pub tail: u8,
    /// A hundredth of what features add directly is 2ⁿ, 0 to 6.
    pub skip: u8,
}

/// One in the sums behind the hidden layer, at the least: 255² / 64 for one squared, times 1,024 for a weight of one.
pub(crate) const UNIT: i32 = QA as i32 * QA as i32 * 16;
/// One in the second layer, and in the third one after its division. Exactly it is 255² / 4 = 16,256.25.
pub(crate) const CLIP: i16 = (UNIT / 64) as i16;

/// How the values of a hidden layer are clipped and squared: shifted up, each by its own number, both factors are less
/// than 2¹⁵, and their product, divided by 2¹⁵ and rounded, is the square. Processors have one instruction for that.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Squaring {
    /// One.
    pub(crate) most: i16,
    /// How far each of both factors is shifted up before they are multiplied.
    pub(crate) up: [u32; 2],
}

impl Fineness {
    pub(crate) fn check(self) -> Result<(), ShapeError> {
        // A factor of a square is then at most 255 · 2⁷, a square 16,256, and what stands for one less than 2³⁰.
        let holds = [self.hidden, self.squares, self.output].into_iter().all(|n| n <= 4);
        if holds && self.tail <= 6 && self.skip <= 6 {
            return Ok(());
        }
        Err(ShapeError::Size("fineness must be 0 to 4, that of tail and skip 0 to 6"))
    }

    /// One in the hidden layer, in its weights and biases.
    #[must_use]
    pub fn hidden_one(self) -> i32 {
        i32::from(QA) << self.hidden
    }

    /// One in the weights behind the hidden layer.
    #[must_use]
    pub fn output_one(self) -> i32 {
        1024 << self.output
    }

    /// One in the sums behind the hidden layer, and in their biases.
    #[must_use]
    pub fn output_sum(self) -> i32 {
        UNIT << (self.output + self.squares)
    }

    /// One in the weights of the third layer and of the last one.
    #[must_use]
    pub fn tail_one(self) -> i32 {
        256 << self.tail
    }

    /// One in the sums of the third layer and of the last one, and in their biases.
    #[must_use]
    pub fn tail_sum(self) -> i32 {
        (UNIT * 4) << self.tail
    }

    /// A hundredth of what features add directly.
    #[must_use]
    pub fn skip_one(self) -> i32 {
        1 << self.skip
    }

    /// The sums of the second layer are shifted down by this, to [`CLIP`] for one.
    pub(crate) fn second_down(self) -> u32 {
        6 + u32::from(self.output + self.squares)
    }

    /// The sums of the third layer are shifted down by this.
    pub(crate) fn third_down(self) -> u32 {
        8 + u32::from(self.tail)
    }

    /// The square of one, as it is rounded.
    pub(crate) fn most_square(self) -> i16 {
        // At most 16,256.
        ((((i32::from(QA) * i32::from(QA)) << self.squares) + 32) >> 6) as i16
    }

    pub(crate) fn squaring(self) -> Squaring {
        // Together 9 less twice what the hidden layer is finer, and what the squares are finer: never less than 0.
        let up = u32::from(9 + self.squares - 2 * self.hidden);
        Squaring { most: QA << self.hidden, up: [up / 2, up.div_ceil(2)] }
    }
}
