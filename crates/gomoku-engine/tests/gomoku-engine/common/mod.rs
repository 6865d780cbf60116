//! Games for the tests, and their images.
#![allow(dead_code, reason = "each test uses some of it")]

use game::{Line, Position as _};
use gomoku::{Move, Position, Rules, Square, judge};
use proptest::prelude::*;

pub(crate) fn choices(most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..most)
}

/// A game of stones near the centre, so that threats abound.
pub(crate) fn line(rules: Rules, size: u8, choices: &[prop::sample::Index]) -> Line<Position> {
    line_within(7, rules, size, choices)
}

/// The same with a centre of so many columns and rows.
pub(crate) fn line_within(
    width: u8,
    rules: Rules,
    size: u8,
    choices: &[prop::sample::Index],
) -> Line<Position> {
    let mut line = Line::new(Position::new(rules, size));
    let first = size.saturating_sub(width) / 2;
    let middle = first..first + width;
    for choice in choices {
        let near = |m: &Move| {
            let square = m.square();
            square.is_some_and(|at| middle.contains(&at.column()) && middle.contains(&at.row()))
        };
        let moves: Vec<Move> = line.position().moves().into_iter().filter(near).collect();
        if moves.is_empty() || judge(&line).is_some() {
            break;
        }
        line.push(moves[choice.index(moves.len())]);
    }
    line
}

/// The point that a symmetry of the board takes a point to.
pub(crate) fn turned(square: Square, size: u8, symmetry: u8) -> Square {
    let (mut x, mut y) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        x = size - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size - 1 - y;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut x, &mut y);
    }
    Square::new(x, y).expect("turned within the board")
}

/// The same stones with each on the point that a symmetry takes it to.
pub(crate) fn turned_line(line: &Line<Position>, symmetry: u8) -> Line<Position> {
    let size = line.position().size();
    let mut other = Line::new(Position::new(line.position().rules(), size));
    for m in line.plies().iter().filter_map(|ply| ply.mv) {
        other.push(m.square().map_or(m, |square| turned(square, size, symmetry).into()));
    }
    other
}
