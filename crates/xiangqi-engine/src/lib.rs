//! The engine of Xiangqi: evaluation, exchanges, pruning heuristics, levels.
//!
//! [`XiangqiEngine`] is the interface. [`Xiangqi`] describes the game to the generic search,
//! [`eval`] evaluates positions, `strength` the mistakes of the levels.

mod domain;
pub mod eval;
mod exchange;
mod hints;
mod unseen;

mod strength;

mod player;

mod traced;

mod solve;

pub mod bench;

pub use domain::Xiangqi;
pub use exchange::{exchange_wins, exchange_yield, gained};
pub use hints::Hints;
pub use player::XiangqiEngine;
pub use search::{Level, SearchRequest};
pub use solve::{Solution, solve};
pub use traced::traced;
