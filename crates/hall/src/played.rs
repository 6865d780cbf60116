use engine::{PieceView, RecordedMove};
use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MovePlayed {
    /// From 1.
    pub ply: u32,
    /// The side that moved.
    pub side: Side,
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: std::collections::BTreeMap<String, String>,
    /// The square where the piece came from, if it stood on the board.
    pub from: Option<String>,
    /// Where it ended.
    pub to: String,
    /// Squares passed on the way, in order, both ends excluded (draughts captures).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The squares of the captured pieces, in the order of `captured`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured_at: Vec<String>,
    /// Pieces that it removed from the board, as they stood. The board after the move is the board
    /// before it without these and with `put`. To take it back, remove `put` and add these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Piece>,
    /// Pieces that it put on the board: the moved piece where it ended, a new stone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Piece>,
    /// Whether a man became a king (draughts).
    #[serde(default)]
    pub crowned: bool,
    /// The kind of the piece that moved.
    pub piece: String,
    /// The kinds of the pieces captured.
    pub captured: Vec<String>,
    /// Whether it gives check.
    pub check: bool,
    /// The square of the king that is in check after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_at: Option<String>,
    /// Time used for it.
    pub time_ms: u64,
    /// The engine's score for the first side in centipawns, if an engine made the move.
    pub score_cp: Option<i32>,
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
    /// Its side.
    pub side: Side,
    /// Its kind, as the game's word (`cannon`, `man`, `stone`, `disc`).
    pub kind: String,
}

impl MovePlayed {
    /// A move that was recorded, without its time and score. `ply` is its number, from 1.
    #[must_use]
    pub fn new(recorded: RecordedMove, ply: usize, side: Side) -> Self {
        let RecordedMove { played, notations, removed, put } = recorded;
        Self {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            side,
            text: played.text,
            notations: crate::notations(notations),
            from: played.from,
            to: played.to,
            path: played.path,
            captured_at: played.captured_at,
            removed: removed.into_iter().map(Piece::from).collect(),
            put: put.into_iter().map(Piece::from).collect(),
            crowned: played.crowned,
            piece: played.piece.to_owned(),
            captured: played.captured.iter().map(|&kind| kind.to_owned()).collect(),
            check: played.check,
            check_at: played.check_at,
            time_ms: 0,
            score_cp: None,
        }
    }
}

impl From<PieceView> for Piece {
    fn from(piece: PieceView) -> Self {
        let PieceView { at, file, rank, side, kind } = piece;
        Self { at, file, rank, side, kind: kind.to_owned() }
    }
}
