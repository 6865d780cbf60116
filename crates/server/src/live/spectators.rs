//! How many watch the games that this node serves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The numbers, by game.
#[derive(Clone, Debug, Default)]
pub(super) struct Spectators(Arc<Mutex<HashMap<String, u32>>>);

impl Spectators {
    /// How many watch a game, if this node serves it.
    pub(super) fn of(&self, id: &str) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }

    /// The place for the number of one game.
    pub(super) fn count(&self, id: &str) -> SpectatorCount {
        SpectatorCount { all: self.clone(), id: id.to_owned() }
    }
}

/// The number of one game, which is known until this is dropped.
#[derive(Debug)]
pub(super) struct SpectatorCount {
    all: Spectators,
    id: String,
}

impl SpectatorCount {
    pub(super) fn set(&self, count: u32) {
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(self.id.clone(), count);
    }
}

impl Drop for SpectatorCount {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}
