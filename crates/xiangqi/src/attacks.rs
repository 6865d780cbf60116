//! Where each kind of piece goes on an occupied board: geometry only, no sides but the pawn's,
//! no legality.
//!
//! Horses and elephants look their four legs or eyes up in one step: the four bits of the
//! occupied set are gathered by a multiplication into a number of four bits, which selects the
//! row of a table. Chariots and cannons use a table for the rank, and for the file the
//! subtraction that runs up to the first set bit (with the bytes reversed it runs down).

use crate::{Square, Squares};
use game::Side;

/// The points a king on `square` steps to, within either palace.
#[inline]
#[must_use]
pub const fn king(square: Square) -> Squares {
    KING[square.index()]
}

/// The points an advisor on `square` steps to, within either palace.
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
#[inline]
#[must_use]
pub const fn pawns_to(side: Side, square: Square) -> Squares {
    PAWNS_TO[side.index()][square.index()]
}

/// The points an elephant on `square` reaches on its own half, its eyes not being occupied.
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

/// The points a horse on `square` reaches, its legs not being occupied.
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

/// The points from which a horse would reach `square`: not the same as [`horse`], because the
/// leg is beside the horse.
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

/// [`horse_leg`] as a set, quicker; meaningful only for two points a horse's move apart.
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
    let rank = rank_entry(square, occupied).0 as u128;
    Squares::from_bits(file | rank << rank_shift(square))
}

/// The points behind exactly one piece seen from `square`, up to and including the second
/// piece on each of its four lines: where a cannon captures, if something stands there.
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
    let rank = rank_entry(square, occupied).1 as u128;
    Squares::from_bits(file | rank << rank_shift(square))
}

/// The points a cannon on `square` can land on: free ones up to its screens, occupied ones
/// behind exactly one screen.
#[inline]
#[must_use]
pub const fn cannon(square: Square, occupied: Squares) -> Squares {
    let occ = occupied.bits();
    let open = file_slide(square, occ);
    let over = file_slide(square, occ & !open) & !open;
    let (slide, jump) = rank_entry(square, occupied);
    let shift = rank_shift(square);
    let quiet = open | (slide as u128) << shift;
    let captures = over | (jump as u128) << shift;
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
#[inline]
#[must_use]
pub const fn lines(square: Square) -> Squares {
    LINES[square.index()]
}

/// All other points on the file of `square`.
#[inline]
#[must_use]
pub const fn file_line(square: Square) -> Squares {
    Squares::from_bits(FILES[square.index()].line)
}

const fn rank_shift(square: Square) -> u32 {
    RANK_SHIFT[square.index()] as u32
}

/// Where the slide along the rank goes, and the points behind one screen.
#[inline(always)]
const fn rank_entry(square: Square, occupied: Squares) -> (u16, u16) {
    let row = (occupied.bits() >> rank_shift(square)) as usize & 511;
    RANK[FILE_INDEX[square.index()] as usize & 15][row]
}

/// The slide along the file: taking the point's own bit from the others' borrows up to the
/// first piece, which flips the bits in between; with the bytes swapped (a file has at most one
/// bit in each) likewise down.
#[inline(always)]
const fn file_slide(square: Square, occupied: u128) -> u128 {
    let file = &FILES[square.index()];
    let on_file = occupied & file.line;
    let up = on_file.wrapping_sub(file.own);
    let down = on_file.swap_bytes().wrapping_sub(file.own_swapped).swap_bytes();
    (up ^ down) & file.line
}

/// The four neighbours along the lines, gathered into four bits.
#[inline(always)]
const fn orthogonal_neighbours(square: Square, occupied: Squares) -> usize {
    let around = ((occupied.bits() << 9) >> square.index()) as u32;
    // Bits 0, 8, 10, 18: below, left, right, above.
    ((around & 0x4_0501).wrapping_mul(0x804_8040) >> 24) as usize & 15
}

/// The four diagonal neighbours, gathered into four bits.
#[inline(always)]
const fn diagonal_neighbours(square: Square, occupied: Squares) -> usize {
    let around = ((occupied.bits() << 10) >> square.index()) as u32;
    // Bits 0, 2, 18, 20.
    ((around & 0x14_0005).wrapping_mul(0x80_0010) >> 22) as usize & 15
}

#[derive(Copy, Clone)]
struct FileLine {
    line: u128,
    own: u128,
    own_swapped: u128,
}

type PerSquare = [Squares; Square::COUNT];
type PerNeighbours = [[Squares; 16]; Square::COUNT];

static ORTHOGONAL: PerSquare = steps(&[(0, 1), (0, -1), (1, 0), (-1, 0)], Squares::ALL);
static DIAGONAL: PerSquare = steps(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], Squares::ALL);
static KING: PerSquare = steps(&[(0, 1), (0, -1), (1, 0), (-1, 0)], Squares::PALACES);
static ADVISOR: PerSquare = steps(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], Squares::PALACES);
static PAWN: [PerSquare; 2] = [pawn_table(Side::First), pawn_table(Side::Second)];
static PAWNS_TO: [PerSquare; 2] = [reversed(&PAWN[0]), reversed(&PAWN[1])];
static ELEPHANT: PerNeighbours = neighbour_table(Leaper::Elephant);
static HORSE: PerNeighbours = neighbour_table(Leaper::Horse);
static HORSES_TO: PerNeighbours = neighbour_table(Leaper::HorseReversed);
static BETWEEN: [PerSquare; Square::COUNT] = between_table();
static LINES: PerSquare = lines_table();
static FILES: [FileLine; Square::COUNT] = files_table();
/// Padded to 16 files, so that a masked index needs no check.
static RANK: [[(u16, u16); 512]; 16] = rank_table();
static RANK_SHIFT: [u8; Square::COUNT] = index_table(true);
static FILE_INDEX: [u8; Square::COUNT] = index_table(false);

const fn steps(directions: &[Step], within: Squares) -> PerSquare {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let mut d = 0;
        while d < directions.len() {
            if let Some(to) = Square::ALL[s].offset(directions[d].0, directions[d].1)
                && within.contains(to)
                && within.contains(Square::ALL[s])
            {
                table[s] = table[s].or(Squares::of(to));
            }
            d += 1;
        }
        s += 1;
    }
    table
}

const fn pawn_table(side: Side) -> PerSquare {
    let forward = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let from = Square::ALL[s];
        let steps = if from.is_across_river_for(side) { 3 } else { 1 };
        let mut d = 0;
        while d < steps {
            let (files, ranks) = [(0, forward), (1, 0), (-1, 0)][d];
            if let Some(to) = from.offset(files, ranks) {
                table[s] = table[s].or(Squares::of(to));
            }
            d += 1;
        }
        s += 1;
    }
    table
}

const fn reversed(table: &PerSquare) -> PerSquare {
    let mut back = [Squares::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            if table[from].contains(Square::ALL[to]) {
                back[to] = back[to].or(Squares::of(Square::ALL[from]));
            }
            to += 1;
        }
        from += 1;
    }
    back
}

/// Files to the right and ranks up.
type Step = (i32, i32);

#[derive(Copy, Clone)]
enum Leaper {
    Elephant,
    Horse,
    HorseReversed,
}

impl Leaper {
    /// The neighbours that block, and per neighbour one or two targets.
    const fn legs(self) -> [(Step, [Step; 2]); 4] {
        match self {
            Self::Elephant => [
                ((1, 1), [(2, 2), (2, 2)]),
                ((1, -1), [(2, -2), (2, -2)]),
                ((-1, 1), [(-2, 2), (-2, 2)]),
                ((-1, -1), [(-2, -2), (-2, -2)]),
            ],
            Self::Horse => [
                ((0, 1), [(1, 2), (-1, 2)]),
                ((0, -1), [(1, -2), (-1, -2)]),
                ((1, 0), [(2, 1), (2, -1)]),
                ((-1, 0), [(-2, 1), (-2, -1)]),
            ],
            Self::HorseReversed => [
                ((1, 1), [(1, 2), (2, 1)]),
                ((1, -1), [(1, -2), (2, -1)]),
                ((-1, 1), [(-1, 2), (-2, 1)]),
                ((-1, -1), [(-1, -2), (-2, -1)]),
            ],
        }
    }

    const fn gather(self, square: Square, occupied: Squares) -> usize {
        match self {
            Self::Horse => orthogonal_neighbours(square, occupied),
            Self::Elephant | Self::HorseReversed => diagonal_neighbours(square, occupied),
        }
    }

    const fn keeps_home(self) -> bool {
        matches!(self, Self::Elephant)
    }
}

const fn neighbour_table(leaper: Leaper) -> PerNeighbours {
    let mut table = [[Squares::EMPTY; 16]; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let from = Square::ALL[s];
        let mut blocked = 0;
        while blocked < 16 {
            // A neighbour off the board may read as occupied (bits wrap around the edge): it
            // is the leg of no target, so every value of its bit has the same targets.
            let mut targets = Squares::EMPTY;
            let mut leg = 0;
            while leg < 4 {
                let ((files, ranks), to) = leaper.legs()[leg];
                if let Some(neighbour) = from.offset(files, ranks) {
                    let alone = leaper.gather(from, Squares::of(neighbour));
                    if blocked & alone == 0 {
                        targets = targets.or(leap(leaper, from, to[0]));
                        targets = targets.or(leap(leaper, from, to[1]));
                    }
                }
                leg += 1;
            }
            table[s][blocked] = targets;
            blocked += 1;
        }
        s += 1;
    }
    table
}

const fn leap(leaper: Leaper, from: Square, to: Step) -> Squares {
    match from.offset(to.0, to.1) {
        Some(to)
            if !leaper.keeps_home()
                || from.is_across_river_for(Side::First) == to.is_across_river_for(Side::First) =>
        {
            Squares::of(to)
        }
        _ => Squares::EMPTY,
    }
}

const fn between_table() -> [PerSquare; Square::COUNT] {
    let mut table = [[Squares::EMPTY; Square::COUNT]; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let from = Square::ALL[s];
        let directions = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = directions[d];
            let mut passed = Squares::EMPTY;
            let mut distance = 1;
            while let Some(to) = from.offset(files * distance, ranks * distance) {
                table[s][to.index()] = passed;
                passed = passed.or(Squares::of(to));
                distance += 1;
            }
            d += 1;
        }
        s += 1;
    }
    table
}

const fn lines_table() -> PerSquare {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let square = Square::ALL[s];
        let both = Squares::file(square.file()).or(Squares::rank(square.rank()));
        table[s] = Squares::from_bits(both.bits() & !(1 << s));
        s += 1;
    }
    table
}

const fn files_table() -> [FileLine; Square::COUNT] {
    let mut table = [FileLine { line: 0, own: 0, own_swapped: 0 }; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        let bit = 1_u128 << s;
        table[s] = FileLine {
            line: Squares::file(Square::ALL[s].file()).bits() & !bit,
            own: bit,
            own_swapped: bit.swap_bytes(),
        };
        s += 1;
    }
    table
}

const fn rank_table() -> [[(u16, u16); 512]; 16] {
    let mut table = [[(0, 0); 512]; 16];
    let mut file = 0;
    while file < 9 {
        let mut row = 0;
        while row < 512 {
            let mut slide = 0;
            let mut jump = 0;
            let mut direction = -1;
            while direction <= 1 {
                let mut screens = 0;
                let mut to = file + direction;
                while to >= 0 && to < 9 && screens < 2 {
                    match screens {
                        0 => slide |= 1 << to,
                        _ => jump |= 1 << to,
                    }
                    screens += row >> to & 1;
                    to += direction;
                }
                direction += 2;
            }
            table[file as usize][row] = (slide, jump);
            row += 1;
        }
        file += 1;
    }
    table
}

const fn index_table(shift: bool) -> [u8; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut s = 0;
    while s < Square::COUNT {
        table[s] = if shift { s / 9 * 9 } else { s % 9 } as u8;
        s += 1;
    }
    table
}
