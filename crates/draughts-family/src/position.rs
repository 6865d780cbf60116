//! Positions as text, with every fault named.

use crate::board;
use crate::erased::{self, AnyPosition, AnySetup, AnyVariant};
use draughts::{FaultReason, Kind, Piece};
use engine::{BoardView, PiecePlacement, PositionError, PositionFault, TextPlace};
use game::Side;

/// Reads a position; `startpos` is the standard start.
pub(crate) fn read(variant: AnyVariant, text: &str) -> Result<AnyPosition, PositionError> {
    if text.trim() == "startpos" {
        return Ok(variant.start());
    }
    let position = variant.code().position(&setup(variant, text)?);
    position.map_err(|refused| PositionError { faults: refused.faults.iter().map(fault).collect() })
}

/// The plies with neither a capture nor a man's move before a position, as far as its text says.
pub(crate) fn quiet_plies(variant: AnyVariant, text: &str) -> u32 {
    setup(variant, text).map_or(0, |setup| setup.counters.quiet)
}

/// The board a text describes, possible or not.
pub(crate) fn read_board(variant: AnyVariant, text: &str) -> Result<BoardView, PositionError> {
    if text.trim() == "startpos" {
        return Ok(board::bare(variant, variant.start().pieces()));
    }
    Ok(board::bare(variant, setup(variant, text)?.pieces))
}

/// The text of a position with these pieces.
pub(crate) fn write_board(
    variant: AnyVariant,
    pieces: &[PiecePlacement],
    turn: Side,
) -> Result<String, PositionError> {
    let mut placed = Vec::new();
    for piece in pieces {
        let square = variant.read_square(&piece.at);
        let kinds = [Kind::Man, Kind::King];
        let kind = kinds.into_iter().find(|&kind| board::kind(kind) == piece.kind);
        let (Some(square), Some(kind)) = (square, kind) else {
            return Err(PositionError::misplaced(piece));
        };
        placed.push((square, Piece { side: piece.side, kind }));
    }
    Ok(variant.code().write_setup(&AnySetup::of(placed, turn)))
}

/// A PDN FEN.
fn setup(variant: AnyVariant, text: &str) -> Result<AnySetup, PositionError> {
    variant.code().read_setup(text.trim()).map_err(|error| {
        let message = error.to_string();
        let place = TextPlace::column(error.column, error.found);
        PositionError::syntax(message, Some(place))
    })
}

fn fault(fault: &erased::PositionFault) -> PositionFault {
    let known = |code| PositionFault::new(code, fault.text.clone()).at(fault.square);
    match fault.reason {
        FaultReason::ManOnFarRow(side) => {
            PositionFault { piece: Some((side, board::kind(Kind::Man))), ..known("man-on-far-row") }
        }
        FaultReason::NoSuchRun { moves, most } => {
            known("no-such-run").with([moves.into(), most.into()])
        }
    }
}
