use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit [`Square::index`] of a word. On boards below 8×8 the complement (`!`)
/// also holds squares off the board: intersect with [`crate::Size::squares`].
///
/// ```
/// use reversi::{Square, Squares};
/// let set: Squares = [Square::read("a1")?, Square::read("h8")?].into_iter().collect();
/// assert_eq!(set, Squares(0x8000_0000_0000_0001));
/// assert_eq!(set.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h8"]);
/// # Ok::<(), reversi::ReadSquareError>(())
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    ///
    /// ```
    /// assert!(reversi::Squares::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Self = Self(0);

    /// One square alone.
    ///
    /// ```
    /// use reversi::{Square, Squares};
    /// assert_eq!(Squares::one(Square::new(0, 1).unwrap()), Squares(1 << 8));
    /// ```
    #[inline]
    #[must_use]
    pub const fn one(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether a square is in the set.
    ///
    /// ```
    /// use reversi::{Size, Square};
    /// assert!(!Size::Six.squares().contains(Square::new(6, 0).unwrap()));
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Adds a square.
    ///
    /// ```
    /// use reversi::{Square, Squares};
    /// let mut set = Squares::EMPTY;
    /// set.insert(Square::new(3, 3).unwrap());
    /// assert_eq!(set.len(), 1);
    /// ```
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// How many squares are in the set.
    ///
    /// ```
    /// assert_eq!(reversi::Squares(0b1011).len(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// assert!(!reversi::Squares(1).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares of this set that are not in `other`.
    ///
    /// ```
    /// use reversi::Squares;
    /// assert_eq!(Squares(0b111).without(Squares(0b010)), Squares(0b101));
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The square with the least index, if there is any.
    ///
    /// ```
    /// use reversi::Squares;
    /// assert_eq!(Squares(0b110).first().unwrap().to_string(), "b1");
    /// ```
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The squares, row by row from the top.
    ///
    /// ```
    /// use reversi::Size;
    /// assert_eq!(Size::Four.squares().iter().last().unwrap().to_string(), "d4");
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(square)
        })
    }

    /// The squares of the set and those next to one of them in any of the eight directions.
    ///
    /// ```
    /// use reversi::{Square, Squares};
    /// assert_eq!(Squares::one(Square::read("a1")?).grown().len(), 4);
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn grown(self) -> Self {
        let wide = self.0 | (self.0 << 1 & !COLUMN_A) | (self.0 >> 1 & !COLUMN_H);
        Self(wide | wide << 8 | wide >> 8)
    }
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::one(square))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! bitwise {
    ($operator:ident $method:ident, $assigning:ident $assign:ident) => {
        impl $operator for Squares {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        impl $assigning for Squares {
            #[inline]
            fn $assign(&mut self, other: Self) {
                self.0.$assign(other.0);
            }
        }
    };
}
bitwise!(BitAnd bitand, BitAndAssign bitand_assign);
bitwise!(BitOr bitor, BitOrAssign bitor_assign);
bitwise!(BitXor bitxor, BitXorAssign bitxor_assign);

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
