//! What we believe about Xiangqi: evaluation, exchanges, pruning opinions, levels.
//!
//! [`XiangqiEngine`] is what others use. [`Xiangqi`] tells the generic search what it needs
//! to know of the game, [`eval`] judges positions, [`Strength`] says how the levels err.

mod domain;
pub mod eval;
mod exchange;
mod hints;

mod chances;
mod strength;

mod player;

mod solve;

pub mod bench;

pub use chances::chances;
pub use domain::Xiangqi;
pub use hints::Hints;
pub use player::{SearchRequest, XiangqiEngine};
pub use search::Strength;
pub use solve::{Solution, solve};
