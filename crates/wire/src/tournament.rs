use crate::{
    ClockSetting, LateEntries, PairingResult, PersonId, Standing, TournamentStage, TournamentSystem,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /api/tournaments`: a new tournament, directed by who makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewTournament {
    /// Its name, 1 to 60 characters.
    pub name: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; if absent, the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The id of an opening protocol with which each game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// Who plays whom.
    pub system: TournamentSystem,
    /// Whether its games change ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether everybody in the hall is shown it.
    #[serde(default)]
    pub listed: bool,
    /// What the rounds count that somebody missed who comes later.
    #[serde(default)]
    pub late: LateEntries,
}

/// `GET /api/tournaments`: those that everybody is shown, and the own ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentList {
    /// First those that go on, and the latest change first.
    pub tournaments: Vec<TournamentSummary>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The variant's id.
    pub variant: String,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// Who plays whom.
    pub system: TournamentSystem,
    /// Whether its games change ratings.
    pub rated: bool,
    /// Where it stands.
    pub stage: TournamentStage,
    /// How many take part.
    pub entries: u32,
    /// How many rounds have begun.
    pub begun: u32,
    /// How many rounds it has.
    pub rounds: u32,
    /// Whether who asks takes part.
    pub own: bool,
    /// Who directs it.
    pub organiser: PersonId,
    /// The name of who directs it.
    pub organiser_name: String,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownTournament {
    /// What the list says of it.
    pub summary: TournamentSummary,
    /// The rule set's id.
    pub rules: String,
    /// The id of the opening protocol of its games, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Whether everybody in the hall is shown it.
    pub listed: bool,
    /// What missed rounds count.
    pub late: LateEntries,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// The number of events so far.
    pub version: u64,
    /// The rounds that have begun, the first one first.
    pub rounds: Vec<ShownRound>,
    /// The standings, the first place first.
    pub standings: Vec<Standing>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownRound {
    /// Its number, from 1.
    pub number: u32,
    /// Its games.
    pub games: Vec<ShownRoundGame>,
    /// Who has a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<PersonId>,
}

/// Two who play each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownRoundGame {
    /// Who has the first side.
    pub first: PersonId,
    /// Who has the second side.
    pub second: PersonId,
    /// The id of their game; absent where one of them had left before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The result, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
    /// How many moves were played.
    pub plies: u32,
    /// Whether the game was called off, or cannot be read: who directs the tournament has to decide.
    pub undecided: bool,
}
