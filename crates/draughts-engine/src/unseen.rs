//! What players of limited strength overlook in draughts.

use draughts::{Bits as _, Move, Position, Square, VariantRules};
use game::{Position as _, Side};
use search::Oversight;

/// How easily a move is overlooked, in per cent of an ordinary one. Captures of one piece are seen best; the more a
/// capture takes, the more often it is overlooked, and so are the ways of kings and moves backward.
fn obscurity<V: VariantRules>(position: &Position<V>, m: Move<V>) -> u32 {
    let side = position.side_to_move();
    let mut obscurity = match m.captures() {
        0 => 100,
        1 => 60,
        2 => 90,
        _ => 130,
    };
    if !(position.kings(side) & m.from().bit()).is_zero() {
        obscurity = obscurity * 3 / 2;
    } else if (m.to().number() > m.from().number()) == (side == Side::First) {
        obscurity = obscurity * 4 / 3;
    }
    obscurity
}

/// Whether a move is overlooked.
#[inline]
pub(crate) fn hides<V: VariantRules>(
    oversight: Oversight,
    position: &Position<V>,
    m: Move<V>,
) -> bool {
    oversight.hides_any() && {
        let squares = Square::<V>::COUNT as u64;
        let ends = m.from().index() as u64 * squares + m.to().index() as u64;
        let thing = ends << 8 | u64::from(m.captures());
        oversight.hides(thing, obscurity(position, m), position.side_to_move())
    }
}

/// The moves at the root that are seen; all of them if none is, and where the rules force a capture.
pub(crate) fn seen_at_root<V: VariantRules>(
    oversight: Oversight,
    position: &Position<V>,
) -> Vec<Move<V>> {
    let mut moves = position.moves();
    let sees = |&m: &Move<V>| !hides(oversight, position, m);
    if oversight.hides_any() && !position.must_capture() && moves.iter().any(sees) {
        moves.retain(sees);
    }
    moves
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what fails here fails the test")]
mod tests {
    use super::*;
    use draughts::{International, Setup};

    /// The obscurity of the only move from a square.
    fn from(fen: &str, square: u32) -> u32 {
        let position = Position::try_from(fen.parse::<Setup<International>>().unwrap()).unwrap();
        let moves = position.moves();
        let m = moves.into_iter().find(|m| m.from().number() == square).unwrap();
        obscurity(&position, m)
    }

    #[test]
    fn shots_kings_and_backward_captures_are_overlooked_more_often() {
        let one = from("W:W32:B28", 32);
        let two = from("W:W32:B28,18", 32);
        let three = from("W:W32:B28,18,8", 32);
        assert!(one < two && two < three, "{one} {two} {three}");
        assert!(one < from("W:W22:B28", 22), "backward");
        assert!(from("W:W32:B1", 32) < from("W:WK32:B1", 32), "the way of a king");
    }
}
