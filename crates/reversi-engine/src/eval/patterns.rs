//! The features of the evaluation: the lines of the board, its corners, and a few counts. Each is
//! the index of one weight.
//!
//! A line or a corner is read in base 3: 0 an empty square, 1 a disc of the side to move, 2 one
//! of the other side.

use crate::{Board, Facts};
use reversi::Squares;

/// The number of stages of a game with weights of their own: twelve plies each.
pub const STAGES: usize = 5;

/// The stage of a game, from the number of empty squares; 0 at the start.
///
/// ```
/// use reversi_engine::eval::stage;
/// assert_eq!((stage(60), stage(0)), (0, 4));
/// ```
#[inline]
#[must_use]
pub const fn stage(empty: u32) -> usize {
    let stage = 60_u32.saturating_sub(empty) as usize / 12;
    if stage < STAGES { stage } else { STAGES - 1 }
}

const fn power(n: u32) -> usize {
    3_usize.pow(n)
}

// The first index of each kind of weights within a stage.
const LINES: [usize; 4] = [0, power(8), 2 * power(8), 3 * power(8)];
const DIAGONALS: usize = 4 * power(8);
/// Diagonals of 8, 7, 6, 5 and 4 squares.
const DIAGONAL: [usize; 9] = {
    let mut starts = [0; 9];
    let mut next = DIAGONALS;
    let mut length = 8;
    while length >= 4 {
        starts[length] = next;
        next += power(length as u32);
        length -= 1;
    }
    starts
};
const CORNERS: usize = DIAGONAL[4] + power(4);
const MOVES: usize = CORNERS + power(9);
const ANSWERS: usize = MOVES + 64;
const OWN_FRONTIER: usize = ANSWERS + 64;
const THEIR_FRONTIER: usize = OWN_FRONTIER + 64;
const EMPTY: usize = THEIR_FRONTIER + 64;

/// The number of weights of a stage.
pub const FEATURES: usize = EMPTY + 64;

/// A word of up to nine bits as the sum of the powers of 3 at its bits.
static IN_BASE_3: [u16; 512] = {
    let mut all = [0; 512];
    let mut word = 0;
    while word < 512 {
        let mut bit = 0;
        while bit < 9 {
            if word >> bit & 1 != 0 {
                all[word] += power(bit) as u16;
            }
            bit += 1;
        }
        word += 1;
    }
    all
};

/// The discs of a line or corner in base 3.
#[inline(always)]
fn number(own: u64, theirs: u64) -> usize {
    usize::from(IN_BASE_3[own as usize & 511]) + 2 * usize::from(IN_BASE_3[theirs as usize & 511])
}

const COLUMN: u64 = 0x0101_0101_0101_0101;
/// Gathers the bits of a column in the top byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

#[inline(always)]
const fn row(word: u64, n: u32) -> u64 {
    word >> (8 * n) & 255
}

#[inline(always)]
const fn column(word: u64, n: u32) -> u64 {
    (word >> n & COLUMN).wrapping_mul(GATHER) >> 56
}

/// A diagonal: its squares, the column in which it begins, its length.
#[derive(Copy, Clone)]
struct Slant {
    squares: u64,
    first: u32,
    length: usize,
}

/// All diagonals of at least four squares.
static SLANTS: [Slant; 18] = {
    let mut all = [Slant { squares: 0, first: 0, length: 0 }; 18];
    let mut n = 0;
    let mut offset: i32 = -4;
    while offset <= 4 {
        let (mut falling, mut rising) = (0, 0);
        let mut x = 0;
        let mut first = 8;
        while x < 8 {
            let y = x - offset;
            if y >= 0 && y < 8 {
                falling |= 1 << (8 * y + x);
                rising |= 1 << (8 * (7 - y) + x);
                if first == 8 {
                    first = x as u32;
                }
            }
            x += 1;
        }
        let length = 8 - offset.unsigned_abs() as usize;
        all[n] = Slant { squares: falling, first, length };
        all[n + 1] = Slant { squares: rising, first, length };
        n += 2;
        offset += 1;
    }
    all
};

/// The discs of a diagonal as bits, in the order of its columns.
#[inline(always)]
const fn slant(word: u64, slant: &Slant) -> u64 {
    (word & slant.squares).wrapping_mul(COLUMN) >> 56 >> slant.first
}

/// The nine squares around the corner a1, row by row.
#[inline(always)]
const fn corner(word: u64) -> u64 {
    word & 7 | word >> 5 & 0o70 | word >> 10 & 0o700
}

/// The board with left and right exchanged.
#[inline(always)]
const fn reflected(word: u64) -> u64 {
    let word = (word >> 1 & 0x5555_5555_5555_5555) | (word & 0x5555_5555_5555_5555) << 1;
    let word = (word >> 2 & 0x3333_3333_3333_3333) | (word & 0x3333_3333_3333_3333) << 2;
    (word >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (word & 0x0F0F_0F0F_0F0F_0F0F) << 4
}

/// Calls `each` with the indices, within their stage, of all weights that count for a board of 8×8.
#[inline(always)]
pub fn features(board: Board, facts: Facts, mut each: impl FnMut(usize)) {
    let (own, theirs) = (board.own.0, board.theirs.0);
    for (n, start) in (0..).zip(LINES) {
        each(start + number(row(own, n), row(theirs, n)));
        each(start + number(row(own, 7 - n), row(theirs, 7 - n)));
        each(start + number(column(own, n), column(theirs, n)));
        each(start + number(column(own, 7 - n), column(theirs, 7 - n)));
    }
    for way in &SLANTS {
        each(DIAGONAL[way.length] + number(slant(own, way), slant(theirs, way)));
    }
    let (own_right, their_right) = (reflected(own), reflected(theirs));
    for (own, theirs) in [
        (own, theirs),
        (own_right, their_right),
        (own.swap_bytes(), theirs.swap_bytes()),
        (own_right.swap_bytes(), their_right.swap_bytes()),
    ] {
        each(CORNERS + number(corner(own), corner(theirs)));
    }
    let empty = Squares(!(own | theirs));
    let near = empty.grown();
    each(MOVES + facts.moves.len() as usize);
    each(ANSWERS + facts.answers.len() as usize);
    each(OWN_FRONTIER + (board.own & near).len() as usize % 64);
    each(THEIR_FRONTIER + (board.theirs & near).len() as usize % 64);
    each(EMPTY + empty.len() as usize % 64);
}

/// A word for the kind of a feature.
#[must_use]
pub(super) const fn word(feature: usize) -> &'static str {
    match feature {
        _ if feature < LINES[1] => "edge",
        _ if feature < LINES[2] => "second-line",
        _ if feature < DIAGONALS => "inner-lines",
        _ if feature < CORNERS => "diagonals",
        _ if feature < MOVES => "corners",
        _ if feature < ANSWERS => "moves",
        _ if feature < OWN_FRONTIER => "answers",
        _ if feature < EMPTY => "frontier",
        _ => "empty",
    }
}

/// The mirrored feature: the same line from its other end, or the same corner from the other side
/// of its diagonal. Both share one weight. A count is its own mirror image.
///
/// ```
/// use reversi_engine::eval::{FEATURES, mirrored};
/// assert!((0..FEATURES).all(|feature| mirrored(mirrored(feature)) == feature));
/// ```
#[must_use]
pub fn mirrored(feature: usize) -> usize {
    let line = |start: usize, length: u32| {
        let mut digits = feature - start;
        let mut back = 0;
        for _ in 0..length {
            back = back * 3 + digits % 3;
            digits /= 3;
        }
        start + back
    };
    if feature < DIAGONALS {
        return line(feature / power(8) * power(8), 8);
    }
    if feature < CORNERS {
        let length = (4..=8).rev().find(|&n| feature < DIAGONAL[n] + power(n as u32)).unwrap_or(4);
        return line(DIAGONAL[length], length as u32);
    }
    if feature < MOVES {
        let digit = |n: usize| (feature - CORNERS) / power(n as u32) % 3;
        let turned = |n: usize| digit(n % 3 * 3 + n / 3) * power(n as u32);
        return CORNERS + (0..9).map(turned).sum::<usize>();
    }
    feature
}
