//! Moves as text, in every notation.

use crate::why::why_not;
use draughts::notation::{Engine, Pdn, ReadMoveError};
use draughts::{Move, Position, VariantRules};
use engine::MoveError;
use game::Notation as _;

/// Reads a legal move in any notation: engine notation first, then the squares of a path.
pub(crate) fn read<V: VariantRules>(
    position: &Position<V>,
    text: &str,
) -> Result<Move<V>, MoveError> {
    let text = text.trim();
    let short = || text.chars().take(60).collect::<String>();
    Engine.parse(position, text).map_err(|error| match error {
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
pub(crate) fn write<V: VariantRules>(
    position: &Position<V>,
    m: Move<V>,
    style: &str,
) -> Result<String, MoveError> {
    Ok(match style {
        "pdn" => Pdn { letters: false }.print(position, m),
        "letters" => Pdn { letters: true }.print(position, m),
        "engine" => Engine.print(position, m),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
