//! What the hall knows of the programs on other machines that work for it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// A worker asks for work every few seconds, and while it works it is busy for some.
const RECENT: Duration = Duration::from_secs(60);

/// The workers of a node.
#[derive(Debug, Default)]
pub(crate) struct Workers {
    /// Wakes the requests that wait for work.
    wake: Notify,
    /// When one of this build asked for reviews last.
    reviewer: Mutex<Option<Instant>>,
}

impl Workers {
    /// There is work: those that wait for it look again.
    pub(crate) fn wake(&self) {
        self.wake.notify_waiters();
    }

    /// Is ready when there is work that came after this call.
    pub(crate) fn woken(&self) -> Notified<'_> {
        self.wake.notified()
    }

    /// A worker of this build asks for reviews.
    pub(crate) fn asks_for_reviews(&self) {
        *self.reviewer() = Some(Instant::now());
    }

    /// Whether such a worker asked at this node not long ago.
    pub(crate) fn may_review(&self) -> bool {
        self.reviewer().is_some_and(|at| at.elapsed() < RECENT)
    }

    fn reviewer(&self) -> MutexGuard<'_, Option<Instant>> {
        self.reviewer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
