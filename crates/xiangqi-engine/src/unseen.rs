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
