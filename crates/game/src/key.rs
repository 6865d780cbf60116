use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of everything that legal moves depend on, the side to move included.
///
/// Two equal positions always have equal keys; two different positions may share one.
///
/// ```
/// use game::Key;
///
/// let (white, black) = (Key::random(1), Key::random(2));
/// // Keys combine with xor, and xor with the same key takes it out again.
/// assert_eq!(white ^ black ^ black, white);
/// assert_eq!(Key(255).to_string(), "00000000000000ff");
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl Key {
    /// The `n`th word of a fixed pseudo-random sequence (SplitMix64): the source of the
    /// Zobrist tables of all games, usable in constants.
    ///
    /// ```
    /// assert_ne!(game::Key::random(1), game::Key::random(2));
    /// ```
    #[inline]
    #[must_use]
    pub const fn random(n: u64) -> Self {
        let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Self(z ^ (z >> 31))
    }
}

impl BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
