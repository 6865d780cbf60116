//! The evaluation as a player of some strength sees it.

use crate::Xiangqi;
use crate::eval::Evaluation;
use game::{Observer, Position as _};
use search::{Evaluator, Score};
use xiangqi::{Danger, Piece, Position, Square};

/// The evaluation, below full strength with an error that is always the same for the same
/// position and seed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judgement {
    evaluation: Evaluation,
    /// The error is at most this many centipawns, mostly much less.
    pub(crate) error: i32,
    pub(crate) seed: u64,
}

impl Judgement {
    fn error(&self, position: &Position) -> i32 {
        let bits = game::Key::random(position.key().0 ^ self.seed).0;
        // The sum of four even draws is nearly a bell.
        let draw = |n: u32| (bits >> (16 * n) & 0xFFFF) as i32 - 0x8000;
        let sum: i32 = (0..4).map(draw).sum();
        let red = (i64::from(sum) * i64::from(self.error) / 0x2_0000) as i32;
        match position.side_to_move() {
            game::Side::First => red,
            game::Side::Second => -red,
        }
    }
}

impl Observer<Position> for Judgement {
    #[inline]
    fn left(&mut self, piece: Piece, square: Square) {
        self.evaluation.left(piece, square);
    }

    #[inline]
    fn arrived(&mut self, piece: Piece, square: Square) {
        self.evaluation.arrived(piece, square);
    }
}

impl Evaluator<Xiangqi> for Judgement {
    fn reset(&mut self, domain: Xiangqi, position: &Position) {
        self.evaluation.reset(domain, position);
    }

    #[inline]
    fn push(&mut self) {
        Evaluator::<Xiangqi>::push(&mut self.evaluation);
    }

    #[inline]
    fn pop(&mut self) {
        Evaluator::<Xiangqi>::pop(&mut self.evaluation);
    }

    #[inline]
    fn evaluate(&mut self, domain: Xiangqi, position: &Position, info: &Danger) -> Score {
        let score = self.evaluation.evaluate(domain, position, info);
        if self.error == 0 { score } else { score + self.error(position) }
    }
}
