use crate::Squares;
use std::fmt;
use std::num::NonZeroU8;

/// The columns of the largest board; in [`Square::index`] the rows of all boards are this far
/// apart.
const STRIDE: u8 = 8;

/// The size of a board. Smaller boards lie in the corner at a1.
///
/// ```
/// use reversi::Size;
/// assert_eq!(Size::new(6), Some(Size::Six));
/// assert_eq!(Size::new(7), None);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Size {
    /// 4×4.
    Four = 4,
    /// 6×6.
    Six = 6,
    /// 8×8, the board of the WOF rules.
    Eight = 8,
}

impl Size {
    /// All sizes, smallest first.
    ///
    /// ```
    /// assert_eq!(reversi::Size::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Four, Self::Six, Self::Eight];

    /// The size with so many squares along an edge, if there is one.
    ///
    /// ```
    /// use reversi::Size;
    /// assert_eq!(Size::new(8), Some(Size::Eight));
    /// assert_eq!(Size::new(10), None);
    /// ```
    #[must_use]
    pub const fn new(edge: u8) -> Option<Self> {
        match edge {
            4 => Some(Self::Four),
            6 => Some(Self::Six),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// Squares along an edge.
    ///
    /// ```
    /// assert_eq!(reversi::Size::Six.edge(), 6);
    /// ```
    #[inline]
    #[must_use]
    pub const fn edge(self) -> u8 {
        self as u8
    }

    /// All squares of the board.
    ///
    /// ```
    /// use reversi::Size;
    /// assert_eq!(Size::Six.squares().len(), 36);
    /// ```
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(match self {
            Self::Four => 0x0000_0000_0F0F_0F0F,
            Self::Six => 0x0000_3F3F_3F3F_3F3F,
            Self::Eight => u64::MAX,
        })
    }

    /// The four squares in the middle, top left first, row by row.
    ///
    /// ```
    /// use reversi::Size;
    /// assert_eq!(Size::Eight.centre().map(|square| square.to_string()), ["d4", "e4", "d5", "e5"]);
    /// ```
    #[must_use]
    pub fn centre(self) -> [Square; 4] {
        let (low, high) = (self.edge() / 2 - 1, self.edge() / 2);
        [(low, low), (high, low), (low, high), (high, high)]
            .map(|(column, row)| Square::new(column, row).expect("the middle is on the board"))
    }
}

/// A square: column from the left and row from the top, both from 0. Prints as `f5`.
///
/// ```
/// use reversi::Square;
/// let square = Square::read("f5")?;
/// assert_eq!((square.column(), square.row()), (5, 4));
/// # Ok::<(), reversi::ReadSquareError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square in this column and row, both from 0 to 7.
    ///
    /// ```
    /// use reversi::Square;
    /// assert_eq!(Square::new(5, 4).unwrap().to_string(), "f5");
    /// assert_eq!(Square::new(8, 0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column >= STRIDE || row >= STRIDE {
            return None;
        }
        Self::from_index(row * STRIDE + column)
    }

    /// The square with this [`Square::index`], if it is below 64.
    ///
    /// ```
    /// use reversi::Square;
    /// assert_eq!(Square::from_index(8).unwrap().to_string(), "a2");
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index >= STRIDE * STRIDE {
            return None;
        }
        match NonZeroU8::new(index + 1) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Its number from 0 to 63: eight times the row plus the column, on every board.
    ///
    /// ```
    /// assert_eq!(reversi::Square::read("a2")?.index(), 8);
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask shows the compiler that tables of 64 need no check.
        (self.0.get() - 1) as usize & 63
    }

    /// Column, from 0 at the left.
    ///
    /// ```
    /// assert_eq!(reversi::Square::read("f5")?.column(), 5);
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0.get() - 1) % STRIDE
    }

    /// Row, from 0 at the top.
    ///
    /// ```
    /// assert_eq!(reversi::Square::read("f5")?.row(), 4);
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0.get() - 1) / STRIDE
    }

    /// Reads `f5` or `F5`; the whole text must be it.
    ///
    /// # Errors
    /// When the text is not a letter from a to h and a digit from 1 to 8.
    ///
    /// ```
    /// use reversi::Square;
    /// assert_eq!(Square::read("F5"), Square::read("f5"));
    /// assert!(Square::read("i5").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, ReadSquareError> {
        let error = || ReadSquareError { text: text.chars().take(12).collect() };
        let [letter, digit] = *text.as_bytes() else { return Err(error()) };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        Self::new(column, digit.wrapping_sub(b'1')).ok_or_else(error)
    }
}

/// A text is no square.
///
/// ```
/// let error = reversi::Square::read("z9").unwrap_err();
/// assert!(error.to_string().starts_with("\"z9\" is not a square"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a square: expected a letter from a to h and a digit from 1 to 8")]
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
