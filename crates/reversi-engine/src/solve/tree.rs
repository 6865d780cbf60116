//! The tree above the last squares: move order, table, cuts.

use super::table::{ProvenBounds, Table};
use super::{Budget, INFINITE, quarters};
use crate::eval::Evaluation;
use crate::{Board, Facts, stable};
use arrayvec::ArrayVec;
use reversi::{Move, Size, Square, Squares, flips, mobility};

/// With at most this many empty squares, only regions order the moves.
const LAST: u32 = 6;
/// With at least this many, boards are looked up and stored in the table.
const REMEMBERED: u32 = 8;
/// With at least this many, the evaluation is part of the move order.
const JUDGED: u32 = 11;
/// With at least this many, the table entries of all children are probed before any search.
const ASKED: u32 = 12;
/// The number of nodes between two checks of the clock.
const PATIENCE: u64 = 4096;

// Weights of the move order, in hundredths of a disc: the costs of an answer and of a corner among
// the answers, and the value of a square of an odd region.
const ANSWER: i32 = 150;
const CORNER_ANSWER: i32 = 150;
const ODD: i32 = 60;
/// The factor of the evaluation: with few empty squares the number of answers is more useful.
const JUDGEMENT: i32 = 4;
/// Tried first: the best move so far, and the move that takes all discs.
const KNOWN: i32 = 1 << 20;
const ALL_TAKEN: i32 = 1 << 21;

/// A move with the board after it.
#[derive(Copy, Clone)]
struct Child {
    square: Square,
    board: Board,
    order: i32,
}

/// A capacity greater than the number of moves of any position.
type Children = ArrayVec<Child, 60>;

/// One search of an ending.
pub(super) struct Tree<'a> {
    table: &'a mut Table,
    evaluation: &'a Evaluation,
    budget: Budget<'a>,
    pub(super) squares: Squares,
    corners: Squares,
    /// By square: the bit of its quarter.
    quarters: [u8; 64],
    /// By the bits of odd quarters: their squares.
    odd: [Squares; 16],
    nodes: u64,
    look: u64,
    stopped: bool,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        table: &'a mut Table,
        evaluation: &'a Evaluation,
        size: Size,
        budget: Budget<'a>,
    ) -> Self {
        let parts = quarters(size);
        let edge = size.edge() - 1;
        let corners = [(0, 0), (edge, 0), (0, edge), (edge, edge)];
        let corners = corners.into_iter().filter_map(|(x, y)| Square::new(x, y)).collect();
        Self {
            table,
            evaluation,
            budget,
            squares: size.squares(),
            corners,
            quarters: std::array::from_fn(|index| {
                let within = |part: &Squares| part.0 >> index & 1 != 0;
                parts.iter().position(within).map_or(0, |n| 1 << n)
            }),
            odd: std::array::from_fn(|bits| {
                let parts = parts.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0);
                parts.fold(Squares::EMPTY, |all, (_, &part)| all | part)
            }),
            nodes: 0,
            look: PATIENCE,
            stopped: false,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline(always)]
    pub(super) const fn count(&mut self) {
        self.nodes += 1;
    }

    /// The bit of the quarter in which a square lies.
    #[inline(always)]
    pub(super) const fn quarter(&self, square: Square) -> u8 {
        self.quarters[square.index()]
    }

    /// The squares of the quarters whose bits are set.
    #[inline(always)]
    pub(super) const fn odd_squares(&self, odd: u8) -> Squares {
        self.odd[odd as usize & 15]
    }

    /// The bits of the quarters with an odd number of empty squares.
    fn parity(&self, empty: Squares) -> u8 {
        empty.iter().fold(0, |odd, square| odd ^ self.quarter(square))
    }

    pub(super) fn is_over(&self, board: Board) -> bool {
        Facts::of(board, self.empty(board)).over()
    }

    /// The board after a legal move.
    pub(super) fn after(&self, board: Board, m: Move) -> Board {
        match m {
            Move::Put(square) => board.after(square, flips(board.own, board.theirs, square)),
            Move::Pass => board.passed(),
        }
    }

    #[inline]
    fn empty(&self, board: Board) -> Squares {
        self.squares.without(board.taken())
    }

    /// Whether the search must end. Looks at the clock now and then.
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.look {
            self.look = self.nodes + PATIENCE;
            let late = self.budget.until.is_some_and(|end| self.budget.clock.elapsed() >= end);
            self.stopped |= late || self.nodes >= self.budget.nodes || self.budget.signal.stopped();
        }
        self.stopped
    }

    /// The value of a board that is not over, and a move that reaches it; `None` when the
    /// budget ran out.
    pub(super) fn best(&mut self, board: Board, alpha: i32, beta: i32) -> Option<(i32, Move)> {
        let empty = self.empty(board);
        let odd = self.parity(empty);
        if mobility(board.own, board.theirs, empty).is_empty() {
            let value = -self.value(board.passed(), -beta, -alpha, odd);
            return (!self.stopped).then_some((value, Move::Pass));
        }
        let known = self.table.probe(board).and_then(|proved| proved.best);
        let children = self.children(board, empty, odd, known);
        let (value, square) = self.search(&children, alpha, beta, odd);
        if self.stopped {
            return None;
        }
        self.remember(board, empty, alpha, beta, value, square);
        Some((value, Move::Put(square?)))
    }

    /// The value of a board: exact inside the window, a bound outside.
    fn value(&mut self, board: Board, alpha: i32, beta: i32, odd: u8) -> i32 {
        let empty = self.empty(board);
        if empty.len() <= LAST {
            return self.last(board, alpha, beta, odd);
        }
        self.count();
        if self.must_stop() {
            return 0;
        }
        if let Some(most) = self.most_left(board, empty, alpha) {
            return most;
        }
        if mobility(board.own, board.theirs, empty).is_empty() {
            if mobility(board.theirs, board.own, empty).is_empty() {
                return board.final_difference(self.squares);
            }
            return -self.value(board.passed(), -beta, -alpha, odd);
        }
        let (mut low, mut high, mut known) = (alpha, beta, None);
        if empty.len() >= REMEMBERED
            && let Some(proved) = self.table.probe(board)
        {
            let (lower, upper) = (i32::from(proved.lower), i32::from(proved.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (low, high, known) = (low.max(lower), high.min(upper), proved.best);
        }
        let children = self.children(board, empty, odd, known);
        if empty.len() >= ASKED
            && let Some(enough) = self.answered(&children, high)
        {
            return enough;
        }
        let (value, best) = self.search(&children, low, high, odd);
        if self.stopped {
            return 0;
        }
        if empty.len() >= REMEMBERED {
            self.remember(board, empty, low, high, value, best);
        }
        value
    }

    /// A bound on the value, when the other side's stable discs alone prove that it cannot exceed
    /// `alpha`.
    fn most_left(&self, board: Board, empty: Squares, alpha: i32) -> Option<i32> {
        let all = self.squares.len() as i32;
        // The other side cannot have more stable discs than discs.
        if all - 2 * board.theirs.len() as i32 > alpha {
            return None;
        }
        let most = all - 2 * stable(board.theirs, empty, self.squares).len() as i32;
        (most <= alpha).then_some(most)
    }

    /// A bound from the table's entry of a child that ends the node.
    fn answered(&self, children: &Children, beta: i32) -> Option<i32> {
        children.iter().find_map(|child| {
            let value = -i32::from(self.table.probe(child.board)?.upper);
            (value >= beta).then_some(value)
        })
    }

    /// Searches the children: the first in the whole window, the others to see whether they are
    /// better. The move is `None` if none exceeds `alpha`.
    fn search(
        &mut self,
        children: &Children,
        alpha: i32,
        beta: i32,
        odd: u8,
    ) -> (i32, Option<Square>) {
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut low = alpha;
        for (n, child) in children.iter().enumerate() {
            let left = odd ^ self.quarter(child.square);
            let mut value = 0;
            if n > 0 {
                value = -self.value(child.board, -low - 1, -low, left);
            }
            if n == 0 || value > low && value < beta {
                value = -self.value(child.board, -beta, -low, left);
            }
            if self.stopped {
                return (0, None);
            }
            if value > best {
                (best, best_move) = (value, Some(child.square));
                low = low.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    fn remember(
        &mut self,
        board: Board,
        empty: Squares,
        alpha: i32,
        beta: i32,
        value: i32,
        best: Option<Square>,
    ) {
        let bound = value.clamp(-64, 64) as i8;
        let lower = if value > alpha { bound } else { -64 };
        let upper = if value < beta { bound } else { 64 };
        self.table.store(board, empty, ProvenBounds { lower, upper, best });
    }

    /// The boards after all moves, the most promising first.
    fn children(&self, board: Board, empty: Squares, odd: u8, known: Option<Square>) -> Children {
        let odd = self.odd_squares(odd);
        let moves = mobility(board.own, board.theirs, empty);
        let mut children: Children = moves
            .iter()
            .map(|square| {
                let flipped = flips(board.own, board.theirs, square);
                let after = board.after(square, flipped);
                let mut order = if Some(square) == known { KNOWN } else { 0 };
                order += if odd.contains(square) { ODD } else { 0 };
                order += self.promise(after, empty.without(Squares::one(square)));
                Child { square, board: after, order }
            })
            .collect();
        children.sort_unstable_by_key(|child| (-child.order, child.square));
        children
    }

    /// The order score of the board for the side that made the move.
    #[inline]
    fn promise(&self, after: Board, empty: Squares) -> i32 {
        if after.own.is_empty() {
            return ALL_TAKEN;
        }
        let answers = mobility(after.own, after.theirs, empty);
        let corners = (answers & self.corners).len() as i32;
        let held = -(answers.len() as i32) * ANSWER - corners * CORNER_ANSWER;
        if empty.len() < JUDGED {
            return held;
        }
        let facts = Facts { moves: answers, answers: mobility(after.theirs, after.own, empty) };
        held - self.evaluation.judge(after, facts, self.squares).value() / JUDGEMENT
    }
}
