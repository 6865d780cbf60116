//! The bits of the squares in the word, and the steps between them.
//!
//! Playing squares of two neighbouring rows are five (on 10×10) and five bits, each row
//! followed by a ghost bit that never holds a piece; so every step is a shift by the same
//! distance everywhere on the board, and a piece that steps off it lands on a ghost bit.
//! The layout for 10×10 is the one Scan uses: steps of 6 and 7 diagonally, 13 and 1 straight.

use crate::rules::Board;
use crate::{Bits, VariantRules};
use game::Side;

/// A direction on the screen with White below.
///
/// ```
/// use draughts::{Direction, Reach};
/// use game::Side;
///
/// assert_eq!(Direction::UpLeft.reverse(), Direction::DownRight);
/// assert_eq!(Reach::Forward.directions(Side::First), [Direction::UpLeft, Direction::UpRight]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Towards White's edge and to the left.
    DownLeft,
    /// Towards White's edge and to the right.
    DownRight,
    /// Towards Black's edge and to the right.
    UpRight,
    /// Towards Black's edge and to the left.
    UpLeft,
    /// Straight towards White's edge.
    Down,
    /// To the right.
    Right,
    /// Straight towards Black's edge.
    Up,
    /// To the left.
    Left,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            DownLeft => UpRight,
            DownRight => UpLeft,
            UpRight => DownLeft,
            UpLeft => DownRight,
            Down => Up,
            Right => Left,
            Up => Down,
            Left => Right,
        }
    }

    /// Whether shifts in this direction go to higher bits.
    #[inline]
    const fn ascends(self) -> bool {
        matches!(self, DownLeft | DownRight | Down | Right)
    }
}

impl crate::Reach {
    /// The directions of this reach for `side`.
    #[inline(always)]
    #[must_use]
    pub const fn directions(self, side: Side) -> &'static [Direction] {
        match (self, side) {
            (Self::Forward, Side::First) => &[UpLeft, UpRight],
            (Self::Forward, Side::Second) => &[DownLeft, DownRight],
            (Self::Diagonal, _) => &[UpLeft, UpRight, DownLeft, DownRight],
            (Self::Eight, _) => &[UpLeft, UpRight, DownLeft, DownRight, Up, Down, Left, Right],
            (Self::StraightForward, Side::First) => &[Up, Left, Right],
            (Self::StraightForward, Side::Second) => &[Down, Left, Right],
            (Self::Straight, _) => &[Up, Down, Left, Right],
        }
    }
}

/// The geometry of a board, computed at compile time.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Geometry {
    /// Distance of a step down-left (and of nothing else).
    step: u32,
    every_square: bool,
    /// All playing squares.
    pub(crate) all: u128,
    /// The row nearest to White and the one nearest to Black: where the other side's men are
    /// crowned.
    pub(crate) edge: [u128; 2],
    /// Where men stand at the start.
    pub(crate) start: [u128; 2],
    /// The number of playing squares.
    pub(crate) squares: u32,
}

impl Geometry {
    pub(crate) const fn of(board: Board) -> Self {
        let per_row = if board.every_square { board.size } else { board.size / 2 };
        let mut geometry = Self {
            step: board.size / 2 + 1,
            every_square: board.every_square,
            all: 0,
            edge: [0; 2],
            start: [0; 2],
            squares: board.size * per_row,
        };
        let mut row = 0;
        while row < board.size {
            let mut k = 0;
            while k < per_row {
                let bit = 1_u128 << Self::bit_at(board, row, k);
                geometry.all |= bit;
                if row == board.size - 1 {
                    geometry.edge[0] |= bit;
                }
                if row == 0 {
                    geometry.edge[1] |= bit;
                }
                let from_white = board.size - 1 - row;
                let last = board.empty_rows + board.rows_of_men;
                if from_white >= board.empty_rows && from_white < last {
                    geometry.start[0] |= bit;
                }
                if row >= board.empty_rows && row < last {
                    geometry.start[1] |= bit;
                }
                k += 1;
            }
            row += 1;
        }
        geometry
    }

    /// The bit of the `k`th playing square from the left in a row counted from the top.
    pub(crate) const fn bit_at(board: Board, row: u32, k: u32) -> u32 {
        if board.every_square {
            return row * (board.size + 1) + k;
        }
        let step = board.size / 2 + 1;
        // The mirrored boards have the same layout; only their numbering runs the other way.
        let k = if board.corner { k } else { board.size / 2 - 1 - k };
        row / 2 * (2 * step + 1) + if row % 2 == 1 { step } else { 0 } + k
    }

    #[inline(always)]
    const fn distance(&self, direction: Direction) -> u32 {
        let row = if self.every_square { 9 } else { 2 * self.step + 1 };
        match direction {
            DownLeft | UpRight => self.step,
            DownRight | UpLeft => self.step + 1,
            Down | Up => row,
            Left | Right => 1,
        }
    }

    /// `bits` moved `count` steps; bits that leave the board land on ghost bits or nowhere.
    #[inline(always)]
    pub(crate) fn shift<B: Bits>(&self, bits: B, direction: Direction, count: u32) -> B {
        let distance = self.distance(direction) * count;
        if direction.ascends() { bits << distance } else { bits >> distance }
    }
}

/// The geometry of a variant as a constant.
pub(crate) trait Shape: VariantRules {
    const GEOMETRY: Geometry = Geometry::of(Self::BOARD);

    #[inline(always)]
    fn all() -> Self::Bits {
        Self::Bits::from_wide(Self::GEOMETRY.all)
    }

    /// The far row of `side`, where its men are crowned.
    #[inline(always)]
    fn far_row(side: Side) -> Self::Bits {
        Self::Bits::from_wide(Self::GEOMETRY.edge[side.other().index()])
    }

    #[inline(always)]
    fn step(bits: Self::Bits, direction: Direction) -> Self::Bits {
        Self::GEOMETRY.shift(bits, direction, 1)
    }
}

impl<V: VariantRules> Shape for V {}
