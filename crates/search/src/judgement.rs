use crate::{Domain, Evaluator, Score};
use game::{Key, Observer, Position, Side};

/// The evaluation noise of a player of limited strength.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Misjudgement {
    /// The error is at most this many hundredths of the game's unit, mostly much less.
    pub greatest: i32,
    /// The seed of the noise.
    pub seed: u64,
}

impl Misjudgement {
    /// The noise of a position, seen from the side to move. It is consistent for both sides, and
    /// the same whenever the position occurs again.
    fn of<P: Position>(self, position: &P) -> i32 {
        let bits = Key::random(position.key().0 ^ self.seed).0;
        // The sum of four uniform numbers is nearly normal.
        let draw = |n: u32| (bits >> (16 * n) & 0xFFFF) as i32 - 0x8000;
        let sum: i32 = (0..4).map(draw).sum();
        let first = (i64::from(sum) * i64::from(self.greatest) / 0x2_0000) as i32;
        match position.side_to_move() {
            Side::First => first,
            Side::Second => -first,
        }
    }
}

/// An evaluation with the noise of a player of some strength.
#[derive(Clone, Debug)]
pub struct Judgement<E> {
    evaluation: E,
    wrong: Misjudgement,
}

impl<E> Judgement<E> {
    /// The evaluation with this noise; without noise by default.
    #[must_use]
    pub const fn new(evaluation: E, wrong: Misjudgement) -> Self {
        Self { evaluation, wrong }
    }
}

impl<P: Position, E: Observer<P>> Observer<P> for Judgement<E> {
    #[inline(always)]
    fn left(&mut self, piece: P::Piece, square: P::Square) {
        self.evaluation.left(piece, square);
    }

    #[inline(always)]
    fn arrived(&mut self, piece: P::Piece, square: P::Square) {
        self.evaluation.arrived(piece, square);
    }
}

impl<D: Domain, E: Evaluator<D>> Evaluator<D> for Judgement<E> {
    fn reset(&mut self, domain: D, position: &D::Position) {
        self.evaluation.reset(domain, position);
    }

    #[inline(always)]
    fn push(&mut self) {
        self.evaluation.push();
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.evaluation.pop();
    }

    #[inline]
    fn evaluate(&mut self, domain: D, position: &D::Position, info: &D::Info) -> Score {
        let score = self.evaluation.evaluate(domain, position, info);
        if self.wrong.greatest == 0 { score } else { score + self.wrong.of(position) }
    }
}
