//! Positions as text, with every fault named.

use crate::board;
use draughts::{Fault, FaultReason, FenError, Kind, Piece, Position, Setup, Square, VariantRules};
use engine::{BoardView, PiecePlacement, PositionError, PositionFault, TextPlace};
use game::Side;

/// Reads a position; `startpos` is the standard start.
pub(crate) fn read<V: VariantRules>(text: &str) -> Result<Position<V>, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    Position::try_from(setup::<V>(text)?)
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

/// The plies with neither a capture nor a man's move before a position, as far as its text says.
pub(crate) fn quiet_plies<V: VariantRules>(text: &str) -> u32 {
    setup::<V>(text).map_or(0, |setup| setup.counters.quiet)
}

/// The board a text describes, possible or not.
pub(crate) fn read_board<V: VariantRules>(text: &str) -> Result<BoardView, PositionError> {
    let start = text.trim() == "startpos";
    let setup = if start { Setup::from(&Position::start()) } else { setup::<V>(text)? };
    Ok(board::bare(&setup))
}

/// The text of a position with these pieces.
pub(crate) fn write_board<V: VariantRules>(
    pieces: &[PiecePlacement],
    turn: Side,
) -> Result<String, PositionError> {
    let mut setup = Setup::<V> { turn, ..Setup::empty() };
    for placed in pieces {
        let square = Square::<V>::read(&placed.at);
        let kinds = [Kind::Man, Kind::King];
        let kind = kinds.into_iter().find(|&kind| board::kind(kind) == placed.kind);
        let (Some(square), Some(kind)) = (square, kind) else {
            return Err(PositionError::misplaced(placed));
        };
        setup.put(square, Some(Piece { side: placed.side, kind }));
    }
    Ok(setup.to_string())
}

/// A PDN FEN.
fn setup<V: VariantRules>(text: &str) -> Result<Setup<V>, PositionError> {
    text.trim().parse().map_err(|error: FenError| {
        let message = error.to_string();
        let place = TextPlace::column(error.column, error.found);
        PositionError::syntax(message, Some(place))
    })
}

fn fault<V: VariantRules>(fault: &Fault<V>) -> PositionFault {
    let known = |code| PositionFault::new(code, fault.to_string()).at(fault.square);
    match fault.reason {
        FaultReason::ManOnFarRow(side) => {
            PositionFault { piece: Some((side, board::kind(Kind::Man))), ..known("man-on-far-row") }
        }
        FaultReason::NoSuchRun { moves, most } => {
            known("no-such-run").with([moves.into(), most.into()])
        }
    }
}
