//! The engine of gomoku and renju: threats, evaluation, levels.
//!
//! [`GomokuEngine`] is the interface; it plays every rule set on every board. [`Gomoku`] describes
//! the game to the generic search, [`eval`] evaluates positions, `strength` defines the mistakes
//! of the levels. [`solve`] proves wins by force.

mod unseen;

mod situation;

mod candidates;

pub mod order;

mod domain;

pub mod eval;

mod strength;

mod opening;

pub mod solve;

mod foresight;

mod player;

mod traced;

pub mod bench;

pub use domain::Gomoku;
pub use player::{EvaluationSource, GomokuEngine, LearntError};
pub use search::{Level, SearchRequest};
pub use situation::Situation;
pub use traced::traced;
