//! Where groups of men stand, as numbers: the indices into the tables of learnt values.
//!
//! The board is covered by overlapping windows of six rows with two playing squares each: four columns where every other
//! square is played on, two where all are (Turkish). The arrangement of men in a window is a number of twelve digits to
//! base three: empty (or a king), a man of the own side, a man of the other side. White reads the windows of the upper
//! six rows, Black those of the lower six; on 12×12, where these have no row in common, both read those of the middle
//! six rows besides. A window and the opposite one on the turned board share a table. The evaluation is therefore
//! symmetric by construction. Scan showed that this method evaluates draughts well; windows of this size are those of
//! Scan 3.
//!
//! All codes, and how the men of each side lean, are updated together as men move: one addition for a man.

use super::EvaluatedVariant;
use draughts::{Board, Square};
use game::Side;
use std::fmt::Debug;

/// The rows of a window, and its squares in each.
const WINDOW: [u32; 2] = [6, 2];
/// Squares of a window, and of the parts of one.
pub(super) const WINDOW_SQUARES: u32 = WINDOW[0] * WINDOW[1];
pub(super) const PART_SQUARES: u32 = 8;
/// The digits at which the parts of a window begin: its upper, its middle and its lower four rows.
pub(super) const PARTS: [u32; 3] = [0, 2, 4];
/// The number of arrangements of men in a window and in a part.
pub(super) const WINDOW_CODES: usize = 3_usize.pow(WINDOW_SQUARES);
pub(super) const PART_CODES: usize = 3_usize.pow(PART_SQUARES);

/// Playing squares in a row.
const fn row(board: Board) -> u32 {
    if board.every_square { board.size } else { board.size / 2 }
}

/// Playing squares of a board.
pub(super) const fn squares(board: Board) -> usize {
    (board.size * row(board)) as usize
}

/// The first row of the windows that White reads, from the top: no man stands on the first and on the last row where men
/// begin on the second one.
const fn first_rows(board: Board) -> &'static [u32] {
    match (board.empty_rows, board.size) {
        (0, 0..=10) => &[0],
        (0, _) => &[0, 3],
        _ => &[1],
    }
}

/// The windows that White reads; Black reads as many.
pub(super) const fn windows(board: Board) -> usize {
    first_rows(board).len() * (row(board) - WINDOW[1] + 1) as usize
}

/// Numbers that are added and subtracted all at once: the codes of White's windows, of Black's, and last how far the men
/// of White and those of Black are from the middle column, in half columns.
pub trait Lanes: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// How many numbers there are.
    const COUNT: usize;

    /// Adds to one of them.
    fn put(&mut self, lane: usize, more: u32);

    /// Adds others to all of them.
    fn add(&mut self, other: &Self);

    /// Subtracts others from all of them.
    fn take(&mut self, other: &Self);

    /// One of them. Of a window it is the place in the tables that is read.
    fn at(&self, lane: usize) -> u32;

    /// How far the men of White and of Black lean to one side, in half columns.
    #[inline(always)]
    fn skew(&self) -> [i32; 2] {
        [2, 1].map(|last| (self.at(Self::COUNT - last) as i32).abs())
    }
}

/// So many numbers, for boards whose windows and two sides need no more of them: whole lines of the cache, so that they
/// are copied by whole vectors.
#[repr(align(64))]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Codes<const COUNT: usize>([u32; COUNT]);

impl<const COUNT: usize> Default for Codes<COUNT> {
    fn default() -> Self {
        Self([0; COUNT])
    }
}

impl<const COUNT: usize> Lanes for Codes<COUNT> {
    const COUNT: usize = COUNT;

    #[inline]
    fn put(&mut self, lane: usize, more: u32) {
        self.0[lane] = self.0[lane].wrapping_add(more);
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.0 = std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane]));
    }

    #[inline(always)]
    fn take(&mut self, other: &Self) {
        // The compiler would carry the first number through the loop over captured men, apart from the others.
        let codes = std::hint::black_box(&mut self.0);
        *codes = std::array::from_fn(|lane| codes[lane].wrapping_sub(other.0[lane]));
    }

    #[inline(always)]
    fn at(&self, lane: usize) -> u32 {
        self.0[lane]
    }
}

/// The arrangement of a window with its digits in the opposite order.
///
/// Files of weights and the training count the row at the other side's edge in the least digits, play counts it in the
/// greatest: there the men move least, so that the entries which a search reads lie near each other.
pub(super) const fn turned(code: u32) -> u32 {
    const HALF: u32 = 3_u32.pow(WINDOW_SQUARES / 2);
    const TURNED: [u16; HALF as usize] = {
        let mut all = [0; HALF as usize];
        let mut code = 0;
        while code < HALF {
            let (mut rest, mut n) = (code, 0);
            while n < WINDOW_SQUARES / 2 {
                all[code as usize] = 3 * all[code as usize] + (rest % 3) as u16;
                rest /= 3;
                n += 1;
            }
            code += 1;
        }
        all
    };
    TURNED[(code % HALF) as usize] as u32 * HALF + TURNED[(code / HALF) as usize] as u32
}

/// The arrangement of a part of a window, from that of the window.
pub(super) const fn part_of(code: u32, part: usize) -> u32 {
    code / 3_u32.pow(PARTS[part]) % PART_CODES as u32
}

/// The change of the numbers by a man on a square: by [`Square::bit_index`] and side.
#[derive(Clone, Debug)]
pub(super) struct Digits<C> {
    men: Box<[[C; 2]; 128]>,
    /// The numbers of the empty board: where each table begins.
    pub(super) empty: C,
}

/// The squares of each window that White reads, by index, the least digit first.
fn views(board: Board) -> Vec<Vec<usize>> {
    let [rows, across] = WINDOW;
    let mut views = Vec::new();
    for &first in first_rows(board) {
        for left in 0..=row(board) - across {
            let of = |n: u32| n * row(board) + left;
            let squares = (first..first + rows).flat_map(|n| of(n)..of(n) + across);
            views.push(squares.map(|index| index as usize).collect());
        }
    }
    views
}

/// The column of a square by index.
const fn column(board: Board, index: u32) -> u32 {
    let (n, k) = (index / row(board), index % row(board));
    if board.every_square { k } else { 2 * k + ((n % 2 == 0) == board.corner) as u32 }
}

impl<C: Lanes> Digits<C> {
    pub(super) fn of<V: EvaluatedVariant<Codes = C>>() -> Self {
        const { assert!(2 * windows(V::BOARD) + 2 <= C::COUNT, "too few lanes") };
        let board = V::BOARD;
        let squares: Vec<Square<V>> = Square::all().collect();
        let mut men = Box::new([[C::default(); 2]; 128]);
        let mut empty = C::default();
        for (view, indices) in views(board).iter().enumerate() {
            let lanes = [view, view + windows(board)];
            lanes.iter().for_each(|&lane| empty.put(lane, (view * WINDOW_CODES) as u32));
            for (n, &index) in indices.iter().enumerate() {
                let digit = 3_u32.pow(WINDOW_SQUARES - 1 - n as u32);
                for (own, at) in [index, squares.len() - 1 - index].into_iter().enumerate() {
                    let at = &mut men[squares[at].bit_index()];
                    at[own].put(lanes[own], digit);
                    at[1 - own].put(lanes[own], 2 * digit);
                }
            }
        }
        for (index, square) in squares.iter().enumerate() {
            let lean = 2 * column(board, index as u32) as i32 - (board.size as i32 - 1);
            for side in Side::ALL {
                men[square.bit_index()][side.index()].put(C::COUNT - 2 + side.index(), lean as u32);
            }
        }
        Self { men, empty }
    }

    /// What a man of `side` on `square` adds.
    #[inline(always)]
    pub(super) fn man<V: EvaluatedVariant>(&self, side: Side, square: Square<V>) -> &C {
        &self.men[square.bit_index()][side.index()]
    }
}
