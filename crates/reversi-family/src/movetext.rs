//! Moves as text.

use engine::MoveError;
use game::Notation as _;
use reversi::notation::{Engine, Ggf, ReadMoveError};
use reversi::{Move, Position};

/// Reads a move in any notation.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let short = || text.chars().take(40).collect::<String>();
    Engine.parse(position, text).map_err(|error| match error {
        ReadMoveError::Syntax(_) => {
            let why = "expected a square as in f5, or pass".to_owned();
            MoveError::Syntax { text: short(), why }
        }
        over @ ReadMoveError::Over => MoveError::Over { text: short(), why: over.to_string() },
        other => MoveError::Illegal { text: short(), why: other.to_string() },
    })
}

/// Writes a move in the notation with this id.
pub(crate) fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
    Ok(match style {
        "engine" => Engine.print(position, m),
        "ggf" => Ggf.print(position, m),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
