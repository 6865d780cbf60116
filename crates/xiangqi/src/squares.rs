use crate::{File, Rank, Square};
use game::Side;
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of points. Iterates in the order of [`Square::index`].
///
/// ```
/// use game::Side;
/// use xiangqi::{File, Rank, Square, Squares};
///
/// let set = Squares::of(Square::E0) | Square::A3;
/// assert!(set.contains(Square::A3));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::E0, Square::A3]);
/// assert_eq!((set.len(), set.first()), (2, Some(Square::E0)));
/// assert!(set.more_than_one() && !set.is_empty());
/// assert_eq!(Squares::from_bits(set.bits()), set);
///
/// let mut palace = Squares::palace(Side::First);
/// assert!(palace.intersects(set));
/// palace.remove(Square::E0);
/// palace.insert(Square::A0);
/// assert!(!palace.intersects(set));
///
/// assert_eq!(Squares::file(File::E).or(Squares::rank(Rank::R3)).len(), 18);
/// assert_eq!(Squares::home(Side::First).or(Squares::home(Side::Second)), Squares::ALL);
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct Squares(u128);

/// The bit of each point. WebAssembly shifts 64 bits at a time: the compiler calls a function to shift more of them by what
/// it does not know.
static BITS: [u128; Square::COUNT] = {
    let mut bits = [0; Square::COUNT];
    let mut at = 0;
    while at < bits.len() {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

impl Squares {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self((1 << 90) - 1);
    /// Both palaces.
    pub const PALACES: Self = Self::palace(Side::First).or(Self::palace(Side::Second));

    /// The set with this one point.
    #[inline(always)]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        if cfg!(target_arch = "wasm32") {
            return Self(BITS[square.index()]);
        }
        Self(1 << square.index())
    }

    /// The points whose bit (1 shifted by [`Square::index`]) is set; bits beyond the board
    /// are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// One bit per point.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// All points of a file.
    #[must_use]
    pub const fn file(file: File) -> Self {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 10 {
            bits |= 1 << (rank * 9 + file.index());
            rank += 1;
        }
        Self(bits)
    }

    /// All points of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0x1FF << (rank.index() * 9))
    }

    /// The nine points of `side`'s palace.
    #[must_use]
    #[inline]
    pub const fn palace(side: Side) -> Self {
        let files_d_to_f: u128 = 0b11_1000;
        let lower = files_d_to_f | files_d_to_f << 9 | files_d_to_f << 18;
        match side {
            Side::First => Self(lower),
            Side::Second => Self(lower << 63),
        }
    }

    /// The 45 points on `side`'s half of the board.
    #[must_use]
    #[inline]
    pub const fn home(side: Side) -> Self {
        match side {
            Side::First => Self((1 << 45) - 1),
            Side::Second => Self(((1 << 45) - 1) << 45),
        }
    }

    /// The five points (seven for elephants: `false`) where a piece of `side` can stand whose
    /// diagonal steps are limited to its home.
    #[must_use]
    pub(crate) const fn diagonal_home(side: Side, advisor: bool) -> Self {
        use Square::*;
        let of: &[Square] = match (side, advisor) {
            (Side::First, true) => &[D0, F0, E1, D2, F2],
            (Side::Second, true) => &[D9, F9, E8, D7, F7],
            (Side::First, false) => &[C0, G0, A2, E2, I2, C4, G4],
            (Side::Second, false) => &[C9, G9, A7, E7, I7, C5, G5],
        };
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < of.len() {
            set = set.or(Self::of(of[i]));
            i += 1;
        }
        set
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        if cfg!(target_arch = "wasm32") {
            return self.0 & BITS[square.index()] != 0;
        }
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many points are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether at least two points are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first point of the set.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bit(self.0.trailing_zeros())) }
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0 |= Self::of(square).0;
    }

    /// Removes a point.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !Self::of(square).0;
    }

    /// Whether the two sets share a point.
    #[inline(always)]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Union, usable in constants.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOr<Square> for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Square) -> Self {
        self | Self::of(other)
    }
}

impl BitXor for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The points of the board that are not in the set.
impl Not for Squares {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// Set difference.
impl Sub for Squares {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for Squares {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Squares {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Squares {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Squares {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, s| set | s)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;
    #[inline(always)]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The points of a [`Squares`] in the order of [`Square::index`].
///
/// ```
/// use game::Side;
/// use xiangqi::Squares;
///
/// // An `Iter` knows how many points are left.
/// let points = Squares::palace(Side::First).into_iter();
/// assert_eq!(points.len(), 9);
/// ```
#[derive(Clone, Debug)]
pub struct Iter(u128);

impl Iterator for Iter {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = Squares(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Iter {}

/// Lists the points, as in `{e0, a3}`.
impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(|s| s.to_string())).finish()
    }
}
