use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Side;

/// `GET /api/progress`: what the reviews of a person's games say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    /// The reviewed games, the latest first: at most 100.
    pub games: Vec<ProgressGame>,
}

/// A reviewed game of one person against the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProgressGame {
    /// The game's id.
    pub game: String,
    /// The id of the study with its review.
    pub study: String,
    /// The variant's id.
    pub variant: String,
    /// The person's side.
    pub side: Side,
    /// When the game last changed (RFC 3339).
    pub updated_at: String,
    /// 1, the person won; 0, drawn; −1, lost; absent: the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<i8>,
    /// The accuracy of the person's moves, 0 to 100.
    pub accuracy: f32,
    /// The accuracy in opening, middlegame and ending.
    pub by_phase: [Option<f32>; 3],
    /// Mistakes and blunders.
    pub mistakes: u32,
    /// The code of the opening, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
}
