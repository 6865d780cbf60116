//! The engine of reversi: patterns, exact endings, levels.
//!
//! [`ReversiEngine`] is the interface. [`Reversi`] describes the game to the generic search.
//! [`eval`] evaluates positions by patterns, whose weights were fitted to games of the engine
//! against itself. [`solve`] plays endings out exactly. The levels define the mistakes of weaker
//! players. Scores are hundredths of a disc of the final difference.

mod facts;

mod stable;

pub mod eval;

mod unseen;

mod domain;

mod strength;

pub mod solve;

mod ending;

mod player;

mod traced;

pub mod bench;

pub use domain::Reversi;
pub use facts::{Board, Facts};
pub use player::ReversiEngine;
pub use search::{Level, SearchRequest};
pub use stable::stable;
pub use traced::traced;
