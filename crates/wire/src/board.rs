use crate::{Piece, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A board as data: everything a client needs to draw it and to offer its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Where its pieces stand.
    pub grid: GridKind,
    /// Columns, left to right as the first side sees the board.
    pub files: u8,
    /// Rows, bottom to top as the first side sees the board.
    pub ranks: u8,
    /// The names of all places, row by row from the first side's bottom left; empty where a
    /// place is not played on.
    #[serde(default)]
    pub names: Vec<String>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The legal moves; empty when the game is over.
    pub moves: Vec<BoardMove>,
    /// Marks on squares: the check, the last move, pieces that must capture, forbidden points.
    pub marks: Vec<Mark>,
    /// Captures that seem possible but are not legal, with the reason (draughts).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedMove>,
    /// Points where a stone would win or make a threat, for both sides (gomoku).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<Threat>,
}

/// A board for display: its shape and its pieces, without moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Picture {
    /// Where its pieces stand.
    pub grid: GridKind,
    /// Columns, left to right as the first side sees the board.
    pub files: u8,
    /// Rows, bottom to top as the first side sees the board.
    pub ranks: u8,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// A piece to put on a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlacedPiece {
    /// The square's name.
    pub at: String,
    /// Its side.
    pub side: Side,
    /// Its kind, as in `Piece`.
    pub kind: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BoardMove {
    /// The text that plays it.
    pub text: String,
    /// Where the piece comes from; absent where moves place a stone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it ends.
    pub to: String,
    /// Squares passed on the way, both ends excluded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// All paths of the move, each like `path`, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Vec<String>>,
    /// Squares of captured pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<String>,
}

/// The threat that a stone on an empty point would make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Threat {
    /// The point's name.
    pub at: String,
    /// The side of the stone.
    pub side: Side,
    /// What it is, as the game's word (`open-four`).
    pub kind: String,
}

/// A capture that may not be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RefusedMove {
    /// Where the piece stands.
    pub from: String,
    /// Where it would end.
    pub to: String,
    /// Squares of the pieces it would capture.
    pub captures: Vec<String>,
    /// Why not, as the game's word (`takes-fewer`).
    pub reason: String,
    /// How many pieces must be captured.
    pub most: u32,
}

/// A mark on a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// The square's name.
    pub at: String,
    /// What it says.
    pub kind: MarkKind,
    /// Why nothing may be put on a forbidden place, as the game's word (`double-three`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a mark says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The king here is in check.
    Check,
    /// The last move began here.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// This piece must capture.
    MustCapture,
    /// Part of the winning line.
    Winning,
    /// Nothing may be put here.
    Forbidden,
    /// It belongs to what ended the game.
    Evidence,
    /// Something is wrong here with a position that was set up.
    Fault,
}

/// Whether pieces stand on the crossings of lines or in squares.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GridKind {
    /// On crossings.
    #[default]
    Points,
    /// In squares.
    Squares,
}
