//! The memory of recorded searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many more events may be kept: 16 bytes each, and about half as many for their nodes. Clones share one number.
#[derive(Clone, Debug)]
pub struct EventBudget {
    left: Arc<AtomicUsize>,
}

/// The events that one recorded search has taken; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct EventReservation {
    budget: EventBudget,
    events: usize,
}

impl EventBudget {
    /// Room for so many events.
    #[must_use]
    pub fn new(events: usize) -> Self {
        Self { left: Arc::new(AtomicUsize::new(events)) }
    }

    /// A search without events.
    pub(crate) fn open(&self) -> EventReservation {
        EventReservation { budget: self.clone(), events: 0 }
    }
}

impl EventReservation {
    /// Takes room for more events, if there is any.
    pub(crate) fn more(&mut self, events: usize) -> bool {
        let taken = self
            .budget
            .left
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(events));
        if taken.is_ok() {
            self.events += events;
        }
        taken.is_ok()
    }
}

impl Drop for EventReservation {
    fn drop(&mut self) {
        self.budget.left.fetch_add(self.events, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_shared_and_given_back() {
        const EVENTS: usize = 1000;
        let budget = EventBudget::new(EVENTS);
        let (mut one, mut other) = (budget.open(), budget.open());
        assert!(one.more(EVENTS - 10) && other.more(10) && !other.more(1));
        drop(one);
        assert!(other.more(EVENTS - 10) && !other.more(1));
    }
}
