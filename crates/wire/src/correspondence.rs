use crate::{ListedGame, WrittenMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `PUT /api/games/{id}/conditional`: conditional moves, in place of those before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SetConditionalMoves {
    /// How many moves were played before them.
    #[serde(default)]
    pub ply: u32,
    /// Each line begins with a move of the opponent and ends with an answer, in any notation; none: there are no conditional
    /// moves any more.
    #[serde(default)]
    pub lines: Vec<Vec<String>>,
}

/// What has become of conditional moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionalState {
    /// None were entered, or they were taken away.
    None,
    /// They wait for a move of the opponent.
    Waiting,
    /// A line was played to its end.
    Played,
    /// The game has left them: nothing of them will be played.
    Left,
}

/// The conditional moves of one person, who alone sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownConditionalMoves {
    /// What has become of them.
    pub state: ConditionalState,
    /// How many moves were played before `lines`.
    pub ply: u32,
    /// What is left of each line while they wait.
    pub lines: Vec<Vec<WrittenMove>>,
}

/// `GET /api/turns`: the games by correspondence in which one is to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TurnList {
    /// That with the least time first.
    pub games: Vec<AwaitedGame>,
}

/// A game in which one is to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AwaitedGame {
    /// The game.
    pub game: ListedGame,
    /// The time that is left; absent before the first move, when no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}
