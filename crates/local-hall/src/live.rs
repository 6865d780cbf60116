//! A live game: [`LiveGame`] gives events, and the browser does what they ask for, step by step.

use crate::search::NOT_FETCHED;
use crate::stored::{StoredGame, StoredSummary};
use engine::Limits;
use hall::{
    Change, ChangeBatch, LiveEvent, LiveGame, LiveOptions, Moment, MonotonicTime, SearchOrder,
    SearchPurpose, SearchQuestion, limits,
};
use hall_messages::Refused;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;
use wire::{Event, Player, Problem};

/// As in a hall with a server: people follow the game.
const LEAST_THINKING: Duration = Duration::from_millis(500);
/// The most changes that a game may have.
const MOST_CHANGES: u64 = 20_000;
/// The largest table of an engine, in MiB.
const LARGEST_TABLE: u32 = 32;

/// What the browser does next.
#[derive(Debug, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// Stores these changes, if the stored game still has the version `before`. Always the last step: the answer is
    /// [`crate::HallRequest::Stored`], or [`crate::HallRequest::Replaced`] with the game as it is stored.
    Store {
        /// That version.
        before: u64,
        /// The client's id of the request.
        request: Option<String>,
        /// The changes.
        changes: Vec<Change>,
        /// What a list shows of the game after them.
        summary: Box<StoredSummary>,
    },
    /// Stops the search that runs.
    Stop,
    /// Starts a search in place of the one before.
    Search {
        /// The search.
        job: SearchJob,
    },
    /// Lets the search end with the best move found so far.
    Hurry,
    /// Tells every client of the game.
    Tell {
        /// The event.
        event: Box<Event>,
    },
    /// The game has ended.
    Ended,
}

/// A search of the position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchJob {
    /// Its number among the game's searches.
    pub number: u64,
    /// What is searched.
    pub task: SearchTask,
    /// The size of the engine's table in MiB.
    pub table_mb: u32,
    /// Whether the engine forgets what it knows of the game before.
    pub forgets: bool,
    /// When a move must be found at the latest, in milliseconds of the time that the messages tell.
    pub deadline: Option<f64>,
}

/// What is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SearchTask {
    /// A move of our engine.
    Move {
        /// The limits.
        limits: Limits,
    },
    /// A move of a machine of a textbook.
    Preset {
        /// Its id.
        id: String,
        /// The limits.
        limits: Limits,
    },
    /// A choice in the opening of the game.
    Choice,
}

/// A game that goes on in the browser.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) game: LiveGame,
    waiting: VecDeque<LiveEvent>,
    /// Changes that are being stored.
    storing: Option<ChangeBatch>,
}

/// The time that a message tells.
pub(crate) fn time(ms: f64) -> MonotonicTime {
    MonotonicTime::START + Duration::from_secs_f64((ms / 1000.0).max(0.0))
}

fn milliseconds(time: MonotonicTime) -> f64 {
    time.since(MonotonicTime::START).as_secs_f64() * 1000.0
}

impl Local {
    /// Goes on with a stored game.
    pub(crate) fn open(record: StoredGame, now: MonotonicTime) -> Result<Self, Refused> {
        let state = record.state().map_err(|error| damaged(&error.to_string()))?;
        let options = LiveOptions { least_thinking: LEAST_THINKING, most_changes: MOST_CHANGES };
        let (game, events) = LiveGame::new(&games::REGISTRY, state, options, now);
        Ok(Self { game, waiting: events.into(), storing: None })
    }

    /// The game could not be stored, or was changed elsewhere: goes on as it is stored.
    pub(crate) fn replace(
        &mut self,
        record: StoredGame,
        now: MonotonicTime,
    ) -> Result<(), Refused> {
        let state = record.state().map_err(|error| damaged(&error.to_string()))?;
        self.storing = None;
        self.waiting = self.game.replace(state, now).into();
        self.waiting.push_back(LiveEvent::StateShown);
        Ok(())
    }

    pub(crate) fn add(&mut self, events: Vec<LiveEvent>) {
        self.waiting.extend(events);
    }

    /// The changes are stored: what follows from them comes first.
    pub(crate) fn stored(&mut self, version: u64, at: Moment, now: MonotonicTime) {
        let Some(changed) = self.storing.take() else { return };
        for event in self.game.stored(changed, version, at, now).into_iter().rev() {
            self.waiting.push_front(event);
        }
    }

    /// Whether changes are being stored: nothing else is done then.
    pub(crate) fn is_storing(&self) -> bool {
        self.storing.is_some()
    }

    /// When the game has something to do, in the time of the messages.
    pub(crate) fn deadline(&self) -> Option<f64> {
        self.game.next_deadline().map(milliseconds)
    }

    /// The steps up to the next change that has to be stored.
    pub(crate) fn steps(&mut self, now: MonotonicTime) -> Vec<Step> {
        let mut steps = Vec::new();
        while !self.is_storing()
            && let Some(event) = self.waiting.pop_front()
        {
            steps.extend(self.step(event, now));
        }
        steps
    }

    fn step(&mut self, event: LiveEvent, now: MonotonicTime) -> Option<Step> {
        let tell = |event: Event| Some(Step::Tell { event: Box::new(event) });
        match event {
            LiveEvent::Changed(changed) => {
                let state = self.game.state();
                let step = Step::Store {
                    before: state.version(),
                    request: changed.request_id().map(str::to_owned),
                    changes: changed.changes.clone(),
                    summary: Box::new(StoredSummary::of(state)),
                };
                self.storing = Some(changed);
                Some(step)
            }
            LiveEvent::SearchStopped => Some(Step::Stop),
            LiveEvent::SearchOrdered(order) => Some(Step::Search { job: self.job(*order) }),
            LiveEvent::SearchHurried => Some(Step::Hurry),
            LiveEvent::Ended => Some(Step::Ended),
            LiveEvent::StateShown => tell(self.state(now)),
            LiveEvent::MoveShown { after } => tell(self.moved(after, now)?),
            LiveEvent::ThinkingShown(thinking) => tell(Event::Thinking { thinking }),
            LiveEvent::HintShown { ply, text, score, pv } => {
                let written = self.game.state().session().write_all(&text).unwrap_or_default();
                let notations = hall::notations(written);
                tell(Event::Hint { ply, text, notations, score, pv })
            }
            LiveEvent::DrawDeclined => tell(Event::DrawDeclined),
            LiveEvent::EngineFailed { why } => tell(Event::Error {
                id: String::new(),
                problem: Problem {
                    code: if why == NOT_FETCHED { NOT_FETCHED } else { "engine-failed-here" }
                        .to_owned(),
                    message: format!("the machine's search failed: {why}"),
                    ..Problem::default()
                },
            }),
            LiveEvent::GivenUp(refusal) => {
                tell(Event::Error { id: String::new(), problem: Refused::from(refusal).problem })
            }
        }
    }

    /// The whole game.
    pub(crate) fn view(&self, now: MonotonicTime) -> wire::Game {
        let mut shown = hall_messages::shown_at(self.game.state(), now);
        shown.thinking = self.game.thinking();
        shown.warnings = self.game.warnings().to_vec();
        shown
    }

    /// The whole game, for a client that joins.
    pub(crate) fn state(&self, now: MonotonicTime) -> Event {
        Event::State { game: Box::new(self.view(now)) }
    }

    fn moved(&self, after: u64, now: MonotonicTime) -> Option<Event> {
        let mut moved = hall_messages::moved(self.game.state(), after, now)?;
        moved.thinking = self.game.thinking();
        moved.warnings = self.game.warnings().to_vec();
        Some(Event::Moved { moved: Box::new(moved) })
    }

    fn job(&self, order: SearchOrder) -> SearchJob {
        let SearchOrder { number, purpose, question, forgets, deadline } = order;
        let seeded = |found: Limits| match purpose {
            SearchPurpose::Move(_) => {
                Limits { seed: limits::seed_of(self.game.state().id()), ..found }
            }
            SearchPurpose::Choice(_) | SearchPurpose::Hint | SearchPurpose::Offer => found,
        };
        let task = match question {
            SearchQuestion::Move(limits) => SearchTask::Move { limits: seeded(limits) },
            SearchQuestion::Preset { id, limits } => {
                SearchTask::Preset { id, limits: seeded(limits) }
            }
            SearchQuestion::Choice(_) => SearchTask::Choice,
        };
        let table_mb = match purpose.side().map(|side| self.game.state().player(side)) {
            Some(&Player::Machine { preset: None, level, .. }) => {
                engine::table_mb(level, LARGEST_TABLE)
            }
            Some(Player::Machine { .. }) => 1,
            _ => LARGEST_TABLE,
        };
        SearchJob { number, task, table_mb, forgets, deadline: deadline.map(milliseconds) }
    }
}

/// The stored data of a game cannot be read.
pub(crate) fn damaged(what: &str) -> Refused {
    let message = format!("the stored data of this game are damaged ({what}); nothing was changed");
    Refused::conflict("data-damaged", message)
}
