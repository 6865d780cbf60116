//! Studies: one task for each that is open, reached through [`Studies`]. An analysis belongs to the client
//! that asked for it and ends with its WebSocket.

mod actor;
mod analysis;
mod commands;
mod kept;
mod known;
mod making;
mod studies;
mod view;

pub(crate) use analysis::{Analyses, Asked};
pub(crate) use making::{Made, of_game, of_position, of_record};
pub(crate) use studies::{Done, Joined, MainLine, Studies};
pub(crate) use view::summary;

use axum::extract::ws::Utf8Bytes;

/// An event as it is sent.
pub(crate) fn json(event: &wire::StudyEvent) -> Utf8Bytes {
    serde_json::to_string(event)
        .expect("strings, numbers and string-keyed maps are always JSON")
        .into()
}
