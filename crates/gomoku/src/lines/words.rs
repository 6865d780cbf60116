use crate::square::{LARGEST, RIM, STRIDE};
use game::Side;

/// One of the four directions of lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Direction {
    /// Along a row, to the right.
    Row = 0,
    /// Along a column, upwards.
    Column,
    /// Up and to the right.
    Rising,
    /// Down and to the right.
    Falling,
}

/// All four, by their number.
pub(crate) const DIRECTIONS: [Direction; 4] =
    [Direction::Row, Direction::Column, Direction::Rising, Direction::Falling];

impl Direction {
    /// From a cell to the next in this direction.
    #[inline(always)]
    pub(crate) const fn step(self) -> isize {
        match self {
            Self::Row => 1,
            Self::Column => STRIDE as isize,
            Self::Rising => STRIDE as isize + 1,
            Self::Falling => 1 - STRIDE as isize,
        }
    }

    /// The line of this direction through a cell, and the place of the cell on it.
    #[inline(always)]
    const fn place(self, cell: usize) -> (usize, u32) {
        let (x, y) = (cell % STRIDE, cell / STRIDE);
        match self {
            Self::Row => (y, x as u32),
            Self::Column => (x, y as u32),
            Self::Rising => ((STRIDE + x - y) & 63, x as u32),
            Self::Falling => ((x + y) & 63, x as u32),
        }
    }
}

/// The five neighbours of a point on a line to each side.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Window {
    pub(crate) before: usize,
    pub(crate) after: usize,
}

impl Window {
    /// The window of the point that has five before it in this word.
    #[inline(always)]
    pub(crate) const fn first_in(word: u64) -> Self {
        Self { before: (word & 0x3FF) as usize, after: (word >> (2 * RIM + 2) & 0x3FF) as usize }
    }
}

/// All lines of a board as words of two bits a point: 0 empty, 1 Black, 2 White, 3 beyond the
/// edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words([[u64; 64]; 4]);

impl Words {
    /// The lines of an empty board.
    pub(crate) fn new(size: u8) -> Self {
        let mut words = Self([[u64::MAX; 64]; 4]);
        for y in 0..size.min(LARGEST) as usize {
            for x in 0..size.min(LARGEST) as usize {
                words.toggle((y + RIM) * STRIDE + x + RIM, 3);
            }
        }
        words
    }

    #[inline(always)]
    fn toggle(&mut self, cell: usize, bits: u64) {
        for direction in DIRECTIONS {
            let (line, at) = direction.place(cell);
            self.0[direction as usize][line] ^= bits << (2 * at);
        }
    }

    /// Puts a stone on an empty point, or takes it away again.
    #[inline(always)]
    pub(crate) fn toggle_stone(&mut self, cell: usize, side: Side) {
        self.toggle(cell, 1 + side as u64);
    }

    /// The neighbours of a cell on a line.
    #[inline(always)]
    pub(crate) fn window(&self, cell: usize, direction: Direction) -> Window {
        let (line, at) = direction.place(cell);
        Window::first_in(self.0[direction as usize][line] >> (2 * (at - RIM as u32)))
    }

    /// The line through a cell, shifted so that the cell is at bit `at`.
    #[inline(always)]
    pub(crate) fn line_around(&self, cell: usize, direction: Direction, at: u32) -> u64 {
        let (line, now) = direction.place(cell);
        self.0[direction as usize][line].rotate_left(at + 64 - 2 * now)
    }

    /// [`Words::window`], as if stones of `side` stood on `extra` as well.
    #[inline(always)]
    pub(crate) fn window_with(
        &self,
        cell: usize,
        direction: Direction,
        extra: &[usize],
        side: Side,
    ) -> Window {
        let (line, at) = direction.place(cell);
        let mut word = self.0[direction as usize][line];
        for &other in extra {
            let (its_line, its_at) = direction.place(other);
            if its_line == line {
                word |= (1 + side as u64) << (2 * its_at);
            }
        }
        Window::first_in(word >> (2 * (at - RIM as u32)))
    }
}
