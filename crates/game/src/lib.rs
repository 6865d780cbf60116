//! The vocabulary that all board games share: sides, keys, outcomes, positions, lines, perft.
//!
//! This crate contains no specific game, no score and no clock, and does no I/O. A rules crate
//! implements [`Position`] (and [`Notation`]); all other crates are written against these traits.

mod key;
mod line;
mod notation;
mod order;
mod outcome;
mod perft;
mod position;
mod side;

pub use key::Key;
pub use line::{Line, Ply};
pub use notation::Notation;
pub use order::sort_short;
pub use outcome::{Outcome, Verdict};
pub use perft::{divide, perft};
pub use position::{NullObserver, Observer, Position};
pub use side::Side;
