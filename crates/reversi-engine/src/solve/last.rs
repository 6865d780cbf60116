//! The last few squares: moves are ordered by regions only, and there is no table.

use super::INFINITE;
use super::tree::Tree;
use crate::Board;
use reversi::{Squares, flips, mobility};

impl Tree<'_> {
    /// The value of a board with few empty squares, exact inside the window and a bound
    /// outside; `odd` are the quarters with an odd number of them.
    pub(super) fn last(&mut self, board: Board, alpha: i32, beta: i32, odd: u8) -> i32 {
        self.count();
        let empty = self.squares.without(board.taken());
        match empty.len() {
            0 => return board.final_difference(self.squares),
            1 => return self.last_square(board, empty),
            _ => {}
        }
        // The side that moves last in a region gains by it: odd regions first.
        let first = self.odd_squares(odd) & empty;
        let mut best = -INFINITE;
        for part in [first, empty.without(first)] {
            for square in part.iter() {
                let flipped = flips(board.own, board.theirs, square);
                if flipped.is_empty() {
                    continue;
                }
                let child = board.after(square, flipped);
                let left = odd ^ self.quarter(square);
                best = best.max(-self.last(child, -beta, -alpha.max(best), left));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > -INFINITE {
            return best;
        }
        if mobility(board.theirs, board.own, empty).is_empty() {
            return board.final_difference(self.squares);
        }
        -self.last(board.passed(), -beta, -alpha, odd)
    }

    /// The value of a board with one empty square: counted, not played.
    fn last_square(&self, board: Board, empty: Squares) -> i32 {
        let all = self.squares.len() as i32;
        let own = board.own.len() as i32;
        let Some(square) = empty.first() else { return 2 * own - all };
        let ours = flips(board.own, board.theirs, square).len() as i32;
        if ours > 0 {
            return 2 * (own + ours + 1) - all;
        }
        let theirs = flips(board.theirs, board.own, square).len() as i32;
        if theirs > 0 {
            return 2 * (own - theirs) - all;
        }
        board.final_difference(self.squares)
    }
}
