//! Moves as text. A point that is forbidden to the side to move is read like any other. It is not
//! among the legal moves; a side that plays it has made a foul, which the referee reports.

use engine::{MoveError, MoveRefusal};
use game::{Notation as _, Position as _};
use gomoku::notation::{Engine, Gomocup, ReadMoveError};
use gomoku::{Foul, FoulKind, Move, Position};

/// Reads a move in any notation.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let short = || text.chars().take(40).collect::<String>();
    let read = if text.contains(',') {
        Gomocup.parse(position, text)
    } else {
        Engine.parse(position, text)
    };
    read.or_else(|error| match error {
        ReadMoveError::Forbidden { at, .. } => Ok(at.into()),
        ReadMoveError::Syntax { expected, .. } => {
            Err(MoveError::Syntax { text: short(), why: format!("expected {expected}") })
        }
        over @ ReadMoveError::Over(_) => {
            Err(MoveError::over(short(), MoveRefusal::new("over", over.to_string())))
        }
        other @ ReadMoveError::Taken(at) => {
            let why = MoveRefusal::new("occupied", other.to_string()).at([at]);
            Err(MoveError::illegal(short(), why))
        }
        other => {
            let code = if other == ReadMoveError::NoPass { "no-pass" } else { "off-board" };
            Err(MoveError::illegal(short(), MoveRefusal::new(code, other.to_string())))
        }
    })
}

/// Why a foul is refused, by the word of its kind. The squares shown are the forbidden point and
/// then the stones that make it one.
fn forbidden(foul: &Foul) -> MoveRefusal {
    let code = match foul.kind {
        FoulKind::Overline => "forbidden-overline",
        FoulKind::DoubleFour => "forbidden-double-four",
        FoulKind::DoubleThree => "forbidden-double-three",
    };
    MoveRefusal::new(code, format!("forbidden: {foul}")).at([foul.at]).at(&foul.stones)
}

/// Reads a legal move; fouls are refused.
pub(crate) fn read_legal(position: &Position, text: &str) -> Result<Move, MoveError> {
    let m = read(position, text)?;
    let foul = m.square().and_then(|square| position.foul_at(square, position.side_to_move()));
    match foul {
        Some(foul) if !position.is_legal(m) => {
            Err(MoveError::illegal(m.to_string(), forbidden(&foul)))
        }
        _ => Ok(m),
    }
}

/// Writes a move in the notation with this id.
pub(crate) fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
    Ok(match style {
        "engine" => Engine.print(position, m),
        "gomocup" => Gomocup.print(position, m),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
