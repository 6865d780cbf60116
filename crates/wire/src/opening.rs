use crate::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be done at a stage of an opening.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningStageKind {
    /// A stone is put.
    Put,
    /// An answer is chosen.
    Choose,
    /// The number of fifth moves is declared.
    Declare,
    /// Fifth moves are offered.
    Offer,
    /// One of the fifth moves offered is picked.
    Pick,
    /// The opening is over.
    Play,
}

/// What can be chosen in an opening besides points.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningAnswerKind {
    /// The colours change.
    Swap,
    /// They do not.
    Keep,
    /// Two more stones are put, and then the other chooses.
    PutTwo,
    /// Ten fifth moves are offered.
    OfferTen,
    /// So many fifth moves are declared.
    Declare,
}

/// An opening in progress: the present decision and the side that decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningState {
    /// The protocol's id.
    pub id: String,
    /// What is to be done.
    pub stage: OpeningStageKind,
    /// The side that decides, by its present colour.
    pub decides: Side,
    /// The colour of the stone to be put, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stone: Option<Side>,
    /// The region where it may be put; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<OpeningRegion>,
    /// The choices besides points: `swap`, `keep`, `put-two`, `offer-ten`,
    /// `declare=5`.
    pub choices: Vec<String>,
    /// The same as data, in the same order, with the steps that follow each.
    #[serde(default)]
    pub answers: Vec<OpeningChoice>,
    /// How many fifth moves are still to be offered, the next included.
    pub left: u8,
    /// Fifth moves offered so far.
    pub offered: Vec<String>,
    /// The choices made so far.
    pub acts: Vec<String>,
}

/// The part of the board where a stone of an opening may go.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningRegion {
    /// `true`: within the central square; `false`: outside it.
    pub within: bool,
    /// Points along an edge of the central square.
    pub edge: u8,
}

/// A choice in an opening other than a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningChoice {
    /// The text that chooses it (`declare=5`).
    pub choice: String,
    /// What it is.
    pub kind: OpeningAnswerKind,
    /// How many fifth moves it declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The next steps after it, at most two.
    pub leads: Vec<OpeningStep>,
}

/// A step of an opening that will follow a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningStep {
    /// What is to be done then.
    pub kind: OpeningStageKind,
    /// Whether the side that chooses now takes this step.
    pub own: bool,
    /// How many fifth moves are to be offered in all, where some are.
    pub left: u8,
}

/// A choice that was made in an opening, other than a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningAnswer {
    /// What it is.
    pub kind: OpeningAnswerKind,
    /// How many fifth moves it declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The colour of the side that chose, after the choice.
    pub has: Side,
    /// The number of stones on the board.
    pub stones: u32,
}
