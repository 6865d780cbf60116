use crate::Square;
use std::fmt;
use std::str::FromStr;

/// A move: a disc is put on a square, or the turn is passed because no disc can be put (WOF
/// rules 2). Prints as `f5` or `pass`.
///
/// ```
/// use reversi::Move;
/// let m: Move = "f5".parse()?;
/// assert_eq!(m.square().map(|square| square.index()), Some(37));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// # Ok::<(), reversi::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A disc is put here.
    Put(Square),
    /// The turn goes to the other side.
    Pass,
}

const _: () = assert!(size_of::<Move>() == 1);

impl Move {
    /// The square of the disc; `None` for a pass.
    ///
    /// ```
    /// assert_eq!(reversi::Move::Pass.square(), None);
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

/// A text is no move.
///
/// ```
/// let error = "e".parse::<reversi::Move>().unwrap_err();
/// assert!(error.to_string().contains("f5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a move: expected a square as in f5, or pass")]
pub struct ReadMoveError {
    /// The text, cut to 12 characters.
    pub text: String,
}

impl FromStr for Move {
    type Err = ReadMoveError;

    /// Reads `f5`, in either case, or a pass: `pass`, `pa` (GGF), `ps` or `--` (transcripts).
    fn from_str(text: &str) -> Result<Self, ReadMoveError> {
        if ["pass", "pa", "ps", "--"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(Self::Pass);
        }
        Square::read(text)
            .map(Self::Put)
            .map_err(|_| ReadMoveError { text: text.chars().take(12).collect() })
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
