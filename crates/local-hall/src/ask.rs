//! What the page's worker asks, and the answers.

use crate::archive::{self, ArchiveAsk};
use crate::files::{FileAsk, LocalFiles};
use crate::lab::{LabAsk, LocalLab};
use crate::live::{Local, Step, time};
use crate::openings::{LocalOpenings, OpeningAsk};
use crate::puzzles::{LocalPuzzles, PuzzleAsk};
use crate::reviews::{LocalReviews, ReviewAsk};
use crate::search::{AskedPosition, PositionSearch};
use crate::stored::{StoredChange, StoredGame, StoredSummary};
use crate::studies::{LocalStudies, StudyAsk};
use engine::{BestMove, Info};
use hall::{GameState, Moment, NewGame, Speaker};
use hall_messages::{RefusalKind, Refused, study_for_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use wire::{CheckPosition, Problem, Request};

/// A question. `at` is the time of a clock that never goes back, in milliseconds; `now` is in milliseconds since 1970.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum HallRequest {
    /// The games of the module.
    Catalogue,
    /// How the machines of textbooks play.
    PresetTexts {
        /// The variant's id.
        variant: String,
    },
    /// The names of the data files that the engine of a variant needs, to be supplied before it searches.
    DataFiles {
        /// The variant's id.
        variant: String,
        /// The position that is searched for a few moments; without it the files of a whole game are asked for.
        position: Option<Box<AskedPosition>>,
    },
    /// A position, or all its faults.
    CheckPosition {
        /// The position.
        position: CheckPosition,
    },
    /// A new game, to be stored before anybody is told of it.
    Begin {
        /// Its id.
        id: String,
        /// What is wanted.
        game: Box<NewGame>,
        /// Whether the lot falls so that the players change sides.
        swap: bool,
        /// The time.
        now: i64,
    },
    /// A stored game as it is shown.
    Show {
        /// The game.
        game: Box<StoredGame>,
    },
    /// A stored game becomes live, or tells its state to one more client.
    Join {
        /// The game; it is read only where it is not live.
        game: Box<StoredGame>,
        /// The time.
        at: f64,
    },
    /// A live game as it is now; nothing where it is not live.
    View {
        /// Its id.
        id: String,
        /// The time.
        at: f64,
    },
    /// A client's request.
    Command {
        /// The game's id.
        id: String,
        /// The request.
        request: Request,
        /// The time.
        at: f64,
    },
    /// The changes of the last step are stored.
    Stored {
        /// The game's id.
        id: String,
        /// Its version with them.
        version: u64,
        /// Their time.
        now: i64,
        /// The time.
        at: f64,
    },
    /// They could not be stored, or somebody else changed the game: it goes on as it is stored.
    Replaced {
        /// The stored game.
        game: Box<StoredGame>,
        /// The time.
        at: f64,
    },
    /// The deadline of the last answer has come.
    Passed {
        /// The game's id.
        id: String,
        /// The time.
        at: f64,
    },
    /// A search reports.
    Progressed {
        /// The game's id.
        id: String,
        /// The search's number.
        number: u64,
        /// The report.
        info: Box<Info>,
        /// The time.
        at: f64,
    },
    /// A search has ended.
    Found {
        /// The game's id.
        id: String,
        /// The search's number.
        number: u64,
        /// What it found, or why it failed.
        found: Result<BestMove, String>,
        /// The time.
        at: f64,
    },
    /// Something about puzzles.
    Puzzle {
        /// What.
        of: PuzzleAsk,
    },
    /// Something about openings.
    Opening {
        /// What.
        of: OpeningAsk,
    },
    /// Something about studies.
    Study {
        /// What.
        of: StudyAsk,
    },
    /// Something about reviews and judgements.
    Review {
        /// What.
        of: ReviewAsk,
    },
    /// Something about the archive.
    Archive {
        /// What.
        of: ArchiveAsk,
    },
    /// Something about the lab.
    Lab {
        /// What.
        of: LabAsk,
    },
    /// Something about files.
    File {
        /// What.
        of: FileAsk,
    },
    /// Nobody needs the game any more.
    Close {
        /// Its id.
        id: String,
    },
}

/// The answer: a value or a refusal, and for a live game what is to be done.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    /// What was asked for.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub value: Value,
    /// The status that a server would answer with; 0 where nothing was refused.
    pub status: u16,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// What is to be done, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// What is to be searched before there is an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<PositionSearch>,
    /// When [`HallRequest::Passed`] is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<f64>,
}

/// The live games of a browser.
#[derive(Debug, Default)]
pub struct LocalHall {
    games: HashMap<String, Local>,
    puzzles: LocalPuzzles,
    openings: LocalOpenings,
    studies: LocalStudies,
    reviews: LocalReviews,
    files: LocalFiles,
    lab: LocalLab,
}

const fn status(kind: RefusalKind) -> u16 {
    match kind {
        RefusalKind::BadRequest => 400,
        RefusalKind::Impossible => 422,
        RefusalKind::Conflict => 409,
        RefusalKind::Forbidden => 403,
        RefusalKind::NotFound => 404,
        RefusalKind::Failed => 500,
    }
}

impl Answer {
    /// A value.
    pub(crate) fn of(of: &impl Serialize) -> Result<Self, Refused> {
        value(of).map(|value| Self { value, ..Self::default() })
    }

    /// A search comes first.
    pub(crate) fn searching(search: PositionSearch) -> Self {
        Self { search: Some(search), ..Self::default() }
    }
}

impl From<Refused> for Answer {
    fn from(refused: Refused) -> Self {
        let status = status(refused.kind);
        Self { status, problem: Some(refused.problem), ..Self::default() }
    }
}

fn value(of: &impl Serialize) -> Result<Value, Refused> {
    serde_json::to_value(of)
        .map_err(|error| Refused::impossible("internal", format!("it cannot be written: {error}")))
}

impl LocalHall {
    /// The answer to a question in JSON, in JSON.
    pub fn answer(&mut self, question: &[u8]) -> Vec<u8> {
        let answer = match serde_json::from_slice(question) {
            Ok(ask) => self.ask(ask),
            Err(error) => Refused::bad_request("bad-json", error.to_string()).into(),
        };
        serde_json::to_vec(&answer).unwrap_or_default()
    }

    /// The answer to a question.
    pub fn ask(&mut self, ask: HallRequest) -> Answer {
        self.asked(ask).unwrap_or_else(Answer::from)
    }

    fn asked(&mut self, ask: HallRequest) -> Result<Answer, Refused> {
        let of = |value| Answer { value, ..Answer::default() };
        match ask {
            HallRequest::Catalogue => value(&hall_messages::catalogue(false)).map(of),
            HallRequest::PresetTexts { variant } => {
                value(&hall_messages::preset_texts(&variant)?).map(of)
            }
            HallRequest::DataFiles { variant, position } => {
                let (family, variant) = games::REGISTRY.find(&variant)?;
                let mut files = family.data_files(variant);
                if let Some(position) = position {
                    position.leave_needed(family, variant.id, &mut files);
                }
                value(&files).map(of)
            }
            HallRequest::CheckPosition { position } => {
                value(&hall_messages::check_position(position)?).map(of)
            }
            HallRequest::Begin { id, game, swap, now } => {
                begin(&id, *game, swap, now, &self.files).map(of)
            }
            HallRequest::Show { game } => value(&shown(*game)?).map(of),
            HallRequest::Join { game, at } => self.join(*game, at),
            HallRequest::View { id, at } => match self.games.get(&id) {
                Some(local) => value(&local.view(time(at))).map(of),
                None => Ok(Answer::default()),
            },
            HallRequest::Command { id, request, at } => self.command(&id, &request, at),
            HallRequest::Stored { id, version, now, at } => {
                let local = self.live(&id)?;
                local.stored(version, Moment(now), time(at));
                Ok(done(local, at))
            }
            HallRequest::Replaced { game, at } => {
                let local = self.live(&game.id)?;
                local.replace(*game, time(at))?;
                Ok(done(local, at))
            }
            HallRequest::Passed { id, at } => {
                let local = self.live(&id)?;
                let events = local.game.time_passed(time(at));
                local.add(events);
                Ok(done(local, at))
            }
            HallRequest::Progressed { id, number, info, at } => {
                let local = self.live(&id)?;
                local.game.search_progressed(number, *info);
                Ok(done(local, at))
            }
            HallRequest::Found { id, number, found, at } => {
                let local = self.live(&id)?;
                let events = local.game.search_ended(number, found, time(at));
                local.add(events);
                Ok(done(local, at))
            }
            HallRequest::Puzzle { of } => self.puzzles.ask(of),
            HallRequest::Opening { of } => self.openings.ask(of),
            HallRequest::Study { of } => self.studies.ask(of, &self.files),
            HallRequest::Archive { of } => archive::ask(of),
            HallRequest::Lab { of } => self.lab.ask(of),
            HallRequest::File { of } => self.files.ask(of, &mut self.studies),
            HallRequest::Review { of } => self.reviews.ask(of, &mut self.studies, &self.openings),
            HallRequest::Close { id } => {
                self.games.remove(&id);
                Ok(Answer::default())
            }
        }
    }

    fn live(&mut self, id: &str) -> Result<&mut Local, Refused> {
        let gone = || Refused::not_found(format!("the game {id:?} is not live"));
        self.games.get_mut(id).ok_or_else(gone)
    }

    fn join(&mut self, game: StoredGame, at: f64) -> Result<Answer, Refused> {
        let id = game.id.clone();
        if !self.games.contains_key(&id) {
            let local = Local::open(game, time(at))?;
            self.games.insert(id.clone(), local);
        }
        let local = self.live(&id)?;
        let woken = local.game.wake_machine(time(at));
        local.add(woken);
        let state = value(&local.state(time(at)))?;
        Ok(Answer { value: state, ..done(local, at) })
    }

    fn command(&mut self, id: &str, request: &Request, at: f64) -> Result<Answer, Refused> {
        let local = self.live(id)?;
        // A request after the time has run out is too late.
        let over = local.game.end_by_time(time(at));
        let is_over = !over.is_empty();
        local.add(over);
        if is_over {
            let late = Refused::conflict("game-over", "the game is over: the time is up");
            return Ok(Answer { status: 409, problem: Some(late.problem), ..done(local, at) });
        }
        match local.game.apply(&request.id, &request.command, &Speaker::House, time(at)) {
            Ok(events) => {
                local.add(events);
                Ok(done(local, at))
            }
            Err(refusal) => {
                let refused = Answer::from(Refused::from(refusal));
                Ok(Answer { deadline: local.deadline(), ..refused })
            }
        }
    }
}

/// What is to be done now in a game.
fn done(local: &mut Local, at: f64) -> Answer {
    let steps = local.steps(time(at));
    Answer { steps, deadline: local.deadline(), ..Answer::default() }
}

fn shown(game: StoredGame) -> Result<wire::Game, Refused> {
    let state = game.state().map_err(|error| crate::live::damaged(&error.to_string()))?;
    Ok(hall_messages::shown(&state))
}

/// A new game with the moves that it begins with: as it is to be stored, its summary, and as it is shown.
fn begin(
    id: &str,
    mut new: NewGame,
    swap: bool,
    now: i64,
    files: &LocalFiles,
) -> Result<Value, Refused> {
    let record = files.game_for(&mut new)?;
    hall_messages::check_new_game_form(&new)?;
    if new.draw_lots && swap {
        new.players.swap(0, 1);
    }
    let at = Moment(now);
    let times = record.map(hall::study::move_times).unwrap_or_default();
    let (mut state, changes): (GameState, _) =
        hall_messages::begin(id, new, &Speaker::House, &times, at)?;
    let study = record.and_then(|record| study_for_game(record, id, state.setup())).transpose()?;
    let version = changes.len() as u64;
    let logged = |(version, change)| StoredChange { version, at: now, request: None, change };
    let log: Vec<StoredChange> = (1..).zip(changes).map(logged).collect();
    state.stored(version, None, at);
    let game = StoredGame {
        id: id.to_owned(),
        setup: state.setup().clone(),
        version,
        created_at: now,
        updated_at: now,
        log,
    };
    let (summary, shown) = (StoredSummary::of(&state), hall_messages::shown(&state));
    let made = serde_json::json!({ "game": game, "summary": summary, "shown": shown });
    value(&match study {
        Some(study) => serde_json::json!({ "made": made, "study": study }),
        None => serde_json::json!({ "made": made }),
    })
}
