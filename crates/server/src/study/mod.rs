//! Studies: one task for each that is open, reached through [`Studies`]. An analysis belongs to the client
//! that asked for it and ends with its WebSocket.

mod actor;
mod analysis;
mod commands;
mod engines;
mod kept;
mod known;
mod latest;
mod making;
mod studies;
mod values;
mod view;

pub(crate) use analysis::{Analyses, AnalysisRequest};
pub(crate) use engines::{Programs, is_ours};
pub(crate) use known::KnownMoveLookup;
pub(crate) use making::{EVENT, of_export, of_game, of_position, of_record};
pub(crate) use studies::{EditOutcome, MainLine, Studies};
pub(crate) use values::MoveValueSearch;
pub(crate) use view::summary;
