//! The searches of the lab, in the pool. What they answer is `lab_messages`.
//!
//! A recorded search belongs to the connection that asked for it.

mod measured;
mod recording;
mod watched;

pub(crate) use measured::MeasuredSearches;
pub(crate) use recording::{RecordingRequest, Recordings};
pub(crate) use watched::WatchedSearches;

/// The events that all recorded searches of a hall may have together.
pub(crate) const MOST_EVENTS: usize = 12_000_000;
