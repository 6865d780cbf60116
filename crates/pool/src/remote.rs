//! Searches that other machines do for the pool. They are taken from the queue, and come back to its front when they are
//! lost; whoever asked for them notices no more than an interruption.

use crate::job::{Question, SearchEvent};
use crate::order::{SearchAnswer, SearchOrder, believed};
use crate::threads::{Pool, PoolShared, PoolState, RunningSearch, WaitingSearch};
use crate::{SearchClass, SearchFailure};
use engine::{Control, Info};
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A search whose time ends sooner than this does not go out: with a clock, a machine that is lost would cost too much.
const LEAST_LEFT: Duration = Duration::from_secs(10);
/// What is left at least of the time of a search that another machine has lost, if it had so much.
const AGAIN: Duration = Duration::from_secs(3);

/// The searches of a class, as far as other machines are concerned.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteCounts {
    /// How many wait and may be done elsewhere.
    pub waiting: usize,
    /// How long the oldest of them has waited.
    pub longest: Duration,
    /// How many other machines do.
    pub remote: usize,
    /// How many wait or are done here, and do not go out because another machine has lost them or they panicked.
    pub stay: usize,
}

/// A search that another machine does. Dropped without an answer, it counts as lost: it comes back to the front of the
/// queue, and does not go out again.
pub struct RemoteSearch {
    shared: Arc<PoolShared>,
    /// `None` after the end.
    waiting: Option<WaitingSearch>,
    order: SearchOrder,
    class: SearchClass,
    control: Control,
    began: Instant,
}

impl fmt::Debug for RemoteSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteSearch").field("waiting", &self.waiting).finish_non_exhaustive()
    }
}

impl Pool {
    /// Says whom to call when a search may wait for another machine, or one that is done elsewhere shall end. The
    /// function must not block. Only the first call counts.
    pub fn tell_of_news(&self, tell: impl Fn() + Send + Sync + 'static) {
        // Who comes second is not called.
        let _ = self.threads.0.news.set(Box::new(tell));
    }

    /// Takes a search of one of these classes for another machine: the next one that waits, if the threads of the pool
    /// are all busy with searches that they do not interrupt for it.
    #[must_use]
    pub fn take_out(&self, classes: &[SearchClass]) -> Option<RemoteSearch> {
        let shared = &self.threads.0;
        loop {
            let mut state = shared.state();
            if state.closes {
                return None;
            }
            let now = Instant::now();
            let mut taken = None;
            for class in SearchClass::ALL.into_iter().filter(|class| classes.contains(class)) {
                if state.has_no_seat(class, shared.settings.searches) {
                    taken = state.take_where(class, now, |waiting| may_go_out(waiting, now));
                }
                if taken.is_some() {
                    break;
                }
            }
            let mut waiting = taken?;
            let job = &waiting.job;
            let Some(order) = SearchOrder::of(job, shared.numbers.hash_one(&*job.game), now) else {
                waiting.stays = true;
                let owner = job.owner();
                state.queue.put_back(&owner, waiting);
                continue;
            };
            state.waits_since = (state.queue.len() > 0).then(Instant::now);
            let (class, control) = (job.class, Control::new());
            state.remote.push(RunningSearch::of(&waiting, &control));
            drop(state);
            let entered = waiting.span.enter();
            tracing::debug!(game = &*waiting.job.game, ?class, "a search goes out");
            (waiting.tell)(SearchEvent::Begins);
            drop(entered);
            let (shared, waiting) = (Arc::clone(shared), Some(waiting));
            return Some(RemoteSearch { shared, waiting, order, class, control, began: now });
        }
    }

    /// How the searches of a class stand, as far as other machines are concerned.
    #[must_use]
    pub fn waits(&self, class: SearchClass) -> RemoteCounts {
        let state = self.threads.0.state();
        let now = Instant::now();
        let mut waits = RemoteCounts::default();
        for waiting in state.queue.of(class) {
            if may_go_out(waiting, now) {
                waits.waiting += 1;
                waits.longest = waits.longest.max(now.saturating_duration_since(waiting.since));
            } else {
                waits.stay += usize::from(waiting.stays);
            }
        }
        let of = |all: &[RunningSearch], is_it: fn(&RunningSearch) -> bool| {
            all.iter().filter(|running| running.class == class && is_it(running)).count()
        };
        waits.stay += of(&state.running, |running| running.stays);
        waits.remote = of(&state.remote, |running| !running.unwanted);
        waits
    }
}

impl PoolState {
    /// Whether more searches of this class and of higher ones wait than threads are free or become so at once.
    fn has_no_seat(&self, class: SearchClass, searches: usize) -> bool {
        let free = searches.saturating_sub(self.running.len());
        let makes_room = |running: &&RunningSearch| {
            let gives_way = running.class > class && running.is_preemptible;
            running.preempted || running.unwanted || gives_way
        };
        let soon = self.running.iter().filter(makes_room).count();
        self.queue.count_up_to(class) > free + soon
    }

    /// Ends the stay of a search outside. `None` when nobody wants its result.
    fn ends_outside(&mut self, number: u64) -> Option<RunningSearch> {
        let at = self.remote.iter().position(|running| running.number == number)?;
        let ended = self.remote.swap_remove(at);
        (!ended.unwanted && !self.closes).then_some(ended)
    }
}

fn may_go_out(waiting: &WaitingSearch, now: Instant) -> bool {
    let job = &waiting.job;
    let can_be_sent = match &job.question {
        Question::Move(_) => true,
        Question::Task(task) => task.preset.is_some(),
        Question::Choice(_) | Question::Work(_) => false,
    };
    let has_time = job.deadline.is_none_or(|end| end.saturating_duration_since(now) >= LEAST_LEFT);
    can_be_sent && has_time && !waiting.stays && !job.hurried
}

impl RemoteSearch {
    /// What is to be searched.
    #[must_use]
    pub fn order(&self) -> &SearchOrder {
        &self.order
    }

    /// Its class when it went out.
    #[must_use]
    pub fn class(&self) -> SearchClass {
        self.class
    }

    /// When it went out.
    #[must_use]
    pub fn began(&self) -> Instant {
        self.began
    }

    /// The time that it takes at most; `None` where none is set.
    #[must_use]
    pub fn move_time(&self) -> Option<Duration> {
        self.order.move_time()
    }

    /// Whether somebody still wants the result.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        let Some(waiting) = &self.waiting else { return false };
        let mut state = self.shared.state();
        !state.closes && state.running(waiting.number).is_some_and(|running| !running.unwanted)
    }

    /// Whether it shall end now, with the best move found so far, if it is still wanted.
    #[must_use]
    pub fn shall_end(&self) -> bool {
        self.control.is_stopped()
    }

    /// Passes on what the other machine reports, as far as it can be of this search.
    pub fn tell(&mut self, reports: Vec<Info>) {
        if !self.is_wanted() {
            return;
        }
        let Some(waiting) = &mut self.waiting else { return };
        for told in reports {
            if let Some(info) = believed(told, waiting.job.session.as_ref()) {
                (waiting.tell)(SearchEvent::Progress(info));
            }
        }
    }

    /// Ends the search with what the other machine found. Returns whether somebody wanted it.
    ///
    /// # Errors
    /// When that cannot be the result of this search, in words. The search is then done here.
    pub fn end(mut self, mut answer: SearchAnswer) -> Result<bool, String> {
        self.tell(answer.take_last());
        let Some(waiting) = &self.waiting else { return Ok(false) };
        // An answer that is not believed leaves the search as a lost one: `self` is dropped.
        let found = answer.believed(waiting.job.session.as_ref(), &self.order)?;
        let Some(mut waiting) = self.leave() else { return Ok(false) };
        let entered = waiting.span.enter();
        let searched_ms = self.began.elapsed().as_millis();
        let (game, class) = (&*waiting.job.game, self.class);
        tracing::debug!(game, ?class, searched_ms, "a search ended elsewhere");
        (waiting.tell)(SearchEvent::Found(Ok(Some(found))));
        drop(entered);
        Ok(true)
    }

    /// Ends the search with the failure of the other machine. It is done here.
    pub fn fail(self, why: &SearchFailure) {
        if let Some(waiting) = &self.waiting {
            tracing::warn!(game = &*waiting.job.game, "a search failed elsewhere: {why}");
        }
    }

    /// Gives the search back as if it had not gone out.
    pub fn give_back(mut self) {
        self.back(false);
    }

    /// Ends the stay outside. `None` when nobody wants the result.
    fn leave(&mut self) -> Option<WaitingSearch> {
        let waiting = self.waiting.take()?;
        let ended = self.shared.state().ends_outside(waiting.number);
        // What is not wanted is dropped here, without the lock: it may own a ticket.
        ended.map(|_| waiting)
    }

    fn back(&mut self, is_lost: bool) {
        let Some(mut waiting) = self.waiting.take() else { return };
        // In one step: whoever drops the ticket finds the search outside or in the queue.
        let mut state = self.shared.state();
        let Some(ended) = state.ends_outside(waiting.number) else {
            drop(state);
            return;
        };
        let job = &mut waiting.job;
        job.class = ended.class;
        job.hurried |= ended.is_hurried;
        waiting.stays |= is_lost;
        if let Some(time) = self.order.move_time() {
            // A person does not wait for the whole time again, and the search here begins with nothing.
            job.spent += self.began.elapsed().min(time.saturating_sub(AGAIN));
        }
        let owner = job.owner();
        state.something_waits();
        state.queue.put_back(&owner, waiting);
        drop(state);
        self.shared.something_new();
    }
}

impl Drop for RemoteSearch {
    fn drop(&mut self) {
        self.back(true);
    }
}
