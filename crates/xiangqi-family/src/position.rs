//! Positions as text, with every fault named.

use crate::{board, names};
use engine::{BoardView, PiecePlacement, PositionError, PositionFault, TextPlace};
use game::Side;
use xiangqi::{Fault, FaultReason, FenError, FenPlace, Kind, Piece, Position, Setup, Square};

/// Reads a position; `startpos` is the standard start.
pub(crate) fn read(text: &str) -> Result<Position, PositionError> {
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

/// The text of a position with these pieces.
pub(crate) fn write_board(pieces: &[PiecePlacement], turn: Side) -> Result<String, PositionError> {
    let mut setup = Setup { turn, ..Setup::empty() };
    for placed in pieces {
        let square = placed.at.parse::<Square>().ok();
        let kind = Kind::ALL.into_iter().find(|&kind| names::kind(kind) == placed.kind);
        let (Some(square), Some(kind)) = (square, kind) else {
            return Err(PositionError::misplaced(placed));
        };
        setup.board[square.index()] = Some(Piece::new(placed.side, kind));
    }
    Ok(setup.to_string())
}

fn setup(text: &str) -> Result<Setup, PositionError> {
    text.parse().map_err(|error: FenError| {
        let message = error.to_string();
        let place = match error.place {
            FenPlace::Board(column) => TextPlace::column(column, error.found),
            FenPlace::Rank(rank) => TextPlace::rank(rank, error.found),
            _ => TextPlace { found: error.found, ..TextPlace::default() },
        };
        PositionError::syntax(message, Some(place))
    })
}

fn fault(fault: &Fault) -> PositionFault {
    let named = |piece: Piece| Some((piece.side(), names::kind(piece.kind())));
    let (piece, most) = match fault.reason {
        FaultReason::NoKing(side) | FaultReason::OpponentInCheck(side) => {
            (Some((side, names::kind(Kind::King))), None)
        }
        FaultReason::TooMany(piece) => {
            (named(piece), u32::try_from(piece.kind().count_at_start()).ok())
        }
        FaultReason::Misplaced(piece) => (named(piece), None),
        FaultReason::KingsFacing => (None, None),
    };
    let known = PositionFault::new(code(fault.reason), fault.to_string());
    PositionFault { piece, ..known.at(fault.square).with(most) }
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
