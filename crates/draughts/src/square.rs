use crate::geometry::Geometry;
use crate::{Bits, VariantRules};
use std::fmt;
use std::marker::PhantomData;

/// A playing square of a variant's board. Prints as its number: 1 at the top left from White's
/// point of view.
///
/// ```
/// use draughts::{Bits, Russian, Square};
///
/// let square = Square::<Russian>::new(22).expect("the board has 32 squares");
/// assert_eq!((square.number(), square.index()), (22, 21));
/// assert_eq!(square.letters(), "c3");
/// assert_eq!(Square::read("c3"), Some(square));
/// assert_eq!(Square::read("22"), Some(square));
/// assert_eq!(Square::<Russian>::all().count(), Square::<Russian>::COUNT);
///
/// // As a member of a set of squares.
/// assert_eq!(square.bit().first() as usize, square.bit_index());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square<V> {
    bit: u8,
    variant: PhantomData<V>,
}

/// The bit of every square by its number less one, and the reverse table (255: no square).
struct Numbers {
    bits: [u8; 72],
    numbers: [u8; 128],
}

impl Numbers {
    const fn of(board: crate::rules::Board) -> Self {
        let per_row = if board.every_square { board.size } else { board.size / 2 };
        let mut all = Self { bits: [255; 72], numbers: [255; 128] };
        let mut n = 0;
        while n < board.size * per_row {
            let bit = Geometry::bit_at(board, n / per_row, n % per_row);
            all.bits[n as usize] = bit as u8;
            all.numbers[bit as usize] = n as u8;
            n += 1;
        }
        all
    }
}

trait NumberedSquares: VariantRules {
    const NUMBERS: Numbers = Numbers::of(Self::BOARD);
}
impl<V: VariantRules> NumberedSquares for V {}

impl<V: VariantRules> Square<V> {
    /// The number of playing squares of the board.
    pub const COUNT: usize = Geometry::of(V::BOARD).squares as usize;

    /// The square with this number, from 1.
    #[must_use]
    #[inline]
    pub fn new(number: u32) -> Option<Self> {
        let n = number.checked_sub(1)? as usize;
        if n < Self::COUNT { Some(Self::from_bit(u32::from(V::NUMBERS.bits[n]))) } else { None }
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.index() as u32 + 1
    }

    /// Its number less one, for tables.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        V::NUMBERS.numbers[self.bit as usize & 127] as usize
    }

    #[inline(always)]
    pub(crate) fn from_bit(bit: u32) -> Self {
        Self { bit: bit as u8, variant: PhantomData }
    }

    /// The number of its bit in a set of squares, for tables that are read often: below 128.
    #[inline(always)]
    #[must_use]
    pub fn bit_index(self) -> usize {
        usize::from(self.bit & 127)
    }

    /// The set that holds this square only.
    #[inline(always)]
    #[must_use]
    pub fn bit(self) -> V::Bits {
        V::Bits::bit(u32::from(self.bit))
    }

    /// The square whose bit in a set of squares has this number ([`Square::bit_index`]).
    ///
    /// ```
    /// use draughts::{International, Square};
    ///
    /// let square = Square::<International>::new(32).unwrap();
    /// assert_eq!(Square::of_bit_index(square.bit_index()), Some(square));
    /// // Between two rows is a bit that belongs to no square.
    /// assert_eq!(Square::<International>::of_bit_index(127), None);
    /// ```
    #[must_use]
    pub fn of_bit_index(bit: usize) -> Option<Self> {
        let number = V::NUMBERS.numbers.get(bit)?;
        (usize::from(*number) < Self::COUNT).then(|| Self::from_bit(bit as u32))
    }

    /// Its name by file and rank, `a1` at White's lower left.
    #[must_use]
    pub fn letters(self) -> String {
        let board = V::BOARD;
        let per_row = if board.every_square { board.size } else { board.size / 2 };
        let (row, k) = (self.index() as u32 / per_row, self.index() as u32 % per_row);
        let column =
            if board.every_square { k } else { 2 * k + u32::from((row % 2 == 0) == board.corner) };
        format!("{}{}", char::from(b'a' + column as u8), board.size - row)
    }

    /// The square with this name: a number, or file and rank.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        if name.len() > 3 || name.is_empty() {
            return None;
        }
        if name.bytes().all(|b| b.is_ascii_digit()) {
            return Self::new(name.parse().ok()?);
        }
        Self::all().find(|square| square.letters() == name)
    }

    /// Every square, by number.
    #[inline]
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT as u32).filter_map(Self::new)
    }
}

impl<V: VariantRules> fmt::Display for Square<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl<V: VariantRules> fmt::Debug for Square<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
