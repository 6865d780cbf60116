//! The Gomocup (Piskvork) protocol of gomoku programs, with the commands that Yixin-Board
//! added and other programs took over.
//!
//! Programs are *brains* here. Almost every command is a line; a position is a block of them,
//! from `BOARD` to `DONE`, which [`Assembly`] puts together into one [`Order`]. Words may be in
//! either case, lines end as they like, and what a brain does not know it calls `UNKNOWN`.

mod about;
mod answer;
mod block;
mod command;
mod info;
mod manager;
mod message;
mod point;

pub use about::About;
pub use answer::Answer;
pub use block::{Assembly, Block, Order, Stone, Stray};
pub use command::Command;
pub use info::{Info, NO_LIMIT};
pub use manager::Rule;
pub(crate) use manager::{Dialect, Game};
pub use message::Progress;
pub use point::Point;
