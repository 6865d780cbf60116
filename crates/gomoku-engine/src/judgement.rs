//! The evaluation as a player of some strength sees it.

use crate::eval::Evaluation;
use crate::{Gomoku, Situation};
use game::{Observer, Position as _, Side};
use gomoku::{Content, Position, Square};
use search::{Evaluator, Score};

/// The evaluation, below full strength with an error that is always the same for the same
/// position and seed.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    evaluation: Evaluation,
    /// The error is at most this many hundredths, mostly much less.
    error: i32,
    seed: u64,
}

impl Judgement {
    pub(crate) fn new(evaluation: Evaluation, error: i32, seed: u64) -> Self {
        Self { evaluation, error, seed }
    }

    fn error(&self, position: &Position) -> i32 {
        let bits = game::Key::random(position.key().0 ^ self.seed).0;
        // The sum of four even draws is nearly a bell.
        let draw = |n: u32| (bits >> (16 * n) & 0xFFFF) as i32 - 0x8000;
        let sum: i32 = (0..4).map(draw).sum();
        let black = (i64::from(sum) * i64::from(self.error) / 0x2_0000) as i32;
        match position.side_to_move() {
            Side::First => black,
            Side::Second => -black,
        }
    }
}

impl Observer<Position> for Judgement {
    #[inline(always)]
    fn left(&mut self, content: Content, square: Square) {
        self.evaluation.left(content, square);
    }

    #[inline(always)]
    fn arrived(&mut self, content: Content, square: Square) {
        self.evaluation.arrived(content, square);
    }
}

impl Evaluator<Gomoku> for Judgement {
    fn reset(&mut self, domain: Gomoku, position: &Position) {
        self.evaluation.reset(domain, position);
    }

    #[inline]
    fn push(&mut self) {
        Evaluator::<Gomoku>::push(&mut self.evaluation);
    }

    #[inline]
    fn pop(&mut self) {
        Evaluator::<Gomoku>::pop(&mut self.evaluation);
    }

    #[inline]
    fn evaluate(&mut self, domain: Gomoku, position: &Position, situation: &Situation) -> Score {
        let score = self.evaluation.evaluate(domain, position, situation);
        if self.error == 0 { score } else { score + self.error(position) }
    }
}
