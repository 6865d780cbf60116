//! How long the side to move had thought in games whose task ended because the store failed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The thought of each such game until its next task begins. The time between the two tasks is nobody's.
#[derive(Clone, Debug, Default)]
pub(super) struct InterruptedTurns(Arc<Mutex<HashMap<String, (u64, Duration)>>>);

impl InterruptedTurns {
    /// Keeps the thought about the position after `version` changes of a game.
    pub(super) fn keep(&self, game: &str, version: u64, thought: Duration) {
        self.all().insert(game.to_owned(), (version, thought));
    }

    /// Since when the side to move counts as thinking, if it thought about this position before.
    pub(super) fn take(&self, game: &str, version: u64) -> Option<Instant> {
        let (of, thought) = self.all().remove(game)?;
        if of == version { Instant::now().checked_sub(thought) } else { None }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, (u64, Duration)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn a_thought_counts_once_and_for_its_position() {
        let interrupted_turns = InterruptedTurns::default();
        interrupted_turns.keep("a", 7, Duration::from_secs(3));
        interrupted_turns.keep("b", 7, Duration::from_secs(5));
        let before = Instant::now();
        let since = interrupted_turns.take("a", 7).unwrap();
        // The time since it was kept does not count.
        assert!(since + Duration::from_secs(3) >= before && since.elapsed().as_secs() >= 3);
        assert_eq!(interrupted_turns.take("a", 7), None);
        // The change was stored, and the answer was lost: the other side is to move.
        assert_eq!(interrupted_turns.take("b", 8), None);
    }
}
