//! The lab behind the border: searches whose techniques are switched one by one, and counted.

mod tape;
mod watch;

use crate::bridge::{self, ControlSignal, clock};
use crate::{Control, EngineError, GameSession, Score, Session, SessionRules};
use game::{Line, Position};
use search::{
    Basics, Clock, Domain, Limits, Report, Sink, Switches, TracedRequest, TracedSearcher,
};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

pub use search::{Counters, Entry, Exit, Purpose, Reason, Step};
pub use tape::{CodedStep, ENTER, Event, ITERATION, JOIN, LEAVE, RAISE, SKIP, StepCoder};
pub use watch::{Iteration, RootLook};

/// The greatest depth of the lab.
pub const LAB_DEEPEST: u32 = 64;
/// Steps that wait to be received.
const WAITING: usize = 1 << 12;
/// The stack of the searching thread: it recurses once per ply.
const STACK: usize = 16 << 20;
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
}

/// A search that was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingResult {
    /// Its result.
    pub measured: LabResult,
    /// Whether the search ended by itself: not by a limit of nodes, by the receiver, or by `control`.
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
}

/// Receives the events of a search; `false` ends it.
pub type EventReceiver<'a> = &'a mut dyn FnMut(Batch<'_>) -> bool;

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

/// Receives the steps of a search; moves are in engine notation.
pub type StepReceiver<'a> = &'a mut dyn FnMut(Step<String>);

/// Searches positions of one variant with chosen techniques.
pub trait Laboratory: Debug + Send {
    /// Searches the session's position so many plies deep, with nothing learnt before, and tells
    /// the steps if they are asked for. Ends early when `control` says stop.
    ///
    /// # Errors
    /// When the session belongs to another variant, or the search failed.
    fn measure(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        control: &Control,
        steps: Option<StepReceiver<'_>>,
    ) -> Result<LabResult, EngineError>;

    /// The same search, coded as events ([`StepCoder`]), until it ends or has so many nodes.
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
    ) -> Result<RecordingResult, EngineError>;

    /// The search that plays, watched at its root: `each` receives every iteration.
    ///
    /// # Errors
    /// When the session belongs to another variant, or the search failed.
    fn watch(
        &mut self,
        session: &dyn Session,
        limits: WatchLimits,
        control: &Control,
        each: &mut dyn FnMut(Iteration),
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
/// The steps of a subject's search.
type StepsOf<S> = Receiver<Step<MoveOf<S>>>;
/// A report of a subject's search.
type ReportOf<'a, S> = Report<'a, MoveOf<S>>;
/// The limits of a subject's search.
type LimitsOf<S> = Limits<MoveOf<S>>;

impl<S: Subject> LaboratoryOf<S> {
    fn run(
        session: &GameSession<S::Rules>,
        techniques: Techniques,
        limits: &LimitsOf<S>,
        control: &Control,
        sink: Option<Sink<MoveOf<S>>>,
        report: &mut dyn FnMut(&ReportOf<'_, S>),
    ) -> Result<LabResult, EngineError> {
        let Techniques { basics, switches } = techniques;
        let began = clock();
        let search = || {
            let (domain, mut searcher) = S::searcher(session);
            let line = S::line(session);
            let request = TracedRequest { domain, line: &line, limits, basics, switches, sink };
            searcher.search(request, &began, &ControlSignal(control), report)
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
        })
    }

    /// Searches in a thread of its own while `follow` receives the steps.
    fn follow(
        session: &GameSession<S::Rules>,
        techniques: Techniques,
        limits: &LimitsOf<S>,
        control: &Control,
        report: &mut (dyn FnMut(&ReportOf<'_, S>) + Send),
        follow: impl FnOnce(StepsOf<S>),
    ) -> Result<LabResult, EngineError> {
        let (sink, waiting) = sync_channel(WAITING);
        // A session cannot be shared with another thread.
        let (session, control) = (session.clone(), control.clone());
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("lab".to_owned()).stack_size(STACK);
            let search = thread.spawn_scoped(scope, move || {
                Self::run(&session, techniques, limits, &control, Some(sink), report)
            });
            let search = search.map_err(|error| EngineError::Failed(error.to_string()))?;
            follow(waiting);
            search.join().map_err(|_| EngineError::Failed("the search panicked".to_owned()))?
        })
    }
}

impl<S: Subject> Laboratory for LaboratoryOf<S> {
    fn measure(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        control: &Control,
        steps: Option<StepReceiver<'_>>,
    ) -> Result<LabResult, EngineError> {
        let session = S::session(session)?;
        let limits = Limits::depth(depth.clamp(1, LAB_DEEPEST));
        let Some(tell) = steps else {
            return Self::run(session, techniques, &limits, control, None, &mut |_| {});
        };
        Self::follow(session, techniques, &limits, control, &mut |_| {}, |steps| {
            steps.into_iter().for_each(|step| tell(in_words(step)));
        })
    }

    fn record(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        depth: u32,
        nodes: u32,
        control: &Control,
        take: EventReceiver<'_>,
    ) -> Result<RecordingResult, EngineError> {
        let session = S::session(session)?;
        let limits = Limits::depth(depth.clamp(1, LAB_DEEPEST));
        let root = S::line(session).position().clone();
        let mut coder = StepCoder::new(root, techniques.switches.table);
        let mut is_whole = true;
        let measured = Self::follow(session, techniques, &limits, control, &mut |_| {}, |steps| {
            let mut coded = CodedStep::default();
            for step in steps {
                // The node that would be one too many is left out.
                let is_full = coder.nodes() >= nodes && matches!(step, Step::Enter(_));
                if !is_full {
                    coder.code(&step, &mut coded);
                }
                if !is_full && coded.events.len() < EVENTS {
                    continue;
                }
                if !hand_on(&coder, &mut coded, take) || is_full {
                    is_whole = false;
                    control.stop();
                    // The receiver of the steps goes, so the search waits for nobody.
                    return;
                }
            }
            is_whole &= hand_on(&coder, &mut coded, take);
        })?;
        Ok(RecordingResult { measured, is_whole: is_whole && !control.is_stopped() })
    }

    fn watch(
        &mut self,
        session: &dyn Session,
        limits: WatchLimits,
        control: &Control,
        each: &mut dyn FnMut(Iteration),
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
                lines.lock().unwrap_or_else(PoisonError::into_inner).push((report.depth, pv));
            }
        };
        let began = clock();
        Self::follow(session, Techniques::all(), &limits, control, &mut report, |steps| {
            let mut watcher = watch::Watcher::new();
            let mut tell = |mut iteration: Iteration| {
                let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                let known = lines.iter().rev().find(|(depth, _)| *depth == iteration.depth);
                iteration.pv = known.map(|(_, pv)| pv.clone()).unwrap_or_default();
                drop(lines);
                iteration.is_complete &= !iteration.pv.is_empty();
                each(iteration);
            };
            for step in steps {
                if let Some(iteration) = watcher.follow(&step, Clock::elapsed(&began)) {
                    tell(iteration);
                }
            }
            if let Some(last) = watcher.end(Clock::elapsed(&began), true) {
                tell(last);
            }
        })
    }
}

/// Hands the events on that were coded, and says whether more are wanted.
fn hand_on<P: Position<Move: fmt::Display>>(
    coder: &StepCoder<P>,
    coded: &mut CodedStep,
    take: EventReceiver<'_>,
) -> bool {
    let CodedStep { events, moves } = &*coded;
    let goes_on = take(Batch { events, moves, nodes: coder.nodes(), leaves: coder.leaves() });
    coded.events.clear();
    coded.moves.clear();
    goes_on
}

/// A step with its move in engine notation.
fn in_words<M: fmt::Display>(step: Step<M>) -> Step<String> {
    match step {
        Step::Iteration(depth) => Step::Iteration(depth),
        Step::Enter(entry) => Step::Enter(Entry {
            mv: entry.mv.map(|m| m.to_string()),
            purpose: entry.purpose,
            ply: entry.ply,
            depth: entry.depth,
            quiescence: entry.quiescence,
            alpha: entry.alpha,
            beta: entry.beta,
        }),
        Step::Try(m) => Step::Try(m.to_string()),
        Step::Probe(m) => Step::Probe(m.map(|m| m.to_string())),
        Step::Skip(m) => Step::Skip(m.to_string()),
        Step::Raise(alpha) => Step::Raise(alpha),
        Step::Leave(exit) => Step::Leave(exit),
    }
}
