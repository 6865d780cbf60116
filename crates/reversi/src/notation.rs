//! Moves as text: `f5` in common use, `F5` and `PA` in GGF files; and games as [`transcript`]s
//! (`f5d6c3…`).

pub mod transcript;

use crate::{Move, Position, ReadMoveError as NoMove, Square};
use game::{Notation, Position as _};

/// `f5` and `pass`.
///
/// ```
/// use game::Notation as _;
/// use reversi::{Position, Size, notation::Engine};
/// let start = Position::start(Size::Eight);
/// let m = Engine.parse(&start, "F5")?;
/// assert_eq!(Engine.print(&start, m), "f5");
/// # Ok::<(), reversi::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine;

/// `F5` and `PA`, as in the files of the Generic Game Server
/// (<https://www.skatgame.net/mburo/ggsa/ggf>).
///
/// ```
/// use game::Notation as _;
/// use reversi::{Position, Size, notation::Ggf};
/// let start = Position::start(Size::Eight);
/// let m = Ggf.parse(&start, "f5")?;
/// assert_eq!(Ggf.print(&start, m), "F5");
/// # Ok::<(), reversi::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ggf;

/// Why a text is not a move here.
///
/// ```
/// use game::Notation as _;
/// use reversi::{Position, Size, notation::Engine};
/// let start = Position::start(Size::Eight);
/// let error = Engine.parse(&start, "d4").unwrap_err();
/// assert_eq!(error.to_string(), "d4 has a disc already");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// The text is not a move.
    #[error(transparent)]
    Syntax(#[from] NoMove),
    /// The square is beyond the edge.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// The square has a disc.
    #[error("{0} has a disc already")]
    Taken(Square),
    /// The disc would flip nothing (WOF rule 2).
    #[error("a disc on {0} would flip nothing")]
    FlipsNothing(Square),
    /// The side to move can put no disc: it must pass.
    #[error("no disc can be put: the only move is to pass")]
    MustPass,
    /// A pass where a disc can be put (WOF rule 3).
    #[error("who can put a disc may not pass, as on {0}")]
    MayNotPass(Square),
    /// Neither side can put a disc.
    #[error("the game is over: neither side can put a disc")]
    Over,
}

impl Notation<Position> for Engine {
    type Error = ReadMoveError;

    fn print(&self, _: &Position, m: Move) -> String {
        m.to_string()
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        legal(position, text.trim().parse()?)
    }
}

impl Notation<Position> for Ggf {
    type Error = ReadMoveError;

    fn print(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Put(square) => square.to_string().to_ascii_uppercase(),
            Move::Pass => "PA".to_owned(),
        }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        legal(position, text.trim().parse()?)
    }
}

/// The move, if it is legal.
fn legal(position: &Position, m: Move) -> Result<Move, ReadMoveError> {
    if position.is_legal(m) {
        return Ok(m);
    }
    if !position.has_legal_move() {
        return Err(ReadMoveError::Over);
    }
    let possible = position.mobility(position.side_to_move()).first();
    Err(match (m, possible) {
        (Move::Put(square), _) if !position.size().squares().contains(square) => {
            ReadMoveError::OffBoard(square)
        }
        (Move::Put(square), _) if position.disc_at(square).is_some() => {
            ReadMoveError::Taken(square)
        }
        (Move::Put(square), Some(_)) => ReadMoveError::FlipsNothing(square),
        (Move::Pass, Some(possible)) => ReadMoveError::MayNotPass(possible),
        (_, None) => ReadMoveError::MustPass,
    })
}
