//! An evaluation that is taken apart, as the lab shows it.

use crate::{LabPosition, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /api/lab/evaluation`: an evaluation to be taken apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabEvaluate {
    /// The position.
    pub at: LabPosition,
    /// The evaluation: `own`, or the id of a preset.
    pub by: String,
}

/// An evaluation, taken apart. The totals of its terms add up to its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabEvaluation {
    /// What it says for the first side, in hundredths.
    pub score_cp: i32,
    /// Who moves.
    pub turn: Side,
    /// Its terms.
    pub terms: Vec<LabTerm>,
    /// What it sees on the board.
    pub layers: Vec<LabLayer>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabTerm {
    /// A word for it, as the game calls it (`mobility`).
    pub id: String,
    /// What it says for the first and for the second side, where it can be told for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<[i32; 2]>,
    /// What it says for the first side in all.
    pub total: i32,
}

/// How a layer is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabLayerKind {
    /// `squares`: what the place adds to the piece on it.
    Shading,
    /// `pieces`: where each piece can go.
    Dots,
    /// `arrows`: pieces that attack and protect others.
    Arrows,
    /// `points`: how many pieces of each side reach a place.
    Control,
    /// `squares`: what a place, or the piece on it, is worth.
    Values,
}

/// What an evaluation sees on the board. It has the list that its kind names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabLayer {
    /// A word for it, as the game calls it (`places`).
    pub id: String,
    /// How it is drawn.
    pub kind: LabLayerKind,
    /// Values of squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<LabSquare>,
    /// Pieces and where they can go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<LabReach>,
    /// Pieces and those that they attack or protect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<LabArrow>,
    /// Places and how many pieces reach them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<LabPoint>,
}

/// A value of a square for a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabSquare {
    /// The square's name.
    pub at: String,
    /// The side.
    pub side: Side,
    /// The value for that side, in hundredths.
    pub value: i32,
    /// What is there, as the game's word (`open-four`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
}

/// Where a piece can go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabReach {
    /// Its square.
    pub from: String,
    /// Its side.
    pub side: Side,
    /// Where it can go.
    pub to: Vec<String>,
}

/// A piece that attacks or protects another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabArrow {
    /// Its square.
    pub from: String,
    /// The other piece's square.
    pub to: String,
    /// Its side.
    pub side: Side,
    /// `threat` or `protect`.
    pub kind: String,
}

/// How many pieces reach a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabPoint {
    /// The square's name.
    pub at: String,
    /// Pieces of the first side.
    pub first: u32,
    /// Pieces of the second side.
    pub second: u32,
}
