//! Studies: one task for each that is open, reached through [`Studies`]. An analysis belongs to the client
//! that asked for it and ends with its WebSocket.

mod actor;
mod analysis;
mod cache;
mod commands;
mod engines;
mod known_moves;
mod making;
mod move_values;
mod progress;
mod studies;
mod view;

pub(crate) use analysis::{Analyses, AnalysisRequest};
pub(crate) use engines::{Programs, is_ours};
pub(crate) use known_moves::KnownMoveLookup;
pub(crate) use making::{
    EVENT, GameOfFile, UnsavedStudy, of_export, of_game, of_position, of_record, rules_of,
};
pub(crate) use move_values::MoveValueSearch;
pub(crate) use studies::{EditOutcome, MainLine, Studies, StudyRight};
pub(crate) use view::summary;
