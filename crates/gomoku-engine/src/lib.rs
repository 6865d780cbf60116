//! What we believe about gomoku and renju: threats, evaluation, levels.
//!
//! [`GomokuEngine`] is what others use; it plays every rule set on every board. [`Gomoku`]
//! tells the generic search what it needs to know of the game, [`eval`] judges positions,
//! [`Strength`] says how the levels err. [`solve`] proves wins by force.

mod unseen;

mod situation;

mod candidates;

pub mod order;

mod domain;

pub mod eval;

mod chances;
mod strength;

mod opening;

pub mod solve;

mod foresight;

mod player;

pub mod bench;

pub use chances::chances;
pub use domain::Gomoku;
pub use player::{GomokuEngine, SearchRequest};
pub use search::Strength;
pub use situation::Situation;
