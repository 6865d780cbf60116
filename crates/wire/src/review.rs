use crate::{Grade, MovePlayed, NewReview, ReviewFailure, ReviewState, Score, Side, WrittenMove};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A review of a game: every move searched and graded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Review)]
pub struct ShownReview {
    /// How it stands.
    pub state: ReviewState,
    /// Positions searched.
    pub done: u32,
    /// Positions to search.
    pub total: u32,
    /// How long the rest will take, when that can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// How long each move is searched.
    pub per_move: NewReview,
    /// The moves reviewed so far, of the main line as it was when the review began.
    pub moves: Vec<ShownMove>,
    /// What is to be said of each side, the first side first.
    pub sides: [ShownSide; 2],
    /// The plies with which the middlegame and the ending begin; beyond the last: there is none.
    pub phases: [u32; 2],
    /// The plies at which the game turned.
    pub turning_points: Vec<u32>,
    /// The ply of the mistake after which the winner always had the better game; absent where nobody won, or no
    /// mistake decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisive_ply: Option<u32>,
    /// The code of the opening of the game, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<ReviewFailure>,
}

/// A review that was searched elsewhere, as in the visitor's browser, in the form in which a hall stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakenReview {
    /// Its head, as JSON.
    #[serde(default)]
    pub head: String,
    /// What was found.
    #[serde(default)]
    pub rows: Vec<TakenReviewRow>,
}

/// What was found in a position of such a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakenReviewRow {
    /// The node of the position.
    pub node: u32,
    /// What was found, as JSON.
    pub body: String,
}

/// A move that was reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewedMove)]
pub struct ShownMove {
    /// Its node in the study.
    pub node: u32,
    /// From 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// The score after it, for the first side.
    pub score: Score,
    /// The expected score of the first side after it, 0 to 1.
    pub chance: f32,
    /// The expected score that the mover lost by it, 0 to 1.
    pub loss: f32,
    /// Its grade.
    pub grade: Grade,
    /// 0 to 100.
    pub accuracy: f32,
    /// The better move, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<WrittenMove>,
    /// The line that begins with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_line: Vec<MovePlayed>,
    /// Why the move is bad, where that can be proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ShownReason>,
    /// The time that was used for it in the game.
    pub time_ms: u64,
}

/// A reason that can be proved in every game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommonReason {
    /// The moves before decide against it: a forbidden repetition.
    Perpetual,
    /// It allows mate.
    AllowsMate,
    /// It misses mate.
    MissesMate,
    /// It allows another forced win.
    AllowsWin,
    /// It misses another forced win.
    MissesWin,
}

/// The code of a reason: one of every game, or one of the family of games, which has an enum of its own for
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ReasonCode {
    /// Of every game.
    Common(CommonReason),
    /// Of the family (`hangs-piece`).
    Family(String),
}

/// Why a move is bad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewReason)]
pub struct ShownReason {
    /// What kind of reason it is.
    pub code: ReasonCode,
    /// The squares concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The kinds of the pieces concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// In how many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// Pieces given and taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<[u32; 2]>,
    /// The line that proves it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<WrittenMove>,
}

/// What is to be said of the moves of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = SideReview)]
pub struct ShownSide {
    /// 0 to 100; absent while no move was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f32>,
    /// How many moves have each grade.
    pub counts: BTreeMap<Grade, u32>,
    /// The accuracy in opening, middlegame and ending.
    pub by_phase: [Option<f32>; 3],
    /// The expected score lost by a move, on average.
    pub average_loss: f32,
}

/// `POST /api/judgements`: a move to be judged before it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeMove {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The position in which the game began.
    pub start: String,
    /// The moves of the game, and the move as the last one.
    pub moves: Vec<String>,
}

/// What the move is worth. It names no better move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JudgedMove {
    /// Who moves.
    pub side: Side,
    /// The expected score that the move loses, 0 to 1.
    pub loss: f32,
    /// Its grade.
    pub grade: Grade,
    /// Why it is bad, where that can be proved by what follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ShownReason>,
    /// What would follow, the answer first.
    pub answer: Vec<MovePlayed>,
}

/// `POST /api/threats`: what the opponent of the side to move threatens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FindThreat {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The position in which the game began.
    pub start: String,
    /// The moves of the game.
    pub moves: Vec<String>,
}

/// What the opponent would play if the side to move passed, where that would cost much.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FoundThreat {
    /// What would follow, the threat first. Empty where nothing much is threatened, or a pass makes no sense.
    pub line: Vec<MovePlayed>,
    /// The expected score that a pass would cost, 0 to 1.
    pub loss: f32,
}
