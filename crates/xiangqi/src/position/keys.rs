use super::Position;
use crate::{Piece, Square};
use game::{Key, Side};

/// What the key gains when `piece` arrives on `square`, and loses when it leaves.
#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}

/// What the key gains when it is Black's turn.
pub(super) const BLACK_TO_MOVE: Key = Key::random(14 * Square::COUNT as u64);

/// The key computed from nothing: what the incremental key must always equal.
pub(super) fn fresh(position: &Position) -> Key {
    let mut key = match position.turn {
        Side::First => Key::default(),
        Side::Second => BLACK_TO_MOVE,
    };
    for square in position.occupied() {
        if let Some(p) = position.piece_at(square) {
            key ^= piece(p, square);
        }
    }
    key
}

static PIECES: [[Key; Square::COUNT]; 14] = {
    let mut table = [[Key(0); Square::COUNT]; 14];
    let mut n = 0;
    while n < 14 * Square::COUNT {
        table[n / Square::COUNT][n % Square::COUNT] = Key::random(n as u64);
        n += 1;
    }
    table
};
