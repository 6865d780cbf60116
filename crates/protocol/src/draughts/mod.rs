//! Types that the protocols of draughts share: positions and moves as plain data. This module knows
//! no rules.

mod board;
mod moves;

pub use board::{Board, BoardError, Colour, Man};
pub use moves::{Move, MoveTextError};
