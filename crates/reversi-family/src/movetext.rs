//! Moves as text.

use engine::{MoveError, MoveRefusal};
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
        ReadMoveError::Over => MoveError::over(short(), refused(&error)),
        _ => MoveError::illegal(short(), refused(&error)),
    })
}

/// Why a move is refused. For a refused pass the square shown is one where a disc can be put.
fn refused(error: &ReadMoveError) -> MoveRefusal {
    let why = |code| MoveRefusal::new(code, error.to_string());
    match error {
        ReadMoveError::Syntax(_) => why("syntax"),
        ReadMoveError::OffBoard(_) => why("off-board"),
        ReadMoveError::Taken(at) => why("occupied").at([at]),
        ReadMoveError::FlipsNothing(at) => why("flips-nothing").at([at]),
        ReadMoveError::MustPass => why("must-pass"),
        ReadMoveError::MayNotPass(at) => why("may-not-pass").at([at]),
        ReadMoveError::Over => why("over"),
    }
}

/// Writes a move in the notation with this id.
pub(crate) fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
    Ok(match style {
        "engine" => Engine.print(position, m),
        "ggf" => Ggf.print(position, m),
        _ => return Err(MoveError::UnknownNotation(style.to_owned())),
    })
}
