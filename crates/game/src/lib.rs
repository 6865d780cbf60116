//! The vocabulary that all board games share: sides, keys, outcomes, positions, lines, perft; and the data of a search as
//! plain types: [`Limits`] are its input, [`Info`] and a [`BestMove`] its output.
//!
//! This crate contains no specific game and does no I/O. A rules crate implements [`Position`] (and [`Notation`]); all
//! other crates are written against these traits. Our engines, the protocols of other programs, matches and the server
//! share the data of a search; moves in it are text in the game's engine notation. With the feature `serde` it can be sent
//! and stored.
//!
//! ```
//! use game::{Limits, Score};
//!
//! let limits = Limits { depth: Some(12), ..Limits::default() };
//! assert!(!limits.is_endless());
//! assert_eq!(Score::Mate(2).plies(), Some(3));
//! ```

mod info;
mod key;
mod level;
mod limits;
mod line;
mod notation;
mod order;
mod outcome;
mod perft;
mod position;
mod side;

pub use info::{BestMove, Bound, Info, Score, per_second};
pub use key::Key;
pub use level::{Level, UnknownLevel};
pub use limits::{Clock, Limits};
pub use line::{Line, Ply};
pub use notation::Notation;
pub use order::sort_short;
pub use outcome::{Outcome, Verdict};
pub use perft::{divide, perft};
pub use position::{NullObserver, Observer, Position};
pub use side::Side;
