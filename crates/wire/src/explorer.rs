use crate::{NextMove, WrittenMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /api/openings`: a position of which the moves that were played are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExploreOpening {
    /// The variant's id.
    pub variant: String,
    /// The position in which the moves begin; absent: the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves up to the position, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExploredOpening {
    /// The code of the opening, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// The moves that lead to it, as they are written.
    pub played: Vec<WrittenMove>,
    /// In the machine's games that come with the program; absent: none come for this variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineOpenings>,
    /// In the games of the archive, as far as who asks may see them.
    pub own: Vec<NextMove>,
    /// Moves after which the position has a name of its own.
    pub named: Vec<NamedMove>,
}

/// What the machine played in games against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MachineOpenings {
    /// The number of its games, in this position or not.
    pub games: u64,
    /// The nodes that it searched for each move.
    pub nodes: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<NextMove>,
}

/// A move that leads to a position with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NamedMove {
    /// The move.
    pub written: WrittenMove,
    /// The code of the name.
    pub opening_name: String,
}
