//! What we believe about reversi: patterns, exact endings, levels.
//!
//! [`ReversiEngine`] is what others use. [`Reversi`] tells the generic search what it needs to
//! know of the game, [`eval`] judges positions by patterns whose weights were fitted to games
//! of the engine against itself, [`solve`] plays endings out exactly, and the levels say how
//! weaker players err. Scores are hundredths of a disc of the final difference.

mod facts;

mod stable;

pub mod eval;

mod unseen;

mod domain;

mod chances;
mod strength;

pub mod solve;

mod ending;

mod player;

pub mod bench;

pub use chances::chances;
pub use domain::Reversi;
pub use facts::{Board, Facts};
pub use player::{ReversiEngine, SearchRequest};
pub use search::Strength;
pub use stable::stable;
