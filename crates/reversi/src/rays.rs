//! The discs that a move flips, and the squares where a side can move, as words of 64 bits.
//!
//! A smaller board has no discs outside it, and every line of flipped discs ends at a disc. Only
//! the caller that asks for empty squares needs to know the size.

use crate::{Square, Squares};

/// Without the columns a and h: a line along a row or a diagonal that goes on after a disc of
/// the opponent does not pass through these.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// For every square the squares on the four lines that lead to greater indexes, and on the four
/// that lead to lesser ones.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i8, i8); 8] =
        [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut index = 0;
    while index < 64 {
        let mut way = 0;
        while way < 8 {
            let (dx, dy) = steps[way];
            let (mut x, mut y) = (index as i8 % 8 + dx, index as i8 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[index][way] |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            way += 1;
        }
        index += 1;
    }
    rays
}

/// The discs of `theirs` that a disc put on an empty square flips for the side with `own`: all
/// that lie between the new disc and another of `own` on a line without a gap (WOF rules 5 to
/// 7). Empty where the move is not legal.
///
/// ```
/// use reversi::{Position, Size, Square, flips};
/// use game::Side;
/// let start = Position::start(Size::Eight);
/// let (black, white) = (start.discs_of(Side::First), start.discs_of(Side::Second));
/// let flipped = flips(black, white, Square::read("f5")?);
/// assert_eq!(flipped.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["e5"]);
/// # Ok::<(), reversi::ReadSquareError>(())
/// ```
#[inline]
#[must_use]
pub fn flips(own: Squares, theirs: Squares, square: Square) -> Squares {
    let rays = &RAYS[square.index()];
    let mut flipped = 0;
    // The nearest square of the line without an opponent's disc ends the line. If it holds an own
    // disc, all squares before it flip. Otherwise `hit` is 0, and both words below are 0.
    for &ray in &rays[..4] {
        let ends = ray & !theirs.0;
        let hit = ends & ends.wrapping_neg() & own.0;
        flipped |= hit.wrapping_sub(u64::from(hit != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let ends = ray & !theirs.0;
        let last = (1_u64 << 63) >> (ends | 1).leading_zeros();
        let hit = last & ends & own.0;
        flipped |= (hit << 1).wrapping_neg() & ray;
    }
    Squares(flipped)
}

/// The squares on which the side with `own` can put a disc; `empty` are the empty squares of
/// the board.
///
/// ```
/// use reversi::{Position, Size, mobility};
/// use game::Side;
/// let start = Position::start(Size::Eight);
/// let (black, white) = (start.discs_of(Side::First), start.discs_of(Side::Second));
/// assert_eq!(mobility(black, white, start.empty()).len(), 4);
/// ```
#[inline]
#[must_use]
pub const fn mobility(own: Squares, theirs: Squares, empty: Squares) -> Squares {
    let inner = theirs.0 & INNER;
    let moves = beyond(own.0, inner, 1)
        | beyond(own.0, theirs.0, 8)
        | beyond(own.0, inner, 7)
        | beyond(own.0, inner, 9);
    Squares(moves & empty.0)
}

/// The squares just behind unbroken lines of `through` that begin next to `own`, both ways in
/// steps of `step`. Lines double in length with each step (parallel prefix): 1, 2, 4, 6.
#[inline]
const fn beyond(own: u64, through: u64, step: u32) -> u64 {
    let mut up = through & (own << step);
    let mut down = through & (own >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    let through_up = through & (through << step);
    let through_down = through & (through >> step);
    let two = 2 * step;
    up |= through_up & (up << two);
    down |= through_down & (down >> two);
    up |= through_up & (up << two);
    down |= through_down & (down >> two);
    up << step | down >> step
}
