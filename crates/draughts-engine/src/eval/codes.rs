//! Where groups of men stand, as numbers: the indices into the tables of learnt values.
//!
//! The board is covered by overlapping windows of four rows and four columns, with eight playing squares each,
//! and by four edges of six rows and three columns, with nine. The arrangement of men in a window is a number of
//! eight digits to base three: empty (or a king), a man of the own side, a man of the other side. A window and the
//! opposite window on the turned board share a table; White reads it in one and Black in the other. The evaluation is
//! therefore symmetric by construction. Scan showed that this method evaluates draughts well.
//!
//! All codes, and how the men of each side lean, are updated together as men move: one addition for a man.

use draughts::{Rules, Square, VariantRules};
use game::Side;

/// The side of a window, and the rows of an edge and its columns.
const WINDOW: u32 = 4;
const EDGE: [u32; 2] = [6, 3];
/// Squares of a window and of an edge.
pub(super) const WINDOW_SQUARES: u32 = 8;
pub(super) const EDGE_SQUARES: u32 = 9;
/// The number of arrangements of men in a window and in an edge.
pub(super) const WINDOW_CODES: usize = 3_usize.pow(WINDOW_SQUARES);
pub(super) const EDGE_CODES: usize = 3_usize.pow(EDGE_SQUARES);
/// Edges of the board for each side.
pub(super) const EDGES: usize = 2;

/// Numbers that are updated together.
const LANES: usize = 24;
/// How far the men of each side are from the middle column, in half columns.
const SKEW: [usize; 2] = [20, 21];

/// Whether the board is covered by windows and edges: whether an evaluation by patterns can be learnt.
pub(super) const fn has_patterns(rules: &Rules) -> bool {
    !rules.board.every_square && rules.board.size <= 10 && !rules.king_wins && !rules.stuck_wins
}

/// The windows that White reads; Black reads as many.
pub(super) const fn windows(rules: &Rules) -> usize {
    if !has_patterns(rules) {
        return 0;
    }
    let all = (rules.board.size / 2 - 1) as usize;
    // On 8×8 the window in the middle is its own opposite.
    (all * all).div_ceil(2)
}

/// All numbers, which are added and subtracted all at once: the windows of White, of Black, the edges of
/// White, of Black, and the sums.
#[repr(align(16))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes([u16; LANES]);

impl Codes {
    #[inline]
    fn put(&mut self, lane: usize, more: u16) {
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

    /// The place in the tables of windows or of edges that is read there.
    #[inline(always)]
    pub(super) fn at(&self, lane: usize) -> u16 {
        self.0[lane]
    }

    /// How far the men of White and of Black lean to one side, in half columns.
    #[inline(always)]
    pub(super) fn skew(&self) -> [i32; 2] {
        SKEW.map(|lane| i32::from(self.0[lane] as i16).abs())
    }
}

/// The change of the numbers by a man on a square: by [`Square::bit_index`] and side.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    men: Box<[[Codes; 2]; 128]>,
    /// The numbers of the empty board: where each table begins.
    pub(super) empty: Codes,
}

/// The squares of each window and edge that White reads, by index, the least digit first.
pub(super) fn views<V: VariantRules>() -> Vec<Vec<usize>> {
    let board = V::RULES.board;
    let half = board.size / 2;
    let starts: Vec<_> = (0..=board.size - WINDOW).step_by(2).collect();
    let corners = starts.iter().flat_map(|&row| starts.iter().map(move |&k| (row, k)));
    let window = |(top, left): (u32, u32)| -> Vec<usize> {
        let square = |n| ((top + n / 2) * half + left / 2 + n % 2) as usize;
        (0..WINDOW_SQUARES).map(square).collect()
    };
    let mut views: Vec<_> = corners.take(windows(&V::RULES)).map(window).collect();
    let [rows, columns] = EDGE;
    let edge = |is_in: &dyn Fn(u32) -> bool| -> Vec<usize> {
        let squares = (0..rows * half).filter(|&n| is_in(column::<V>(n)));
        squares.map(|n| n as usize).collect()
    };
    views.push(edge(&|column| column < columns));
    views.push(edge(&|column| column >= board.size - columns));
    views
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
            let (lanes, first) = if view < windows {
                ([view, view + windows], view * WINDOW_CODES)
            } else {
                let edge = view - windows;
                ([2 * windows + edge, 2 * windows + EDGES + edge], edge * EDGE_CODES)
            };
            // The tables of windows have at most 52,488 entries, those of edges 39,366.
            lanes.iter().for_each(|&lane| empty.put(lane, first as u16));
            for (n, &index) in indices.iter().enumerate() {
                let digit = 3_u16.pow(n as u32);
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
                men[square.bit_index()][side.index()].put(SKEW[side.index()], lean as i16 as u16);
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
