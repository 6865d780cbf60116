//! The hold that somebody who asked has on a search.

use crate::SearchClass;
use crate::threads::PoolShared;
use std::sync::Arc;
use std::time::Instant;

/// A search that was requested. Dropping this value ends the search without a report.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) shared: Arc<PoolShared>,
    pub(crate) number: u64,
}

impl Ticket {
    /// Ends the search now with the best move found so far. A search that has not begun runs for a
    /// moment when its turn comes.
    pub(crate) fn hurry(&self) {
        let mut state = self.shared.state();
        if let Some(running) = state.running(self.number) {
            running.preempted = false;
            running.is_preemptible = false;
            running.is_hurried = true;
            running.control.stop();
            drop(state);
            self.shared.tell_news();
        } else if let Some(mut waiting) = state.queue.remove(|w| w.number == self.number) {
            waiting.job.hurried = true;
            let owner = waiting.job.owner();
            state.queue.put_back(&owner, waiting);
        }
    }

    /// Moves the search to the background, because its result is not urgent any more.
    pub(crate) fn step_back(&self) {
        let mut state = self.shared.state();
        state.charge(Instant::now());
        if let Some(running) = state.running(self.number) {
            running.class = SearchClass::Background;
        } else if let Some(mut waiting) = state.queue.remove(|w| w.number == self.number) {
            waiting.job.class = SearchClass::Background;
            let owner = waiting.job.owner();
            state.queue.push(&owner, waiting);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if let Some(running) = state.running(self.number) {
            running.unwanted = true;
            running.control.stop();
            drop(state);
            self.shared.tell_news();
        } else {
            let removed = state.queue.remove(|waiting| waiting.number == self.number);
            drop(state);
            drop(removed);
        }
    }
}
