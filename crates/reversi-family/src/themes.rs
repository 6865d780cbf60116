//! What a puzzle of reversi is about: each word can be seen in its line by the rules alone.

use crate::plan::corners;
use game::{Line, NullObserver, Position as _};
use reversi::{Move, Position, Square, Squares};

/// All words.
pub(crate) const ALL: [&str; 7] =
    ["pass", "gives-corner", "corner", "x-square", "c-square", "parity", "edge"];

/// The words for a line that begins with a move of the side to move, the most striking first.
pub(crate) fn of(line: &Line<Position>, moves: &[Move]) -> Vec<&'static str> {
    let start = line.position();
    let side = start.side_to_move();
    let board = start.size().squares();
    let Some(first) = moves.first().and_then(|m| m.square()) else { return Vec::new() };
    let corners = corners(board);
    let is_corner = |square: Square| corners.iter().any(|&(corner, _)| corner == square);
    let mut found: Vec<&'static str> = Vec::new();
    let mut at = *start;
    for m in moves {
        if at.side_to_move() != side && m.square().is_none() {
            found.push("pass");
        }
        at.make(*m, &mut NullObserver);
    }
    if is_corner(first) {
        found.push("corner");
    } else if moves.get(1).and_then(|m| m.square()).is_some_and(is_corner) {
        found.push("gives-corner");
    }
    let beside = |which: fn(&[Square; 3], Square) -> bool| {
        let near = |&(corner, ref near): &(Square, [Square; 3])| {
            start.empty().contains(corner) && which(near, first)
        };
        corners.iter().any(near)
    };
    if beside(|near, first| near[0] == first) {
        found.push("x-square");
    } else if beside(|near, first| near[1..].contains(&first)) {
        found.push("c-square");
    }
    let (region, rest) = region(start.empty(), first);
    if region.len() % 2 == 1 && !rest.is_empty() {
        found.push("parity");
    }
    let last = start.size().edge() - 1;
    let (column, row) = (first.column(), first.row());
    if !is_corner(first) && (column == 0 || row == 0 || column == last || row == last) {
        found.push("edge");
    }
    ALL.into_iter().filter(|word| found.contains(word)).collect()
}

/// The empty squares that hang together with one of them, and all others.
fn region(empty: Squares, from: Square) -> (Squares, Squares) {
    let mut region = Squares::one(from);
    loop {
        let grown = (region.grown() | region) & empty;
        if grown == region {
            return (region, empty.without(region));
        }
        region = grown;
    }
}
