//! Positions as text, with every fault named.

use super::board;
use crate::{BoardView, PositionError, PositionFault};
use xiangqi::{Fault, FaultReason, FenError, Kind, Position, Setup};

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
        PositionError {
            faults: vec![PositionFault { code: "syntax", squares: Vec::new(), message }],
        }
    })
}

fn fault(fault: &Fault) -> PositionFault {
    PositionFault {
        code: code(fault.reason),
        squares: fault.square.iter().map(ToString::to_string).collect(),
        message: fault.to_string(),
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
