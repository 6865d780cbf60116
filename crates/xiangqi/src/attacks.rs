//! The moves of each kind of piece on an occupied board. This is geometry only: no legality, and
//! sides only for pawns.
//!
//! The four legs of a horse, or the four eyes of an elephant, are looked up in one step: a
//! multiplication gathers their four bits of the occupied set into a number, which selects the row
//! of a table. Chariots and cannons use a table for the rank. For the file they use a subtraction,
//! whose borrow runs up to the first set bit (with the bytes reversed it runs down).

mod tables;

use crate::wide::{bits_at, bits_from, from_last};
use crate::{Square, Squares};
use game::Side;
use tables::{
    ADVISOR, BETWEEN, DIAGONAL, ELEPHANT, FILE_INDEX, FILES, HORSE, HORSES_TO, KING, LINES,
    ORTHOGONAL, PAWN, PAWNS_TO, RANK, RANK_SHIFT,
};

/// The points a king on `square` steps to, within either palace.
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::king(Square::E1).len(), 4);
/// assert_eq!(attacks::king(Square::D0).len(), 2);
/// ```
#[inline]
#[must_use]
pub const fn king(square: Square) -> Squares {
    KING[square.index()]
}

/// The points an advisor on `square` steps to, within either palace.
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::advisor(Square::E1).len(), 4);
/// assert_eq!(attacks::advisor(Square::D0).first(), Some(Square::E1));
/// ```
#[inline]
#[must_use]
pub const fn advisor(square: Square) -> Squares {
    ADVISOR[square.index()]
}

/// The points a pawn of `side` on `square` steps to.
///
/// ```
/// use {game::Side, xiangqi::{attacks, Square}};
/// assert_eq!(attacks::pawn(Side::First, Square::E4).len(), 1);
/// assert_eq!(attacks::pawn(Side::First, Square::E5).len(), 3);
/// ```
#[inline]
#[must_use]
pub const fn pawn(side: Side, square: Square) -> Squares {
    PAWN[side.index()][square.index()]
}

/// The points from which a pawn of `side` steps to `square`.
///
/// ```
/// use {game::Side, xiangqi::{attacks, Square, Squares}};
/// assert_eq!(attacks::pawns_to(Side::First, Square::E4), Squares::of(Square::E3));
/// assert_eq!(attacks::pawns_to(Side::First, Square::E5).len(), 3);
/// ```
#[inline]
#[must_use]
pub const fn pawns_to(side: Side, square: Square) -> Squares {
    PAWNS_TO[side.index()][square.index()]
}

/// The points on its own half that an elephant on `square` reaches, where its eyes are free.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// assert_eq!(attacks::elephant(Square::C0, Squares::EMPTY).len(), 2);
/// assert_eq!(attacks::elephant(Square::C0, Squares::of(Square::D1)).len(), 1);
/// ```
#[inline]
#[must_use]
pub const fn elephant(square: Square, occupied: Squares) -> Squares {
    ELEPHANT[square.index()][diagonal_neighbours(square, occupied)]
}

/// The points that a horse on `square` reaches, where its legs are free.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// assert_eq!(attacks::horse(Square::E4, Squares::EMPTY).len(), 8);
/// assert_eq!(attacks::horse(Square::E4, Squares::of(Square::E5)).len(), 6);
/// ```
#[inline]
#[must_use]
pub const fn horse(square: Square, occupied: Squares) -> Squares {
    HORSE[square.index()][orthogonal_neighbours(square, occupied)]
}

/// The points from which a horse would reach `square`. They differ from those of [`horse`], because
/// the leg is beside the horse.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// let blocked = Squares::of(Square::E5);
/// assert!(!attacks::horse(Square::E4, blocked).contains(Square::D6));
/// assert!(attacks::horses_to(Square::E4, blocked).contains(Square::D6));
/// ```
#[inline]
#[must_use]
pub const fn horses_to(square: Square, occupied: Squares) -> Squares {
    HORSES_TO[square.index()][diagonal_neighbours(square, occupied)]
}

/// The points from which a horse reaches `square` on an empty board (or to which).
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::horse_ring(Square::E4).len(), 8);
/// assert_eq!(attacks::horse_ring(Square::A0).len(), 2);
/// ```
#[inline]
#[must_use]
pub const fn horse_ring(square: Square) -> Squares {
    HORSE[square.index()][0]
}

/// The leg of a horse going from `from` to `to`, if that is a horse's move.
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::horse_leg(Square::B0, Square::C2), Some(Square::B1));
/// assert_eq!(attacks::horse_leg(Square::B0, Square::B2), None);
/// ```
#[inline]
#[must_use]
pub const fn horse_leg(from: Square, to: Square) -> Option<Square> {
    let files = (to.index() % 9) as i32 - (from.index() % 9) as i32;
    let ranks = (to.index() / 9) as i32 - (from.index() / 9) as i32;
    match (files, ranks) {
        (-1 | 1, -2 | 2) => from.offset(0, ranks / 2),
        (-2 | 2, -1 | 1) => from.offset(files / 2, 0),
        _ => None,
    }
}

/// [`horse_leg`] as a set, faster; valid only for two points a horse's move apart.
#[inline(always)]
pub(crate) fn horse_leg_set(from: Square, to: Square) -> Squares {
    ORTHOGONAL[from.index()] & DIAGONAL[to.index()]
}

/// The points a chariot on `square` reaches: up to and including the first piece on each of
/// its four lines.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// assert_eq!(attacks::chariot(Square::E4, Squares::EMPTY).len(), 17);
/// let blocked = attacks::chariot(Square::E4, Squares::of(Square::E6));
/// assert!(blocked.contains(Square::E6) && !blocked.contains(Square::E7));
/// ```
#[inline]
#[must_use]
pub const fn chariot(square: Square, occupied: Squares) -> Squares {
    let file = file_slide(square, occupied.bits());
    let rank = rank_entry(square, occupied).0;
    Squares::from_bits(file | bits_at(rank, rank_shift(square)))
}

/// The points behind exactly one piece as seen from `square`, up to and including the second piece
/// on each of its four lines. A cannon captures on them if they are occupied.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// let screen = Squares::of(Square::E6);
/// assert_eq!(attacks::cannon_over(Square::E4, screen).len(), 3);
/// assert!(attacks::cannon_over(Square::E4, screen).contains(Square::E7));
/// assert!(!attacks::cannon_over(Square::E4, screen | Square::E8).contains(Square::E9));
/// ```
#[inline]
#[must_use]
pub const fn cannon_over(square: Square, occupied: Squares) -> Squares {
    let open = file_slide(square, occupied.bits());
    let file = file_slide(square, occupied.bits() & !open) & !open;
    let rank = rank_entry(square, occupied).1;
    Squares::from_bits(file | bits_at(rank, rank_shift(square)))
}

/// The points a cannon on `square` can land on: free ones up to its screens, occupied ones
/// behind exactly one screen.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// let reached = attacks::cannon(Square::E4, Squares::of(Square::E6) | Square::E8);
/// assert!(reached.contains(Square::E5) && reached.contains(Square::E8));
/// assert!(!reached.contains(Square::E6) && !reached.contains(Square::E7));
/// ```
#[inline]
#[must_use]
pub const fn cannon(square: Square, occupied: Squares) -> Squares {
    let occ = occupied.bits();
    let open = file_slide(square, occ);
    let over = file_slide(square, occ & !open) & !open;
    let (slide, jump) = rank_entry(square, occupied);
    let shift = rank_shift(square);
    let quiet = open | bits_at(slide, shift);
    let captures = over | bits_at(jump, shift);
    Squares::from_bits(quiet & !occ | captures & occ)
}

/// The points strictly between two points of one line; none if they share no line.
///
/// ```
/// use xiangqi::{attacks, Square, Squares};
/// assert_eq!(attacks::between(Square::E0, Square::E3), Squares::of(Square::E1) | Square::E2);
/// assert!(attacks::between(Square::E0, Square::D3).is_empty());
/// ```
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Squares {
    BETWEEN[a.index()][b.index()]
}

/// All other points on the file and the rank of `square`.
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::lines(Square::E4).len(), 17);
/// ```
#[inline]
#[must_use]
pub const fn lines(square: Square) -> Squares {
    LINES[square.index()]
}

/// All other points on the file of `square`.
///
/// ```
/// use xiangqi::{attacks, Square};
/// assert_eq!(attacks::file_line(Square::E4).len(), 9);
/// ```
#[inline]
#[must_use]
pub const fn file_line(square: Square) -> Squares {
    Squares::from_bits(FILES[square.index()].line)
}

#[inline]
const fn rank_shift(square: Square) -> u32 {
    RANK_SHIFT[square.index()] as u32
}

/// The points that the slide along the rank reaches, and the points behind one screen.
#[inline(always)]
const fn rank_entry(square: Square, occupied: Squares) -> (u16, u16) {
    let row = bits_from(occupied.bits(), rank_shift(square)) as usize & 511;
    RANK[FILE_INDEX[square.index()] as usize & 15][row]
}

/// The slide along the file: the subtraction of the point's own bit from the others borrows up to
/// the first piece, which flips the bits in between. With the bytes swapped (a file has at most one
/// bit in each) it runs down in the same way.
#[inline(always)]
const fn file_slide(square: Square, occupied: u128) -> u128 {
    let file = &FILES[square.index()];
    let on_file = occupied & file.line;
    let up = on_file.wrapping_sub(file.own);
    if cfg!(target_arch = "wasm32") {
        // It has no instruction that swaps bytes, but one that finds the last bit.
        let below = file.own.wrapping_sub(1);
        return (up ^ on_file | from_last(on_file & below) & below) & file.line;
    }
    let down = on_file.swap_bytes().wrapping_sub(file.own_swapped).swap_bytes();
    (up ^ down) & file.line
}

/// The four neighbours along the lines, gathered into four bits.
#[inline(always)]
const fn orthogonal_neighbours(square: Square, occupied: Squares) -> usize {
    let around = bits_from(occupied.bits() << 9, square.index() as u32) as u32;
    // Bits 0, 8, 10, 18: below, left, right, above.
    ((around & 0x4_0501).wrapping_mul(0x804_8040) >> 24) as usize & 15
}

/// The four diagonal neighbours, gathered into four bits.
#[inline(always)]
const fn diagonal_neighbours(square: Square, occupied: Squares) -> usize {
    let around = bits_from(occupied.bits() << 10, square.index() as u32) as u32;
    // Bits 0, 2, 18, 20.
    ((around & 0x14_0005).wrapping_mul(0x80_0010) >> 22) as usize & 15
}
