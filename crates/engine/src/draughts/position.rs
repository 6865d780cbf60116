//! Positions as text, with every fault named.

use super::board;
use crate::error::counted;
use crate::{BoardView, PositionError, PositionFault, TextPlace};
use draughts::{Fault, FaultReason, FenError, Position, Setup, Variant};

/// Reads a position; `startpos` is the standard start.
pub(super) fn read<V: Variant>(text: &str) -> Result<Position<V>, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    Position::try_from(setup::<V>(text)?)
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

/// The board a text describes, possible or not.
pub(super) fn read_board<V: Variant>(text: &str) -> Result<BoardView, PositionError> {
    let start = text.trim() == "startpos";
    let setup = if start { Setup::from(&Position::start()) } else { setup::<V>(text)? };
    Ok(board::bare(&setup))
}

/// A PDN FEN.
fn setup<V: Variant>(text: &str) -> Result<Setup<V>, PositionError> {
    text.trim().parse().map_err(|error: FenError| {
        let message = error.to_string();
        let column = counted(error.column);
        PositionError::syntax(message, Some(TextPlace { column, rank: None, found: error.found }))
    })
}

fn fault<V: Variant>(fault: &Fault<V>) -> PositionFault {
    PositionFault {
        code: match fault.reason {
            FaultReason::ManOnFarRow(_) => "man-on-far-row",
            FaultReason::NoSuchRun { .. } => "no-such-run",
        },
        squares: fault.square.iter().map(ToString::to_string).collect(),
        message: fault.to_string(),
        place: None,
    }
}
