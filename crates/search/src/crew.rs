//! Threads that offer themselves: where a program cannot start threads (wasm32), whoever runs it starts some, and each of
//! them calls [`Crew::help`].

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What each member is called for, with a number of its own.
type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// Threads that wait for work, and the work they have.
pub struct Crew {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Numbers all work.
    offer: u64,
    work: Option<Work<'static>>,
    /// How many members may still take it.
    wanted: usize,
    /// How many have taken it.
    taken: usize,
    /// How many of these are at it.
    busy: usize,
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").finish_non_exhaustive()
    }
}

impl Default for Crew {
    fn default() -> Self {
        Self::new()
    }
}

impl Crew {
    /// A crew without members.
    #[must_use]
    pub const fn new() -> Self {
        let state = State { offer: 0, work: None, wanted: 0, taken: 0, busy: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Makes the calling thread a member, for ever.
    pub fn help(&self) -> ! {
        let mut last = 0;
        loop {
            last = self.help_once(last);
        }
    }

    /// Waits for other work than the last and does it; its number.
    fn help_once(&self, last: u64) -> u64 {
        let mut state = self.state();
        let work = loop {
            match state.work {
                Some(work) if state.wanted > 0 && state.offer != last => break work,
                _ => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let (offer, number) = (state.offer, state.taken);
        state.wanted -= 1;
        state.taken += 1;
        state.busy += 1;
        drop(state);
        let _end = End(self);
        work(number);
        offer
    }

    /// Calls `own`, and at the same time `work` with 0, 1, … in at most `count` members. A member that comes later takes
    /// part, too. Returns when `own` and all of them have returned: the work must end soon after `own` does.
    pub fn beside<R>(&self, count: usize, work: Work<'_>, own: impl FnOnce() -> R) -> R {
        // SAFETY: it is called by members that are counted as busy only, and the offer is withdrawn, which waits for these,
        // before this function is left, also by a panic.
        #[allow(unsafe_code, reason = "a member lives longer than the work")]
        let work = unsafe { std::mem::transmute::<Work<'_>, Work<'static>>(work) };
        let offer = Offer::new(self, count, work);
        let result = own();
        drop(offer);
        result
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Work that is offered until this is dropped.
struct Offer<'a>(Option<&'a Crew>);

impl<'a> Offer<'a> {
    /// Nothing is offered while the crew has other work.
    fn new(crew: &'a Crew, wanted: usize, work: Work<'static>) -> Self {
        let mut state = crew.state();
        if state.work.is_some() {
            return Self(None);
        }
        let offer = state.offer + 1;
        *state = State { offer, work: Some(work), wanted, taken: 0, busy: 0 };
        crew.changed.notify_all();
        Self(Some(crew))
    }
}

impl Drop for Offer<'_> {
    fn drop(&mut self) {
        let Some(crew) = self.0 else { return };
        let mut state = crew.state();
        state.wanted = 0;
        while state.busy > 0 {
            state = crew.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.work = None;
    }
}

/// A member has done its work, or has panicked.
struct End<'a>(&'a Crew);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.changed.notify_all();
    }
}
