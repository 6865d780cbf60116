//! The rules of Xiangqi: positions, legal moves, adjudication, notations.
//!
//! Read in this order: a [`Square`] is one of 90 points, a [`Squares`] a set of them, a [`Piece`] a
//! side and a kind, a [`Move`] two squares. A [`Setup`] is any placement of pieces on a board. A
//! [`Position`] is a setup that passed every check, and knows its legal moves.
//!
//! ```
//! use game::Position as _;
//! use xiangqi::{Move, Position};
//!
//! let mut position = Position::start();
//! assert_eq!(position.moves().len(), 44);
//! assert_eq!(game::perft(&mut position, 2), 1920);
//! let m: Move = "h2e2".parse()?;
//! assert!(position.is_legal(m));
//! let undo = position.make(m, &mut game::NullObserver);
//! assert_eq!(position.to_string().split(' ').nth(1), Some("b"));
//! position.unmake(m, undo);
//! assert_eq!(position, Position::start());
//! # Ok::<(), xiangqi::ParseMoveError>(())
//! ```

mod square;
mod squares;
mod wide;

mod piece;

mod moves;

mod setup;

mod fen;

mod position;

pub mod attacks;

pub mod adjudicate;

pub mod notation;

pub use adjudicate::{Reason, ReasonKind, RuleSet};
pub use fen::{FenError, FenPlace};
pub use moves::{Move, ParseMoveError};
pub use piece::{Kind, Piece};
pub use position::{Danger, Position, PositionError, Undo};
pub use setup::{Fault, FaultReason, InvalidSetup, Setup};
pub use square::{File, ParseSquareError, Rank, Square};
pub use squares::Squares;
