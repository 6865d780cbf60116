//! The threads that search, and the searches that wait for them.

use crate::asking::{ask, log, words};
use crate::client_times::ClientTimes;
use crate::idle::{IdleEngines, LentEngine};
use crate::job::{SearchEvent, SearchJob, ThreadEvent};
use crate::queue::SearchQueue;
use crate::ticket::Ticket;
use crate::{PoolSettings, SearchClass, SearchFailure};
use engine::{Control, Engine, Info};
use std::fmt;
use std::hash::RandomState;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tracing::Span;

/// The time that a search gets while others of its client and class wait. After each interruption it also gets the
/// time that it has already used, so that long searches end too.
pub(crate) const SLICE: Duration = Duration::from_secs(2);
/// How often a search panics before that is reported as its end. Each time it gets another engine.
const MOST_PANICS: u32 = 3;

/// Engines for many games. Clones are the same pool. When the last one is dropped, its searches
/// are stopped and its threads end.
#[derive(Clone, Debug)]
pub struct Pool {
    pub(crate) threads: Arc<Threads>,
}

/// Ends the threads with the last of the pools that share them.
#[derive(Debug)]
pub(crate) struct Threads(pub(crate) Arc<PoolShared>);

pub(crate) struct PoolShared {
    pub(crate) settings: PoolSettings,
    pub(crate) state: Mutex<PoolState>,
    /// Signals a new search.
    pub(crate) work: Condvar,
    /// Signals that a search may have to be interrupted for another.
    pub(crate) order: Condvar,
    /// Is called when a search may wait for another machine, or one that is done elsewhere shall end.
    pub(crate) news: OnceLock<Box<dyn Fn() + Send + Sync>>,
    /// Makes numbers of the names of games, for other machines.
    pub(crate) numbers: RandomState,
}

impl fmt::Debug for PoolShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, state, .. } = self;
        f.debug_struct("PoolShared")
            .field("settings", settings)
            .field("state", state)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(crate) struct PoolState {
    pub(crate) queue: SearchQueue<WaitingSearch>,
    pub(crate) client_times: ClientTimes,
    pub(crate) running: Vec<RunningSearch>,
    /// Searches that other machines do.
    pub(crate) remote: Vec<RunningSearch>,
    idle: IdleEngines,
    threads: usize,
    has_keeper: bool,
    asked: u64,
    failed: u64,
    /// Since when searches have waited without one beginning.
    pub(crate) waits_since: Option<Instant>,
    pub(crate) closes: bool,
}

pub(crate) type ReportFn = Box<dyn FnMut(ThreadEvent) + Send>;

pub(crate) struct WaitingSearch {
    pub(crate) number: u64,
    pub(crate) job: SearchJob,
    pub(crate) tell: ReportFn,
    /// The request that it serves, for the log.
    pub(crate) span: Span,
    /// Since when it waits.
    pub(crate) since: Instant,
    /// How often it panicked.
    pub(crate) panics: u32,
    /// No other machine gets it: one has lost it, or it panicked.
    pub(crate) stays: bool,
}

impl fmt::Debug for WaitingSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitingSearch").field("number", &self.number).finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub(crate) struct RunningSearch {
    pub(crate) number: u64,
    pub(crate) class: SearchClass,
    pub(crate) client: Arc<str>,
    pub(crate) began: Instant,
    /// Until when its time is charged to its client.
    pub(crate) charged: Instant,
    pub(crate) slice: Duration,
    pub(crate) control: Control,
    pub(crate) is_preemptible: bool,
    /// It was interrupted for another search and has to begin again.
    pub(crate) preempted: bool,
    /// It was told to end with the best move so far.
    pub(crate) is_hurried: bool,
    /// Its result is no longer wanted.
    pub(crate) unwanted: bool,
    /// As of [`WaitingSearch`].
    pub(crate) stays: bool,
}

impl RunningSearch {
    /// A search that begins now.
    pub(crate) fn of(waiting: &WaitingSearch, control: &Control) -> Self {
        let job = &waiting.job;
        let now = Instant::now();
        Self {
            number: waiting.number,
            class: job.class,
            client: Arc::clone(&job.client),
            began: now,
            charged: now,
            slice: SLICE.max(job.spent),
            control: control.clone(),
            is_preemptible: job.is_preemptible(),
            preempted: false,
            is_hurried: false,
            unwanted: false,
            stays: waiting.stays,
        }
    }
}

/// The present load of a pool.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PoolLoad {
    /// Searches that wait.
    pub waiting: usize,
    /// Searches under way.
    pub searching: usize,
    /// Searches that other machines do.
    pub remote: usize,
    /// Engines that are kept and do not search.
    pub at_rest: usize,
    /// The memory of all engines in MiB, as the pool estimates it.
    pub memory_mb: u32,
    /// Searches that were requested since the pool was made.
    pub asked: u64,
    /// Searches that failed or panicked.
    pub failed: u64,
    /// The time for which searches have waited without one beginning: the pool is stuck when it is long.
    pub stalled: Duration,
}

impl Pool {
    /// A pool. It makes threads and engines when they are needed.
    #[must_use]
    pub fn new(mut settings: PoolSettings) -> Self {
        settings.searches = settings.searches.max(1);
        let state = PoolState::new(&settings);
        let shared = PoolShared {
            settings,
            state: Mutex::new(state),
            work: Condvar::new(),
            order: Condvar::new(),
            news: OnceLock::new(),
            numbers: RandomState::new(),
        };
        Self { threads: Arc::new(Threads(Arc::new(shared))) }
    }

    /// Requests a search. The pool calls `tell` from one of its threads; `tell` must not block.
    pub(crate) fn ask(
        &self,
        job: SearchJob,
        tell: impl FnMut(ThreadEvent) + Send + 'static,
    ) -> Ticket {
        let shared = &self.threads.0;
        let mut state = shared.state();
        state.asked += 1;
        let number = state.asked;
        let ticket = Ticket { shared: Arc::clone(shared), number };
        let mut tell: ReportFn = Box::new(tell);
        if let Err(error) = shared.enough_threads(&mut state) {
            drop(state);
            let why = format!("no thread to search with: {error}");
            tell(SearchEvent::Found(Err(why.into())));
            return ticket;
        }
        let owner = job.owner();
        let span = Span::current();
        state.something_waits();
        let (since, panics, stays) = (Instant::now(), 0, false);
        let waiting = WaitingSearch { number, job, tell, span, since, panics, stays };
        state.queue.push(&owner, waiting);
        drop(state);
        shared.something_new();
        ticket
    }

    /// The present load.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let state = self.threads.0.state();
        let (at_rest, memory_mb) = state.idle.load();
        PoolLoad {
            waiting: state.queue.len(),
            searching: state.running.len(),
            remote: state.remote.len(),
            at_rest,
            memory_mb,
            asked: state.asked,
            failed: state.failed,
            stalled: state.stalled(Instant::now()),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.closes = true;
        let PoolState { running, remote, .. } = &mut *state;
        for running in running.iter_mut().chain(remote) {
            running.unwanted = true;
            running.control.stop();
        }
        drop(state);
        self.0.tell_news();
        self.0.work.notify_all();
        self.0.order.notify_all();
    }
}

impl PoolState {
    /// Nothing waits and nothing is searched.
    pub(crate) fn new(settings: &PoolSettings) -> Self {
        Self {
            queue: SearchQueue::new(),
            client_times: ClientTimes::default(),
            running: Vec::new(),
            remote: Vec::new(),
            idle: IdleEngines::new(settings.memory_mb, settings.searches),
            threads: 0,
            has_keeper: false,
            asked: 0,
            failed: 0,
            waits_since: None,
            closes: false,
        }
    }

    /// A search under way, here or elsewhere.
    pub(crate) fn running(&mut self, number: u64) -> Option<&mut RunningSearch> {
        let mut all = self.running.iter_mut().chain(&mut self.remote);
        all.find(|running| running.number == number)
    }

    /// Notes that a search is about to wait.
    pub(crate) fn something_waits(&mut self) {
        if self.queue.len() == 0 {
            self.waits_since = Some(Instant::now());
        }
    }

    /// How long searches have waited without one beginning.
    fn stalled(&self, now: Instant) -> Duration {
        let waits = self.waits_since.filter(|_| self.queue.len() > 0);
        waits.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

impl PoolShared {
    pub(crate) fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search waits that did not before.
    pub(crate) fn something_new(&self) {
        self.work.notify_one();
        self.order.notify_one();
        self.tell_news();
    }

    /// Calls who wants to know of searches for other machines. Nobody may hold the lock.
    pub(crate) fn tell_news(&self) {
        if let Some(tell) = self.news.get() {
            tell();
        }
    }

    /// Starts another thread if all threads are busy, and the thread that interrupts searches.
    fn enough_threads(self: &Arc<Self>, state: &mut PoolState) -> std::io::Result<()> {
        let start = |name: &str, work: fn(&Self)| {
            let shared = Arc::clone(self);
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(move || work(&shared)).map(|_| ())
        };
        if !state.has_keeper {
            start("engines", Self::keep_order)?;
            state.has_keeper = true;
        }
        let busy = state.running.len() + state.queue.len();
        if state.threads < self.settings.searches && busy >= state.threads {
            match start("engine", Self::work) {
                Ok(()) => state.threads += 1,
                // The existing threads do the work.
                Err(_) if state.threads > 0 => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Interrupts searches for more urgent ones until the pool closes. One thread does only this.
    fn keep_order(&self) {
        let mut state = self.state();
        while !state.closes {
            if state.queue.len() == 0 || state.running.len() < self.settings.searches {
                state = self.order.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let now = Instant::now();
            state.make_room(now, self.settings.searches);
            let wait = state.next_look(now);
            let waited = self.order.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A search thread.
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.closes {
                return;
            }
            let Some(waiting) = state.take(Instant::now()) else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.waits_since = (state.queue.len() > 0).then(Instant::now);
            let control = Control::new();
            state.running.push(RunningSearch::of(&waiting, &control));
            let job = &waiting.job;
            let lent = state.idle.take(job.variant(), job.table_mb, &job.game);
            drop(state);
            // All threads may be busy now while a more urgent search waits.
            self.order.notify_one();
            state = self.search(waiting, lent, &control);
        }
    }

    /// Runs one search, reports it, and records its end.
    fn search(
        &self,
        mut waiting: WaitingSearch,
        mut lent: LentEngine,
        control: &Control,
    ) -> MutexGuard<'_, PoolState> {
        lent.gone.clear();
        let began = Instant::now();
        let WaitingSearch { job, tell, number, span, .. } = &mut waiting;
        let entered = span.enter();
        tell(SearchEvent::Begins);
        let found = catch_unwind(AssertUnwindSafe(|| {
            let mut report = |info: &Info| tell(SearchEvent::Progress(info.clone()));
            if let Some(found) = job.work(control, &mut report) {
                return found.map(|found| (None, found));
            }
            let mut engine = match lent.engine.take() {
                Some(engine) => engine,
                None => self.make(job, lent.table_mb)?,
            };
            if !lent.knows_the_game || (job.forget && job.spent.is_zero()) {
                engine.new_game();
            }
            let found = ask(engine.as_mut(), job, control, tell);
            found.map(|found| (Some(engine), Some(found)))
        }));
        let has_panicked = found.is_err();
        let found = found.unwrap_or_else(|panic| Err(words(panic.as_ref()).into()));
        let (engine, found) = match found {
            Ok((engine, found)) => (engine, Ok(found)),
            Err(why) => (None, Err(why)),
        };
        log(job, began, found.as_ref().err());
        drop(entered);

        let mut state = self.state();
        state.charge(Instant::now());
        state.failed += u64::from(found.is_err());
        let ended = state.running.iter().position(|running| running.number == *number);
        let ended = ended.map(|at| state.running.swap_remove(at));
        let gone = match engine {
            Some(engine) => state.idle.give_back(engine, &lent, &job.game),
            None => {
                // A task had none, or its state is unknown after a panic.
                state.idle.lost(&lent);
                Vec::new()
            }
        };
        let is_wanted = ended.as_ref().is_some_and(|ended| !ended.unwanted) && !state.closes;
        let ended = ended.filter(|_| is_wanted);
        waiting.panics += u32::from(has_panicked);
        let begins_again = ended.as_ref().is_some_and(|ended| match has_panicked {
            true => waiting.panics < MOST_PANICS,
            false => ended.preempted && found.is_ok(),
        });
        if let Some(ended) = ended.filter(|_| begins_again) {
            let job = &mut waiting.job;
            job.spent += began.elapsed();
            job.class = ended.class;
            job.hurried |= ended.is_hurried;
            waiting.stays |= has_panicked;
            let owner = job.owner();
            waiting.since = Instant::now();
            state.something_waits();
            let used_up = began.elapsed() >= ended.slice && state.queue.has_others(&owner);
            if used_up && !has_panicked {
                // Its time is used up: the other games of its client come first.
                state.queue.push(&owner, waiting);
            } else {
                state.queue.put_back(&owner, waiting);
            }
            drop(state);
            self.tell_news();
        } else {
            drop(state);
            if is_wanted {
                (waiting.tell)(SearchEvent::Found(found));
            }
            // `tell` may own a ticket, whose drop takes the lock: it must not be dropped under the lock.
            drop(waiting);
        }
        drop(gone);
        self.state()
    }

    fn make(&self, job: &SearchJob, table_mb: u32) -> Result<Box<dyn Engine>, SearchFailure> {
        let variant = job.session.variant().id;
        let mut engine = (self.settings.open)(variant).map_err(|error| error.to_string())?;
        for (name, value) in [("Hash", table_mb), ("Threads", 1)] {
            if let Err(error) = engine.set_option(name, &value.to_string()) {
                tracing::warn!("the engine of {variant}: {error}");
            }
        }
        Ok(engine)
    }
}
