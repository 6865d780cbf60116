//! The rules of reversi (Othello): positions, flips, passes, outcomes, notations.
//!
//! Read in this order: a [`Square`] is one of 64 squares, [`Squares`] is a set of them, a [`Size`]
//! is the board in use (8×8, or 6×6 and 4×4 in its corner). A [`Disc`] belongs to a side, a
//! [`Move`] puts a disc on a square or passes. A [`Setup`] is any board described by a text or set
//! up by a person. A [`Position`] is a setup without faults and knows its legal moves.
//!
//! The rules are those of the World Othello Federation ("WOF" in comments), "Official rules",
//! <https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english>.
//! Black moves first and is [`game::Side::First`]. Row 1 is at the top, as the federation
//! prints the board.
//!
//! ```
//! use game::Position as _;
//! use reversi::{Move, Position, Size};
//!
//! let mut position = Position::start(Size::Eight);
//! assert_eq!(position.moves().len(), 4);
//! assert_eq!(game::perft(&mut position, 5), 1396);
//! let m: Move = "f5".parse()?;
//! assert!(position.is_legal(m));
//! let undo = position.make(m, &mut game::NullObserver);
//! assert_eq!(position.discs(), [4, 1]);
//! position.unmake(m, undo);
//! assert_eq!(position, Position::start(Size::Eight));
//! # Ok::<(), reversi::ReadMoveError>(())
//! ```

mod square;
mod squares;

mod piece;

mod moves;

mod rays;

mod setup;

mod position;

mod adjudicate;

pub mod notation;

pub use adjudicate::{Reason, ReasonKind, judge};
pub use moves::{Move, ReadMoveError};
pub use piece::Disc;
pub use position::{Position, Undo};
pub use rays::{flips, mobility};
pub use setup::{Fault, InvalidSetup, ReadSetupError, Setup};
pub use square::{ReadSquareError, Size, Square};
pub use squares::Squares;
