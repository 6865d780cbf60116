use crate::{ClockSetting, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /api/games`: a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; if absent, the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// Whether the server draws lots for the sides: it may then swap the players.
    #[serde(default)]
    pub draw_lots: bool,
    /// The clock.
    pub clock: ClockSetting,
    /// The text of the start position; if absent, the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves already played from there (from a file), in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The id of an opening protocol to begin with (gomoku, renju), from the standard start
    /// only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Whether its open seat is offered to everybody in the lobby, as long as who made it is there.
    #[serde(default)]
    pub in_lobby: bool,
    /// Whether its end changes the ratings of its players: two persons, or a person and a level of the machine.
    #[serde(default)]
    pub rated: bool,
    /// How many moves later than its two players others see it, while it goes on: 0 to 40.
    #[serde(default)]
    pub delay: u32,
    /// The game of a file that was imported, in place of `position`, `moves` and `opening`. The times of its moves are
    /// taken over. If it has tags, comments or variations, the study of the new game has them all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<ImportedGameId>,
}

/// One game of a file that was imported a moment ago.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportedGameId {
    /// The `id` in the answer of `POST /api/import`.
    pub file: String,
    /// The number of the game in the file, from 0; games that cannot be read are not counted.
    #[serde(default)]
    pub game: u32,
}
