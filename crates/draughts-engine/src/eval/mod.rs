//! The evaluation: hand-made, of integers, and the same for both sides.
//!
//! It looks at the board afresh each time: sets of squares are shifted and counted, which
//! costs less than keeping sums up to date along every line.

mod places;
mod weights;

pub use weights::Weights;

use crate::{Draughts, Info};
use draughts::{Bits, Direction, Piece, Position, Square, Variant};
use game::{Observer, Position as _, Side};
use places::Tables;
use search::{Evaluator, Score};

/// Men of both sides at which the opening's weights count in full (of 10×10; other boards in
/// proportion).
const PHASES: i32 = 64;

/// Judges positions of a variant.
#[derive(Clone, Debug)]
pub struct Evaluation<V: Variant> {
    weights: Weights,
    tables: [Tables<V::Bits>; 2],
    /// Phase steps per man on the board, in 1/1024.
    per_man: i32,
}

impl<V: Variant> Default for Evaluation<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// What one side has, by phase.
#[derive(Copy, Clone, Debug, Default)]
struct Account {
    opening: i32,
    end: i32,
}

impl Account {
    #[inline(always)]
    fn add(&mut self, weight: [i32; 2], times: i32) {
        self.opening += weight[0] * times;
        self.end += weight[1] * times;
    }

    #[inline(always)]
    fn both(&mut self, value: i32) {
        self.opening += value;
        self.end += value;
    }
}

/// What is computed once for both sides.
struct Board<V: Variant> {
    empty: V::Bits,
    men: [V::Bits; 2],
    kings: [V::Bits; 2],
    counts: [i32; 2],
    king_counts: [i32; 2],
    /// Empty squares where a piece of this side would be captured by men.
    attacked: [V::Bits; 2],
}

impl<V: Variant> Board<V> {
    #[inline(always)]
    fn of(position: &Position<V>) -> Self {
        let men = Side::ALL.map(|side| position.men(side));
        let kings = Side::ALL.map(|side| position.kings(side));
        let empty = position.empty();
        let attacked = Side::ALL.map(|side| {
            let capturers = men[side.other().index()];
            let mut attacked = V::Bits::ZERO;
            for &d in V::RULES.men_capture.directions(side.other()) {
                attacked |= step::<V>(capturers, d) & step::<V>(empty, d.reverse());
            }
            attacked & empty
        });
        Self {
            empty,
            men,
            kings,
            counts: men.map(|set| set.count() as i32),
            king_counts: kings.map(|set| set.count() as i32),
            attacked,
        }
    }
}

#[inline(always)]
fn step<V: Variant>(set: V::Bits, direction: Direction) -> V::Bits {
    Position::<V>::step(set, direction)
}

impl<V: Variant> Evaluation<V> {
    /// With the weights that fit the variant's rules.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Weights::of(&V::RULES))
    }

    /// With these weights.
    #[must_use]
    pub fn with(weights: Weights) -> Self {
        let tables = Side::ALL.map(|side| Tables::of::<V>(side, &weights));
        let start = Position::<V>::start();
        let men: u32 = Side::ALL.into_iter().map(|side| start.count(side).0).sum();
        Self { weights, tables, per_man: PHASES * 1024 / men as i32 }
    }

    /// What a position is worth to the side to move.
    ///
    /// ```
    /// use draughts::{International, Position};
    /// use draughts_engine::eval::Evaluation;
    /// let start = Position::<International>::start();
    /// assert!(Evaluation::new().of(&start).value().abs() < 10);
    /// ```
    #[inline]
    #[must_use]
    pub fn of(&self, position: &Position<V>) -> Score {
        let board = Board::of(position);
        let white = self.account(position, &board, Side::First);
        let black = self.account(position, &board, Side::Second);
        let men = board.counts[0] + board.counts[1];
        let phase = (men * self.per_man / 1024).min(PHASES);
        let opening = (white.opening - black.opening) * phase;
        let end = (white.end - black.end) * (PHASES - phase);
        let mut score = (opening + end) / PHASES;
        score = self.drawish(&board, score);
        let own = match position.side_to_move() {
            Side::First => score,
            Side::Second => -score,
        };
        Score::new(own + self.weights.turn)
    }

    #[inline(always)]
    fn account(&self, position: &Position<V>, board: &Board<V>, side: Side) -> Account {
        let w = &self.weights;
        let mut account = Account::default();
        let (own, count) = (side.index(), board.counts[side.index()]);
        let kings = board.king_counts[own];
        account.both(w.man * count);
        if kings > 0 {
            account.both(w.king + w.kings_more * (kings - 1));
            self.kings(position, board, side, &mut account);
        }
        self.men(board, side, &mut account);
        account
    }

    #[inline(always)]
    fn men(&self, board: &Board<V>, side: Side, account: &mut Account) {
        let w = &self.weights;
        let (own, other) = (side.index(), side.other().index());
        let (men, count) = (board.men[own], board.counts[own]);
        let tables = &self.tables[own];
        account.opening += tables.men[0].sum(men, count);
        account.end += tables.men[1].sum(men, count);
        // Columns count from 0 to size - 1; balanced men sum up to half of that each.
        let width = V::RULES.board.size as i32 - 1;
        let skew = (2 * tables.columns.sum(men, count) - width * count).abs();
        account.add(w.skew, -skew / 8);
        let own_pieces = men | board.kings[own];
        let opponents = board.men[other];
        for &d in V::RULES.men_move.directions(side) {
            let back = d.reverse();
            let unsafe_ahead = board.attacked[own] | step::<V>(opponents, back);
            let safe = step::<V>(men, d) & board.empty & !unsafe_ahead;
            account.add(w.safe_step, safe.count() as i32);
            account.add(w.link, (men & step::<V>(own_pieces, d)).count() as i32);
        }
        let posts = men & tables.beyond;
        if !posts.is_zero() {
            self.outposts(board, side, posts, account);
        }
        if board.counts[0] + board.counts[1] <= V::RULES.board.size as i32 + 4
            && board.king_counts[other] == 0
        {
            self.runners(board, side, account);
        }
    }

    /// Men in the opponent's half that he cannot capture where they stand.
    #[inline(always)]
    fn outposts(&self, board: &Board<V>, side: Side, posts: V::Bits, account: &mut Account) {
        let opponents = board.men[side.other().index()];
        let mut hanging = V::Bits::ZERO;
        for &d in V::RULES.men_capture.directions(side.other()) {
            hanging |= step::<V>(opponents, d) & step::<V>(board.empty, d.reverse());
        }
        account.add(self.weights.outpost, (posts & !hanging).count() as i32);
    }

    /// Men that have nobody before them: everything an opponent could step to lies behind.
    #[inline(always)]
    fn runners(&self, board: &Board<V>, side: Side, account: &mut Account) {
        let w = &self.weights;
        let own = side.index();
        let all = board.empty | board.men[0] | board.men[1] | board.kings[0] | board.kings[1];
        let mut guarded = board.men[side.other().index()];
        for _ in 1..V::RULES.board.size {
            let mut next = guarded;
            for &d in V::RULES.men_move.directions(side.other()) {
                next |= step::<V>(guarded, d) & all;
            }
            guarded = next;
        }
        let free = board.men[own] & !guarded;
        if free.is_zero() {
            return;
        }
        let count = free.count() as i32;
        let rows = self.tables[own].rows.sum(free, count);
        account.both(w.runner[0] * count + w.runner[1] * rows);
    }

    /// Where kings can go.
    fn kings(&self, position: &Position<V>, board: &Board<V>, side: Side, account: &mut Account) {
        let w = &self.weights;
        let safe = board.empty & !board.attacked[side.index()];
        board.kings[side.index()].each(|bit| {
            let king = V::Bits::bit(bit);
            let mut squares = V::Bits::ZERO;
            for &d in V::RULES.king_move.directions(side) {
                let mut at = step::<V>(king, d) & board.empty;
                while !at.is_zero() {
                    squares |= at;
                    if !V::RULES.flying {
                        break;
                    }
                    at = step::<V>(at, d) & board.empty;
                }
            }
            let steps = (squares & safe).count() as i32;
            account.both(if steps == 0 { w.king_trapped } else { w.king_step * steps });
        });
        if V::RULES.king_run > 0 {
            account.both(w.king_run * i32::from(position.run(side).moves()));
        }
    }

    /// A lead is worth little where games are drawn all the same: few pieces against a king
    /// that flies, or kings on both sides and hardly a man more.
    #[inline(always)]
    fn drawish(&self, board: &Board<V>, score: i32) -> i32 {
        if !V::RULES.flying || V::RULES.stuck_wins || score == 0 {
            return score;
        }
        let (strong, weak) = if score > 0 { (0, 1) } else { (1, 0) };
        if board.king_counts[weak] == 0 {
            return score;
        }
        if board.counts[strong] + board.king_counts[strong] <= 3 {
            score / self.weights.few_against_king
        } else if board.king_counts[0] == board.king_counts[1]
            && (board.counts[0] - board.counts[1]).abs() <= 1
        {
            score / 2
        } else {
            score
        }
    }
}

/// The evaluation looks at the board alone: it need not listen.
impl<V: Variant> Observer<Position<V>> for Evaluation<V> {
    #[inline(always)]
    fn left(&mut self, _: Piece, _: Square<V>) {}

    #[inline(always)]
    fn arrived(&mut self, _: Piece, _: Square<V>) {}
}

impl<V: Variant> Evaluator<Draughts<V>> for Evaluation<V> {
    fn reset(&mut self, _: Draughts<V>, _: &Position<V>) {}

    #[inline(always)]
    fn push(&mut self) {}

    #[inline(always)]
    fn pop(&mut self) {}

    #[inline]
    fn evaluate(&mut self, _: Draughts<V>, position: &Position<V>, _: &Info<V>) -> Score {
        self.of(position)
    }
}
