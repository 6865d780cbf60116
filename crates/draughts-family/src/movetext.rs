//! Moves as text, in every notation.

use crate::erased::{AnyMove, AnyPosition};
use crate::why::why_not;
use draughts::notation::ReadMoveError;
use engine::MoveError;

/// Reads a legal move in any notation: engine notation first, then the squares of a path.
pub(crate) fn read(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    let text = text.trim();
    let short = || text.chars().take(60).collect::<String>();
    position.variant().code().read_engine(position, text).map_err(|error| match error {
        ReadMoveError::Syntax { column, expected, .. } => MoveError::Syntax {
            text: short(),
            why: format!("character {column}: expected {expected}"),
        },
        ReadMoveError::Ambiguous { candidates, .. } => {
            MoveError::Ambiguous { text: short(), candidates }
        }
        ReadMoveError::Illegal { .. } => MoveError::illegal(short(), why_not(position, text)),
    })
}

/// Writes a legal move in the notation with this id.
pub(crate) fn write(position: &AnyPosition, m: AnyMove, style: &str) -> Result<String, MoveError> {
    Ok(match style {
        "pdn" => position.variant().code().write_pdn(position, m, false),
        "letters" => position.variant().code().write_pdn(position, m, true),
        "engine" => m.to_string(),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
