use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns.
///
/// Both live in one integer, the endgame's in the upper half, so that one addition adds both;
/// sums must stay within ±32767.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    /// Worth nothing.
    pub const ZERO: Self = Self(0);

    /// The pair of a middlegame and an endgame value.
    #[must_use]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16) + middlegame as i32)
    }

    /// The value with all pieces on the board.
    #[inline]
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value without chariots, horses and cannons.
    #[inline]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Both added, usable in constants.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The same for the other side, usable in constants.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The value `phase` sixteenths of the way from the endgame to the middlegame.
    #[inline]
    #[must_use]
    pub const fn blend(self, phase: Phase) -> i32 {
        let phase = phase.sixteenths();
        (self.middlegame() * phase + self.endgame() * (16 - phase)) / 16
    }
}

impl std::fmt::Debug for Tapered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

/// The distance of the game from its endgame, in sixteenths: 16 with all chariots, horses and
/// cannons on the board, 0 with none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phase(u8);

impl Phase {
    /// All chariots, horses and cannons on the board.
    pub const FULL: Self = Self(16);

    /// The phase with that many sixteenths; more than 16 count as 16.
    #[must_use]
    pub const fn new(sixteenths: u32) -> Self {
        Self(if sixteenths > 16 { 16 } else { sixteenths as u8 })
    }

    /// 0 to 16.
    #[inline]
    #[must_use]
    pub const fn sixteenths(self) -> i32 {
        self.0 as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_do_not_mix(a in -8000_i16..8000, b in -8000_i16..8000, n in -3_i32..=3) {
            let t = Tapered::new(a, b);
            prop_assert_eq!((t.middlegame(), t.endgame()), (i32::from(a), i32::from(b)));
            let t = t * n;
            prop_assert_eq!((t.middlegame(), t.endgame()), (i32::from(a) * n, i32::from(b) * n));
            let t = t - Tapered::new(b, a);
            prop_assert_eq!(t.middlegame(), i32::from(a) * n - i32::from(b));
            prop_assert_eq!(t.endgame(), i32::from(b) * n - i32::from(a));
        }

        #[test]
        fn blending_is_odd(a in -9000_i16..9000, b in -9000_i16..9000, phase in 0_u32..20) {
            let t = Tapered::new(a, b);
            prop_assert_eq!((-t).blend(Phase::new(phase)), -t.blend(Phase::new(phase)));
        }
    }
}
