//! What the examples share.

#![allow(dead_code, reason = "each example uses what it needs")]

use game::{Key, Line, Position as _};
use reversi::{Position, Size};
use reversi_engine::eval::{Evaluation, Weights};
use std::sync::Arc;

/// Numbers as random as [`Key::random`] makes them, the same for the same seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (Key::random(self.0).0 >> 16) as usize % end.max(1)
    }
}

/// A game of so many random moves from the start of 8×8.
pub(crate) fn random_line(plies: usize, random: &mut Random) -> Line<Position> {
    loop {
        let mut line = Line::new(Position::start(Size::Eight));
        for _ in 0..plies {
            let moves = line.position().moves();
            if moves.is_empty() {
                break;
            }
            line.push(moves[random.below(moves.len())]);
        }
        if line.position().has_legal_move() {
            return line;
        }
    }
}

/// The evaluation that a word names: `plain`, `ours`, or a file of weights.
pub(crate) fn evaluation(name: &str) -> Result<Evaluation, Box<dyn std::error::Error>> {
    Ok(match name {
        "plain" => Evaluation::plain(),
        "ours" => Evaluation::default(),
        file => Evaluation::with(Arc::new(Weights::read(&std::fs::read(file)?)?)),
    })
}
