//! Studies: one task for each that is open, reached through [`Studies`]. An analysis belongs to the client
//! that asked for it and ends with its WebSocket.

mod actor;
mod analysis;
mod cache;
mod engines;
mod known_moves;
mod move_values;
mod studies;

pub(crate) use analysis::Analyses;
pub(crate) use engines::Programs;
pub(crate) use known_moves::KnownMoveLookup;
pub(crate) use move_values::MoveValueSearch;
pub(crate) use studies::{Studies, StudyRight, of_game, summary};
