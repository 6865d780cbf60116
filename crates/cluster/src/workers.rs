//! What the hall knows of the programs on other machines that work for it.

use crate::WorkerSearches;
use jobs::JobClass;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// A worker asks for work every few seconds, and while it works it is busy for some.
const RECENT: Duration = Duration::from_secs(60);

/// The workers of a node.
#[derive(Debug)]
pub struct Workers {
    /// Searches for people, which workers may do.
    pub searches: Arc<WorkerSearches>,
    /// Wakes the requests that wait for work.
    wake: Notify,
    /// Wakes the workers that have work which is not wanted any more.
    lost: Notify,
    /// When one of this build asked for work of a class last.
    asked: Mutex<BTreeMap<JobClass, Instant>>,
}

impl Workers {
    /// The workers that may do these searches.
    #[must_use]
    pub fn new(searches: Arc<WorkerSearches>) -> Self {
        Self { searches, wake: Notify::new(), lost: Notify::new(), asked: Mutex::default() }
    }

    /// There is work: those that wait for it look again.
    pub fn wake(&self) {
        self.wake.notify_waiters();
    }

    /// Is ready when there is work that came after this call.
    pub fn woken(&self) -> Notified<'_> {
        self.wake.notified()
    }

    /// Work of the database was cancelled or removed: those that may have it look at once.
    pub fn lose(&self) {
        self.lost.notify_waiters();
    }

    /// Is ready when work of the database was cancelled after this call.
    pub fn have_lost(&self) -> Notified<'_> {
        self.lost.notified()
    }

    /// A worker of this build asks for work of these classes.
    pub fn ask(&self, classes: &[JobClass]) {
        let now = Instant::now();
        self.asked().extend(classes.iter().map(|&class| (class, now)));
    }

    /// Whether such a worker asked for this at this node not long ago.
    #[must_use]
    pub fn may_do(&self, class: JobClass) -> bool {
        self.asked().get(&class).is_some_and(|at| at.elapsed() < RECENT)
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<JobClass, Instant>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
