use std::fmt;
use std::num::NonZeroU16;

/// The largest board: 22×22.
pub const LARGEST: u8 = 22;
/// The smallest board: 5×5.
pub const SMALLEST: u8 = 5;

/// The width of the empty rim around the board, in points: the reach of a pattern.
pub(crate) const RIM: usize = 5;
/// Distance of two rows in tables indexed by [`Square::cell`].
pub(crate) const STRIDE: usize = 32;
/// The length of such tables.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

/// A point of a board of any size: column from the left and row from below, both from 0.
/// Prints as `h8` (columns from `a`, rows from 1).
///
/// ```
/// use gomoku::Square;
///
/// let square = Square::read("h8")?;
/// assert_eq!((square.column(), square.row()), (7, 7));
/// assert_eq!(Square::new(7, 7), Some(square));
/// # Ok::<(), gomoku::ReadSquareError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU16);

impl Square {
    /// The point in this column and row, if a board of 22×22 has it.
    ///
    /// ```
    /// use gomoku::Square;
    /// assert_eq!(Square::new(7, 7).unwrap().to_string(), "h8");
    /// assert_eq!(Square::new(22, 0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column >= LARGEST || row >= LARGEST {
            return None;
        }
        Self::from_cell((row as usize + RIM) * STRIDE + column as usize + RIM)
    }

    /// Column, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.cell() % STRIDE - RIM) as u8
    }

    /// Row, from 0 at the bottom.
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.cell() / STRIDE - RIM) as u8
    }

    /// Index in tables of the size `CELLS`.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn cell(self) -> usize {
        self.0.get() as usize % CELLS
    }

    #[inline(always)]
    #[must_use]
    pub(crate) const fn from_cell(cell: usize) -> Option<Self> {
        match NonZeroU16::new(cell as u16) {
            Some(cell) => Some(Self(cell)),
            None => None,
        }
    }

    /// Reads `h8`; the whole text must be it.
    ///
    /// # Errors
    /// When the text is not a letter from `a` to `v` and a number from 1 to 22.
    pub fn read(text: &str) -> Result<Self, ReadSquareError> {
        let error = || ReadSquareError { text: text.chars().take(12).collect() };
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic).ok_or_else(error)?;
        let digits = &text[1..];
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let row: u8 = digits.parse().map_err(|_| error())?;
        let row = row.checked_sub(1).ok_or_else(error)?;
        Self::new(letter.to_ascii_lowercase() - b'a', row).ok_or_else(error)
    }
}

/// A text is no point.
///
/// ```
/// use gomoku::{ReadSquareError, Square};
///
/// let error: ReadSquareError = Square::read("h").unwrap_err();
/// assert_eq!(error.text, "h");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a point: expected a letter from a to v and a number from 1 to 22")]
pub struct ReadSquareError {
    /// The text, cut to 12 characters.
    pub text: String,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
