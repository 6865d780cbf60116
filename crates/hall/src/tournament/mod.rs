//! Tournaments of people: a club evening with entries, rounds, pairings and standings.
//!
//! A [`Tournament`] is its set-up and the log of its events, as a game is. A command makes events or a refusal; the ids of new
//! games and the lots are arguments. Each pairing is an ordinary game of two persons, whose end [`Tournament::report`] makes
//! a result. All points are in halves, so that they are whole numbers.

mod berger;
mod command;
mod pairing;
mod standings;
mod swiss;
mod trf;

pub use berger::{berger_round, berger_rounds};
pub use command::{NewRound, TournamentCommand, TournamentRefusal};
pub use pairing::{Pairing, PairingResult};
pub use standings::{RoundCell, RoundCellKind, Standing};
pub use swiss::{SwissPairing, SwissPlayer, pair as pair_swiss};
pub use trf::{TrfDates, trf};

use crate::{ClockSetting, Moment, PersonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of a tournament's name.
pub const LONGEST_TOURNAMENT_NAME: usize = 60;
/// The most entries of a Swiss tournament.
pub const MOST_IN_SWISS: usize = 64;
/// The most entries of a round robin.
pub const MOST_IN_ROUND_ROBIN: usize = 16;
/// The most rounds of a Swiss tournament.
pub const MOST_ROUNDS: u32 = 15;

/// Who plays whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentSystem {
    /// Everybody plays everybody, by the Berger tables.
    RoundRobin {
        /// Whether everybody plays everybody twice, with both sides.
        double: bool,
    },
    /// Those with equal points play each other, and nobody meets somebody twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// What the rounds count that somebody missed who came later.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LateEntries {
    /// Nobody comes later.
    Closed,
    /// Nothing.
    #[default]
    Zero,
    /// Half a point each.
    HalfPoint,
}

impl LateEntries {
    /// In half points.
    const fn points(self) -> u32 {
        match self {
            Self::Closed | Self::Zero => 0,
            Self::HalfPoint => 1,
        }
    }
}

/// What never changes of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentSetup {
    /// Its name.
    pub name: String,
    /// The id of the variant that is played.
    pub variant: String,
    /// The id of the rule set.
    pub rules: String,
    /// The id of the opening protocol of each game, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// Who plays whom.
    pub system: TournamentSystem,
    /// Whether its games change ratings.
    pub rated: bool,
    /// Whether it is shown to everybody in the hall; otherwise it is found by its address only.
    pub listed: bool,
    /// What missed rounds count.
    #[serde(default)]
    pub late: LateEntries,
    /// Who made it and directs it.
    pub organiser: PersonId,
    /// The organiser's name.
    pub organiser_name: String,
}

/// What happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// Somebody takes part, for the first time or again.
    Entered {
        /// Who.
        person: PersonId,
        /// The person's name.
        name: String,
        /// The person's rating in such games then.
        rating: i32,
    },
    /// Somebody takes no part any more.
    Left {
        /// Who.
        person: PersonId,
    },
    /// A round was paired.
    RoundBegun {
        /// In the first round: the entries in the order of their pairing numbers.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        order: Vec<PersonId>,
        /// The games.
        pairings: Vec<Pairing>,
        /// Who has a bye, because the number of players is odd.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bye: Option<PersonId>,
    },
    /// The result of a pairing, also another one than before.
    Result {
        /// The round, from 1.
        round: u32,
        /// The place of the pairing in it, from 0.
        board: u32,
        /// The result.
        result: PairingResult,
    },
    /// The tournament is over.
    Ended,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who.
    pub person: PersonId,
    /// The person's name.
    pub name: String,
    /// The rating at the time of the entry.
    pub rating: i32,
    /// How many rounds had begun before.
    pub since: usize,
    /// Whether the person has left.
    pub is_gone: bool,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The games.
    pub pairings: Vec<Pairing>,
    /// Who has a bye.
    pub bye: Option<PersonId>,
}

impl Round {
    /// Whether all its results are known.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.pairings.iter().all(|pairing| pairing.result.is_some())
    }
}

/// Where a tournament stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStage {
    /// No round has begun.
    Open,
    /// Rounds are played.
    Running,
    /// It is over.
    Over,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    setup: TournamentSetup,
    entries: Vec<Entry>,
    rounds: Vec<Round>,
    is_over: bool,
    version: u64,
}

/// An event in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedTournamentEvent {
    /// When it happened.
    pub at: Moment,
    /// The event.
    pub event: TournamentEvent,
}

impl Tournament {
    /// One in which nothing has happened.
    #[must_use]
    pub const fn new(setup: TournamentSetup) -> Self {
        Self { setup, entries: Vec::new(), rounds: Vec::new(), is_over: false, version: 0 }
    }

    /// The tournament after its events.
    #[must_use]
    pub fn replay<'a>(
        setup: TournamentSetup,
        events: impl IntoIterator<Item = &'a TournamentEvent>,
    ) -> Self {
        let mut tournament = Self::new(setup);
        for event in events {
            tournament.apply(event);
        }
        tournament
    }

    /// Does what an event says. One that names what there is not changes nothing but the version.
    pub fn apply(&mut self, event: &TournamentEvent) {
        self.version += 1;
        match event {
            TournamentEvent::Entered { person, name, rating } => {
                let since = self.rounds.len();
                match self.entries.iter_mut().find(|entry| entry.person == *person) {
                    Some(entry) => entry.is_gone = false,
                    None => self.entries.push(Entry {
                        person: person.clone(),
                        name: name.clone(),
                        rating: *rating,
                        since,
                        is_gone: false,
                    }),
                }
            }
            TournamentEvent::Left { person } if self.rounds.is_empty() => {
                self.entries.retain(|entry| entry.person != *person);
            }
            TournamentEvent::Left { person } => {
                if let Some(entry) = self.entries.iter_mut().find(|entry| entry.person == *person) {
                    entry.is_gone = true;
                }
            }
            TournamentEvent::RoundBegun { order, pairings, bye } => {
                if !order.is_empty() {
                    let place =
                        |entry: &Entry| order.iter().position(|person| *person == entry.person);
                    self.entries.sort_by_key(|entry| place(entry).unwrap_or(usize::MAX));
                }
                self.rounds.push(Round { pairings: pairings.clone(), bye: bye.clone() });
            }
            TournamentEvent::Result { round, board, result } => {
                let round = (*round as usize).checked_sub(1).and_then(|i| self.rounds.get_mut(i));
                let pairing = round.and_then(|round| round.pairings.get_mut(*board as usize));
                if let Some(pairing) = pairing {
                    pairing.result = Some(*result);
                }
            }
            TournamentEvent::Ended => self.is_over = true,
        }
    }

    /// Its set-up.
    #[must_use]
    pub const fn setup(&self) -> &TournamentSetup {
        &self.setup
    }

    /// Those who take part, in the order of their pairing numbers once the first round has begun.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The rounds that have begun.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The number of events.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Where it stands.
    #[must_use]
    pub const fn stage(&self) -> TournamentStage {
        if self.is_over {
            TournamentStage::Over
        } else if self.rounds.is_empty() {
            TournamentStage::Open
        } else {
            TournamentStage::Running
        }
    }

    /// How many rounds it has; of a round robin that has not begun, with those who have entered by now.
    #[must_use]
    pub fn round_count(&self) -> usize {
        match self.setup.system {
            TournamentSystem::Swiss { rounds } => rounds as usize,
            TournamentSystem::RoundRobin { double } => berger_rounds(self.table_size(), double),
        }
    }

    /// The size of the Berger table: it was chosen when the first round began.
    fn table_size(&self) -> usize {
        let at_start = self.entries.iter().filter(|entry| entry.since == 0).count();
        at_start + at_start % 2
    }

    fn number_of(&self, person: &PersonId) -> Option<usize> {
        self.entries.iter().position(|entry| entry.person == *person)
    }
}
