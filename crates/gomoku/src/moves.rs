use crate::{ReadSquareError, Square};
use std::fmt;
use std::str::FromStr;

/// A move: a stone is put on a point, or the turn is passed, where the rules have that
/// ([`crate::Rules::may_pass`]). Prints as `h8` or `pass`.
///
/// ```
/// use gomoku::{Move, Square};
///
/// let m: Move = "h8".parse()?;
/// assert_eq!(m, Move::Put(Square::read("h8")?));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// # Ok::<(), gomoku::ReadSquareError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone is put here.
    Put(Square),
    /// The turn goes to the other side.
    Pass,
}

const _: () = assert!(size_of::<Move>() == size_of::<Square>());

impl Move {
    /// The point of the stone; `None` for a pass.
    ///
    /// ```
    /// assert_eq!(gomoku::Move::Pass.square(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Put(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    #[inline]
    fn from(square: Square) -> Self {
        Self::Put(square)
    }
}

impl FromStr for Move {
    type Err = ReadSquareError;

    /// Reads `h8`, or `pass` in either case.
    fn from_str(text: &str) -> Result<Self, ReadSquareError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        Square::read(text).map(Self::Put)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
