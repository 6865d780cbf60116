use std::ops::{Add, AddAssign, Sub, SubAssign};

/// The longest line the search follows, in plies from the root.
pub const MAX_PLY: usize = 200;

/// The remaining depth in plies; at 0 and below, quiescence begins.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub i32);

/// The number of plies made since the root.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(pub u16);

impl Depth {
    /// No more plies.
    pub const ZERO: Self = Self(0);

    #[inline]
    pub(crate) fn at_most(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    #[inline]
    pub(crate) fn at_least(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
}

impl Add<i32> for Depth {
    type Output = Self;
    #[inline]
    fn add(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Self;
    #[inline]
    fn sub(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }
}

impl AddAssign<i32> for Depth {
    #[inline]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl SubAssign<i32> for Depth {
    #[inline]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

impl Ply {
    /// The root.
    pub const ROOT: Self = Self(0);

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Add<u16> for Ply {
    type Output = Self;
    #[inline]
    fn add(self, plies: u16) -> Self {
        Self(self.0 + plies)
    }
}
