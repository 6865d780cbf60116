//! Searches, in an instance of the module that does nothing else.

use crate::lab::{LabFound, LabReport, LabSearch};
use crate::live::{SearchJob, SearchTask};
use crate::stored::StoredGame;
use engine::{BestMove, Control, Engine, Family, Info, Level, Limits, Session};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// No search is shorter: a move has to be found.
const SHORTEST: Duration = Duration::from_millis(10);

/// What a searching instance is asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum SearchQuestion {
    /// A move in a game.
    Game(Box<SearchRequest>),
    /// A position.
    Position(Box<PositionSearch>),
    /// A position of the lab.
    Lab(Box<LabSearch>),
}

/// What a search reports.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum SearchReport<'a> {
    /// A search for a move.
    Move(&'a Info),
    /// One of the lab.
    Lab(&'a LabReport),
}

/// What a search found.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum SearchFound {
    /// A move.
    Move(Box<BestMove>),
    /// What the lab asked for.
    Lab(Box<LabFound>),
}

/// A search of a position that belongs to no live game: of a puzzle, a study, a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSearch {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The position that the moves begin at.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Whether the side to move passes first: what the other one threatens.
    #[serde(default)]
    pub threat: bool,
    /// The limits.
    pub limits: Limits,
    /// The size of the engine's table in MiB.
    pub table_mb: u32,
    /// Whether the engine forgets what it knows.
    #[serde(default)]
    pub forgets: bool,
    /// The threads that may search: the one that is asked and its helpers; none counts as one.
    #[serde(default)]
    pub threads: u32,
}

impl PositionSearch {
    /// A search of the position of a session.
    #[must_use]
    pub fn of(session: &dyn Session, limits: Limits, table_mb: u32) -> Self {
        Self {
            variant: session.variant().id.to_owned(),
            rules: session.rules().to_owned(),
            start: session.start_text(),
            moves: session.moves(),
            threat: false,
            limits,
            table_mb,
            forgets: false,
            threads: 1,
        }
    }

    /// The same, by an engine that knows nothing from before.
    #[must_use]
    pub fn forgetting(self) -> Self {
        Self { forgets: true, ..self }
    }

    /// The same, after a pass.
    #[must_use]
    pub fn of_threat(self, threat: bool) -> Self {
        Self { threat, ..self }
    }

    /// The threads that search: one in a module without helpers, or where the result must be the same each time.
    fn threads(&self) -> u32 {
        let Limits { nodes, level, .. } = &self.limits;
        let is_same = nodes.is_some() || level.is_some_and(|level| level != Level::MAX);
        let is_alone = cfg!(all(target_arch = "wasm32", not(target_feature = "atomics")));
        if is_alone || is_same { 1 } else { self.threads.max(1) }
    }

    fn session(&self) -> Result<Box<dyn Session>, String> {
        let session = opened(&self.variant, &self.rules, &self.start, &self.moves)?;
        if self.threat {
            return session.passed().ok_or_else(|| "a pass makes no sense here".to_owned());
        }
        Ok(session)
    }
}

/// The position after these moves; why there is none, in English.
fn opened(
    variant: &str,
    rules: &str,
    start: &str,
    moves: &[String],
) -> Result<Box<dyn Session>, String> {
    let mut session =
        games::new_session(variant, Some(rules), Some(start)).map_err(|error| error.to_string())?;
    for m in moves {
        session.push(m).map_err(|error| error.to_string())?;
    }
    Ok(session)
}

/// A position that is asked about, or that was searched: whoever asks may say more of it.
#[derive(Debug, Deserialize)]
pub struct AskedPosition {
    /// The rule set's id.
    pub rules: String,
    /// The position that the moves begin at.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl AskedPosition {
    /// Leaves out the files that a search of this position does not need. What is no position needs them all.
    pub(crate) fn leave_needed(
        &self,
        family: &dyn Family,
        variant: &str,
        files: &mut Vec<&'static str>,
    ) {
        if let Ok(session) = opened(variant, &self.rules, &self.start, &self.moves) {
            files.retain(|file| family.needs(file, session.as_ref()));
        }
    }
}

/// A search and the game whose position is searched.
#[derive(Debug, Deserialize)]
pub struct SearchRequest {
    /// The game.
    pub game: StoredGame,
    /// The search.
    pub job: SearchJob,
    /// The time now, in the time of the deadline.
    pub now: f64,
}

/// The engines of an instance: the one that searched last is kept with what it knows of its game.
#[derive(Debug, Default)]
pub struct Searcher {
    last: Option<KnownEngine>,
}

#[derive(Debug)]
struct KnownEngine {
    variant: &'static str,
    table_mb: u32,
    game: String,
    engine: Box<dyn Engine>,
}

/// What whoever holds the module says in place of a result, where the module of the search or its data are not kept and the
/// network does not give them. It is the code of the problem, too.
pub(crate) const NOT_FETCHED: &str = "part-not-fetched";

/// The game of positions that belong to none.
const NO_GAME: &str = "";

impl Searcher {
    /// Searches until a limit is met or `control` says stop.
    ///
    /// # Errors
    /// Why nothing was found, in English.
    pub fn search(
        &mut self,
        question: SearchQuestion,
        control: &Control,
        report: &mut (dyn FnMut(SearchReport<'_>) + Send),
    ) -> Result<SearchFound, String> {
        let mut each = |info: &Info| report(SearchReport::Move(info));
        let found = match question {
            SearchQuestion::Game(request) => self.search_game(*request, control, &mut each),
            SearchQuestion::Position(asked) => {
                let session = asked.session()?;
                let variant = session.variant().id;
                let engine = self.engine(variant, asked.table_mb, NO_GAME, asked.forgets)?;
                let engine = with_threads(engine, asked.threads())?;
                let found = engine.search(session.as_ref(), &asked.limits, control, &mut each);
                found.map_err(|error| error.to_string())
            }
            SearchQuestion::Lab(asked) => {
                let found = asked.run(control, &mut |told| report(SearchReport::Lab(told)));
                return Ok(SearchFound::Lab(Box::new(found?)));
            }
        };
        Ok(SearchFound::Move(Box::new(found?)))
    }

    fn search_game(
        &mut self,
        request: SearchRequest,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, String> {
        let SearchRequest { game, job, now } = request;
        let id = game.id.clone();
        let state = game.state().map_err(|error| error.to_string())?;
        let session = state.session();
        let left = job.deadline.map(|deadline| (deadline - now).max(0.0) / 1000.0);
        let left = left.map(Duration::from_secs_f64);
        let within = |limits: Limits| match left {
            Some(left) => {
                let time = limits.move_time.map_or(left, |time| time.min(left));
                Limits { move_time: Some(time.max(SHORTEST)), ..limits }
            }
            None => limits,
        };
        let variant = session.variant().id;
        match job.task {
            SearchTask::Preset { id, limits } => {
                let machine = games::new_preset(variant, &id);
                let mut machine = machine.map_err(|error| error.to_string())?;
                let found = machine.search(session, &within(limits), control, report);
                found.map_err(|error| error.to_string())
            }
            SearchTask::Move { limits } => {
                let engine = self.engine(variant, job.table_mb, &id, job.forgets)?;
                let engine = with_threads(engine, 1)?;
                let found = engine.search(session, &within(limits), control, report);
                found.map_err(|error| error.to_string())
            }
            SearchTask::Choice => {
                let opening = state.opening().ok_or("the game has no opening")?;
                let engine = self.engine(variant, job.table_mb, &id, job.forgets)?;
                let engine = with_threads(engine, 1)?;
                Ok(engine::chosen(engine, session, opening, control))
            }
        }
    }

    /// An engine, which knows the game if it searched it last.
    fn engine(
        &mut self,
        variant: &'static str,
        table_mb: u32,
        game: &str,
        forgets: bool,
    ) -> Result<&mut dyn Engine, String> {
        let fits = |known: &KnownEngine| known.variant == variant && known.table_mb == table_mb;
        let known = match self.last.take().filter(fits) {
            Some(mut known) => {
                if forgets || known.game != game {
                    known.engine.new_game();
                    game.clone_into(&mut known.game);
                }
                known
            }
            None => {
                let mut engine = games::new_engine(variant).map_err(|error| error.to_string())?;
                let set = engine.set_option("Hash", &table_mb.to_string());
                set.map_err(|error| error.to_string())?;
                KnownEngine { variant, table_mb, game: game.to_owned(), engine }
            }
        };
        Ok(self.last.insert(known).engine.as_mut())
    }
}

fn with_threads(engine: &mut dyn Engine, threads: u32) -> Result<&mut dyn Engine, String> {
    let set = engine.set_option("Threads", &threads.to_string());
    set.map_err(|error| error.to_string())?;
    Ok(engine)
}
