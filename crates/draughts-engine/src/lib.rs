//! The engine of draughts: evaluation, pruning heuristics, levels.
//!
//! [`DraughtsEngine`] is the interface; it plays every variant. [`Draughts`] describes the game to
//! the generic search, [`eval`] evaluates positions, `strength` defines the mistakes of the levels.

mod endings;

mod unseen;

mod domain;

pub mod eval;

mod strength;

mod variant_searcher;

mod player;

mod traced;

pub mod bench;

pub use domain::{Draughts, NodeFacts};
pub use endings::Endings;
pub use player::DraughtsEngine;
pub use search::{Level, SearchRequest};
pub use traced::traced;
pub use variant_searcher::{EvaluatedVariant, SearchableVariant, TraceableVariant};
