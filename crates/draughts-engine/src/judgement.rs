//! The evaluation as a player of some strength sees it.

use crate::eval::Evaluation;
use crate::{Draughts, Info};
use draughts::{Piece, Position, Square, Variant};
use game::{Observer, Position as _};
use search::{Evaluator, Score};

/// The evaluation, below full strength with an error that is always the same for the same
/// position and seed.
#[derive(Clone, Debug)]
pub(crate) struct Judgement<V: Variant> {
    evaluation: Evaluation<V>,
    /// The error is at most this many hundredths of a man, mostly much less.
    error: i32,
    seed: u64,
}

impl<V: Variant> Judgement<V> {
    pub(crate) fn new(error: i32, seed: u64) -> Self {
        Self { evaluation: Evaluation::new(), error, seed }
    }

    fn error(&self, position: &Position<V>) -> i32 {
        let bits = game::Key::random(position.key().0 ^ self.seed).0;
        // The sum of four even draws is nearly a bell.
        let draw = |n: u32| (bits >> (16 * n) & 0xFFFF) as i32 - 0x8000;
        let sum: i32 = (0..4).map(draw).sum();
        let white = (i64::from(sum) * i64::from(self.error) / 0x2_0000) as i32;
        match position.side_to_move() {
            game::Side::First => white,
            game::Side::Second => -white,
        }
    }
}

impl<V: Variant> Observer<Position<V>> for Judgement<V> {
    #[inline(always)]
    fn left(&mut self, piece: Piece, square: Square<V>) {
        self.evaluation.left(piece, square);
    }

    #[inline(always)]
    fn arrived(&mut self, piece: Piece, square: Square<V>) {
        self.evaluation.arrived(piece, square);
    }
}

impl<V: Variant> Evaluator<Draughts<V>> for Judgement<V> {
    fn reset(&mut self, domain: Draughts<V>, position: &Position<V>) {
        self.evaluation.reset(domain, position);
    }

    #[inline(always)]
    fn push(&mut self) {
        Evaluator::push(&mut self.evaluation);
    }

    #[inline(always)]
    fn pop(&mut self) {
        Evaluator::pop(&mut self.evaluation);
    }

    #[inline]
    fn evaluate(&mut self, domain: Draughts<V>, position: &Position<V>, info: &Info<V>) -> Score {
        let score = self.evaluation.evaluate(domain, position, info);
        if self.error == 0 { score } else { score + self.error(position) }
    }
}
