use reversi::Squares;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const ROW_1: u64 = 0xFF;
const ROW_8: u64 = ROW_1 << 56;

/// One of the four lines through a square: the step between neighbours, and the squares of 8×8 that
/// have no neighbour one step up and one step down.
struct DiscLine {
    step: u32,
    first: u64,
    last: u64,
}

const WAYS: [DiscLine; 4] = [
    DiscLine { step: 1, first: COLUMN_A, last: COLUMN_H },
    DiscLine { step: 8, first: ROW_1, last: ROW_8 },
    DiscLine { step: 9, first: COLUMN_A | ROW_1, last: COLUMN_H | ROW_8 },
    DiscLine { step: 7, first: COLUMN_H | ROW_1, last: COLUMN_A | ROW_8 },
];

/// The squares whose whole line in this direction has discs or lies off the board.
const fn full(way: &DiscLine, empty: u64) -> u64 {
    let (mut up, mut down) = (empty, empty);
    let mut n = 0;
    while n < 7 {
        up |= up << way.step & !way.first;
        down |= down >> way.step & !way.last;
        n += 1;
    }
    !(up | down)
}

/// Discs of `own` that can never be flipped again, by this sufficient rule: on each of its four
/// lines the disc stands in a full line, or beside the edge or a stable disc of its own colour.
/// `empty` are the empty squares of the board, `board` all its squares.
///
/// ```
/// use reversi::Squares;
/// use reversi_engine::stable;
/// let corner_and_edge = Squares(0b11);
/// let others = Squares(1 << 27);
/// let empty = !(corner_and_edge | others);
/// assert_eq!(stable(corner_and_edge, empty, Squares(u64::MAX)), corner_and_edge);
/// ```
#[must_use]
pub fn stable(own: Squares, empty: Squares, board: Squares) -> Squares {
    let lines: [u64; 4] = std::array::from_fn(|n| full(&WAYS[n], empty.0));
    // The squares off a smaller board count like stable discs.
    let wall = !board.0;
    let mut stable = 0_u64;
    loop {
        let held = stable | wall;
        let mut all = own.0;
        for (way, line) in WAYS.iter().zip(lines) {
            let below = held << way.step & !way.first | way.first;
            let above = held >> way.step & !way.last | way.last;
            all &= line | below | above;
        }
        if all == stable {
            return Squares(stable);
        }
        stable = all;
    }
}
