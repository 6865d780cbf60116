//! The rules of gomoku and renju: boards of any size, wins, fouls, adjudication, notations.
//!
//! [`Rules`] are data: the rows that win and the moves that are forbidden to each side. A
//! [`Position`] knows for every empty point the effect of a stone of either colour on each line
//! through it ([`Pattern`]) and on all of them together ([`Threat`]).
//!
//! ```
//! use game::Position as _;
//! use gomoku::{Position, Rules};
//!
//! let position = Position::new(Rules::RENJU, 15);
//! assert_eq!(position.moves().len(), 225);
//! ```

mod square;
mod squares;

mod piece;

mod rules;

mod lines;

mod threat;

mod family;

mod moves;

mod setup;

mod position;

mod foul;

mod answers;

mod adjudicate;

pub mod notation;

pub mod opening;

pub use adjudicate::{Reason, judge};
pub use foul::{Foul, FoulKind};
pub use lines::{Pattern, Patterns};
pub use moves::Move;
pub use piece::{Content, Stone};
pub use position::{Position, Undo};
pub use rules::{Restriction, Row, Rules};
pub use setup::{Fault, InvalidSetup, ReadSetupError, Setup};
pub use square::{LARGEST, ReadSquareError, SMALLEST, Square};
pub use squares::Squares;
pub use threat::Threat;
