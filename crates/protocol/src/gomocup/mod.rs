//! The Gomocup (Piskvork) protocol of gomoku programs, with the commands that Yixin-Board
//! added and other programs took over.
//!
//! The protocol calls programs *brains*. Almost every command is one line; a position is a block of
//! lines, from `BOARD` to `DONE`, which [`Assembly`] combines into one [`Order`]. Words may be in
//! either case, and any line ending is accepted. A brain answers unknown commands with `UNKNOWN`.

mod about;
mod answer;
mod block;
mod command;
mod info;
mod manager;
mod message;
mod point;
mod rows;

pub use about::About;
pub use answer::Answer;
pub use block::{Assembly, Block, Order, Stone, StrayLines};
pub use command::Command;
pub use info::{Info, NO_LIMIT};
pub use manager::Rule;
pub(crate) use manager::{Game, GomocupCodec};
pub use message::Progress;
pub use point::Point;
pub use rows::{Colour, Rows};
