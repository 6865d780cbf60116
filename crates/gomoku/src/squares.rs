use crate::Square;
use crate::square::{CELLS, RIM, STRIDE};

/// A set of points: one word a row.
///
/// ```
/// use gomoku::{Square, Squares};
///
/// let (h8, i9) = (Square::new(7, 7).unwrap(), Square::new(8, 8).unwrap());
/// let mut set = Squares::EMPTY;
/// assert!(set.is_empty());
/// set.insert(h8);
/// set.insert(i9);
/// assert!(set.contains(h8));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [h8, i9]);
/// set.remove(i9);
/// assert_eq!(set.len(), 1);
///
/// let board = Squares::board(15);
/// assert_eq!(board.without(&set).len(), 224);
/// assert_eq!(board.intersection(&set), set);
/// assert_eq!(board.union(&set), board);
/// // The points around h8: on its lines, and in the square around it.
/// assert_eq!(set.along_lines(2).len(), 17);
/// assert_eq!(set.grown(2).len(), 25);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Squares([u32; STRIDE]);

impl Squares {
    /// No point.
    pub const EMPTY: Self = Self([0; STRIDE]);

    /// All points of a board of this size.
    #[must_use]
    pub fn board(size: u8) -> Self {
        let mut all = Self::EMPTY;
        let row = ((1_u32 << size.min(22)) - 1) << RIM;
        all.0[RIM..RIM + usize::from(size.min(22))].fill(row);
        all
    }

    /// Whether a point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.has(square.cell())
    }

    #[inline(always)]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell / STRIDE % STRIDE] >> (cell % STRIDE) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn toggle(&mut self, cell: usize) {
        self.0[cell / STRIDE % STRIDE] ^= 1 << (cell % STRIDE);
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.cell() / STRIDE] |= 1 << (square.cell() % STRIDE);
    }

    /// How many points are in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The points, row by row from below.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.iter().enumerate().flat_map(|(y, &row)| {
            let mut rest = row;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let x = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Square::from_cell((y * STRIDE + x) % CELLS)
            })
        })
    }

    /// The points of `self` that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = *self;
        left.0.iter_mut().zip(&other.0).for_each(|(row, taken)| *row &= !taken);
        left
    }

    /// The points in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut both = *self;
        both.0.iter_mut().zip(&other.0).for_each(|(row, more)| *row |= more);
        both
    }

    /// The points in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = *self;
        both.0.iter_mut().zip(&other.0).for_each(|(row, more)| *row &= more);
        both
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.cell() / STRIDE] &= !(1 << (square.cell() % STRIDE));
    }

    /// All points that lie on a line with one of these, at most `distance` steps away.
    #[must_use]
    pub fn along_lines(&self, distance: u32) -> Self {
        let mut near = *self;
        for steps in 1..=distance.min(RIM as u32) {
            let wide = self.0.map(|row| row | row << steps | row >> steps);
            for y in 0..STRIDE {
                let below = if y >= steps as usize { wide[y - steps as usize] } else { 0 };
                let above = wide.get(y + steps as usize).copied().unwrap_or(0);
                near.0[y] |= (wide[y] & !self.0[y]) | below | above;
            }
        }
        near
    }

    /// All points at most `distance` columns and rows away from one of these.
    #[must_use]
    pub fn grown(&self, distance: u32) -> Self {
        let mut grown = *self;
        for _ in 0..distance {
            let wide = grown.0.map(|row| row | row << 1 | row >> 1);
            for y in 0..STRIDE {
                let below = if y > 0 { wide[y - 1] } else { 0 };
                let above = if y + 1 < STRIDE { wide[y + 1] } else { 0 };
                grown.0[y] = wide[y] | below | above;
            }
        }
        grown
    }
}
