//! What we believe about draughts: evaluation, pruning opinions, levels.
//!
//! [`DraughtsEngine`] is what others use; it plays every variant. [`Draughts`] tells the
//! generic search what it needs to know of the game, [`eval`] judges positions, [`Strength`]
//! says how the levels err.

mod endings;

mod domain;

pub mod eval;

mod chances;
mod strength;

mod variant_searcher;

mod player;

pub mod bench;

pub use chances::chances;
pub use domain::{Draughts, Info};
pub use endings::Endings;
pub use player::{DraughtsEngine, SearchRequest};
pub use search::Strength;
pub use variant_searcher::Playable;
