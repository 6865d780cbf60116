//! What players of limited strength overlook in reversi.

use crate::domain::CORNERS;
use game::{Position as _, Side};
use reversi::{Move, Position, Square, Squares};
use search::{Oversight, Score};

/// The moves that a player of limited strength overlooks. The less it sees, the more it counts discs instead of
/// judging the position.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlookedMoves(pub(crate) Oversight);

/// How easily a corner is overlooked, in per cent of another square.
const CORNER: u32 = 60;

impl OverlookedMoves {
    fn hides(self, square: Square, mover: Side) -> bool {
        let obscurity = if CORNERS.contains(square) { CORNER } else { 100 };
        self.0.hides(square.index() as u64, obscurity, mover)
    }

    /// Those of the squares that are seen; all if none is.
    #[inline]
    pub(crate) fn seen(self, squares: Squares, mover: Side) -> Squares {
        if !self.0.hides_any() {
            return squares;
        }
        let mut seen = Squares::EMPTY;
        squares.iter().filter(|&square| !self.hides(square, mover)).for_each(|s| seen.insert(s));
        if seen.is_empty() { squares } else { seen }
    }

    /// The moves of a position that are seen.
    pub(crate) fn seen_moves(self, position: &Position) -> Vec<Move> {
        let mover = position.side_to_move();
        let seen = self.seen(position.mobility(mover), mover);
        let mut moves = position.moves();
        moves.retain(|m| m.square().is_none_or(|square| seen.contains(square)));
        moves
    }

    /// A judgement of the position as the player makes it: in part the number of discs.
    #[inline]
    pub(crate) fn judged(self, judged: Score, discs: i32) -> Score {
        if !self.0.hides_any() {
            return judged;
        }
        let share = i32::from(self.0.per_mille).min(1000);
        Score::new((judged.value() * (1000 - share) + discs * 100 * share) / 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_seen_more_often_and_a_weak_player_counts_discs() {
        let (mut corners, mut others) = (0, 0);
        for seed in 0..1000 {
            let oversight = Oversight { per_mille: 300, seed, viewer: Some(Side::First) };
            let overlooked = OverlookedMoves(oversight);
            for square in (0..64).filter_map(Square::from_index) {
                let count = if CORNERS.contains(square) { &mut corners } else { &mut others };
                *count += usize::from(overlooked.hides(square, Side::First));
            }
        }
        // Four corners and sixty other squares.
        assert!(corners * 60 < others * 4 * 3 / 4, "{corners} {others}");
        let weak = |per_mille| OverlookedMoves(Oversight { per_mille, ..Oversight::default() });
        assert_eq!(weak(0).judged(Score::new(-200), 10), Score::new(-200));
        assert!(weak(900).judged(Score::new(-200), 10) > Score::new(500));
    }
}
