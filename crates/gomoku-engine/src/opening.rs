//! The first two moves of a game, which need no search.

use crate::candidates::centre;
use game::{Key, Position as _};
use gomoku::{Move, Position, Square};

/// The first move goes to the centre, the second next to the first, towards the centre.
pub(crate) fn opening(position: &Position, seed: u64) -> Option<Move> {
    let us = position.side_to_move();
    let theirs = position.stones(us.other());
    if !position.stones(us).is_empty() || theirs.len() > 1 {
        return None;
    }
    let square = match theirs.iter().next() {
        None => centre(position.size()),
        Some(stone) => beside(stone, position.size(), seed)?,
    };
    position.is_allowed(square).then_some(square.into())
}

/// The diagonal neighbour of a stone on the side of the centre; where two are equally near, the
/// seed decides.
fn beside(stone: Square, size: u8, seed: u64) -> Option<Square> {
    let bits = Key::random(seed).0;
    let towards = |at: u8, up: bool| match (2 * at + 1).cmp(&size) {
        std::cmp::Ordering::Less => at + 1,
        std::cmp::Ordering::Equal if up => at + 1,
        _ => at - 1,
    };
    Square::new(towards(stone.column(), bits & 1 != 0), towards(stone.row(), bits & 2 != 0))
}
