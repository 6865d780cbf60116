//! The data of a search as plain types: [`Limits`] are the input, [`Info`] and a [`BestMove`] are
//! the output.
//!
//! All interfaces share them: our engines, the protocols of other programs, matches and the server
//! use these types. Moves are text in the game's engine notation.
//!
//! ```
//! use analysis::{Limits, Score};
//!
//! let limits = Limits { depth: Some(12), ..Limits::default() };
//! assert!(!limits.is_endless());
//! assert_eq!(Score::Mate(2).plies(), Some(3));
//! ```

mod info;
mod level;
mod limits;

pub use info::{BestMove, Bound, Info, Score, per_second};
pub use level::Level;
pub use limits::{Clock, Limits};
