//! The engines of all families behind the border: they keep the options, search, and are replaced after a
//! panic. A family implements only the differences ([`Backend`], [`Extras`]).

use crate::bridge::{self, ControlSignal, clock};
use crate::options::{self, CommonOptions, Effect, Value};
use crate::solved::by_search;
use crate::{
    BestMove, Bound, Control, Engine, EngineError, GameSession, Info, Level, Limits, MoveOf,
    Number, OptionError, OptionSpec, Proof, Session, SessionRules, SolverResult,
};
use search::{
    Clock, Configure, Limitation, Report, Score, SearchRequest, SearchResult, Settings, Signal,
    TunableError, Tunables,
};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The receiver of a search's reports.
pub type Reports<'a, M> = &'a mut dyn FnMut(&Report<'_, M>);

/// A forced win that was proven, or not.
#[derive(Clone, Debug)]
pub struct Attempt<M> {
    /// The win: best attack, longest defence.
    pub win: Option<Vec<M>>,
    /// The number of the winner's moves to the end at most; 0 without a win.
    pub moves: u32,
    /// How it was found (`checks`, `fours`).
    pub method: &'static str,
    /// Whether all lines of the kind were tried, so that no result means no win.
    pub exhausted: bool,
    /// Moves tried.
    pub nodes: u64,
}

/// Options that only one family has, and their values. `()` has none.
pub trait Extras: Debug + Send + 'static {
    /// The options of the rules, in the order of printing.
    fn rules(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// The options that name files, in the order of printing.
    fn files(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets the option with this printed name; an unknown name changes nothing.
    ///
    /// # Errors
    /// When the value cannot be taken (a file that cannot be read); nothing changes then.
    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        let _ = (name, value);
        Ok(())
    }
}

impl Extras for () {}

/// The differences of a family's engine; [`Player`] makes an [`Engine`] of it.
pub trait Backend: Debug + Send + Sized + 'static {
    /// The games it plays.
    type Rules: SessionRules;
    /// The options only it has.
    type Extras: Extras;

    /// The id of its variant or family, for errors.
    const PLAYS: &'static str;

    /// Whether [`Engine::solve`] consists of [`Backend::prove`] only. Otherwise, if nothing was proven, a search
    /// follows for the other half of the time.
    const PROOF_ONLY: bool = false;

    /// A new backend with a table of that many MiB, for games as these options say.
    fn build(extras: &Self::Extras, megabytes: usize) -> Self;

    /// The concrete session, if the backend plays such games.
    ///
    /// # Errors
    /// When it is a session of other games.
    fn session<'a>(
        extras: &Self::Extras,
        session: &'a dyn Session,
    ) -> Result<&'a GameSession<Self::Rules>, EngineError> {
        let _ = extras;
        GameSession::of(session, Self::PLAYS)
    }

    /// The engine, whose table and threads are set.
    fn configure(&mut self) -> &mut dyn Configure;

    /// A move to play without a search, from a book. `is_timed` says whether the limits contain a time (a
    /// clock, or a time for the move), as in a game, and not only a depth or a number of nodes, as in an
    /// analysis.
    fn book_move(
        extras: &Self::Extras,
        session: &GameSession<Self::Rules>,
        request: &SearchRequest<MoveOf<Self::Rules>>,
        is_timed: bool,
    ) -> Option<MoveOf<Self::Rules>> {
        let _ = (extras, session, request, is_timed);
        None
    }

    /// Searches the session's current position until a limit is met or `signal` says stop, and
    /// calls `report` with progress.
    fn search(
        &mut self,
        extras: &Self::Extras,
        session: &GameSession<Self::Rules>,
        request: &SearchRequest<MoveOf<Self::Rules>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: Reports<'_, MoveOf<Self::Rules>>,
    ) -> SearchResult<MoveOf<Self::Rules>>;

    /// Looks for a forced win and proves it, as long as `go_on` (given the moves tried) answers
    /// `true`; `None` where there is no such solver.
    fn prove(
        session: &GameSession<Self::Rules>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Attempt<MoveOf<Self::Rules>>> {
        let _ = (session, go_on);
        None
    }

    /// What the position is worth to the side to move before any search.
    fn evaluate(
        &mut self,
        extras: &Self::Extras,
        position: &<Self::Rules as SessionRules>::Position,
    ) -> Score;
}

/// An [`Engine`] with the backend of a family.
#[derive(Debug)]
pub struct Player<B: Backend> {
    options: CommonOptions,
    extras: B::Extras,
    backend: B,
    /// The limitation to play with instead of that of a level.
    limitation: Option<Limitation>,
}

impl<B: Backend<Extras: Default>> Default for Player<B> {
    fn default() -> Self {
        Self::new()
    }
}

/// The option that switches techniques off.
const WITHOUT: &str = "Without";

/// The option that sets numbers of the search: `NAME=VALUE NAME=VALUE`.
const NUMBERS: &str = "Numbers";

/// The option that sets a limitation ([`Limitation`] as text); nothing for none.
const LIMITATION: &str = "Limitation";

/// Sets numbers of the search, all of them or none.
fn set_numbers(engine: &mut dyn Configure, list: &str) -> Result<(), OptionError> {
    let refused =
        |expected: String| OptionError::Value { name: NUMBERS, value: list.to_owned(), expected };
    let mut tunables: Tunables = engine.settings().tunables().clone();
    for word in list.split_whitespace() {
        let read = word.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
        let Some((name, value)) = read else {
            return Err(refused("NAME=VALUE, separated by spaces".to_owned()));
        };
        tunables.set(name, value).map_err(|fault| match fault {
            TunableError::Unknown => refused(format!("no number is called {name}")),
            TunableError::Range { min, max } => refused(format!("{name} is {min} to {max}")),
        })?;
    }
    let switches = *engine.settings().switches();
    engine.set_settings(Settings::new(tunables, switches));
    Ok(())
}

/// A fresh backend with these options.
fn fresh<B: Backend>(extras: &B::Extras, options: &CommonOptions) -> B {
    let mut backend = B::build(extras, options.hash);
    backend.configure().set_threads(options.threads);
    backend
}

impl<B: Backend<Extras: Default>> Player<B> {
    /// A player with default options.
    #[must_use]
    pub fn new() -> Self {
        Self::with(B::Extras::default())
    }
}

impl<B: Backend> Player<B> {
    /// A player with default options of all families, and these of its own.
    #[must_use]
    pub fn with(extras: B::Extras) -> Self {
        let options = CommonOptions::default();
        Self { backend: fresh(&extras, &options), extras, options, limitation: None }
    }

    /// The backend's search request.
    fn request(
        &self,
        session: &GameSession<B::Rules>,
        limits: &Limits,
    ) -> Result<SearchRequest<MoveOf<B::Rules>>, EngineError> {
        let position = session.line().position();
        let read = |text: &str| B::Rules::read_legal(position, text);
        Ok(SearchRequest {
            limits: bridge::limits(limits, &self.options, read)?,
            level: self.level(limits.level),
            limitation: self.limitation,
            seed: limits.seed,
        })
    }

    /// The level to play at when `asked` for one, or for none; `None` is full strength.
    fn level(&self, asked: Option<Level>) -> Option<Level> {
        asked.or_else(|| Level::new(self.options.level())).filter(|&level| level != Level::MAX)
    }

    /// Runs a function with the backend. A panic becomes an error and replaces the backend, whose state is
    /// then unknown.
    fn run<T>(&mut self, run: impl FnOnce(&mut B, &B::Extras) -> T) -> Result<T, EngineError> {
        catch_unwind(AssertUnwindSafe(|| run(&mut self.backend, &self.extras))).map_err(|panic| {
            self.backend = fresh(&self.extras, &self.options);
            let text = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned());
            EngineError::Failed(text.unwrap_or_else(|| "a panic without words".to_owned()))
        })
    }
}

impl<B: Backend> Engine for Player<B> {
    fn options(&self) -> Vec<OptionSpec> {
        CommonOptions::specs(self.extras.rules(), self.extras.files())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        // For measurements, and therefore not listed: techniques to switch off.
        if name.trim().eq_ignore_ascii_case(WITHOUT) {
            let refused = |unknown: search::UnknownSwitch| OptionError::Value {
                name: WITHOUT,
                value: value.to_owned(),
                expected: unknown.to_string(),
            };
            return self.backend.configure().set_ablation(value).map_err(refused);
        }
        // The same for the numbers of the search.
        if name.trim().eq_ignore_ascii_case(NUMBERS) {
            return set_numbers(self.backend.configure(), value);
        }
        // And for the numbers of a level.
        if name.trim().eq_ignore_ascii_case(LIMITATION) {
            let refused = |_| OptionError::Value {
                name: LIMITATION,
                value: value.to_owned(),
                expected: "plies, nodes, noise, overlooked per mille, and moves solved".to_owned(),
            };
            let given = Some(value).filter(|value| !value.trim().is_empty());
            self.limitation = given.map(str::parse).transpose().map_err(refused)?;
            return Ok(());
        }
        let (name, value) = options::check(self.options(), name, value)?;
        self.extras.set(name, &value)?;
        match self.options.set(name, &value) {
            Effect::None => {}
            Effect::Hash => self.backend.configure().set_megabytes(self.options.hash),
            Effect::Threads => self.backend.configure().set_threads(self.options.threads),
            Effect::Clear => self.backend.configure().new_game(),
        }
        Ok(())
    }

    fn numbers(&mut self) -> Vec<Number> {
        let tunables = self.backend.configure().settings().tunables();
        let numbers = Tunables::TABLE.iter().map(|spec| Number {
            name: spec.name,
            value: tunables.get(spec.name).unwrap_or(spec.default),
            min: spec.min,
            max: spec.max,
            step: spec.step,
        });
        numbers.collect()
    }

    fn new_game(&mut self) {
        self.backend.configure().new_game();
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let session = B::session(&self.extras, session)?;
        let request = self.request(session, limits)?;
        if let Some(m) = B::book_move(&self.extras, session, &request, limits.is_timed()) {
            return Ok(BestMove { best: Some(m.to_string()), ponder: None, info: None });
        }
        let (expectation, progress) = (session.expectation(), session.stage().progress);
        let mut last = None;
        let found = self.run(|backend, extras| {
            backend.search(
                extras,
                session,
                &request,
                &clock(),
                &ControlSignal(control),
                &mut |told| {
                    let info = bridge::info(told, &expectation, progress);
                    report(&info);
                    if info.line == 1 && info.bound == Bound::Exact {
                        last = Some(info);
                    }
                },
            )
        })?;
        Ok(BestMove {
            best: found.best().map(|m| m.to_string()),
            ponder: found.ponder().map(|m| m.to_string()),
            info: last,
        })
    }

    fn solve(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<SolverResult, EngineError> {
        let own = B::session(&self.extras, session)?;
        let began = clock();
        let elapsed = || Clock::elapsed(&began);
        // Where a search follows, half the time is for the proof.
        let share = if B::PROOF_ONLY { 1 } else { 2 };
        let attempt = self.run(|_, _| {
            B::prove(own, &mut |nodes| {
                !control.is_stopped()
                    && limits.nodes.is_none_or(|limit| nodes < limit)
                    && limits.move_time.is_none_or(|limit| elapsed() < limit / share)
            })
        })?;
        let Some(attempt) = attempt else { return by_search(self, session, limits, control) };
        let method = attempt.method;
        let mut solved = SolverResult {
            proof: attempt.win.map(|line| Proof {
                moves: attempt.moves,
                line: line.iter().map(ToString::to_string).collect(),
                method,
            }),
            exhausted: attempt.exhausted,
            nodes: attempt.nodes,
            time: elapsed(),
        };
        if solved.proof.is_some() || B::PROOF_ONLY || control.is_stopped() {
            return Ok(solved);
        }
        let rest = Limits {
            move_time: limits.move_time.map(|limit| limit.saturating_sub(elapsed())),
            ..limits.clone()
        };
        let found = by_search(self, session, &rest, control)?;
        solved.proof = found.proof;
        solved.nodes += found.nodes;
        solved.time = elapsed();
        Ok(solved)
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = B::session(&self.extras, session)?.line().position();
        self.run(|backend, extras| backend.evaluate(extras, position).value())
    }
}
