//! The trace of the lab: counts the steps of a search, and hands them on.

use crate::{
    Basics, Clock, Configure as _, Depth, Domain, Entry, Evaluator, Limits, MoveOf, Purpose,
    Reason, Report, Score, SearchResult, Searcher, Settings, Signal, Switches, Trace,
};
use game::Line;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A step of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// An iteration of this depth begins.
    Iteration(Depth),
    /// A node begins.
    Enter(Entry<M>),
    /// The node tries a move.
    Try(M),
    /// The node tries a move as a test that may end it early (`None`: a null move).
    Probe(Option<M>),
    /// The node leaves a move out.
    Skip(M),
    /// The node's alpha rises to this.
    Raise(Score),
    /// The node ends.
    Leave(Exit),
}

/// A node as its search ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Its value, or a bound of it.
    pub score: Score,
    /// Why it ended.
    pub reason: Reason,
    /// The number of moves tried.
    pub tried: u32,
    /// The number of its moves, if one was tried.
    pub width: u32,
}

/// The counts of a search. A node that is searched again is counted again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes above quiescence that tried a move.
    pub inner: u64,
    /// Ends of the main search: nodes at the horizon, and nodes above it that ended without a move.
    pub leaves: u64,
    /// Nodes of quiescence below its first.
    pub quiescence: u64,
    /// Nodes by the reason of their end, in the order of [`Reason::ALL`].
    pub reasons: [u64; Reason::ALL.len()],
    /// Cut-offs above quiescence.
    pub cut_offs: u64,
    /// Those by the first move tried.
    pub first_cut_offs: u64,
    /// Moves tried.
    pub tried: u64,
    /// Moves tried as tests that may end a node early: null moves and good captures.
    pub probed: u64,
    /// Moves tried at nodes above quiescence.
    pub tried_inner: u64,
    /// All moves of these nodes.
    pub width: u64,
    /// Moves that were left out because they cannot matter.
    pub skipped: u64,
    /// Null moves tried.
    pub null_moves: u64,
    /// Nodes searched at reduced depth.
    pub reduced: u64,
    /// Nodes searched again because they were better than expected.
    pub again: u64,
    /// Times that alpha rose.
    pub raises: u64,
}

impl Counters {
    /// The number of nodes that ended for this reason.
    #[must_use]
    #[inline]
    pub fn ended(&self, reason: Reason) -> u64 {
        self.reasons[reason as usize]
    }

    /// All nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.reasons.iter().sum()
    }
}

/// An open node.
#[derive(Copy, Clone, Debug)]
struct OpenNode {
    quiescence: Option<u16>,
    purpose: Purpose,
    reason: Reason,
    tried: u32,
}

/// Receives every step.
pub trait StepSink<M>: fmt::Debug + Send {
    /// Takes the next one.
    fn take(&mut self, step: Step<M>);
}

impl<M: fmt::Debug + Send> StepSink<M> for Vec<Step<M>> {
    fn take(&mut self, step: Step<M>) {
        self.push(step);
    }
}

/// A sink that whoever asked for the search can look into.
pub type Sink<M> = Arc<Mutex<dyn StepSink<M>>>;

/// Counts the steps of a search, and gives each to a sink if there is one.
#[derive(Clone)]
pub struct Recorder<M> {
    basics: Basics,
    counters: Counters,
    purpose: Purpose,
    open: Vec<OpenNode>,
    sink: Option<Sink<M>>,
}

impl<M> fmt::Debug for Recorder<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("counters", &self.counters).finish_non_exhaustive()
    }
}

impl<M> Recorder<M> {
    /// A recorder for a search with these basic techniques.
    #[must_use]
    pub fn new(basics: Basics, sink: Option<Sink<M>>) -> Self {
        Self {
            basics,
            counters: Counters::default(),
            purpose: Purpose::default(),
            open: Vec::new(),
            sink,
        }
    }

    /// The counts so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    fn send(&mut self, step: Step<M>) {
        if let Some(sink) = &self.sink {
            sink.lock().unwrap_or_else(PoisonError::into_inner).take(step);
        }
    }

    fn count(&mut self, open: OpenNode, width: u32) {
        let c = &mut self.counters;
        c.reasons[open.reason as usize] += 1;
        match open.quiescence {
            Some(0) if !matches!(open.purpose, Purpose::Razor | Purpose::ProbCut) => c.leaves += 1,
            Some(_) => c.quiescence += 1,
            None if open.tried == 0 => c.leaves += 1,
            None => {
                c.inner += 1;
                c.tried_inner += u64::from(open.tried);
                c.width += u64::from(width);
                if open.reason == Reason::CutOff {
                    c.cut_offs += 1;
                    c.first_cut_offs += u64::from(open.tried == 1);
                }
            }
        }
    }
}

impl<M: Copy + fmt::Debug + Send + 'static> Trace<M> for Recorder<M> {
    const ON: bool = true;

    fn basics(&self) -> Basics {
        self.basics
    }

    fn iteration(&mut self, depth: Depth) {
        // A search that was stopped leaves its nodes open.
        self.open.clear();
        self.send(Step::Iteration(depth));
    }

    fn purpose(&mut self, purpose: Purpose) {
        self.purpose = purpose;
    }

    fn enter(&mut self, mut entry: Entry<M>) {
        entry.purpose = std::mem::take(&mut self.purpose);
        let (purpose, quiescence) = (entry.purpose, entry.quiescence);
        self.counters.reduced += u64::from(purpose == Purpose::Reduced);
        self.counters.again += u64::from(purpose == Purpose::Again);
        self.open.push(OpenNode { quiescence, purpose, reason: Reason::default(), tried: 0 });
        self.send(Step::Enter(entry));
    }

    fn tries(&mut self, m: M) {
        self.counters.tried += 1;
        if let Some(open) = self.open.last_mut() {
            open.tried += 1;
        }
        self.send(Step::Try(m));
    }

    fn probes(&mut self, m: Option<M>) {
        self.counters.probed += 1;
        self.counters.null_moves += u64::from(m.is_none());
        self.send(Step::Probe(m));
    }

    fn skips(&mut self, m: M) {
        self.counters.skipped += 1;
        self.send(Step::Skip(m));
    }

    fn raises(&mut self, alpha: Score) {
        self.counters.raises += 1;
        self.send(Step::Raise(alpha));
    }

    fn reason(&mut self, reason: Reason) {
        if let Some(open) = self.open.last_mut() {
            open.reason = reason;
        }
    }

    fn leave(&mut self, score: Score, width: impl FnOnce() -> u32) {
        let Some(open) = self.open.pop() else { return };
        let width = if open.tried > 0 && open.quiescence.is_none() { width() } else { 0 };
        self.count(open, width);
        let OpenNode { reason, tried, .. } = open;
        self.send(Step::Leave(Exit { score, reason, tried, width }));
    }
}

/// A search to be traced.
#[derive(Debug)]
pub struct TracedRequest<'a, D: Domain> {
    /// The game.
    pub domain: D,
    /// The position is the end of this line.
    pub line: &'a Line<D::Position>,
    /// When to end.
    pub limits: &'a Limits<MoveOf<D>>,
    /// The basic techniques in use.
    pub basics: Basics,
    /// The techniques above them in use.
    pub switches: Switches,
    /// Receives the steps.
    pub sink: Option<Sink<MoveOf<D>>>,
}

/// A searcher whose searches are traced. Other crates call this trait and not the searcher itself, so
/// that the search is compiled in the crate of its game.
pub trait TracedSearcher<D: Domain>: fmt::Debug + Send {
    /// Searches with one thread, and with nothing learnt before. Returns the result and the counts.
    fn search(
        &mut self,
        request: TracedRequest<'_, D>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> (SearchResult<MoveOf<D>>, Counters);
}

impl<D: Domain, E: Evaluator<D>> TracedSearcher<D> for Searcher<D, E, Recorder<MoveOf<D>>> {
    fn search(
        &mut self,
        request: TracedRequest<'_, D>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, MoveOf<D>>),
    ) -> (SearchResult<MoveOf<D>>, Counters) {
        let TracedRequest { domain, line, limits, basics, switches, sink } = request;
        self.set_settings(Settings::new(self.settings().tunables().clone(), switches));
        self.new_game();
        self.set_trace(Recorder::new(basics, sink));
        let found = Self::search(self, domain, line, limits, clock, signal, report);
        let counters = self.trace().map(|trace| trace.counters.clone()).unwrap_or_default();
        // Nobody looks at the steps any more.
        self.set_trace(Recorder::new(basics, None));
        (found, counters)
    }
}
