//! The evaluation: a sum over patterns of the board, in hundredths of a disc of the final
//! difference. The weights were fitted to our own games. For boards other than 8×8 there are no
//! weights; there a few features are counted instead. All numbers are integers.

mod patterns;
mod plain;
mod weights;

pub use patterns::{FEATURES, STAGES, features, mirrored, stage};
pub use weights::{ReadWeightsError, Weights};

use crate::{Board, Facts, Reversi};
use game::Observer;
use reversi::{Disc, Position, Size, Square, Squares};
use search::{Evaluator, Score};
use std::sync::Arc;

/// The largest evaluation: the whole board.
const MOST: i32 = 6400;

/// Evaluates positions of reversi. It keeps no incremental data: the patterns are computed from the
/// bitboards, and most positions of a search are never evaluated.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Option<Arc<Weights>>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::with(Weights::ours())
    }
}

impl Evaluation {
    /// The evaluation with these weights.
    #[must_use]
    pub const fn with(weights: Arc<Weights>) -> Self {
        Self { weights: Some(weights) }
    }

    /// The evaluation without weights: a few features are counted, as on the smaller boards.
    #[must_use]
    #[inline]
    pub const fn plain() -> Self {
        Self { weights: None }
    }

    /// The score of a position for the side to move.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// use reversi_engine::eval::Evaluation;
    /// let start = Position::start(Size::Eight);
    /// assert!(Evaluation::default().of(&start).value().abs() < 1000);
    /// ```
    #[must_use]
    pub fn of(&self, position: &Position) -> Score {
        let board = Board::at(position);
        let facts = Facts::of(board, position.empty());
        self.judge(board, facts, position.size().squares())
    }

    /// The terms of the score for the side to move, each with a word for it: what the lines, the corners and the counts
    /// of the board say together. They add up to the score, unless that is more than the whole board.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// use reversi_engine::eval::Evaluation;
    /// let (start, evaluation) = (Position::start(Size::Eight), Evaluation::default());
    /// let terms = evaluation.explain(&start);
    /// let sum: i32 = terms.iter().map(|(_, value)| value).sum();
    /// assert_eq!(sum, evaluation.of(&start).value());
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<(&'static str, i32)> {
        let board = Board::at(position);
        let facts = Facts::of(board, position.empty());
        let squares = position.size().squares();
        let mut terms: Vec<(&'static str, i32)> = Vec::new();
        let mut add = |word, value| match terms.iter_mut().find(|(known, _)| *known == word) {
            Some((_, sum)) => *sum += value,
            None => terms.push((word, value)),
        };
        match &self.weights {
            Some(weights) if squares == Size::Eight.squares() => weights.each(board, facts, add),
            _ => plain::terms(board, facts, squares).iter().for_each(|(w, value)| add(*w, *value)),
        }
        terms
    }

    /// The score for a board with known facts; `squares` are those of the board.
    #[inline]
    #[must_use]
    pub fn judge(&self, board: Board, facts: Facts, squares: Squares) -> Score {
        let value = match &self.weights {
            Some(weights) if squares == Size::Eight.squares() => weights.sum(board, facts),
            _ => plain::sum(board, facts, squares),
        };
        Score::new(value.clamp(-MOST, MOST))
    }
}

impl Observer<Position> for Evaluation {
    #[inline]
    fn left(&mut self, _: Disc, _: Square) {}
    #[inline]
    fn arrived(&mut self, _: Disc, _: Square) {}
}

impl Evaluator<Reversi> for Evaluation {
    fn reset(&mut self, _: Reversi, _: &Position) {}

    #[inline]
    fn push(&mut self) {}

    #[inline]
    fn pop(&mut self) {}

    #[inline]
    fn evaluate(&mut self, domain: Reversi, position: &Position, facts: &Facts) -> Score {
        let board = Board::at(position);
        let judged = self.judge(board, *facts, position.size().squares());
        domain.unseen.judged(judged, board.own.len() as i32 - board.theirs.len() as i32)
    }
}
