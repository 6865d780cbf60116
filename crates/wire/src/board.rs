use crate::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A board as data: all a screen needs to draw it and offer its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// `points` (Xiangqi, gomoku) or `squares` (draughts).
    pub grid: String,
    /// Columns, left to right as the first side sees the board.
    pub files: u8,
    /// Rows, bottom to top as the first side sees the board.
    pub ranks: u8,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The legal moves; empty when the game is over.
    pub moves: Vec<BoardMove>,
    /// Marks on squares: the check, the last move, forbidden points.
    pub marks: Vec<Mark>,
}

/// A piece on its square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Piece {
    /// The square's name (`e0`).
    pub at: String,
    /// Column, from 0 at the first side's left.
    pub file: u8,
    /// Row, from 0 at the first side's bottom.
    pub rank: u8,
    /// Whose it is.
    pub side: Side,
    /// `king`, `advisor`, `elephant`, `horse`, `chariot`, `cannon`, `pawn`, `man`, `stone`.
    pub kind: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BoardMove {
    /// What to send back to play it.
    pub text: String,
    /// Where the piece comes from; absent where moves place a stone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it ends.
    pub to: String,
    /// Squares passed on the way, both ends excluded.
    #[serde(default)]
    pub path: Vec<String>,
    /// Squares of captured pieces.
    #[serde(default)]
    pub captures: Vec<String>,
}

/// A mark on a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// The square's name.
    pub at: String,
    /// `check`, `last_from`, `last_to`, `forbidden`, `winning`, `evidence`.
    pub kind: String,
}
