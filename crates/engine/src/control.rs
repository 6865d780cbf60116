use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The handle by which other threads control a running search. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Control {
    state: Arc<State>,
    /// Answers whether to stop, too.
    asked: Option<fn() -> bool>,
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

    /// A handle that also asks a function whether to stop: where no other thread can say it, as in a browser.
    ///
    /// ```
    /// assert!(engine::Control::asking(|| true).is_stopped());
    /// ```
    #[must_use]
    pub fn asking(stop: fn() -> bool) -> Self {
        Self { asked: Some(stop), ..Self::default() }
    }

    /// Ends the search, which then returns its best move.
    pub fn stop(&self) {
        self.state.stop.store(true, Ordering::Release);
    }

    /// Whether [`Control::stop`] was called, or the function of [`Control::asking`] says so.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state.stop.load(Ordering::Acquire) || self.asked.is_some_and(|asked| asked())
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
