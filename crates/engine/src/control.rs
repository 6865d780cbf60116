use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The handle by which other threads control a running search. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Control {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// A handle for a new search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search, which then returns its best move.
    pub fn stop(&self) {
        self.state.stop.store(true, Ordering::Release);
    }

    /// Whether [`Control::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state.stop.load(Ordering::Acquire)
    }

    /// Reports that the opponent played the expected move: time counts from now on.
    pub fn ponder_hit(&self) {
        self.state.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether [`Control::ponder_hit`] was called.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.state.ponder_hit.load(Ordering::Acquire)
    }
}
