use super::Position;
use crate::{Piece, Square};
use game::{Key, Side};

/// The part of the key for `piece` on `square`.
#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}

/// The part of the key for Black to move.
pub(super) const BLACK_TO_MOVE: Key = Key::random(14 * Square::COUNT as u64);

/// The key computed from the whole position: the incremental key must always equal it.
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
