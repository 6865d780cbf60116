//! An evaluation without fitted weights: mobility, frontier, corners and the squares beside
//! them.

use crate::{Board, Facts};
use reversi::Squares;

/// Hundredths of a disc for each extra move, each extra disc beside an empty square, each corner,
/// and each disc diagonally beside an empty corner. The numbers are round and chosen by judgement.
const MOVE: i32 = 60;
const FRONTIER: i32 = -25;
const CORNER: i32 = 900;
const BESIDE_CORNER: i32 = -350;

/// The score of the board for the side to move.
pub(crate) fn sum(board: Board, facts: Facts, squares: Squares) -> i32 {
    terms(board, facts, squares).iter().map(|(_, value)| value).sum()
}

/// The terms of the score, each with a word for it.
#[inline]
pub(crate) fn terms(board: Board, facts: Facts, squares: Squares) -> [(&'static str, i32); 4] {
    if facts.over() {
        let rest = ["moves", "frontier", "corners"].map(|word| (word, 0));
        return [("discs", 100 * board.final_difference(squares)), rest[0], rest[1], rest[2]];
    }
    let empty = squares.without(board.taken());
    let near = empty.grown();
    let (corners, beside) = corners(squares, empty);
    let difference =
        |mask: Squares| (board.own & mask).len() as i32 - (board.theirs & mask).len() as i32;
    [
        ("moves", (facts.moves.len() as i32 - facts.answers.len() as i32) * MOVE),
        ("frontier", difference(near) * FRONTIER),
        ("corners", difference(corners) * CORNER),
        ("beside-corners", difference(beside) * BESIDE_CORNER),
    ]
}

/// The corners, and the squares diagonally beside those of them that are empty.
fn corners(squares: Squares, empty: Squares) -> (Squares, Squares) {
    // A corner has only three neighbours on the board.
    let edge = (63 - squares.0.leading_zeros()) % 8;
    let all = [(0, 9), (edge, edge + 7), (8 * edge, 8 * edge - 7), (9 * edge, 9 * edge - 9)];
    let mut beside = Squares::EMPTY;
    let mut corners = Squares::EMPTY;
    for (corner, diagonal) in all {
        corners |= Squares(1 << corner);
        if empty.0 >> corner & 1 != 0 {
            beside |= Squares(1 << diagonal);
        }
    }
    (corners, beside)
}
