//! Without the feature `cluster` nothing goes to other machines.

use crate::arguments::NatsArgs;
use crate::failure::Failure;
use arena::{Match, ScheduledGame, Venue, VenueEvent};
use engine::Control;
use std::sync::mpsc::Sender;

/// What a command says that was asked for other machines.
pub(crate) fn unable() -> Failure {
    Failure::input("this program was built without NATS: cargo build --release --features cluster")
}

/// Workers, which this program has none of.
#[derive(Debug)]
pub enum WorkerVenue {}

impl Venue for WorkerVenue {
    fn play(&self, _: &Match, _: Vec<ScheduledGame>, _: &Sender<VenueEvent>, _: &Control) {
        match *self {}
    }
}

impl WorkerVenue {
    /// The command ends.
    pub fn end(self, _: bool) {
        match self {}
    }
}

impl NatsArgs {
    /// Nowhere.
    ///
    /// # Errors
    /// When a server is named.
    pub fn venue(&self, _: &str) -> Result<Option<WorkerVenue>, Failure> {
        if self.nats.is_some() || self.creds.is_some() { Err(unable()) } else { Ok(None) }
    }
}
