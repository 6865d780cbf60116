use crate::Square;

/// One of the eight symmetries of a square board.
///
/// ```
/// use gomoku::Square;
/// use gomoku::opening::Symmetry;
///
/// let (a1, h8) = (Square::new(0, 0).unwrap(), Square::new(7, 7).unwrap());
/// // A corner goes to each of the four corners twice.
/// let images = Symmetry::all().map(|symmetry| symmetry.apply(a1, 15));
/// assert_eq!(images.iter().filter(|&&image| image == Some(a1)).count(), 2);
/// // A stone in the centre leaves the board as symmetrical as it was.
/// assert_eq!(Symmetry::of_position(&[h8], 15).len(), 8);
/// assert_eq!(Symmetry::of_position(&[a1], 15).len(), 2);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    exchange: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    #[must_use]
    pub fn all() -> [Self; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|n| Self {
            mirror_columns: n & 1 != 0,
            mirror_rows: n & 2 != 0,
            exchange: n & 4 != 0,
        })
    }

    /// The image of a point of a board of this size; `None` for a point beyond the edge.
    #[must_use]
    pub fn apply(self, square: Square, size: u8) -> Option<Square> {
        let mirror = |n: u8, mirrored: bool| {
            let last = size.checked_sub(1)?;
            if mirrored { last.checked_sub(n) } else { (n <= last).then_some(n) }
        };
        let column = mirror(square.column(), self.mirror_columns)?;
        let row = mirror(square.row(), self.mirror_rows)?;
        if self.exchange { Square::new(row, column) } else { Square::new(column, row) }
    }

    /// The symmetries that leave a position unchanged: stones in order of play, alternating in
    /// colour from Black.
    #[must_use]
    pub fn of_position(stones: &[Square], size: u8) -> Vec<Self> {
        Self::all().into_iter().filter(|symmetry| symmetry.keeps(stones, size)).collect()
    }

    fn keeps(self, stones: &[Square], size: u8) -> bool {
        stones.iter().enumerate().all(|(n, &stone)| {
            let image = self.apply(stone, size);
            let same_colour = stones.iter().skip(n % 2).step_by(2);
            image.is_some_and(|image| same_colour.into_iter().any(|&other| other == image))
        })
    }
}
