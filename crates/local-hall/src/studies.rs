//! Studies in a browser: whoever holds the module stores them, and tells the clients.

use crate::ask::Answer;
use crate::files::LocalFiles;
use crate::search::PositionSearch;
use crate::stored::StoredGame;
use engine::{BestMove, Info, Session};
use hall::study::FollowedMove;
use hall::{Moment, Outcome};
use hall_messages::{
    AnalysisRequest, AppliedEdit, EditOutcome, ListedStudy, OpenStudy, Refused, SearchedAnalysis,
    SearchedValues, StoredEdit, StudyLimits, StudyStep, WantedGames, bytes_of_file, is_own_engine,
    level_of_engine, listed_study, own_engines, read_file, study_of_export, study_of_game,
    study_of_position, study_of_record,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use wire::{Analysis, AnalysisState, Fault, NewStudy, StudyCommand, StudyEvent, StudyRequest};

/// As in a hall with a server.
const LIMITS: StudyLimits = StudyLimits { edits: 20_000, bytes: 32 << 20 };
/// The largest table of an analysis, in MiB.
const TABLE_MB: u32 = 32;
/// A search of all moves fills little of a table.
const VALUES_MB: u32 = 8;
/// Moves a study may begin with, and the characters that its position may have.
const MOST_MOVES: usize = 5_000;
const LONGEST_POSITION: usize = 4_000;

/// A study as a browser stores it: the same texts as a server's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredStudy {
    /// Its id.
    pub id: String,
    /// The game that it was made of.
    #[serde(default)]
    pub game: Option<String>,
    /// What it began with, as JSON.
    pub setup: String,
    /// What lists show of it, as JSON.
    pub head: String,
    /// Its version.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it last changed.
    pub updated_at: i64,
    /// All edits in order; lists have none.
    #[serde(default)]
    pub log: Vec<StoredStudyEdit>,
}

/// An edit of a study.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredStudyEdit {
    /// The id of the request that made it.
    #[serde(default)]
    pub request: Option<String>,
    /// The edit, as JSON.
    pub body: String,
}

/// A question about studies.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum StudyAsk {
    /// A new study, to be stored.
    Make {
        /// What of.
        of: NewStudy,
        /// The game, if it is of one.
        game: Option<Box<StoredGame>>,
        /// The date of that game where the browser is.
        date: Option<String>,
    },
    /// Studies as a list shows them.
    List {
        /// Without their edits.
        studies: Vec<StoredStudy>,
    },
    /// The study is needed, or was changed by somebody else: it is read.
    Open {
        /// As it is stored.
        study: Box<StoredStudy>,
        /// Its review.
        review: Option<Box<wire::ShownReview>>,
    },
    /// The study as it is now.
    View {
        /// Its id.
        id: String,
    },
    /// A client's request that is neither for an analysis nor to end one.
    Command {
        /// The study's id.
        id: String,
        /// The request.
        request: StudyRequest,
        /// The time.
        now: i64,
    },
    /// The game of the study as it is now: its moves are taken over.
    Follow {
        /// The study's id.
        id: String,
        /// The game.
        game: Box<StoredGame>,
        /// The time.
        now: i64,
    },
    /// The review of the study has another state.
    Reviewed {
        /// The study's id.
        id: String,
        /// The review.
        review: Option<Box<wire::ShownReview>>,
    },
    /// An analysis begins: the answer is its search, and what is known at once.
    Analyse {
        /// The study's id.
        id: String,
        /// The number under which it is asked for again.
        number: u64,
        /// The request.
        request: StudyRequest,
    },
    /// The search of an analysis reports, or has ended; the answer is how it stands.
    Analysed {
        /// The number of the analysis.
        number: u64,
        /// What it reported.
        reports: Vec<Info>,
        /// The end.
        found: Option<Result<BestMove, String>>,
    },
    /// The analysis is not needed any more: the answer is how it stood at its end.
    Stop {
        /// Its number.
        number: u64,
    },
    /// Nobody needs the study any more.
    Close {
        /// Its id.
        id: String,
    },
}

/// What follows from a request.
#[derive(Debug, Default, Serialize)]
pub struct StudyOutcome {
    /// The edit that is to be stored before anybody is told of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<StudyStore>,
    /// What all clients are told then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<StudyEvent>,
    /// The node that the request led to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// What the client is told that asked to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<StudyEvent>,
}

/// An edit that is to be stored, if the stored study still has the version before it.
#[derive(Debug, Serialize)]
pub struct StudyStore {
    /// That version.
    pub before: u64,
    /// Its time.
    pub at: i64,
    /// The edit.
    pub edit: StoredStudyEdit,
    /// What lists show of the study then, as JSON.
    pub head: String,
}

/// The open studies of a browser, and the analyses of their positions.
#[derive(Debug, Default)]
pub(crate) struct LocalStudies {
    open: HashMap<String, OpenStudy>,
    analyses: HashMap<u64, StudySearch>,
}

/// What a search finds.
#[derive(Debug)]
enum StudySearch {
    Analysis(Box<SearchedAnalysis>),
    Values(SearchedValues),
}

impl LocalStudies {
    pub(crate) fn ask(&mut self, asked: StudyAsk, files: &LocalFiles) -> Result<Answer, Refused> {
        match asked {
            StudyAsk::Make { of, game, date } => {
                Answer::of(&made(of, game.map(|game| *game), date.as_deref(), files)?)
            }
            StudyAsk::List { studies } => {
                Answer::of(&studies.into_iter().map(listed).collect::<Vec<_>>())
            }
            StudyAsk::Open { study, review } => {
                let id = study.id.clone();
                let mut open = opened(*study)?;
                open.review = review.map(|review| *review);
                self.open.insert(id.clone(), open);
                self.view(&id)
            }
            StudyAsk::View { id } => self.view(&id),
            StudyAsk::Command { id, request, now } => {
                Answer::of(&self.command(&id, request, Moment(now))?)
            }
            StudyAsk::Follow { id, game, now } => {
                Answer::of(&self.follow(&id, *game, Moment(now))?)
            }
            StudyAsk::Reviewed { id, review } => {
                if let Some(study) = self.open.get_mut(&id) {
                    study.review = review.map(|review| *review);
                }
                Ok(Answer::default())
            }
            StudyAsk::Analyse { id, number, request } => self.analyse(&id, number, request.command),
            StudyAsk::Analysed { number, reports, found } => self.analysed(number, reports, found),
            StudyAsk::Stop { number } => match self.analyses.remove(&number) {
                Some(StudySearch::Analysis(mut analysis)) => {
                    Answer::of(&told(Analysis { state: AnalysisState::Done, ..analysis.view() }))
                }
                _ => Ok(Answer::default()),
            },
            StudyAsk::Close { id } => {
                self.open.remove(&id);
                Ok(Answer::default())
            }
        }
    }

    pub(crate) fn study(&mut self, id: &str) -> Result<&mut OpenStudy, Refused> {
        let gone = || Refused::not_found(format!("the study {id:?} is not open"));
        self.open.get_mut(id).ok_or_else(gone)
    }

    fn view(&mut self, id: &str) -> Result<Answer, Refused> {
        Answer::of(&self.study(id)?.view(id, own_engines().collect()))
    }

    fn command(
        &mut self,
        id: &str,
        StudyRequest { id: request, command }: StudyRequest,
        now: Moment,
    ) -> Result<StudyOutcome, Refused> {
        let study = self.study(id)?;
        match study.asked(&request, &command)? {
            StudyStep::Done(EditOutcome { node, position }) => {
                let position = position.map(|position| StudyEvent::Position { position });
                Ok(StudyOutcome { node, position, ..StudyOutcome::default() })
            }
            StudyStep::Edit(edit) => {
                let applied = study.apply(&edit, LIMITS)?;
                study.note(&request, command, applied.changed.node);
                Ok(edited(study, Some(request), applied, now))
            }
        }
    }

    fn follow(&mut self, id: &str, game: StoredGame, now: Moment) -> Result<StudyOutcome, Refused> {
        let state = game.state().map_err(|error| crate::live::damaged(&error.to_string()))?;
        let study = self.study(id)?;
        study.result = outcome(&state);
        let played = |played: &hall::MovePlayed| FollowedMove {
            text: played.text.clone(),
            time_ms: played.time_ms,
        };
        let moves: Vec<FollowedMove> = state.moves().iter().map(played).collect();
        let Some(edit) = study.study.following(&moves) else {
            return Ok(StudyOutcome::default());
        };
        let applied = study.apply(&edit, LIMITS)?;
        Ok(edited(study, None, applied, now))
    }

    fn analyse(&mut self, id: &str, number: u64, command: StudyCommand) -> Result<Answer, Refused> {
        match command {
            StudyCommand::Analyse { node, engine, lines, only, threat, depth, ms } => {
                let game = self.study(id)?.study.game_at(node)?;
                let asked = AnalysisRequest { node, engine, lines, only, threat, depth, ms };
                self.begin(number, asked, game)
            }
            StudyCommand::Values { node } => {
                let game = self.study(id)?.study.game_at(node)?;
                let (values, limits) = SearchedValues::new(node, game.as_ref())?;
                let search = PositionSearch::of(game.as_ref(), limits, VALUES_MB);
                let event = StudyEvent::Values { values: Box::new(values.view()) };
                self.analyses.insert(number, StudySearch::Values(values));
                Ok(Answer { search: Some(search), ..Answer::of(&event)? })
            }
            _ => Err(Refused::bad_request("bad-json", "this asks for no analysis")),
        }
    }

    fn begin(
        &mut self,
        number: u64,
        asked: AnalysisRequest,
        game: Box<dyn Session>,
    ) -> Result<Answer, Refused> {
        if !is_own_engine(&asked.engine) {
            return Err(Refused::not_found(format!("there is no engine {:?} here", asked.engine)));
        }
        // The search passes by itself.
        let before = PositionSearch::of(game.as_ref(), asked.limits(None), TABLE_MB);
        let (asked, game) = asked.checked(game)?;
        if game.verdict().is_some() {
            return Answer::of(&told(asked.nothing(AnalysisState::Done)));
        }
        let level = level_of_engine(&asked.engine);
        let table_mb = level.map_or(TABLE_MB, |level| engine::table_mb(level.number(), TABLE_MB));
        let limits = asked.limits(level);
        let search = PositionSearch { limits, table_mb, ..before }.of_threat(asked.threat);
        let first = told(asked.nothing(AnalysisState::Waiting));
        let mut searched = SearchedAnalysis::new(asked, game, None);
        searched.begin();
        self.analyses.insert(number, StudySearch::Analysis(Box::new(searched)));
        Ok(Answer { search: Some(search), ..Answer::of(&first)? })
    }

    fn analysed(
        &mut self,
        number: u64,
        reports: Vec<Info>,
        found: Option<Result<BestMove, String>>,
    ) -> Result<Answer, Refused> {
        // It was stopped meanwhile.
        let Some(searched) = self.analyses.get_mut(&number) else { return Ok(Answer::default()) };
        let has_ended = found.is_some();
        let event = match searched {
            StudySearch::Analysis(analysis) => {
                reports.into_iter().for_each(|info| analysis.take(info));
                if let Some(found) = found {
                    analysis.end(found.err().map(|_| failed()));
                }
                told(analysis.view())
            }
            StudySearch::Values(values) => {
                reports.into_iter().for_each(|info| values.take(info));
                if has_ended {
                    values.end();
                }
                StudyEvent::Values { values: Box::new(values.view()) }
            }
        };
        if has_ended {
            self.analyses.remove(&number);
        }
        Answer::of(&event)
    }
}

/// The edit is applied: what is to be stored, and told after that.
fn edited(
    study: &mut OpenStudy,
    request: Option<String>,
    applied: AppliedEdit,
    now: Moment,
) -> StudyOutcome {
    let before = study.version;
    let event = study.stored(&applied, before + 1, now);
    StudyOutcome {
        node: applied.changed.node,
        event: Some(event),
        store: Some(StudyStore {
            before,
            at: now.0,
            edit: StoredStudyEdit { request, body: applied.body },
            head: applied.head,
        }),
        position: None,
    }
}

fn told(analysis: Analysis) -> StudyEvent {
    StudyEvent::Analysis { analysis: Box::new(analysis) }
}

fn failed() -> Fault {
    Fault {
        code: "search-failed".to_owned(),
        message: "the search failed".to_owned(),
        squares: Vec::new(),
        piece: None,
        numbers: Vec::new(),
        place: None,
    }
}

fn outcome(state: &hall::GameState) -> Option<Outcome> {
    state.end().and_then(|end| end.outcome)
}

fn opened(study: StoredStudy) -> Result<OpenStudy, Refused> {
    let StoredStudy { setup, version, created_at, updated_at, log, .. } = study;
    let log = log.into_iter().map(|StoredStudyEdit { request, body }| StoredEdit { request, body });
    let (created_at, updated_at) = (Moment(created_at), Moment(updated_at));
    OpenStudy::replay(&setup, log.collect(), version, created_at, updated_at)
        .map_err(|what| crate::live::damaged(&what))
}

fn listed(study: StoredStudy) -> wire::StudySummary {
    let StoredStudy { id, game, setup, head, created_at, updated_at, .. } = study;
    let (created_at, updated_at) = (Moment(created_at), Moment(updated_at));
    listed_study(ListedStudy { id, game, created_at, updated_at, shown: Ok((setup, head)) })
}

fn made(
    of: NewStudy,
    game: Option<StoredGame>,
    date: Option<&str>,
    files: &LocalFiles,
) -> Result<hall_messages::UnsavedStudy, Refused> {
    let bad = |message: String| Err(Refused::impossible("bad-study", message));
    match of {
        NewStudy::Game { id } => {
            let gone = || Refused::not_found(format!("there is no game {id:?}"));
            let state = game.ok_or_else(gone)?.state();
            let state = state.map_err(|error| crate::live::damaged(&error.to_string()))?;
            study_of_game(&hall_messages::shown(&state), date)
        }
        NewStudy::Position { variant, rules, position, moves, title } => {
            if position.as_ref().is_some_and(|text| text.len() > LONGEST_POSITION) {
                return bad(format!("position: at most {LONGEST_POSITION} characters"));
            }
            if moves.len() > MOST_MOVES {
                return bad(format!("moves: at most {MOST_MOVES}"));
            }
            study_of_position(&variant, rules.as_deref(), position.as_deref(), &moves, &title)
        }
        NewStudy::Export { study } => study_of_export(*study),
        NewStudy::Imported { game } => study_of_record(files.record(&game)?, None),
        NewStudy::File { file, game } => {
            let (variant, bytes) = (games::find_variant(&file.variant)?, bytes_of_file(&file)?);
            let wanted = WantedGames::One(game as usize);
            let read = read_file(&file.name, &bytes, variant.id, wanted);
            match read.records.first() {
                Some(record) => study_of_record(record, None),
                None => bad(format!("there is no game {game} in this file")),
            }
        }
    }
}
