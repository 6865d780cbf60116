//! The evaluation: hand-made terms and, where shapes of men were fitted, these too. It uses
//! integers only, and is the same for both sides.
//!
//! The terms are computed from the board each time: sets of squares are shifted and counted, which
//! is cheaper than incremental sums along every line. The codes of the shapes are updated
//! incrementally ([`shapes`]).

mod board;
mod explain;
mod places;
pub mod shapes;
mod weights;

pub use explain::Explained;
pub use weights::{TERMS, Term, Weights};

use crate::{Draughts, Info};
use board::Board;
use draughts::{Kind, Piece, Position, Rules, Square, VariantRules};
use game::{Observer, Position as _, Side};
use places::Tables;
use search::{Evaluator, Score};
use shapes::{Codes, Digits, Shapes};
use std::sync::{Arc, OnceLock};

/// The number of men of both sides at which the opening's weights count in full (on 10×10; in
/// proportion on other boards).
const PHASES: i32 = 64;

/// The shapes of international draughts.
static INTERNATIONAL: &[u8] = include_bytes!("international.shapes");

/// Whether shapes were fitted for these rules.
#[inline]
const fn has_shapes(rules: &Rules) -> bool {
    rules.board.size == 10 && rules.king_run == 0 && !rules.king_wins && !rules.stuck_wins
}

/// The shapes of a variant that [`has_shapes`], read once.
fn shipped_shapes() -> Arc<Shapes> {
    static READ: OnceLock<Arc<Shapes>> = OnceLock::new();
    let read = || {
        let shapes = Shapes::from_bytes(INTERNATIONAL);
        Arc::new(shapes.expect("a test reads the tables that are compiled in"))
    };
    READ.get_or_init(read).clone()
}

/// Evaluates positions of a variant.
#[derive(Clone, Debug)]
pub struct Evaluation<V: VariantRules> {
    weights: Weights,
    tables: Arc<[Tables<V::Bits>; 2]>,
    shapes: Option<Arc<Shapes>>,
    digits: Arc<Digits>,
    /// The codes of the shapes here and after every move on the path.
    codes: Codes,
    before: Vec<Codes>,
    /// Phase steps per man on the board, in 1/1024.
    per_man: i32,
}

impl<V: VariantRules> Default for Evaluation<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// The receiver of the terms' counts: a sum, or the tuner.
pub(crate) trait Account {
    /// Counts `term` `times` more for White.
    fn add(&mut self, term: Term, times: i32);
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

impl Account for [i32; TERMS] {
    fn add(&mut self, term: Term, times: i32) {
        self[term as usize] += times;
    }
}

/// The features of a position for the evaluation. Its score is linear in them, so that weights can
/// be fitted.
#[derive(Clone, Debug)]
pub struct Sample {
    /// By [`Term`]: White's count minus Black's.
    pub terms: [i32; TERMS],
    /// The codes of the shapes; meaningless without shapes.
    pub codes: Codes,
    /// The share of the opening's weights, from 0 to 1.
    pub phase: f32,
    /// The divisors of a lead of White and of Black.
    pub divisors: [i32; 2],
}

impl<V: VariantRules> Evaluation<V> {
    /// Windows of fitted shapes, if there are any.
    pub const WINDOWS: usize = if has_shapes(&V::RULES) { shapes::WINDOWS } else { 0 };

    /// With the weights that fit the variant's rules.
    #[must_use]
    pub fn new() -> Self {
        let shapes = (Self::WINDOWS > 0).then(shipped_shapes);
        Self::with(Weights::of(&V::RULES), shapes)
    }

    /// With these weights.
    #[must_use]
    pub fn with(weights: Weights, shapes: Option<Arc<Shapes>>) -> Self {
        let start = Position::<V>::start();
        let men: u32 = Side::ALL.into_iter().map(|side| start.count(side).0).sum();
        Self {
            weights,
            tables: Arc::new(Side::ALL.map(Tables::of::<V>)),
            shapes,
            digits: Arc::new(if Self::WINDOWS > 0 { Digits::of::<V>() } else { Digits::none() }),
            codes: Codes::default(),
            before: Vec::new(),
            per_man: PHASES * 1024 / men as i32,
        }
    }

    /// The score of a position for the side to move.
    ///
    /// ```
    /// use draughts::{International, Position};
    /// use draughts_engine::eval::Evaluation;
    /// let start = Position::<International>::start();
    /// assert!(Evaluation::new().of(&start).value().abs() < 10);
    /// ```
    #[must_use]
    pub fn of(&self, position: &Position<V>) -> Score {
        self.judge(position, &self.codes_of(position))
    }

    /// The features of a position.
    #[must_use]
    pub fn sample(&self, position: &Position<V>) -> Sample {
        let board = Board::of(position);
        let mut terms = [0; TERMS];
        board.account(position, &self.tables, &mut terms);
        Sample {
            terms,
            codes: self.codes_of(position),
            phase: self.phase(&board) as f32 / PHASES as f32,
            divisors: [1, -1].map(|lead| self.divisor(&board, lead)),
        }
    }

    #[inline(always)]
    fn phase(&self, board: &Board<V>) -> i32 {
        ((board.counts[0] + board.counts[1]) * self.per_man / 1024).min(PHASES)
    }

    #[inline]
    fn judge(&self, position: &Position<V>, codes: &Codes) -> Score {
        let board = Board::of(position);
        let mut sum = Sum { weights: &self.weights, opening: 0, end: 0 };
        board.account(position, &self.tables, &mut sum);
        if Self::WINDOWS > 0
            && let Some(shapes) = &self.shapes
        {
            let [opening, end] = shapes.sum(codes);
            sum.opening += opening;
            sum.end += end;
        }
        let phase = self.phase(&board);
        let mut score = (sum.opening * phase + sum.end * (PHASES - phase)) / PHASES;
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

    /// A lead is worth little in endings that are usually drawn: few pieces against a flying king,
    /// or kings on both sides and hardly a man more.
    #[inline(always)]
    fn divisor(&self, board: &Board<V>, lead: i32) -> i32 {
        if !V::RULES.flying || V::RULES.stuck_wins {
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

    /// The codes of the shapes, computed from scratch.
    fn codes_of(&self, position: &Position<V>) -> Codes {
        let mut codes = Codes::default();
        if Self::WINDOWS > 0 {
            for square in Square::<V>::all() {
                if let Some(Piece { side, kind: Kind::Man }) = position.piece_at(square) {
                    codes.add(self.digits.man(side, square));
                }
            }
        }
        codes
    }
}

impl<V: VariantRules> Observer<Position<V>> for Evaluation<V> {
    #[inline(always)]
    fn left(&mut self, piece: Piece, square: Square<V>) {
        if Self::WINDOWS > 0 && piece.kind == Kind::Man {
            self.codes.take(self.digits.man(piece.side, square));
        }
    }

    #[inline(always)]
    fn arrived(&mut self, piece: Piece, square: Square<V>) {
        if Self::WINDOWS > 0 && piece.kind == Kind::Man {
            self.codes.add(self.digits.man(piece.side, square));
        }
    }
}

impl<V: VariantRules> Evaluator<Draughts<V>> for Evaluation<V> {
    fn reset(&mut self, _: Draughts<V>, position: &Position<V>) {
        self.before.clear();
        self.codes = self.codes_of(position);
    }

    #[inline(always)]
    fn push(&mut self) {
        if Self::WINDOWS > 0 {
            self.before.push(self.codes);
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        if Self::WINDOWS > 0
            && let Some(codes) = self.before.pop()
        {
            self.codes = codes;
        }
    }

    #[inline]
    fn evaluate(&mut self, _: Draughts<V>, position: &Position<V>, _: &Info<V>) -> Score {
        self.judge(position, &self.codes)
    }
}
