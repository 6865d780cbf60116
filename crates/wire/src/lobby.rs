use crate::{ClockSetting, ListedGame, PersonId, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /api/lobby`: who waits for a game, and what can be watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// The games that are offered to everybody, the oldest offer first.
    pub challenges: Vec<OpenChallenge>,
    /// The games of people that go on and may be watched, the latest move first.
    pub games: Vec<WatchedGame>,
}

/// A game that waits for somebody to sit down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpenChallenge {
    /// The game's id.
    pub id: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The id of the opening protocol, if the game begins with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The clock.
    pub clock: ClockSetting,
    /// Whether it is rated.
    pub rated: bool,
    /// Who waits.
    pub person: PersonId,
    /// The name of who waits.
    pub name: String,
    /// How strong that person is in such games; absent before the first rated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ShownRating>,
    /// The side of who sits down.
    pub side: Side,
    /// Since when (RFC 3339).
    pub since: String,
}

/// A game of people that goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WatchedGame {
    /// The game.
    pub game: ListedGame,
    /// How many watch it; absent where another node serves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<u32>,
    /// Whether it is rated.
    pub rated: bool,
}

/// `POST /api/pairing`: a game with anybody, now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeekGame {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; if absent, the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The clock.
    pub clock: ClockSetting,
    /// Whether it is rated.
    #[serde(default)]
    pub rated: bool,
    /// The game that the person offers already because of this: an older offer is looked for once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// Whom a person is to play with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Pairing {
    /// The id of the game: the offer of somebody, in which the person sits down now, or the person's own offer.
    pub game: String,
    /// Whether it is somebody else's.
    pub found: bool,
}

/// `POST /api/games/{id}/seat`: sits down on the open seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TakeSeat {
    /// Chosen by the client: a request that is repeated with the same id is carried out once.
    pub request: String,
}

/// How strong somebody is in one kind of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShownRating {
    /// The id of the family of games.
    pub family: String,
    /// The class of time: `bullet`, `blitz`, `rapid`, `classical` or `untimed`.
    pub time: String,
    /// The rating (Glicko-2).
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: i32,
    /// Whether too little is known to compare it with others.
    pub provisional: bool,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// `GET /api/persons/{id}`: what the hall says of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PersonProfile {
    /// Who.
    pub id: PersonId,
    /// The name in the last game; empty for a person without one.
    pub name: String,
    /// How strong the person is in each kind of games.
    pub ratings: Vec<ShownRating>,
    /// The last rated games, the latest first, at most 500.
    pub games: Vec<ShownRatedGame>,
    /// The ratings of the machine's levels, the first level first.
    pub levels: Vec<i32>,
}

/// What a rated game did to somebody's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownRatedGame {
    /// The game's id.
    pub game: String,
    /// The id of the family of games.
    pub family: String,
    /// The class of time.
    pub time: String,
    /// When it ended (RFC 3339).
    pub at: String,
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub points: u32,
    /// The opponent's id; absent for a level of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PersonId>,
    /// The opponent's name then.
    pub opponent_name: String,
    /// The level of the machine, if that was the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The opponent's rating before it.
    pub opponent_rating: i32,
    /// The rating after it.
    pub rating: i32,
    /// What it changed.
    pub change: i32,
    /// The accuracy of the person's moves, 0 to 100, where the game is one of the last twenty with a finished review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f32>,
}
