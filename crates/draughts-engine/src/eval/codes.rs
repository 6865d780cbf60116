//! Where groups of men stand, as numbers: the indices into the tables of learnt values.
//!
//! The board is covered by overlapping windows of six rows and four columns, with twelve playing squares each. The
//! arrangement of men in a window is a number of twelve digits to base three: empty (or a king), a man of the own side, a
//! man of the other side. White reads the windows of the upper six rows, Black those of the lower six; a window and the
//! opposite one on the turned board share a table. The evaluation is therefore symmetric by construction. Scan showed that
//! this method evaluates draughts well; windows of this size are those of Scan 3.
//!
//! All codes, and how the men of each side lean, are updated together as men move: one addition for a man.

use draughts::{Rules, Square, VariantRules};
use game::Side;

/// The rows and the columns of a window.
const WINDOW: [u32; 2] = [6, 4];
/// Squares of a window, and of the parts of one.
pub(super) const WINDOW_SQUARES: u32 = 12;
pub(super) const PART_SQUARES: u32 = 8;
/// The digits at which the parts of a window begin: its upper, its middle and its lower four rows.
pub(super) const PARTS: [u32; 3] = [0, 2, 4];
/// The number of arrangements of men in a window and in a part.
pub(super) const WINDOW_CODES: usize = 3_usize.pow(WINDOW_SQUARES);
pub(super) const PART_CODES: usize = 3_usize.pow(PART_SQUARES);
/// Numbers that are updated together.
const LANES: usize = 12;
/// How far the men of each side are from the middle column, in half columns.
const SKEW: [usize; 2] = [8, 9];

/// Whether the board is covered by windows: whether an evaluation by patterns can be learnt.
pub(super) const fn has_patterns(rules: &Rules) -> bool {
    !rules.board.every_square
        && rules.board.size <= 10
        && rules.board.size >= WINDOW[0]
        && !rules.king_wins
        && !rules.stuck_wins
}

/// The windows that White reads; Black reads as many.
pub(super) const fn windows(rules: &Rules) -> usize {
    if has_patterns(rules) { (rules.board.size / 2 - 1) as usize } else { 0 }
}

/// All numbers, which are added and subtracted all at once: the windows of White, of Black, and the sums.
#[repr(align(16))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes([u32; LANES]);

impl Codes {
    #[inline]
    fn put(&mut self, lane: usize, more: u32) {
        self.0[lane] = self.0[lane].wrapping_add(more);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        let sum = std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane]));
        self.0 = sum;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, other: &Self) {
        let difference = std::array::from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane]));
        self.0 = difference;
    }

    /// The place in the tables that is read there.
    #[inline(always)]
    pub(super) fn at(&self, lane: usize) -> u32 {
        self.0[lane]
    }

    /// How far the men of White and of Black lean to one side, in half columns.
    #[inline(always)]
    pub(super) fn skew(&self) -> [i32; 2] {
        SKEW.map(|lane| (self.0[lane] as i32).abs())
    }
}

/// The arrangement of a part of a window, from that of the window.
pub(super) const fn part_of(code: u32, part: usize) -> u32 {
    code / 3_u32.pow(PARTS[part]) % PART_CODES as u32
}

/// The change of the numbers by a man on a square: by [`Square::bit_index`] and side.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    men: Box<[[Codes; 2]; 128]>,
    /// The numbers of the empty board: where each table begins.
    pub(super) empty: Codes,
}

/// The squares of each window that White reads, by index, the least digit first.
pub(super) fn views<V: VariantRules>() -> Vec<Vec<usize>> {
    let half = V::RULES.board.size / 2;
    let view = |window: usize| -> Vec<usize> {
        let square = |n| ((n / 2) * half + window as u32 + n % 2) as usize;
        (0..WINDOW_SQUARES).map(square).collect()
    };
    (0..windows(&V::RULES)).map(view).collect()
}

/// The column of a square by index.
fn column<V: VariantRules>(index: u32) -> u32 {
    let board = V::RULES.board;
    let (row, k) = (index / (board.size / 2), index % (board.size / 2));
    2 * k + u32::from((row % 2 == 0) == board.corner)
}

impl Digits {
    /// For boards without patterns: nothing is counted.
    pub(super) fn none() -> Self {
        Self { men: Box::new([[Codes::default(); 2]; 128]), empty: Codes::default() }
    }

    pub(super) fn of<V: VariantRules>() -> Self {
        let squares: Vec<Square<V>> = Square::all().collect();
        let Self { mut men, mut empty } = Self::none();
        let windows = windows(&V::RULES);
        for (view, indices) in views::<V>().iter().enumerate() {
            let lanes = [view, view + windows];
            lanes.iter().for_each(|&lane| empty.put(lane, (view * WINDOW_CODES) as u32));
            for (n, &index) in indices.iter().enumerate() {
                let digit = 3_u32.pow(n as u32);
                for (own, at) in [index, squares.len() - 1 - index].into_iter().enumerate() {
                    let at = &mut men[squares[at].bit_index()];
                    at[own].put(lanes[own], digit);
                    at[1 - own].put(lanes[own], 2 * digit);
                }
            }
        }
        let size = V::RULES.board.size;
        for (index, square) in squares.iter().enumerate() {
            let lean = 2 * column::<V>(index as u32) as i32 - (size as i32 - 1);
            for side in Side::ALL {
                men[square.bit_index()][side.index()].put(SKEW[side.index()], lean as u32);
            }
        }
        Self { men, empty }
    }

    /// What a man of `side` on `square` adds.
    #[inline(always)]
    pub(super) fn man<V: VariantRules>(&self, side: Side, square: Square<V>) -> &Codes {
        &self.men[square.bit_index()][side.index()]
    }
}
