//! The parts of the tools that belong to one game.

pub(crate) mod draughts;
pub(crate) mod gomoku;
pub(crate) mod reversi;
pub(crate) mod xiangqi;
