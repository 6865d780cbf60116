//! Positions as text, with every fault named.

use crate::board;
use crate::rules::{self, Ruling};
use engine::{BoardView, PiecePlacement, PositionError, PositionFault, TextPlace, Variant};
use game::Side;
use gomoku::{Fault, Position, ReadSetupError, Setup, Square};

/// Reads a position: rows, or a list of moves; `startpos` is the empty board.
pub(crate) fn read(ruling: &Ruling, text: &str) -> Result<Position, PositionError> {
    if text.trim() == "startpos" {
        return Ok(Position::new(ruling.rules, ruling.size));
    }
    let setup = setup(ruling.size, text)?;
    setup
        .position(ruling.rules, ruling.size)
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

/// The board a text describes, possible or not.
pub(crate) fn read_board(
    variant: &'static Variant,
    text: &str,
) -> Result<BoardView, PositionError> {
    let ruling = rules::read(variant, None).expect("every variant has its own rules");
    let start = text.trim() == "startpos";
    let setup = if start { Setup::default() } else { setup(ruling.size, text)? };
    Ok(board::bare(&setup, ruling.size))
}

/// The text of a position with these stones.
pub(crate) fn write_board(
    variant: &'static Variant,
    stones: &[PiecePlacement],
    turn: Side,
) -> Result<String, PositionError> {
    let ruling = rules::read(variant, None).expect("every variant has its own rules");
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    for placed in stones {
        let square = Square::read(&placed.at).ok().filter(|_| placed.kind == "stone");
        let square = square.ok_or_else(|| PositionError::misplaced(placed))?;
        setup.stones.push((square, placed.side));
    }
    let position = setup.position(ruling.rules, ruling.size);
    position
        .map(|position| position.to_string())
        .map_err(|invalid| PositionError { faults: invalid.faults.iter().map(fault).collect() })
}

fn setup(size: u8, text: &str) -> Result<Setup, PositionError> {
    let setup: Setup = text.trim().parse().map_err(|error: ReadSetupError| {
        let message = error.to_string();
        let place = TextPlace::column(error.column, error.found);
        PositionError::syntax(message, Some(place))
    })?;
    match setup.size {
        Some(told) if told != size => {
            let message = format!("the position has {told} rows, the board {size}");
            let fault = PositionFault::new("other-size", message);
            Err(PositionError { faults: vec![fault.with([told.into(), size.into()])] })
        }
        _ => Ok(setup),
    }
}

fn fault(fault: &Fault) -> PositionFault {
    let known = |code| PositionFault::new(code, fault.to_string());
    match *fault {
        Fault::Size(size) => known("size").with([size.into()]),
        Fault::OffBoard(square) => known("off-board").at([square]),
        Fault::Twice(square) => known("twice").at([square]),
    }
}
