//! Positions as text, with every fault named.

use crate::{board, variants};
use engine::{BoardView, PiecePlacement, PositionError, PositionFault, TextPlace, Variant};
use game::Side;
use reversi::{Fault, Position, ReadSetupError, Setup, Size, Square};

/// Reads a position of a board; `startpos` is the usual start.
pub(crate) fn read(size: Size, text: &str) -> Result<Position, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::start(size));
    }
    setup(size, text)?
        .position()
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

/// The board a text describes, possible or not.
pub(crate) fn read_board(
    variant: &'static Variant,
    text: &str,
) -> Result<BoardView, PositionError> {
    let size = variants::size(variant);
    let start = text.trim() == "startpos";
    let text = if start { variant.start } else { text };
    Ok(board::bare(&setup(size, text)?))
}

/// The text of a position with these discs, possible or not.
pub(crate) fn write_board(
    variant: &'static Variant,
    discs: &[PiecePlacement],
    turn: Side,
) -> Result<String, PositionError> {
    let squares = variants::size(variant).squares();
    let sign = |side| if side == Side::First { 'X' } else { 'O' };
    let mut signs = ['-'; 64];
    for placed in discs {
        let square = Square::read(&placed.at).ok();
        let square = square.filter(|&s| squares.contains(s) && placed.kind == board::DISC);
        let square = square.ok_or_else(|| PositionError::misplaced(placed))?;
        signs[square.index()] = sign(placed.side);
    }
    let text: String = squares.iter().map(|square| signs[square.index()]).collect();
    Ok(format!("{text} {}", sign(turn)))
}

fn setup(size: Size, text: &str) -> Result<Setup, PositionError> {
    let setup: Setup = text.trim().parse().map_err(|error: ReadSetupError| {
        let message = error.to_string();
        let place = TextPlace::column(error.column, error.found);
        PositionError::syntax(message, Some(place))
    })?;
    if setup.size == size {
        return Ok(setup);
    }
    let (told, edge) = (setup.size.edge(), size.edge());
    let message = format!("the position has {told} rows, the board {edge}");
    let fault = PositionFault::new("other-size", message).with([told.into(), edge.into()]);
    Err(PositionError { faults: vec![fault] })
}

fn fault(fault: &Fault) -> PositionFault {
    let (code, square) = match fault {
        Fault::OffBoard(square) => ("off-board", square),
        Fault::Twice(square) => ("twice", square),
        Fault::EmptyCentre(square) => ("empty-centre", square),
    };
    PositionFault::new(code, fault.to_string()).at([square])
}
