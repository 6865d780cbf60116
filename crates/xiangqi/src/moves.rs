use crate::Square;
use std::fmt;
use std::str::FromStr;

/// A move: from one point to another. The captured piece depends on the position.
///
/// ```
/// use xiangqi::{Move, Square};
/// let m: Move = "h2e2".parse()?;
/// assert_eq!((m.from, m.to), (Square::H2, Square::E2));
/// assert_eq!(Move::unpack(m.pack()), Some(m));
/// assert_eq!(m, Move::new(Square::H2, Square::E2));
/// assert_eq!((m.mirror().to_string(), m.flip().to_string()), ("b2e2".into(), "h7e7".into()));
/// assert!(m.index() < Move::INDEX_COUNT);
/// # Ok::<(), xiangqi::ParseMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The point of the piece before the move.
    pub from: Square,
    /// The point of the piece after the move.
    pub to: Square,
}

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A bound for [`Move::index`].
    pub const INDEX_COUNT: usize = Square::COUNT * Square::COUNT;

    /// The move between two points.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// The move in 14 bits, never 0 for a move between different points.
    #[inline]
    #[must_use]
    pub const fn pack(self) -> u16 {
        self.from as u16 | (self.to as u16) << 7
    }

    /// Unpacks the result of [`Move::pack`]; `None` for 0 and for any value that is not two points.
    #[inline]
    #[must_use]
    pub const fn unpack(bits: u16) -> Option<Self> {
        if bits == 0 || bits >> 14 != 0 {
            return None;
        }
        match (Square::from_index((bits & 127) as usize), Square::from_index((bits >> 7) as usize))
        {
            (Some(from), Some(to)) => Some(Self { from, to }),
            _ => None,
        }
    }

    /// A number below [`Move::INDEX_COUNT`], different for every move: an index for history tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.from.index() * Square::COUNT + self.to.index()
    }

    /// The move with left and right exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { from: self.from.mirror(), to: self.to.mirror() }
    }

    /// The move mirrored across the river.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self { from: self.from.flip(), to: self.to.flip() }
    }
}

/// Prints the engine notation, `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Why a text is not a move in engine notation.
///
/// ```
/// use xiangqi::{Move, ParseMoveError};
///
/// let error: ParseMoveError = "h2".parse::<Move>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "'h2' is not a move: expected two different points, as in h2e2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a move: expected two different points, as in h2e2")]
pub struct ParseMoveError {
    text: String,
}

/// Reads the engine notation, `h2e2`, without a position: the move may be illegal everywhere.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError { text: text.chars().take(20).collect() };
        let (Some(from), Some(to), 4) = (text.get(..2), text.get(2..), text.len()) else {
            return Err(error());
        };
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from != to => Ok(Self { from, to }),
            _ => Err(error()),
        }
    }
}
