use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word wide enough for a board, with its ghost bits: `u64` for up to 50 playing squares, `u128`
/// above, so that the larger boards do not slow down the 10×10 game.
///
/// ```
/// use draughts::Bits;
///
/// let set = u64::bit(3) | u64::bit(5);
/// assert_eq!(set, u64::from_wide(0b10_1000));
/// assert_eq!((set.count(), set.first(), set.rest()), (2, 3, u64::bit(5)));
/// assert_eq!(set.wide(), 0b10_1000);
/// assert!(!set.is_zero() && u64::ZERO.is_zero());
///
/// let mut squares = Vec::new();
/// set.each(|bit| squares.push(bit));
/// assert_eq!(squares, [3, 5]);
///
/// // For hashing: other bits or other salts give other values.
/// assert_ne!(set.mix(1), set.mix(2));
/// assert_ne!(set.mix_with(u64::bit(1), [1, 2]), set.mix_with(u64::bit(2), [1, 2]));
/// ```
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No bit.
    const ZERO: Self;

    /// The low bits of a wide word.
    fn from_wide(wide: u128) -> Self;

    /// The word widened.
    fn wide(self) -> u128;

    /// Only bit `n`.
    fn bit(n: u32) -> Self;

    /// The number of bits set.
    fn count(self) -> u32;

    /// The index of the lowest bit set; meaningless on [`Bits::ZERO`].
    fn first(self) -> u32;

    /// Without its lowest bit.
    fn rest(self) -> Self;

    /// Whether no bit is set.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// 64 bits that mix all of the word, for hashing.
    fn mix(self, salt: u64) -> u64;

    /// 64 bits that mix all of this word and of another, for hashing: the two halves of their
    /// product are combined as in wyhash.
    fn mix_with(self, other: Self, salts: [u64; 2]) -> u64;

    /// Calls `each` with every bit's index, ascending.
    #[inline(always)]
    fn each(self, mut each: impl FnMut(u32)) {
        let mut bits = self;
        while !bits.is_zero() {
            each(bits.first());
            bits = bits.rest();
        }
    }
}

#[inline(always)]
fn fold(word: u64, salt: u64) -> u64 {
    product(word ^ salt, 0xD1B5_4A32_D192_ED03)
}

#[inline(always)]
fn product(a: u64, b: u64) -> u64 {
    if cfg!(target_arch = "wasm32") {
        return product_of_halves(a, b);
    }
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The same without a product of 128 bits, for which WebAssembly has no instruction.
#[inline(always)]
fn product_of_halves(a: u64, b: u64) -> u64 {
    let half = u64::from(u32::MAX);
    let ((a, a_high), (b, b_high)) = ((a & half, a >> 32), (b & half, b >> 32));
    let (low, mixed, other) = (a * b, a_high * b, a * b_high);
    let middle = (low >> 32) + (mixed & half) + (other & half);
    let high = a_high * b_high + (mixed >> 32) + (other >> 32) + (middle >> 32);
    (low & half | middle << 32) ^ high
}

impl Bits for u64 {
    const ZERO: Self = 0;
    #[inline(always)]
    fn from_wide(wide: u128) -> Self {
        wide as Self
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        u128::from(self)
    }
    #[inline(always)]
    fn bit(n: u32) -> Self {
        1 << n
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn mix(self, salt: u64) -> u64 {
        fold(self, salt)
    }
    #[inline(always)]
    fn mix_with(self, other: Self, salts: [u64; 2]) -> u64 {
        product(self ^ salts[0], other ^ salts[1])
    }
}

impl Bits for u128 {
    const ZERO: Self = 0;
    #[inline(always)]
    fn from_wide(wide: u128) -> Self {
        wide
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }
    #[inline(always)]
    fn bit(n: u32) -> Self {
        1 << n
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn mix(self, salt: u64) -> u64 {
        fold(self as u64, salt) ^ fold((self >> 64) as u64, salt.rotate_left(29))
    }
    #[inline(always)]
    fn mix_with(self, other: Self, salts: [u64; 2]) -> u64 {
        let [own, others] = salts;
        let low = product(self as u64 ^ own, other as u64 ^ others);
        let (high, others_high) = ((self >> 64) as u64, (other >> 64) as u64);
        low ^ product(high ^ own.rotate_left(29), others_high ^ others.rotate_left(43))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_halves_are_the_products() {
        let mut a = 0x9E37_79B9_7F4A_7C15_u64;
        for b in [0, 1, u64::MAX, 0xD1B5_4A32_D192_ED03, 1 << 32, u64::from(u32::MAX)] {
            for _ in 0..100 {
                assert_eq!(product_of_halves(a, b), product(a, b));
                a = a.wrapping_mul(0xD1B5_4A32_D192_ED03).rotate_left(7) ^ b;
            }
            assert_eq!(product_of_halves(u64::MAX, b), product(u64::MAX, b));
        }
    }
}
