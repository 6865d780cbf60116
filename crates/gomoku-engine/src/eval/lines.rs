//! What a network sees of a position: for each empty point the four lines through it, as far as four points away.
//!
//! The neighbours of a point on a line, four to each side, are two halves: each holds own stones, stones of the other
//! side and empty points from the nearest on, until the edge ends it. A line and its reverse are the same row of
//! weights. Lines of all directions share their rows, so that only the regions tell where something is on the board,
//! and a board of any size has nine.

use game::Side;
use gomoku::{LARGEST, Pattern, Position, Rules, Square};

/// Points to each side of a point that it sees.
pub(crate) const REACH: usize = 4;
/// Halves of a line: sequences of up to four contents that the edge ends.
const HALVES: u16 = 121;
/// The number of different lines through a point.
pub const ROWS: u16 = HALVES * (HALVES + 1) / 2;
/// The number of lines through a point.
pub const DIRECTIONS: usize = 4;
/// The number of regions: thirds of the board in both directions.
pub const REGIONS: usize = 9;
/// The points of a region on the largest board.
pub const MOST: u32 = 64;
/// The number of kinds of positions with an output of their own.
pub const BUCKETS: u8 = 1;
/// The symmetries of the board.
pub const IMAGES: usize = 8;

/// The bits of a point beyond the edge; those of an empty one are 0.
const EDGE: u16 = 3;

/// The bits of a stone in a line.
pub(crate) const fn bits(side: Side) -> u16 {
    1 + side.index() as u16
}

/// The first bit of a point, by its distance from the centre: those before it are in the low byte, the nearest lowest.
#[inline(always)]
pub(crate) const fn shift(ahead: bool, distance: usize) -> usize {
    2 * (distance - 1) + if ahead { 8 } else { 0 }
}

/// The number of a half for a side, by its byte.
const fn half(mut byte: usize, side: Side) -> u8 {
    // How many sequences begin at a point, by how many points come behind it: 1, 4, 13, 40, 121.
    let mut size = HALVES as usize;
    let mut number = 0;
    while size > 1 {
        // The first is the edge; each content has an equal share of the others.
        size = (size - 1) / 3;
        let content = match (byte & 3, side) {
            (3, _) => break,
            (0, _) => 0,
            (1, Side::First) | (2, Side::Second) => 1,
            _ => 2,
        };
        number += 1 + content * size;
        byte >>= 2;
    }
    number as u8
}

/// [`half`] as a table.
static NUMBERS: [[u8; 256]; 2] = {
    let mut all = [[0; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        all[0][byte] = half(byte, Side::First);
        all[1][byte] = half(byte, Side::Second);
        byte += 1;
    }
    all
};

/// The row of two halves.
const fn row_of(before: u8, after: u8) -> u16 {
    let (high, low) = if before < after { (after, before) } else { (before, after) };
    high as u16 * (high as u16 + 1) / 2 + low as u16
}

/// The row of a line for a side.
#[inline(always)]
pub(crate) fn row(line: u16, side: Side) -> u16 {
    let numbers = &NUMBERS[side.index()];
    row_of(numbers[usize::from(line & 0xFF)], numbers[usize::from(line >> 8)])
}

/// For each row the one that the other side sees.
#[must_use]
pub fn turned() -> Vec<u16> {
    let mut all = vec![0; usize::from(ROWS)];
    for before in 0..=255 {
        for after in 0..=255 {
            let line = before | after << 8;
            all[usize::from(row(line, Side::First))] = row(line, Side::Second);
        }
    }
    all
}

/// For each row the patterns that stones of both sides would make there, as one number: rows of such a kind are alike.
#[must_use]
pub fn kinds(rules: Rules) -> Vec<u16> {
    let mut all = vec![0; usize::from(ROWS)];
    for before in 0..=255 {
        for after in 0..=255 {
            // What lies beyond is taken to be empty, or beyond the edge where the edge is seen.
            let wide = |half: u16| if half >> 6 == EDGE { half | EDGE << 8 } else { half };
            let [own, other] = Pattern::between(rules, wide(before), wide(after));
            let kind = own as u16 * Pattern::ALL.len() as u16 + other as u16;
            all[usize::from(row(before | after << 8, Side::First))] = kind;
        }
    }
    all
}

/// The third of the board that a column or row is in: both outer ones are of the same size.
#[must_use]
const fn third(at: u8, size: u8) -> u8 {
    let edge = (size + 1) / 3;
    if at < edge {
        0
    } else if at + edge >= size {
        2
    } else {
        1
    }
}

/// The region of a point.
///
/// ```
/// use gomoku_engine::eval::lines::region;
/// let at = |text| region(gomoku::Square::read(text).unwrap(), 15);
/// assert_eq!([at("a1"), at("e1"), at("f1"), at("k1"), at("h8"), at("o15")], [0, 0, 1, 2, 4, 8]);
/// ```
#[must_use]
pub fn region(square: Square, size: u8) -> u8 {
    3 * third(square.row(), size) + third(square.column(), size)
}

/// Where the regions go with each symmetry of the board.
#[must_use]
pub fn images() -> Vec<Vec<u8>> {
    let image = |symmetry: u8| -> Vec<u8> {
        let turned = |region: u8| {
            let (mut x, mut y) = (region % 3, region / 3);
            if symmetry & 1 != 0 {
                x = 2 - x;
            }
            if symmetry & 2 != 0 {
                y = 2 - y;
            }
            if symmetry & 4 == 0 { 3 * y + x } else { 3 * x + y }
        };
        (0..REGIONS as u8).map(turned).collect()
    };
    (0..IMAGES as u8).map(image).collect()
}

/// Cells of a row of a board with its rim, which is as wide as a line sees. A power of two.
pub(crate) const STRIDE: usize = 32;
/// All cells: the largest board and its rims.
pub(crate) const CELLS: usize = STRIDE * (LARGEST as usize + 2 * REACH);

/// The cell of a point.
pub(crate) fn cell_of(square: Square) -> usize {
    (usize::from(square.row()) + REACH) * STRIDE + usize::from(square.column()) + REACH
}

/// The distance of a cell to the next one in each direction.
pub(crate) const STEPS: [usize; DIRECTIONS] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// What the cells of a board and its rim hold.
pub(crate) struct Grid([u8; CELLS]);

impl Grid {
    pub(crate) fn new(position: &Position) -> Self {
        let mut cells = [EDGE as u8; CELLS];
        for square in position.empty().iter() {
            cells[cell_of(square)] = 0;
        }
        for side in Side::ALL {
            for square in position.stones(side).iter() {
                cells[cell_of(square)] = bits(side) as u8;
            }
        }
        Self(cells)
    }

    /// The lines through a cell of the board.
    pub(crate) fn lines(&self, cell: usize) -> [u16; DIRECTIONS] {
        STEPS.map(|step| {
            let mut line = 0;
            for distance in 1..=REACH {
                let [before, after] = [cell - distance * step, cell + distance * step];
                line |= u16::from(self.0[before]) << shift(false, distance);
                line |= u16::from(self.0[after]) << shift(true, distance);
            }
            line
        })
    }
}

/// The stones in a line: at most eight.
#[inline]
pub(crate) const fn stones(line: u16) -> u8 {
    ((line ^ line >> 1) & 0x5555).count_ones() as u8
}

/// Calls `each` with the rows and the region of every point that counts: an empty one with a stone on its lines.
pub fn for_each_point(position: &Position, side: Side, mut each: impl FnMut([u16; 4], u8)) {
    let grid = Grid::new(position);
    for square in position.empty().iter() {
        let lines = grid.lines(cell_of(square));
        if lines.into_iter().any(|line| stones(line) > 0) {
            each(lines.map(|line| row(line, side)), region(square, position.size()));
        }
    }
}

/// The name of these features under some rules, and in a network beside the hand-made evaluation; none where no network is
/// known. A change of their meaning needs another number, a change of the hand-made evaluation one at the end.
#[must_use]
pub fn names(rules: Rules) -> Option<[&'static str; 2]> {
    const KNOWN: [(Rules, [&str; 2]); 3] = [
        (Rules::FREESTYLE, ["gomoku-lines-1", "gomoku-lines-1+hand-made-1"]),
        (Rules::STANDARD, ["gomoku-standard-lines-1", "gomoku-standard-lines-1+hand-made-1"]),
        (Rules::RENJU, ["renju-lines-1", "renju-lines-1+hand-made-1"]),
    ];
    KNOWN.into_iter().find(|(known, _)| *known == rules).map(|(_, names)| names)
}

/// Whether a static evaluation says something: neither side can make a five with its next stone.
#[must_use]
pub fn is_quiet(position: &Position) -> bool {
    Side::ALL.into_iter().all(|side| position.count(side, gomoku::Threat::Five) == 0)
        && position.winner().is_none()
}

/// The hand-made evaluation, for the side to move, in hundredths.
#[must_use]
pub fn hand_made(position: &Position) -> i32 {
    super::Evaluation::by_hand(position.rules()).of(position).value()
}
