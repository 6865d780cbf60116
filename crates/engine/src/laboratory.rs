//! The lab behind the border: searches whose techniques are switched one by one, and counted.

pub mod ladder;

mod tape;
mod watch;

use crate::bridge::{self, clock};
use crate::{Control, EngineError, GameSession, Score, Session, SessionRules};
use game::{Line, Position};
use search::{
    Basics, Clock, Domain, Limits, Report, Signal, Sink, StepSink, Switches, TracedRequest,
    TracedSearcher,
};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

pub use search::{Counters, Entry, Exit, Purpose, Reason, Step};
pub use tape::{CodedStep, ENTER, Event, ITERATION, JOIN, LEAVE, RAISE, SKIP, StepCoder};
pub use watch::{Iteration, RootLook};

/// The greatest depth of the lab.
pub const LAB_DEEPEST: u32 = 64;
/// Events that are handed on at once.
const EVENTS: usize = 1 << 12;

/// The techniques that a search uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Techniques {
    basics: Basics,
    switches: Switches,
}

/// A name that is neither a technique nor a group of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no technique of the search; there are: {known}", known = Techniques::names().collect::<Vec<_>>().join(" "))]
pub struct UnknownTechnique(pub String);

impl Techniques {
    /// None: plain minimax.
    #[must_use]
    pub const fn none() -> Self {
        Self { basics: Basics::NONE, switches: Switches::none() }
    }

    /// All: the search that plays.
    #[must_use]
    pub const fn all() -> Self {
        Self { basics: Basics::ALL, switches: Switches::all() }
    }

    /// The names of all techniques and groups.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let switches = Switches::GROUPS.iter().chain(Switches::NAMES);
        Basics::NAMES.iter().chain(switches).copied()
    }

    /// Switches a technique, or all of a group, on or off.
    ///
    /// # Errors
    /// When neither has this name.
    pub fn turn(&mut self, name: &str, on: bool) -> Result<(), UnknownTechnique> {
        // A technique and a group may share a name.
        let basic = self.basics.turn(name, on);
        let above = self.switches.turn(name, on);
        if basic || above { Ok(()) } else { Err(UnknownTechnique(name.to_owned())) }
    }
}

/// The result of a search in the lab.
#[derive(Clone, Debug, PartialEq)]
pub struct LabResult {
    /// The best line, in engine notation; empty when there is no legal move.
    pub pv: Vec<String>,
    /// Its score for the side to move.
    pub score: Score,
    /// The last depth that was completed.
    pub depth: u32,
    /// Moves made.
    pub nodes: u64,
    /// The counts.
    pub counters: Counters,
    /// The time it took, counting included.
    pub time: Duration,
    /// Whether it ended by itself: not by its time, a limit of recorded nodes, the receiver, or `control`.
    pub is_whole: bool,
}

/// The next events of a search that is recorded, and how far it is.
#[derive(Copy, Clone, Debug)]
pub struct Batch<'a> {
    /// The events.
    pub events: &'a [Event],
    /// The moves that are new in them, in engine notation.
    pub moves: &'a [String],
    /// Nodes so far.
    pub nodes: u32,
    /// Leaves so far.
    pub leaves: u64,
    /// The time so far.
    pub time: Duration,
}

/// Receives the events of a search; `false` ends it.
pub type EventReceiver<'a> = &'a mut (dyn FnMut(Batch<'_>) -> bool + Send);

/// When a search that is watched ends.
#[derive(Copy, Clone, Debug)]
pub struct WatchLimits {
    /// The greatest depth.
    pub depth: u32,
    /// The longest time.
    pub time: Duration,
    /// The most nodes.
    pub nodes: u64,
}

/// Searches positions of one variant with chosen techniques.
pub trait Laboratory: Debug + Send {
    /// Searches the session's position so many plies deep, with nothing learnt before. Ends early after the longest
    /// time, or when `control` says stop.
    ///
    /// # Errors
    /// When the session belongs to another variant, or the search failed.
    fn measure(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        longest: Option<Duration>,
        control: &Control,
    ) -> Result<LabResult, EngineError>;

    /// The same search without a longest time, coded as events ([`StepCoder`]), until it ends or has so many nodes.
    ///
    /// # Errors
    /// When the session belongs to another variant, or the search failed.
    fn record(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        nodes: u32,
        control: &Control,
        take: EventReceiver<'_>,
    ) -> Result<LabResult, EngineError>;

    /// The search that plays, watched at its root: `each` receives every iteration.
    ///
    /// # Errors
    /// When the session belongs to another variant, or the search failed.
    fn watch(
        &mut self,
        session: &dyn Session,
        limits: WatchLimits,
        control: &Control,
        each: &mut (dyn FnMut(Iteration) + Send),
    ) -> Result<LabResult, EngineError>;
}

/// What a variant says of itself to the lab; [`LaboratoryOf`] makes a [`Laboratory`] of it.
pub trait Subject: Debug + Send + 'static {
    /// The games.
    type Rules: SessionRules;
    /// The game as the search sees it.
    type Domain: Domain<Position: Position<Move: fmt::Display>>;

    /// The id of its variant or family, for errors.
    const PLAYS: &'static str;

    /// The concrete session, if it is one of these games.
    ///
    /// # Errors
    /// When it is a session of other games.
    fn session(session: &dyn Session) -> Result<&GameSession<Self::Rules>, EngineError> {
        GameSession::of(session, Self::PLAYS)
    }

    /// The game so far, as the search sees it.
    fn line(session: &GameSession<Self::Rules>) -> Line<<Self::Domain as Domain>::Position>;

    /// The game of this session, and a searcher for it.
    fn searcher(
        session: &GameSession<Self::Rules>,
    ) -> (Self::Domain, Box<dyn TracedSearcher<Self::Domain>>);
}

/// A [`Laboratory`] of a subject.
pub struct LaboratoryOf<S>(PhantomData<S>);

impl<S> Default for LaboratoryOf<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S> Debug for LaboratoryOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LaboratoryOf")
    }
}

/// A move of a subject's search.
type MoveOf<S> = <<<S as Subject>::Domain as Domain>::Position as Position>::Move;
/// A report of a subject's search.
type ReportOf<'a, S> = Report<'a, MoveOf<S>>;
/// The limits of a subject's search.
type LimitsOf<S> = Limits<MoveOf<S>>;

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a search. It is asked every millisecond or so: then what the steps have told since is handed on, in the thread
/// that searches.
struct LabSignal<'a, C> {
    began: C,
    longest: Option<Duration>,
    control: &'a Control,
    /// Whether more is wanted.
    hand_on: Mutex<&'a mut (dyn FnMut() -> bool + Send)>,
    has_ended: AtomicBool,
}

impl<C: Clock> Signal for LabSignal<'_, C> {
    fn stopped(&self) -> bool {
        let goes_on = (lock(&self.hand_on))();
        let is_late = self.longest.is_some_and(|longest| self.began.elapsed() >= longest);
        if !goes_on || is_late || self.control.is_stopped() {
            self.has_ended.store(true, Relaxed);
        }
        self.has_ended.load(Relaxed)
    }
}

/// Codes the steps of a search up to a number of nodes.
#[derive(Debug)]
struct StepTape<P: Position> {
    coder: StepCoder<P>,
    coded: CodedStep,
    most: u32,
    is_full: bool,
}

impl<P> StepSink<P::Move> for StepTape<P>
where
    P: Position<Move: fmt::Display> + Send,
{
    fn take(&mut self, step: Step<P::Move>) {
        // The node that would be one too many is left out.
        self.is_full |= self.coder.nodes() >= self.most && matches!(step, Step::Enter(_));
        if !self.is_full {
            self.coder.code(&step, &mut self.coded);
        }
    }
}

impl<P: Position<Move: fmt::Display>> StepTape<P> {
    /// Hands the events on that were coded, and says whether more are wanted.
    fn hand_on(&mut self, time: Duration, take: EventReceiver<'_>) -> bool {
        let CodedStep { events, moves } = &self.coded;
        let (nodes, leaves) = (self.coder.nodes(), self.coder.leaves());
        let goes_on = take(Batch { events, moves, nodes, leaves, time });
        self.coded.events.clear();
        self.coded.moves.clear();
        goes_on && !self.is_full
    }
}

/// Makes iterations of the steps of a search.
#[derive(Debug)]
struct StepWatch<M, C> {
    watcher: watch::Watcher<M>,
    began: C,
    ended: Vec<Iteration>,
}

impl<M, C> StepSink<M> for StepWatch<M, C>
where
    M: Copy + Eq + fmt::Display + Debug + Send,
    C: Clock + Debug + Send,
{
    fn take(&mut self, step: Step<M>) {
        self.ended.extend(self.watcher.follow(&step, &self.began));
    }
}

impl<S: Subject> LaboratoryOf<S> {
    fn search(
        session: &GameSession<S::Rules>,
        techniques: Techniques,
        limits: &LimitsOf<S>,
        signal: &LabSignal<'_, impl Clock>,
        sink: Option<Sink<MoveOf<S>>>,
        report: &mut dyn FnMut(&ReportOf<'_, S>),
    ) -> Result<LabResult, EngineError> {
        let Techniques { basics, switches } = techniques;
        let began = clock();
        let search = || {
            let (domain, mut searcher) = S::searcher(session);
            let line = S::line(session);
            let request = TracedRequest { domain, line: &line, limits, basics, switches, sink };
            searcher.search(request, &began, signal, report)
        };
        let failed = |_| EngineError::Failed("the search panicked".to_owned());
        let (found, counters) = catch_unwind(AssertUnwindSafe(search)).map_err(failed)?;
        let pv = found.lines.first().map(|line| line.pv.iter().map(ToString::to_string).collect());
        Ok(LabResult {
            pv: pv.unwrap_or_default(),
            score: bridge::score(found.score()),
            depth: found.depth,
            nodes: found.nodes,
            counters,
            time: Clock::elapsed(&began),
            is_whole: !signal.has_ended.load(Relaxed),
        })
    }
}

impl<S: Subject> Laboratory for LaboratoryOf<S> {
    fn measure(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        longest: Option<Duration>,
        control: &Control,
    ) -> Result<LabResult, EngineError> {
        let session = S::session(session)?;
        let limits = Limits::depth(depth.clamp(1, LAB_DEEPEST));
        let mut nothing = || true;
        let signal = signal(longest, control, &mut nothing);
        Self::search(session, techniques, &limits, &signal, None, &mut |_| {})
    }

    fn record(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        nodes: u32,
        control: &Control,
        take: EventReceiver<'_>,
    ) -> Result<LabResult, EngineError> {
        let session = S::session(session)?;
        let limits = Limits::depth(depth.clamp(1, LAB_DEEPEST));
        let root = S::line(session).position().clone();
        let tape = Arc::new(Mutex::new(StepTape {
            coder: StepCoder::new(root, techniques.switches.table),
            coded: CodedStep::default(),
            most: nodes,
            is_full: false,
        }));
        let began = clock();
        let mut measured = {
            let mut hand_on = || {
                let mut tape = lock(&tape);
                let waits = !tape.is_full && tape.coded.events.len() < EVENTS;
                waits || tape.hand_on(began.elapsed(), take)
            };
            let signal = signal(None, control, &mut hand_on);
            let sink: Sink<MoveOf<S>> = tape.clone();
            Self::search(session, techniques, &limits, &signal, Some(sink), &mut |_| {})?
        };
        measured.is_whole &= lock(&tape).hand_on(began.elapsed(), take);
        Ok(measured)
    }

    fn watch(
        &mut self,
        session: &dyn Session,
        limits: WatchLimits,
        control: &Control,
        each: &mut (dyn FnMut(Iteration) + Send),
    ) -> Result<LabResult, EngineError> {
        let session = S::session(session)?;
        let limits = Limits {
            nodes: Some(limits.nodes),
            move_time: Some(limits.time),
            ..Limits::depth(limits.depth.clamp(1, LAB_DEEPEST))
        };
        // The best line of each depth: the steps do not tell it.
        let lines: Mutex<Vec<(u32, Vec<String>)>> = Mutex::default();
        let mut report = |report: &Report<'_, MoveOf<S>>| {
            if report.line == 1 && report.bound == search::Bound::Exact {
                let pv = report.pv.iter().map(ToString::to_string).collect();
                lock(&lines).push((report.depth, pv));
            }
        };
        let mut tell = |mut iteration: Iteration| {
            let lines = lock(&lines);
            let known = lines.iter().rev().find(|(depth, _)| *depth == iteration.depth);
            iteration.pv = known.map(|(_, pv)| pv.clone()).unwrap_or_default();
            drop(lines);
            iteration.is_complete &= !iteration.pv.is_empty();
            each(iteration);
        };
        let watched = Arc::new(Mutex::new(StepWatch {
            watcher: watch::Watcher::new(),
            began: clock(),
            ended: Vec::new(),
        }));
        let measured = {
            let mut hand_on = || {
                let ended = std::mem::take(&mut lock(&watched).ended);
                ended.into_iter().for_each(&mut tell);
                true
            };
            let signal = signal(None, control, &mut hand_on);
            let sink: Sink<MoveOf<S>> = watched.clone();
            Self::search(session, Techniques::all(), &limits, &signal, Some(sink), &mut report)?
        };
        let mut watched = lock(&watched);
        let StepWatch { watcher, began, ended } = &mut *watched;
        ended.extend(watcher.end(began.elapsed(), true));
        ended.drain(..).for_each(&mut tell);
        Ok(measured)
    }
}

/// The signal of a search that begins now.
fn signal<'a>(
    longest: Option<Duration>,
    control: &'a Control,
    hand_on: &'a mut (dyn FnMut() -> bool + Send),
) -> LabSignal<'a, impl Clock> {
    let (hand_on, has_ended) = (Mutex::new(hand_on), AtomicBool::new(false));
    LabSignal { began: clock(), longest, control, hand_on, has_ended }
}
