use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a game ended, for a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndedAs {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// It was drawn.
    Draw,
    /// The named player won; without a name, the person against a machine.
    Won,
    /// The named player lost; without a name, the person against a machine.
    Lost,
}

/// The order of the archive.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveOrder {
    /// By the last change.
    #[default]
    Changed,
    /// By the beginning.
    Began,
    /// By the number of moves.
    Length,
    /// By the number of mistakes.
    Mistakes,
    /// By a player's name.
    Player,
    /// By the result.
    Result,
    /// By the first moves.
    Opening,
}

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// How many games have it.
    pub games: u64,
}
