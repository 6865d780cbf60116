//! What players of limited strength overlook in Xiangqi.

use game::{Line, Position as _, Side};
use search::Oversight;
use xiangqi::{Kind, Move, Position, Square};

/// The moves that a player of limited strength overlooks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlookedMoves {
    pub(crate) oversight: Oversight,
    /// Where the last move before the search ended: what stands there is looked at first.
    recent: Option<Square>,
}

impl OverlookedMoves {
    /// Those of a search from the end of the line.
    pub(crate) fn new(oversight: Oversight, line: &Line<Position>) -> Self {
        let last = line.plies().last().and_then(|ply| ply.mv);
        Self { oversight, recent: last.map(|m| m.to) }
    }

    /// Whether a move is overlooked. Who is in check sees all answers to it.
    #[inline]
    pub(crate) fn hides(self, position: &Position, m: Move) -> bool {
        let Some(piece) = position.piece_at(m.from) else { return false };
        let thing = (piece.index() as u64) << 16 | u64::from(m.pack());
        self.oversight.hides(thing, self.obscurity(position, m), piece.side())
    }

    /// How easily a move is overlooked, in per cent of an ordinary one: captures of large pieces are seen best; long
    /// lines, cannons over a screen and backward moves worst.
    fn obscurity(self, position: &Position, m: Move) -> u32 {
        let captured = position.captured(m).map(|piece| piece.kind());
        let mut obscurity = match captured {
            None => 100,
            Some(Kind::Chariot | Kind::King) => 50,
            Some(Kind::Horse | Kind::Cannon) => 70,
            Some(Kind::Advisor | Kind::Elephant | Kind::Pawn) => 90,
        };
        let files = m.from.file().index().abs_diff(m.to.file().index());
        let ranks = m.from.rank().index().abs_diff(m.to.rank().index());
        if files + ranks >= 4 {
            obscurity = obscurity * 3 / 2;
        }
        let piece = position.piece_at(m.from);
        if captured.is_some() && piece.is_some_and(|piece| piece.kind() == Kind::Cannon) {
            obscurity = obscurity * 3 / 2;
        }
        let down = m.to.rank().index() < m.from.rank().index();
        let first = piece.is_some_and(|piece| piece.side() == Side::First);
        if ranks > 0 && down == first {
            obscurity = obscurity * 4 / 3;
        }
        if self.recent == Some(m.to) || self.recent == Some(m.from) {
            obscurity /= 2;
        }
        obscurity
    }

    /// The moves at the root that are seen; all of them if none is, and in check.
    pub(crate) fn seen(self, position: &Position) -> Vec<Move> {
        let mut moves = position.moves();
        let checked = !position.danger(position.side_to_move()).checkers().is_empty();
        let sees = |&m: &Move| !self.hides(position, m);
        if self.oversight.hides_any() && !checked && moves.iter().any(sees) {
            moves.retain(sees);
        }
        moves
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what fails here fails the test")]
mod tests {
    use super::*;

    fn obscurity(position: &str, m: &str, recent: Option<&str>) -> u32 {
        let recent = recent.map(|m| m.parse::<Move>().unwrap().to);
        let overlooked = OverlookedMoves { recent, ..OverlookedMoves::default() };
        overlooked.obscurity(&position.parse().unwrap(), m.parse().unwrap())
    }

    /// What the table of the documents says is overlooked more often is, in the order that it says.
    #[test]
    fn long_lines_cannons_and_backward_moves_are_overlooked_more_often() {
        // A chariot of Red beside one of Black, and a pawn of Black three points away.
        const POSITION: &str = "3k5/9/9/9/9/r8/R2p5/9/9/4K4 w - - 0 1";
        let of = |m| obscurity(POSITION, m, None);
        let far = obscurity("3k5/9/9/9/9/9/R8/9/9/4K4 w - - 0 1", "a3f3", None);
        assert!(of("a3b3") < far, "a long line is seen less often");
        assert!(of("a3a4") < of("a3d3"), "a chariot that can be taken is seen first");
        assert!(of("a3d3") < of("a3b3"), "what takes something is seen before what does not");
        assert!(of("a3b3") < of("a3a2"), "a backward move is seen less often");
        let over_a_screen = obscurity("3k5/9/9/9/n8/r8/9/9/C8/4K4 w - - 0 1", "a1a5", None);
        let by_a_chariot = obscurity("3k5/9/9/9/n8/9/9/9/R8/4K4 w - - 0 1", "a1a5", None);
        assert!(by_a_chariot < over_a_screen, "a cannon over a screen is seen less often");
        let just_moved = obscurity(POSITION, "a3a4", Some("b4a4"));
        assert!(just_moved < of("a3a4"), "what just moved is looked at first");
    }
}
