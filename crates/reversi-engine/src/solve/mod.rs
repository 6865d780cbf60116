//! Exact endings: the difference of discs with best play of both sides.
//!
//! A separate alpha-beta search for discs and empty squares. With many empty squares it orders
//! moves by the evaluation and by the number of answers, and stores its results in a table. With
//! few it only tries squares of odd regions first. Reading order: `last` plays the last squares,
//! `tree` everything above, `table` stores the results.

mod last;
mod table;
mod tree;

use crate::eval::Evaluation;
use crate::{Board, Facts};
use reversi::{Move, Position, Squares};
use search::{Clock, Signal};
use std::time::Duration;
use table::Table;
use tree::Tree;

/// Greater than every difference of discs.
const INFINITE: i32 = 65;

/// The distance of the first window's ends from the guess, in discs.
const WINDOW: i32 = 5;

/// The limits of the work.
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    /// The largest number of nodes.
    pub nodes: u64,
    /// The time at which to stop.
    pub until: Option<Duration>,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The signal to stop.
    pub signal: &'a dyn Signal,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("until", &self.until)
            .finish_non_exhaustive()
    }
}

/// The result of an ending with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The difference of discs for the side to move, with empty squares given to the winner;
    /// negative when it loses.
    pub discs: i32,
    /// Best play of both sides; at least one move unless the game is over.
    pub pv: Vec<Move>,
}

/// Plays endings out. Its results are kept until [`Solver::clear`].
#[derive(Debug)]
pub struct Solver {
    table: Table,
    evaluation: Evaluation,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of about that many MiB. It orders moves by this evaluation.
    #[must_use]
    pub fn new(megabytes: usize, evaluation: Evaluation) -> Self {
        Self { table: Table::new(megabytes), evaluation, nodes: 0 }
    }

    /// Forgets all results.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Nodes of the last call of [`Solver::solve`].
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves a position; `None` when the budget was not enough. `guess` is the expected difference
    /// of discs: a good guess saves time, and every guess is sound.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// use reversi_engine::eval::Evaluation;
    /// use reversi_engine::solve::{Budget, Solver};
    /// use search::{NoClock, NoSignal};
    /// let mut solver = Solver::new(1, Evaluation::plain());
    /// let budget = Budget { nodes: 10_000_000, until: None, clock: &NoClock, signal: &NoSignal };
    /// let solved = solver.solve(&Position::start(Size::Four), 0, budget).unwrap();
    /// // 3 discs to 11, and the two squares left empty count for the winner.
    /// assert_eq!(solved.discs, -10);
    /// ```
    pub fn solve(
        &mut self,
        position: &Position,
        guess: i32,
        budget: Budget<'_>,
    ) -> Option<Solution> {
        let board = Board::at(position);
        let squares = position.size().squares();
        let facts = Facts::of(board, position.empty());
        if facts.over() {
            self.nodes = 0;
            return Some(Solution { discs: board.final_difference(squares), pv: Vec::new() });
        }
        self.table.grow_older();
        let mut tree = Tree::new(&mut self.table, &self.evaluation, position.size(), budget);
        let solution = solve(&mut tree, board, guess);
        self.nodes = tree.nodes();
        solution
    }
}

/// The value of a board that is not over, in ever wider windows, and the best line.
fn solve(tree: &mut Tree<'_>, board: Board, guess: i32) -> Option<Solution> {
    let guess = guess.clamp(-64, 64);
    let (mut alpha, mut beta) = (guess - WINDOW, guess + WINDOW);
    let discs = loop {
        let (found, _) = tree.best(board, alpha, beta)?;
        if found <= alpha && alpha > -INFINITE {
            (alpha, beta) = (-INFINITE, alpha + 1);
        } else if found >= beta && beta < INFINITE {
            (alpha, beta) = (beta - 1, INFINITE);
        } else {
            break found;
        }
    };
    let mut pv = Vec::new();
    let (mut board, mut value) = (board, discs);
    // Each ply is searched again in a window around its known bounds; the table answers nearly all
    // of these searches. If the budget ends meanwhile, the line stays short.
    while !tree.is_over(board) {
        let Some((_, m)) = tree.best(board, value - 1, value + 1) else { break };
        pv.push(m);
        board = tree.after(board, m);
        value = -value;
    }
    (!pv.is_empty()).then_some(Solution { discs, pv })
}

/// The squares of the four quarters of a board, which approximate the regions of an ending.
fn quarters(size: reversi::Size) -> [Squares; 4] {
    let half = size.edge() / 2;
    let mut all = [Squares::EMPTY; 4];
    for square in size.squares().iter() {
        let right = usize::from(square.column() >= half);
        let below = usize::from(square.row() >= half);
        all[2 * below + right].insert(square);
    }
    all
}
