use crate::Square;
use std::fmt;

/// The points of the board where a stone of an opening may be put.
///
/// ```
/// use gomoku::Square;
/// use gomoku::opening::Zone;
///
/// assert!(Zone::Outside(5).contains(Square::new(0, 0).unwrap(), 15));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// On any point.
    Anywhere,
    /// Within the central square of this number of points along an edge.
    Within(u8),
    /// Outside that square.
    Outside(u8),
}

impl Zone {
    /// Whether a point of a board of this size lies in it.
    ///
    /// ```
    /// use gomoku::{Square, opening::Zone};
    /// assert!(Zone::Within(3).contains(Square::read("g9")?, 15));
    /// assert!(!Zone::Within(3).contains(Square::read("f8")?, 15));
    /// # Ok::<(), gomoku::ReadSquareError>(())
    /// ```
    #[must_use]
    pub fn contains(self, square: Square, size: u8) -> bool {
        let (column, row) = (square.column(), square.row());
        let central = |edge: u8| {
            let margin = size.saturating_sub(edge) / 2;
            let within = |n: u8| n >= margin && n < size - margin;
            within(column) && within(row)
        };
        column < size
            && row < size
            && match self {
                Self::Anywhere => true,
                Self::Within(edge) => central(edge),
                Self::Outside(edge) => !central(edge),
            }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anywhere => f.write_str("anywhere"),
            Self::Within(1) => f.write_str("at the centre"),
            Self::Within(edge) => write!(f, "within the central {edge}×{edge}"),
            Self::Outside(edge) => write!(f, "outside the central {edge}×{edge}"),
        }
    }
}
