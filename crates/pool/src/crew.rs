//! The threads that search, and the searches that wait for them.

use crate::job::{Job, JobEvent, Question};
use crate::opening::chosen;
use crate::queue::Queue;
use crate::shelf::{Lent, Shelf};
use crate::{Class, Failure, Settings};
use engine::{BestMove, Control, Engine, Info};
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::Span;

/// The time that a search gets while others of its class wait. After each interruption it also gets the
/// time that it has already used, so that long searches end too.
const SLICE: Duration = Duration::from_secs(2);

/// Engines for many games. Clones are the same pool. When the last one is dropped, its searches
/// are stopped and its threads end.
#[derive(Clone, Debug)]
pub struct Pool {
    crew: Arc<Crew>,
}

/// Ends the threads with the last of the pools that share them.
#[derive(Debug)]
struct Crew(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: Settings,
    state: Mutex<State>,
    /// Signals a new search.
    work: Condvar,
    /// Signals that a search may have to be interrupted for another.
    look: Condvar,
}

#[derive(Debug)]
struct State {
    queue: Queue<Waiting>,
    running: Vec<Running>,
    shelf: Shelf,
    threads: usize,
    has_keeper: bool,
    asked: u64,
    failed: u64,
    /// Since when searches have waited without one beginning.
    waits_since: Option<Instant>,
    closes: bool,
}

type Tell = Box<dyn FnMut(JobEvent) + Send>;

struct Waiting {
    number: u64,
    job: Job,
    tell: Tell,
    /// The request that it serves, for the log.
    span: Span,
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").field("number", &self.number).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Running {
    number: u64,
    class: Class,
    began: Instant,
    slice: Duration,
    control: Control,
    can_be_set_aside: bool,
    /// It was interrupted for another search and has to begin again.
    set_aside: bool,
    /// Its result is no longer wanted.
    unwanted: bool,
}

/// The present load of a pool.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Searches that wait.
    pub waiting: usize,
    /// Searches under way.
    pub searching: usize,
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

/// A search that was requested. Dropping this value ends the search without a report.
#[derive(Debug)]
pub struct Ticket {
    shared: Arc<Shared>,
    number: u64,
}

impl Pool {
    /// A pool. It makes threads and engines when they are needed.
    #[must_use]
    pub fn new(mut settings: Settings) -> Self {
        settings.searches = settings.searches.max(1);
        let state = State {
            queue: Queue::new(),
            running: Vec::new(),
            shelf: Shelf::new(settings.memory_mb, settings.searches),
            threads: 0,
            has_keeper: false,
            asked: 0,
            failed: 0,
            waits_since: None,
            closes: false,
        };
        let shared = Shared {
            settings,
            state: Mutex::new(state),
            work: Condvar::new(),
            look: Condvar::new(),
        };
        Self { crew: Arc::new(Crew(Arc::new(shared))) }
    }

    /// Requests a search. The pool calls `tell` from one of its threads; `tell` must not block.
    pub fn ask(&self, job: Job, tell: impl FnMut(JobEvent) + Send + 'static) -> Ticket {
        let shared = &self.crew.0;
        let mut state = shared.state();
        state.asked += 1;
        let number = state.asked;
        let ticket = Ticket { shared: Arc::clone(shared), number };
        let mut tell: Tell = Box::new(tell);
        if let Err(error) = shared.enough_threads(&mut state) {
            drop(state);
            let why = format!("no thread to search with: {error}");
            tell(JobEvent::Found(Err(why.into())));
            return ticket;
        }
        let (class, game) = (job.class, Arc::clone(&job.game));
        let span = Span::current();
        state.something_waits();
        state.queue.push(class, &game, Waiting { number, job, tell, span });
        drop(state);
        shared.work.notify_one();
        shared.look.notify_one();
        ticket
    }

    /// The present load.
    #[must_use]
    pub fn load(&self) -> Load {
        let state = self.crew.0.state();
        let (at_rest, memory_mb) = state.shelf.load();
        Load {
            waiting: state.queue.len(),
            searching: state.running.len(),
            at_rest,
            memory_mb,
            asked: state.asked,
            failed: state.failed,
            stalled: state.stalled(Instant::now()),
        }
    }
}

impl Ticket {
    /// Ends the search now with the best move found so far. A search that has not begun runs for a
    /// moment when its turn comes.
    pub fn hurry(&self) {
        let mut state = self.shared.state();
        if let Some(running) = state.running(self.number) {
            running.set_aside = false;
            running.can_be_set_aside = false;
            running.control.stop();
        } else if let Some(mut waiting) = state.queue.remove(|w| w.number == self.number) {
            waiting.job.hurried = true;
            let (class, game) = (waiting.job.class, Arc::clone(&waiting.job.game));
            state.queue.put_back(class, &game, waiting);
        }
    }

    /// Moves the search to the background, because its result is not urgent any more.
    pub fn step_back(&self) {
        let mut state = self.shared.state();
        if let Some(running) = state.running(self.number) {
            running.class = Class::Background;
        } else if let Some(mut waiting) = state.queue.remove(|w| w.number == self.number) {
            waiting.job.class = Class::Background;
            let game = Arc::clone(&waiting.job.game);
            state.queue.push(Class::Background, &game, waiting);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if let Some(running) = state.running(self.number) {
            running.unwanted = true;
            running.control.stop();
        } else {
            let removed = state.queue.remove(|waiting| waiting.number == self.number);
            drop(state);
            drop(removed);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.closes = true;
        for running in &mut state.running {
            running.unwanted = true;
            running.control.stop();
        }
        drop(state);
        self.0.work.notify_all();
        self.0.look.notify_all();
    }
}

impl State {
    fn running(&mut self, number: u64) -> Option<&mut Running> {
        self.running.iter_mut().find(|running| running.number == number)
    }

    /// Notes that a search is about to wait.
    fn something_waits(&mut self) {
        if self.queue.len() == 0 {
            self.waits_since = Some(Instant::now());
        }
    }

    /// How long searches have waited without one beginning.
    fn stalled(&self, now: Instant) -> Duration {
        let waits = self.waits_since.filter(|_| self.queue.len() > 0);
        waits.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Interrupts searches for others that wait: those of a lower class at once, those of the same
    /// class after their time. They begin again later.
    fn make_room(&mut self, now: Instant) {
        let Some(first) = self.queue.first_class() else { return };
        let making_room = self.running.iter().filter(|r| r.set_aside || r.unwanted).count();
        let wanted = self.queue.count_up_to(first).saturating_sub(making_room);
        for _ in 0..wanted {
            let in_the_way = self.running.iter_mut().filter(|running| {
                let had_its_time = running.class == first
                    && now.saturating_duration_since(running.began) >= running.slice;
                running.can_be_set_aside
                    && !running.set_aside
                    && !running.unwanted
                    && (running.class > first || had_its_time)
            });
            // The lowest class, and within it the search that has used most time.
            let Some(running) =
                in_the_way.max_by_key(|running| (running.class, now - running.began.min(now)))
            else {
                return;
            };
            running.set_aside = true;
            running.control.stop();
        }
    }

    /// When the time of the next search ends.
    fn next_look(&self, now: Instant) -> Duration {
        let ends = self.running.iter().filter(|r| r.can_be_set_aside && !r.set_aside);
        let soonest = ends.map(|running| running.began + running.slice).min();
        let wait = soonest.map_or(SLICE, |end| end.saturating_duration_since(now));
        wait.clamp(Duration::from_millis(20), SLICE)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts another thread if all threads are busy, and the thread that interrupts searches.
    fn enough_threads(self: &Arc<Self>, state: &mut State) -> std::io::Result<()> {
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

    /// The thread that interrupts searches for more urgent ones.
    fn keep_order(&self) {
        let mut state = self.state();
        while !state.closes {
            if state.queue.len() == 0 || state.running.len() < self.settings.searches {
                state = self.look.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let now = Instant::now();
            state.make_room(now);
            let wait = state.next_look(now);
            let waited = self.look.wait_timeout(state, wait);
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
            let Some(waiting) = state.queue.take() else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.waits_since = (state.queue.len() > 0).then(Instant::now);
            let job = &waiting.job;
            let control = Control::new();
            state.running.push(Running {
                number: waiting.number,
                class: job.class,
                began: Instant::now(),
                slice: SLICE.max(job.spent),
                control: control.clone(),
                can_be_set_aside: job.can_be_set_aside(),
                set_aside: false,
                unwanted: false,
            });
            let lent = state.shelf.take(job.variant(), job.table_mb, &job.game);
            drop(state);
            // All threads may be busy now while a more urgent search waits.
            self.look.notify_one();
            state = self.search(waiting, lent, &control);
        }
    }

    /// Runs one search, reports it, and records its end.
    fn search(
        &self,
        mut waiting: Waiting,
        mut lent: Lent,
        control: &Control,
    ) -> MutexGuard<'_, State> {
        lent.gone.clear();
        let began = Instant::now();
        let Waiting { job, tell, number, span } = &mut waiting;
        let entered = span.enter();
        tell(JobEvent::Begins);
        let found = catch_unwind(AssertUnwindSafe(|| {
            let mut report = |info: &Info| tell(JobEvent::Progress(info.clone()));
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
            found.map(|found| (Some(engine), found))
        }));
        let found = found.unwrap_or_else(|panic| Err(words(panic.as_ref()).into()));
        let (engine, found) = match found {
            Ok((engine, found)) => (engine, Ok(found)),
            Err(why) => (None, Err(why)),
        };
        log(job, began, found.as_ref().err());
        drop(entered);

        let mut state = self.state();
        state.failed += u64::from(found.is_err());
        let ended = state.running.iter().position(|running| running.number == *number);
        let ended = ended.map(|at| state.running.swap_remove(at));
        let gone = match engine {
            Some(engine) => state.shelf.give_back(engine, &lent, &job.game),
            None => {
                // A task had none, or its state is unknown after a panic.
                state.shelf.lost(&lent);
                Vec::new()
            }
        };
        let is_wanted = ended.as_ref().is_some_and(|ended| !ended.unwanted) && !state.closes;
        if let Some(ended) = ended.filter(|ended| is_wanted && ended.set_aside && found.is_ok()) {
            job.spent += began.elapsed();
            job.class = ended.class;
            let (class, game) = (job.class, Arc::clone(&job.game));
            state.something_waits();
            if state.queue.first_class() == Some(class) {
                // Its time is used up: the others of its class come first.
                state.queue.push(class, &game, waiting);
            } else {
                state.queue.put_back(class, &game, waiting);
            }
            drop(state);
        } else {
            drop(state);
            if is_wanted {
                tell(JobEvent::Found(found));
            }
            // `tell` may own a ticket, whose drop takes the lock: it must not be dropped under the lock.
            drop(waiting);
        }
        drop(gone);
        self.state()
    }

    fn make(&self, job: &Job, table_mb: u32) -> Result<Box<dyn Engine>, Failure> {
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

/// Writes the end of a search to the log.
fn log(job: &Job, began: Instant, failed: Option<&Failure>) {
    let (game, class) = (&*job.game, job.class);
    let searched_ms = began.elapsed().as_millis();
    match failed {
        Some(why) => tracing::warn!(game, ?class, searched_ms, "a search failed: {why}"),
        None => tracing::debug!(game, ?class, searched_ms, "a search ended"),
    }
}

/// Runs the job's question on the engine.
fn ask(
    engine: &mut dyn Engine,
    job: &Job,
    control: &Control,
    tell: &mut Tell,
) -> Result<BestMove, Failure> {
    let session = job.session.as_ref();
    let limits = match &job.question {
        Question::Move(limits) => job.limits(limits, Instant::now()),
        Question::Choice(opening) => return Ok(chosen(engine, session, opening.as_ref(), control)),
        Question::Task(_) => return Err("a task has no engine".to_owned().into()),
    };
    let mut report = |info: &Info| tell(JobEvent::Progress(info.clone()));
    Ok(engine.search(session, &limits, control, &mut report)?)
}

fn words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
