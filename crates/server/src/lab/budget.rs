//! The memory of all recorded searches of a hall.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The events that all recorded searches may have together: 16 bytes each, and about half as many for their nodes.
const EVENTS: usize = 12_000_000;

/// How many more events may be kept. Clones share one number.
#[derive(Clone, Debug)]
pub(crate) struct EventBudget {
    left: Arc<AtomicUsize>,
}

impl Default for EventBudget {
    fn default() -> Self {
        Self { left: Arc::new(AtomicUsize::new(EVENTS)) }
    }
}

/// The events that one recorded search has taken; free again when this is dropped.
#[derive(Debug)]
pub(super) struct EventReservation {
    budget: EventBudget,
    events: usize,
}

impl EventBudget {
    /// A search without events.
    pub(super) fn open(&self) -> EventReservation {
        EventReservation { budget: self.clone(), events: 0 }
    }
}

impl EventReservation {
    /// Takes room for more events, if there is any.
    pub(super) fn more(&mut self, events: usize) -> bool {
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
        let budget = EventBudget::default();
        let (mut one, mut other) = (budget.open(), budget.open());
        assert!(one.more(EVENTS - 10) && other.more(10) && !other.more(1));
        drop(one);
        assert!(other.more(EVENTS - 10) && !other.more(1));
    }
}
