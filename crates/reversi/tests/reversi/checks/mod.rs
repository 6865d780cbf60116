//! A second implementation of the rules, close to the text of the federation: square by square,
//! without a bitboard. It is slow, and the fast implementation is compared with it.

#![allow(dead_code, reason = "each test uses what it needs")]

use game::{NullObserver, Position as _, Side};
use reversi::{Move, Position, Setup, Size, Square};

/// A board as a table of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    edge: i8,
    discs: [[Option<Side>; 8]; 8],
    pub(crate) turn: Side,
}

impl Naive {
    pub(crate) fn of(position: &Position) -> Self {
        let mut discs = [[None; 8]; 8];
        for square in position.size().squares().iter() {
            let there = position.disc_at(square);
            discs[usize::from(square.row())][usize::from(square.column())] = there;
        }
        Self { edge: position.size().edge() as i8, discs, turn: position.side_to_move() }
    }

    fn at(&self, x: i8, y: i8) -> Option<Side> {
        let on_board = (0..self.edge).contains(&x) && (0..self.edge).contains(&y);
        if on_board { self.discs[y as usize][x as usize] } else { None }
    }

    /// The discs that a disc of `side` on an empty square flips.
    pub(crate) fn flips(&self, square: Square, side: Side) -> Vec<Square> {
        let (x, y) = (square.column() as i8, square.row() as i8);
        let mut flipped = Vec::new();
        if self.at(x, y).is_some() || x >= self.edge || y >= self.edge {
            return flipped;
        }
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let mut n = 1;
            while self.at(x + n * dx, y + n * dy) == Some(!side) {
                n += 1;
            }
            if self.at(x + n * dx, y + n * dy) == Some(side) {
                for k in 1..n {
                    let (column, row) = ((x + k * dx) as u8, (y + k * dy) as u8);
                    flipped.push(Square::new(column, row).expect("on the board"));
                }
            }
        }
        flipped.sort();
        flipped
    }

    fn puts(&self, side: Side) -> Vec<Move> {
        let squares = (0..64).filter_map(Square::from_index);
        squares.filter(|&s| !self.flips(s, side).is_empty()).map(Move::Put).collect()
    }

    pub(crate) fn moves(&self) -> Vec<Move> {
        let puts = self.puts(self.turn);
        if puts.is_empty() && !self.puts(!self.turn).is_empty() { vec![Move::Pass] } else { puts }
    }

    pub(crate) fn after(&self, m: Move) -> Self {
        let mut after = self.clone();
        if let Move::Put(square) = m {
            for there in self.flips(square, self.turn).into_iter().chain([square]) {
                after.discs[usize::from(there.row())][usize::from(there.column())] =
                    Some(self.turn);
            }
        }
        after.turn = !self.turn;
        after
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().into_iter().map(|m| self.after(m).perft(depth - 1)).sum()
    }
}

/// Plays a game that the bytes choose, and takes it back: board, moves and keys are right at every
/// ply.
pub(crate) fn fuzz_moves(data: &[u8]) {
    let [size, choices @ ..] = data else { return };
    let mut position = Position::start(Size::ALL[usize::from(*size) % Size::ALL.len()]);
    let mut stack = Vec::new();
    for choice in choices {
        let naive = Naive::of(&position);
        let moves = position.moves();
        assert_eq!(moves, naive.moves(), "{position}");
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(*choice) % moves.len()];
        let before = position;
        let undo = position.make(m, &mut NullObserver);
        assert_eq!(Naive::of(&position), naive.after(m), "{before} {m}");
        stack.push((m, undo, before));
    }
    while let Some((m, undo, before)) = stack.pop() {
        position.unmake(m, undo);
        assert_eq!((position, position.key()), (before, before.key()));
    }
}

/// Reads a position; one without faults prints and reads back.
pub(crate) fn fuzz_position(text: &str) {
    let Ok(setup) = text.parse::<Setup>() else { return };
    let Ok(position) = setup.position() else { return };
    let again: Setup = position.to_string().parse().expect("what was printed is read");
    assert_eq!(again.position().expect("and has no fault"), position);
    assert_eq!(position.moves(), Naive::of(&position).moves(), "{position}");
}
