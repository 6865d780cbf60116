use crate::helpers::beside;
use crate::root::RootMove;
use crate::time::Timer;
use crate::worker::{Counter, SharedSearchState, ThreadState, Worker};
use crate::{
    Clock, Configure, Domain, Evaluator, FoundLine, Limits, MoveOf, NoTrace, Report, Score,
    SearchResult, Settings, Signal, Table, Trace,
};
use game::{Line, Position as _};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Searches positions of one game. Owns the table and the data its threads have learnt. Both last
/// from one search to the next until [`Configure::new_game`].
///
/// `T` is told the steps of each search; in play nothing is ([`NoTrace`]).
pub struct Searcher<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>> = NoTrace> {
    settings: Settings,
    table: Table,
    /// One per thread; taken out while its thread searches.
    states: Vec<Option<ThreadState<D, E, T>>>,
    evaluator: E,
    trace: T,
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> fmt::Debug for Searcher<D, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("threads", &self.states.len())
            .field("megabytes", &self.table.megabytes())
            .finish_non_exhaustive()
    }
}

/// The result of one thread.
struct ThreadResult<D: Domain, E, T> {
    state: ThreadState<D, E, T>,
    completed: u32,
    seldepth: u16,
    nodes: u64,
    root_moves: Vec<RootMove<MoveOf<D>>>,
}

/// Where a helper finds what it begins with, and leaves what it has found.
enum Place<D: Domain, E, T> {
    Waiting(ThreadState<D, E, T>),
    Empty,
    Done(ThreadResult<D, E, T>),
}

/// Stops the helpers when the main thread leaves, also after a panic. Otherwise the helpers would
/// search on unnoticed.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Configure for Searcher<D, E, T> {
    fn set_megabytes(&mut self, megabytes: usize) {
        if megabytes.max(1) != self.table.megabytes() {
            // The old table is dropped first: the memory may not suffice for both.
            self.table = Table::new(1);
            self.table = Table::new(megabytes);
        }
    }

    fn set_threads(&mut self, threads: usize) {
        let (evaluator, trace) = (&self.evaluator, &self.trace);
        let fresh = || Some(ThreadState::new(evaluator.clone(), trace.clone()));
        self.states.resize_with(threads.max(1), fresh);
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything: table and histories.
    fn new_game(&mut self) {
        self.table.clear();
        for state in &mut self.states {
            match state {
                Some(state) => {
                    state.histories.clear();
                    state.evaluator = self.evaluator.clone();
                }
                // A panic lost it.
                None => {
                    *state = Some(ThreadState::new(self.evaluator.clone(), self.trace.clone()));
                }
            }
        }
    }
}

impl<D: Domain, E: Evaluator<D>> Searcher<D, E> {
    /// A searcher with one thread and a table of that many MiB. Every thread gets its own
    /// clone of the evaluator.
    #[must_use]
    pub fn new(evaluator: E, megabytes: usize) -> Self {
        Self::traced(evaluator, megabytes, NoTrace)
    }
}

impl<D: Domain, E: Evaluator<D>, T: Trace<MoveOf<D>>> Searcher<D, E, T> {
    /// A searcher whose steps are told to a clone of the trace in every thread.
    #[must_use]
    pub fn traced(evaluator: E, megabytes: usize, trace: T) -> Self {
        Self {
            settings: Settings::default(),
            table: Table::new(megabytes),
            states: vec![Some(ThreadState::new(evaluator.clone(), trace.clone()))],
            evaluator,
            trace,
        }
    }

    /// The trace of the first thread; `None` if a panic lost it.
    #[must_use]
    pub fn trace(&self) -> Option<&T> {
        Some(&self.states.first()?.as_ref()?.trace)
    }

    /// Changes the trace of all threads.
    pub fn set_trace(&mut self, trace: T) {
        for state in self.states.iter_mut().flatten() {
            state.trace = trace.clone();
        }
        self.trace = trace;
    }

    /// Changes the evaluator (other weights), and forgets everything learnt with the old one.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.new_game();
    }

    /// The static score of a position for the side to move.
    pub fn evaluate(&mut self, domain: D, position: &D::Position) -> Score {
        self.evaluator.reset(domain, position);
        let info = domain.info(position);
        self.evaluator.evaluate(domain, position, &info).as_evaluation()
    }

    /// Searches the position at the end of `line` until a limit is met or `signal` stops it,
    /// and calls `report` (from this thread) with progress.
    ///
    /// With one thread and limits of depth or nodes the result depends only on the arguments and on
    /// the data learnt since [`Configure::new_game`].
    pub fn search(
        &mut self,
        domain: D,
        line: &Line<D::Position>,
        limits: &Limits<MoveOf<D>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> SearchResult<MoveOf<D>> {
        let position = line.position();
        let wanted = |m: &MoveOf<D>| {
            (limits.only.is_empty() || limits.only.contains(m)) && !limits.except.contains(m)
        };
        let mut root_moves = Vec::new();
        if limits.only.is_empty() {
            root_moves = domain.root_moves(position);
            root_moves.retain(wanted);
        }
        if root_moves.is_empty() {
            root_moves = position.moves();
            root_moves.retain(wanted);
        }
        let root_moves: Vec<_> = root_moves.into_iter().map(RootMove::new).collect();
        if root_moves.is_empty() {
            return SearchResult { lines: Vec::new(), depth: 0, seldepth: 0, nodes: 0 };
        }
        self.table.grow_older();
        let (evaluator, trace) = (&self.evaluator, &self.trace);
        let fresh = || ThreadState::new(evaluator.clone(), trace.clone());
        let states: Vec<_> =
            self.states.iter_mut().map(|m| m.take().unwrap_or_else(fresh)).collect();
        let shared = SharedSearchState {
            table: &self.table,
            settings: &self.settings,
            clock,
            signal,
            stop: AtomicBool::new(false),
            counters: states.iter().map(|_| Counter::default()).collect(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
        };
        let job = SearchTask { domain, line, limits, shared: &shared, root_moves };
        let outcomes = job.run(states, report);
        let nodes = outcomes.iter().map(|o| o.nodes).sum();
        let winner = vote(&outcomes, limits.lines);
        let found = found(&outcomes[winner], limits.lines, nodes);
        for (slot, outcome) in self.states.iter_mut().zip(outcomes) {
            *slot = Some(outcome.state);
        }
        found
    }
}

/// The data of one search that its threads read.
struct SearchTask<'a, D: Domain> {
    domain: D,
    line: &'a Line<D::Position>,
    limits: &'a Limits<MoveOf<D>>,
    shared: &'a SharedSearchState<'a>,
    root_moves: Vec<RootMove<MoveOf<D>>>,
}

impl<D: Domain> SearchTask<'_, D> {
    fn run<E: Evaluator<D>, T: Trace<MoveOf<D>>>(
        &self,
        states: Vec<ThreadState<D, E, T>>,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> Vec<ThreadResult<D, E, T>> {
        let mut states = states.into_iter();
        let first = states.next().expect("a searcher has at least one thread");
        if states.len() == 0 {
            let outcome = self.think(0, first, report);
            self.wait();
            return vec![outcome];
        }
        let places: Vec<_> = states.map(|state| Mutex::new(Place::Waiting(state))).collect();
        let place = |n: usize| places[n].lock().unwrap_or_else(PoisonError::into_inner);
        let help = |n| {
            let taken = std::mem::replace(&mut *place(n), Place::Empty);
            if let Place::Waiting(state) = taken {
                *place(n) = Place::Done(self.think(n + 1, state, &mut |_| {}));
            }
        };
        let main = beside(places.len(), &help, || {
            let _guard = StopOnDrop(&self.shared.stop);
            let outcome = self.think(0, first, report);
            self.wait();
            outcome
        });
        let mut outcomes = vec![main];
        for place in places {
            // The state of a helper that never began is lost with the little it knows.
            if let Place::Done(outcome) = place.into_inner().unwrap_or_else(PoisonError::into_inner)
            {
                outcomes.push(outcome);
            }
        }
        outcomes
    }

    fn think<E: Evaluator<D>, T: Trace<MoveOf<D>>>(
        &self,
        id: usize,
        state: ThreadState<D, E, T>,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> ThreadResult<D, E, T> {
        let horizon = self.shared.settings.tunables().horizon.unsigned_abs();
        let timer = if id == 0 { Timer::new(self.limits, horizon) } else { None };
        let mut worker = Worker::new(
            self.domain,
            self.shared,
            id,
            state,
            self.line.clone(),
            self.root_moves.clone(),
            timer,
        );
        let completed = worker.iterate(self.limits, report);
        ThreadResult {
            completed,
            seldepth: worker.root_moves[0].seldepth,
            nodes: worker.nodes,
            root_moves: std::mem::take(&mut worker.root_moves),
            state: worker.into_state(),
        }
    }

    /// A search without limits, or one that ponders, must not end by itself, even when there is
    /// nothing left to search.
    fn wait(&self) {
        let stays =
            || self.limits.endless() || (self.limits.ponder && !self.shared.signal.ponder_hit());
        while stays() && !self.shared.signal.stopped() && !self.shared.stop.load(Relaxed) {
            #[cfg(target_arch = "wasm32")]
            return;
            #[cfg(not(target_arch = "wasm32"))]
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

/// Selects the thread whose result counts. Each thread votes for its best move; the weight of the
/// vote grows with depth and score. A proven win needs no vote: the shortest is taken.
fn vote<D: Domain, E, T>(outcomes: &[ThreadResult<D, E, T>], lines: usize) -> usize {
    if lines > 1 {
        return 0;
    }
    let score = |o: &ThreadResult<D, E, T>| o.root_moves[0].score;
    let least = outcomes.iter().map(|o| score(o).value()).min().unwrap_or(0);
    let weight = |o: &ThreadResult<D, E, T>| {
        i64::from(score(o).value() - least + 14) * i64::from(o.completed)
    };
    let votes = |o: &ThreadResult<D, E, T>| -> i64 {
        let mv = o.root_moves[0].mv;
        outcomes.iter().filter(|other| other.root_moves[0].mv == mv).map(weight).sum()
    };
    let mut winner = 0;
    for (i, o) in outcomes.iter().enumerate().skip(1) {
        let best = &outcomes[winner];
        if o.completed == 0 {
            continue;
        }
        let better = if score(best).is_decisive() || score(o).is_win() {
            score(o) > score(best)
        } else {
            !score(o).is_loss() && votes(o) > votes(best)
        };
        if better {
            winner = i;
        }
    }
    winner
}

fn found<D: Domain, E, T>(
    outcome: &ThreadResult<D, E, T>,
    lines: usize,
    nodes: u64,
) -> SearchResult<MoveOf<D>> {
    let lines = lines.clamp(1, outcome.root_moves.len());
    let lines = outcome.root_moves[..lines]
        .iter()
        .map(|r| FoundLine {
            // Stopped before it was searched: its score is unknown.
            score: if r.score == -Score::INFINITE { Score::ZERO } else { r.score },
            pv: r.pv.clone(),
        })
        .collect();
    SearchResult { lines, depth: outcome.completed, seldepth: u32::from(outcome.seldepth), nodes }
}
