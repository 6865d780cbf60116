//! Moves as text, in every notation.

use crate::why::why_not;
use engine::{MoveError, MoveRefusal};
use game::{Notation as _, Position as _};
use xiangqi::notation::{self, Chinese, Engine, Iccs, NotationError, Script, Wxf};
use xiangqi::{Move, Position};

/// Reads a legal move in any notation.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    notation::read(position, text).map_err(|error| {
        // If the text names two points, a refusal of the move can give a specific reason.
        let points = points(text);
        let text: String = text.chars().take(40).collect();
        match (points, error) {
            (Some(m), _) => MoveError::illegal(text, why_not(position, m)),
            (None, NotationError::Ambiguous { candidates, .. }) => MoveError::Ambiguous {
                text,
                candidates: candidates.iter().map(ToString::to_string).collect(),
            },
            (None, NotationError::NoSuchMove { .. }) => {
                MoveError::illegal(text, MoveRefusal::no_such_move())
            }
            (None, error) => MoveError::Syntax { text, why: error.to_string() },
        }
    })
}

/// The two points a text names in engine notation or ICCS.
fn points(text: &str) -> Option<Move> {
    let text = match text.split_once('-') {
        Some((from, to)) => format!("{from}{to}"),
        None => text.to_owned(),
    };
    let (from, to) = text.is_ascii().then(|| text.split_at_checked(2)).flatten()?;
    Some(Move::new(from.parse().ok()?, to.parse().ok()?))
}

/// Writes a legal move in the notation with this id.
pub(crate) fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
    debug_assert!(position.is_legal(m), "only legal moves are written");
    Ok(match style {
        "chinese" => Chinese { script: Script::Traditional }.print(position, m),
        "chinese-simplified" => Chinese { script: Script::Simplified }.print(position, m),
        "wxf" => Wxf.print(position, m),
        "iccs" => Iccs.print(position, m),
        "engine" => Engine.print(position, m),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
