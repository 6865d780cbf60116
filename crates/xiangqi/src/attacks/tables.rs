//! The tables of the attacks, computed when the crate is compiled.

use super::{diagonal_neighbours, orthogonal_neighbours};
use crate::{Square, Squares};
use game::Side;

#[derive(Copy, Clone)]
pub(super) struct FileLine {
    pub(super) line: u128,
    pub(super) own: u128,
    pub(super) own_swapped: u128,
}

type PerSquare = [Squares; Square::COUNT];
type PerNeighbours = [[Squares; 16]; Square::COUNT];

pub(super) static ORTHOGONAL: PerSquare = steps(&[(0, 1), (0, -1), (1, 0), (-1, 0)], Squares::ALL);
pub(super) static DIAGONAL: PerSquare = steps(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], Squares::ALL);
pub(super) static KING: PerSquare = steps(&[(0, 1), (0, -1), (1, 0), (-1, 0)], Squares::PALACES);
pub(super) static ADVISOR: PerSquare =
    steps(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], Squares::PALACES);
pub(super) static PAWN: [PerSquare; 2] = [pawn_table(Side::First), pawn_table(Side::Second)];
pub(super) static PAWNS_TO: [PerSquare; 2] = [reversed(&PAWN[0]), reversed(&PAWN[1])];
pub(super) static ELEPHANT: PerNeighbours = neighbour_table(Leaper::Elephant);
pub(super) static HORSE: PerNeighbours = neighbour_table(Leaper::Horse);
pub(super) static HORSES_TO: PerNeighbours = neighbour_table(Leaper::HorseReversed);
pub(super) static BETWEEN: [PerSquare; Square::COUNT] = between_table();
pub(super) static LINES: PerSquare = lines_table();
pub(super) static FILES: [FileLine; Square::COUNT] = files_table();
/// Padded to 16 files, so that a masked index needs no check.
pub(super) static RANK: [[(u16, u16); 512]; 16] = rank_table();
pub(super) static RANK_SHIFT: [u8; Square::COUNT] = index_table(true);
pub(super) static FILE_INDEX: [u8; Square::COUNT] = index_table(false);

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
            // A neighbour off the board may read as occupied (bits wrap around the edge). It is the
            // leg of no target, so both values of its bit have the same targets.
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
