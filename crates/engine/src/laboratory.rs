//! The lab behind the border: searches whose techniques are switched one by one, and counted.

use crate::bridge::{self, Steer, clock};
use crate::{Control, EngineError, GameSession, MoveOf, Score, Session, SessionRules};
use search::{Basics, Clock, Domain, Limits, Sink, Switches, TracedRequest, TracedSearcher};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use thiserror::Error;

pub use search::{Counters, Entry, Exit, Purpose, Reason, Step};

/// The greatest depth of the lab.
pub const LAB_DEEPEST: u32 = 64;
/// Steps that wait to be received.
const WAITING: usize = 1 << 12;

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
pub struct Measured {
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

/// Receives the steps of a search; moves are in engine notation.
pub type Steps<'a> = &'a mut dyn FnMut(Step<String>);

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
        steps: Option<Steps<'_>>,
    ) -> Result<Measured, EngineError>;
}

/// What a variant says of itself to the lab; [`LaboratoryOf`] makes a [`Laboratory`] of it.
pub trait Subject: Debug + Send + 'static {
    /// The games.
    type Rules: SessionRules;
    /// The game as the search sees it.
    type Domain: Domain<Position = <Self::Rules as SessionRules>::Position>;

    /// The id of its variant or family, for errors.
    const PLAYS: &'static str;

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

impl<S: Subject> LaboratoryOf<S> {
    fn run(
        session: &GameSession<S::Rules>,
        techniques: Techniques,
        depth: u32,
        control: &Control,
        sink: Option<Sink<MoveOf<S::Rules>>>,
    ) -> Result<Measured, EngineError> {
        let Techniques { basics, switches } = techniques;
        let began = clock();
        let search = || {
            let (domain, mut searcher) = S::searcher(session);
            let limits = Limits::depth(depth.clamp(1, LAB_DEEPEST));
            let (line, limits) = (session.line(), &limits);
            let request = TracedRequest { domain, line, limits, basics, switches, sink };
            searcher.search(request, &began, &Steer(control), &mut |_| {})
        };
        let failed = |_| EngineError::Failed("the search panicked".to_owned());
        let (found, counters) = catch_unwind(AssertUnwindSafe(search)).map_err(failed)?;
        let pv = found.lines.first().map(|line| line.pv.iter().map(ToString::to_string).collect());
        Ok(Measured {
            pv: pv.unwrap_or_default(),
            score: bridge::score(found.score()),
            depth: found.depth,
            nodes: found.nodes,
            counters,
            time: Clock::elapsed(&began),
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
        steps: Option<Steps<'_>>,
    ) -> Result<Measured, EngineError> {
        let session = GameSession::<S::Rules>::of(session, S::PLAYS)?;
        let Some(tell) = steps else {
            return Self::run(session, techniques, depth, control, None);
        };
        let (sink, waiting) = sync_channel(WAITING);
        let session = session.clone();
        let control = control.clone();
        std::thread::scope(|scope| {
            let search =
                scope.spawn(move || Self::run(&session, techniques, depth, &control, Some(sink)));
            for step in waiting {
                tell(in_words(step));
            }
            search.join().map_err(|_| EngineError::Failed("the search panicked".to_owned()))?
        })
    }
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
