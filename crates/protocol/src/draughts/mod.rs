//! What the protocols of draughts share: positions and moves as plain data. Nothing here knows a rule.

mod board;
mod moves;

pub use board::{Board, BoardError, Colour, Man};
pub use moves::{Move, MoveTextError};
