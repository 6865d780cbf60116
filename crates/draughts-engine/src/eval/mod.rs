//! The evaluation: numbers that were learnt from games where there are such ([`LearntWeights`]), or hand-made terms. It uses
//! integers only, and is the same for both sides.
//!
//! The terms are computed from the board each time: sets of squares are shifted and counted, which
//! is cheaper than incremental sums along every line. The codes of the patterns are updated
//! incrementally (`codes.rs`).

mod board;
mod codes;
mod explain;
mod learnt;
mod places;
mod sample;
mod shipped;
mod weights;

#[doc(hidden)]
pub use codes::{Codes, Lanes};
pub use explain::Explanation;
pub use learnt::{GREATEST, LearntError, LearntWeights, PatternTable, tables};
pub use sample::Sample;
pub use weights::{TERMS, Term, Weights};

use crate::{Draughts, EvaluatedVariant, NodeFacts};
use board::Board;
use codes::{Digits, windows};
use draughts::{Kind, Piece, Position, Square};
use game::{Observer, Position as _, Side};
use places::Tables;
use search::{Evaluator, Score};
use shipped::shipped;
pub use shipped::weight_file;
use std::sync::Arc;

/// The number of men of both sides at which the opening's weights count in full (on 10×10; in
/// proportion on other boards).
const PHASES: i32 = 64;

/// Evaluates positions of a variant.
#[derive(Clone, Debug)]
pub struct Evaluation<V: EvaluatedVariant> {
    weights: Weights,
    tables: Arc<[Tables<V::Bits>; 2]>,
    learnt: Option<Arc<LearntWeights>>,
    digits: Arc<Digits<V::Codes>>,
    /// The codes of the patterns here and before every move on the path.
    codes: V::Codes,
    before: Vec<V::Codes>,
    /// Phase steps per man on the board, in 1/1024.
    per_man: i32,
}

/// The receiver of the terms' counts: a sum, or the tuner.
pub(crate) trait Account {
    /// Counts `term` `times` more for White.
    fn add(&mut self, term: Term, times: i32);

    /// Counts a king on a square, which it can leave for so many squares where it would be captured. `index` is as its
    /// side sees the board. It is learnt only.
    #[inline(always)]
    fn king(&mut self, sign: i32, index: usize, denied: i32) {
        let _ = (sign, index, denied);
    }
}

/// The weighted sum of the counts.
struct Sum<'w> {
    weights: &'w Weights,
    opening: i32,
    end: i32,
}

impl Account for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: Term, times: i32) {
        let [opening, end] = self.weights.terms[term as usize];
        self.opening += opening * times;
        self.end += end * times;
    }
}

/// The same by numbers that were learnt.
struct LearntSum<'l> {
    learnt: &'l LearntWeights,
    sum: [i32; 2],
}

impl LearntSum<'_> {
    #[inline(always)]
    fn count(&mut self, numbers: [i32; 2], times: i32) {
        self.sum[0] += numbers[0] * times;
        self.sum[1] += numbers[1] * times;
    }
}

impl Account for LearntSum<'_> {
    #[inline(always)]
    fn add(&mut self, term: Term, times: i32) {
        self.count(self.learnt.term(term), times);
    }

    #[inline(always)]
    fn king(&mut self, sign: i32, index: usize, denied: i32) {
        self.count(self.learnt.king_at(index), sign);
        self.count(self.learnt.term(Term::KingDenied), sign * denied);
    }
}

impl<V: EvaluatedVariant> Evaluation<V> {
    /// Windows of patterns for each side.
    const WINDOWS: usize = windows(V::BOARD);

    /// Whether the codes are kept up: they are read by what was learnt only.
    #[inline(always)]
    fn keeps_codes(&self) -> bool {
        self.learnt.is_some()
    }

    /// With the numbers of the program that fit the variant's rules.
    #[must_use]
    pub fn new(variant: V) -> Self {
        let rules = variant.rules();
        Self::with(variant, Weights::of(rules), shipped(rules))
    }

    /// By hand, with these weights, or by numbers that were learnt.
    #[must_use]
    pub fn with(variant: V, weights: Weights, learnt: Option<Arc<LearntWeights>>) -> Self {
        let start = Position::start_of(variant);
        let men: u32 = Side::ALL.into_iter().map(|side| start.count(side).0).sum();
        Self {
            weights,
            tables: Arc::new(Side::ALL.map(|side| Tables::of(variant, side))),
            learnt,
            digits: Arc::new(Digits::of::<V>()),
            codes: V::Codes::default(),
            before: Vec::new(),
            per_man: PHASES * 1024 / men as i32,
        }
    }

    /// The numbers that were learnt; `None` where it is made by hand.
    #[must_use]
    pub fn learnt(&self) -> Option<&LearntWeights> {
        self.learnt.as_deref()
    }

    /// The score of a position for the side to move.
    ///
    /// ```
    /// use draughts::{International, Position};
    /// use draughts_engine::eval::Evaluation;
    /// let start = Position::<International>::start();
    /// assert!(Evaluation::new(International).of(&start).value().abs() < 10);
    /// ```
    #[must_use]
    pub fn of(&self, position: &Position<V>) -> Score {
        self.judge(position, &self.codes_of(position))
    }

    #[inline(always)]
    fn phase(&self, board: &Board<V>) -> i32 {
        ((board.counts[0] + board.counts[1]) * self.per_man / 1024).min(PHASES)
    }

    #[inline]
    fn judge(&self, position: &Position<V>, codes: &V::Codes) -> Score {
        let board = Board::of(position);
        let [opening, end] = match &self.learnt {
            Some(learnt) => self.learnt_sum(learnt, &board, position, codes),
            None => {
                let mut sum = Sum { weights: &self.weights, opening: 0, end: 0 };
                board.account(position, &self.tables, &mut sum);
                [sum.opening, sum.end]
            }
        };
        let phase = self.phase(&board);
        let mut score = (opening * phase + end * (PHASES - phase)) / PHASES;
        // Division is slow, and most positions need none.
        if board.king_counts != [0, 0] {
            score /= self.divisor(&board, score);
        }
        let own = match position.side_to_move() {
            Side::First => score,
            Side::Second => -score,
        };
        // From thousandths of a man to hundredths.
        Score::new(own / 10)
    }

    /// What was learnt, for the opening and for the end, before the lead is divided.
    #[inline(always)]
    fn learnt_sum(
        &self,
        learnt: &LearntWeights,
        board: &Board<V>,
        position: &Position<V>,
        codes: &V::Codes,
    ) -> [i32; 2] {
        let sum = learnt.sum(codes, Self::WINDOWS);
        let mut account = LearntSum { learnt, sum };
        board.account_learnt(position, codes, &self.tables, &mut account);
        account.sum
    }

    /// A lead is worth little in endings that are usually drawn: few pieces against a flying king,
    /// or kings on both sides and hardly a man more.
    #[inline(always)]
    fn divisor(&self, board: &Board<V>, lead: i32) -> i32 {
        if !board.variant.flying() || board.variant.stuck_wins() {
            return 1;
        }
        let (strong, weak) = if lead > 0 { (0, 1) } else { (1, 0) };
        if board.king_counts[weak] == 0 {
            1
        } else if board.counts[strong] + board.king_counts[strong] <= 3 {
            self.weights.few_against_king
        } else if board.king_counts[0] == board.king_counts[1]
            && (board.counts[0] - board.counts[1]).abs() <= 1
        {
            2
        } else {
            1
        }
    }

    /// The codes of the patterns, computed from scratch.
    fn codes_of(&self, position: &Position<V>) -> V::Codes {
        let mut codes = self.digits.empty;
        for square in Square::<V>::all() {
            if let Some(Piece { side, kind: Kind::Man }) = position.piece_at(square) {
                codes.add(self.digits.man(side, square));
            }
        }
        codes
    }
}

impl<V: EvaluatedVariant> Observer<Position<V>> for Evaluation<V> {
    #[inline(always)]
    fn left(&mut self, piece: Piece, square: Square<V>) {
        if self.keeps_codes() && piece.kind == Kind::Man {
            self.codes.take(self.digits.man(piece.side, square));
        }
    }

    #[inline(always)]
    fn arrived(&mut self, piece: Piece, square: Square<V>) {
        if self.keeps_codes() && piece.kind == Kind::Man {
            self.codes.add(self.digits.man(piece.side, square));
        }
    }
}

impl<V: EvaluatedVariant> Evaluator<Draughts<V>> for Evaluation<V> {
    fn reset(&mut self, _: Draughts<V>, position: &Position<V>) {
        self.before.clear();
        self.codes = self.codes_of(position);
    }

    #[inline(always)]
    fn push(&mut self) {
        if self.keeps_codes() {
            self.before.push(self.codes);
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        if self.keeps_codes()
            && let Some(codes) = self.before.pop()
        {
            self.codes = codes;
        }
    }

    #[inline]
    fn evaluate(&mut self, _: Draughts<V>, position: &Position<V>, _: &NodeFacts) -> Score {
        self.judge(position, &self.codes)
    }
}
