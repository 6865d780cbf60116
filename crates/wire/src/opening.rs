use crate::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be done at a stage of an opening.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningStageKind {
    /// A stone is put.
    Put,
    /// One of the answers is chosen.
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

/// An opening in progress: what is to be decided now, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningState {
    /// The protocol's id.
    pub id: String,
    /// What is to be done.
    pub stage: OpeningStageKind,
    /// Who decides, by the colour that is theirs as things stand.
    pub decides: Side,
    /// The colour of the stone to be put, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stone: Option<Side>,
    /// Where it may go; absent where that is anywhere, or no matter of zones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<OpeningRegion>,
    /// What there is to choose besides points: `swap`, `keep`, `put-two`, `offer-ten`,
    /// `declare=5`.
    pub choices: Vec<String>,
    /// The same as data, in the same order, with what each leads to.
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

/// Something to choose in an opening besides a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningChoice {
    /// What to send to choose it (`declare=5`).
    pub choice: String,
    /// What it is.
    pub kind: OpeningAnswerKind,
    /// How many fifth moves it declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// What follows it, at most two steps.
    pub leads: Vec<OpeningStep>,
}

/// A step of an opening that will follow a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningStep {
    /// What is to be done then.
    pub kind: OpeningStageKind,
    /// Whether it is for the one who chooses now.
    pub own: bool,
    /// How many fifth moves are to be offered in all, where some are.
    pub left: u8,
}

/// Something that was chosen in an opening besides a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningAnswer {
    /// What it is.
    pub kind: OpeningAnswerKind,
    /// How many fifth moves it declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The colour that whoever chose has after it.
    pub has: Side,
    /// How many stones lay on the board.
    pub stones: u32,
}
