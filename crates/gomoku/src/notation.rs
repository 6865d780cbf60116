//! Moves as text: `h8` (columns from `a` with `i`, rows from 1 below), and `7,7` in the coordinates
//! of the Gomocup protocol (column and row from 0). A pass is `pass` in both.

use crate::{Move, Position, Square};
use game::{Notation, Position as _, Side};

/// `h8`.
///
/// ```
/// use game::Notation;
/// use gomoku::notation::Engine;
/// use gomoku::{Position, Rules};
///
/// let position = Position::new(Rules::FREESTYLE, 15);
/// let m = Engine.parse(&position, "h8")?;
/// assert_eq!(Engine.print(&position, m), "h8");
/// # Ok::<(), gomoku::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine;

/// `7,7`.
///
/// ```
/// use game::Notation;
/// use gomoku::notation::{Engine, Gomocup};
/// use gomoku::{Position, Rules};
///
/// let position = Position::new(Rules::FREESTYLE, 15);
/// let m = Gomocup.parse(&position, "7,7")?;
/// assert_eq!(Gomocup.print(&position, m), "7,7");
/// assert_eq!(Engine.print(&position, m), "h8");
/// # Ok::<(), gomoku::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Gomocup;

/// Why a text is not a move here.
///
/// ```
/// use game::Notation;
/// use gomoku::notation::{Engine, ReadMoveError};
/// use gomoku::{Position, Rules};
///
/// let position = Position::new(Rules::FREESTYLE, 15);
/// let error = Engine.parse(&position, "h16").unwrap_err();
/// assert!(matches!(error, ReadMoveError::OffBoard(_)));
/// assert_eq!(error.to_string(), "h16 is not on the board");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// The text is no point.
    #[error("{text:?} is not a point: expected {expected}")]
    Syntax {
        /// The text.
        text: String,
        /// The form of points.
        expected: &'static str,
    },
    /// The point is beyond the edge.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// The point has a stone.
    #[error("{0} has a stone already")]
    Taken(Square),
    /// The point is forbidden to the side to move.
    #[error("{at} is forbidden: {foul}")]
    Forbidden {
        /// The point.
        at: Square,
        /// The foul, with its stones.
        foul: String,
    },
    /// A pass, which the rules do not have.
    #[error("these rules have no pass")]
    NoPass,
    /// The game is over: a side has five in a row.
    #[error("the game is over: {} has won", if *.0 == Side::First { "Black" } else { "White" })]
    Over(Side),
}

impl Notation<Position> for Engine {
    type Error = ReadMoveError;

    fn print(&self, _: &Position, m: Move) -> String {
        m.to_string()
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        let m = text.trim().parse().map_err(|_| ReadMoveError::Syntax {
            text: text.chars().take(20).collect(),
            expected: "a letter and a number, as in h8",
        })?;
        legal(position, m)
    }
}

impl Notation<Position> for Gomocup {
    type Error = ReadMoveError;

    fn print(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Put(square) => format!("{},{}", square.column(), square.row()),
            Move::Pass => m.to_string(),
        }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return legal(position, Move::Pass);
        }
        let read = || {
            let (column, row) = text.trim().split_once(',')?;
            Square::new(column.trim().parse().ok()?, row.trim().parse().ok()?)
        };
        let square = read().ok_or_else(|| ReadMoveError::Syntax {
            text: text.chars().take(20).collect(),
            expected: "column and row from 0, as in 7,7",
        })?;
        legal(position, square.into())
    }
}

fn legal(position: &Position, m: Move) -> Result<Move, ReadMoveError> {
    let Move::Put(square) = m else { return pass(position) };
    if square.column() >= position.size() || square.row() >= position.size() {
        return Err(ReadMoveError::OffBoard(square));
    }
    if position.stone_at(square).is_some() {
        return Err(ReadMoveError::Taken(square));
    }
    if let Some(winner) = position.winner() {
        return Err(ReadMoveError::Over(winner));
    }
    match position.foul_at(square, position.side_to_move()) {
        Some(foul) => Err(ReadMoveError::Forbidden { at: square, foul: foul.to_string() }),
        None => Ok(m),
    }
}

fn pass(position: &Position) -> Result<Move, ReadMoveError> {
    match position.winner() {
        Some(winner) => Err(ReadMoveError::Over(winner)),
        None if position.may_pass() => Ok(Move::Pass),
        None => Err(ReadMoveError::NoPass),
    }
}
