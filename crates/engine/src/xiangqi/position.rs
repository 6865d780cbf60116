//! Positions as text, with every fault named.

use super::board;
use crate::error::counted;
use crate::{BoardView, PositionError, PositionFault, TextPlace};
use xiangqi::{Fault, FaultReason, FenError, FenPlace, Kind, Position, Setup};

/// Reads a position; `startpos` is the standard start.
pub(super) fn read(text: &str) -> Result<Position, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    let setup = setup(text)?;
    Position::try_from(setup)
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

/// The board a text describes, possible or not.
pub(crate) fn read_board(text: &str) -> Result<BoardView, PositionError> {
    let setup = if text.trim() == "startpos" { Setup::start() } else { setup(text)? };
    Ok(board::bare(&setup))
}

fn setup(text: &str) -> Result<Setup, PositionError> {
    text.parse().map_err(|error: FenError| {
        let message = error.to_string();
        let (column, rank) = match error.place {
            FenPlace::Board(column) => (counted(column), None),
            FenPlace::Rank(rank) => (None, counted(rank)),
            _ => (None, None),
        };
        PositionError::syntax(message, Some(TextPlace { column, rank, found: error.found }))
    })
}

fn fault(fault: &Fault) -> PositionFault {
    PositionFault {
        code: code(fault.reason),
        squares: fault.square.iter().map(ToString::to_string).collect(),
        message: fault.to_string(),
        place: None,
    }
}

const fn code(reason: FaultReason) -> &'static str {
    match reason {
        FaultReason::NoKing(_) => "king-missing",
        FaultReason::TooMany(_) => "too-many",
        FaultReason::Misplaced(piece) => match piece.kind() {
            Kind::King => "king-outside-palace",
            Kind::Advisor => "advisor-misplaced",
            Kind::Elephant => "elephant-misplaced",
            _ => "pawn-misplaced",
        },
        FaultReason::KingsFacing => "kings-facing",
        FaultReason::OpponentInCheck(_) => "opponent-in-check",
    }
}
