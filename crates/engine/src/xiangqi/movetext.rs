//! Moves as text, in every notation.

use super::why::why_not;
use crate::MoveError;
use game::Position as _;
use xiangqi::{Move, Position};

/// Reads a legal move in any notation.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let plain = text.replace('-', "");
    let m: Move = plain.parse().map_err(|error: xiangqi::ParseMoveError| MoveError::Syntax {
        text: text.to_owned(),
        why: error.to_string(),
    })?;
    if position.is_legal(m) {
        Ok(m)
    } else {
        Err(MoveError::Illegal { text: text.to_owned(), why: why_not(position, m) })
    }
}

/// Writes a legal move in the notation with this id.
pub(super) fn write(_position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
    match style {
        "engine" => Ok(m.to_string()),
        "iccs" => Ok(format!("{}-{}", m.from, m.to).to_ascii_uppercase()),
        _ => Err(MoveError::UnknownNotation(style.to_owned())),
    }
}
