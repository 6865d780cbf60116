//! Puzzles out of reviewed games: positions in which exactly one move is right.
//!
//! [`suspects`] picks the positions of a [`review::Review`] that may be puzzles. A [`Finder`] says what is to be searched
//! in them; whoever has an engine gives it the answers, one after another, and takes the [`Puzzle`]s. [`run`] does all this
//! with one engine. With the same nodes the same game has the same puzzles on every machine.
//!
//! What a puzzle is and why the [`thresholds`] are what they are is said in `docs/puzzles.md`.
//!
//! ```
//! use puzzles::{Finder, Suspect};
//!
//! // Gomoku: black has an open three and is to move; only its two ends win, so that no single move is right.
//! let moves = ["h8", "a1", "h9", "a3", "h10", "a5"].map(str::to_owned);
//! let start = games::new_session("gomoku", None, None)?;
//! let mut finder = Finder::new(start, &moves, &[Suspect { ply: 6, loss: 0.9 }], 2_000)?;
//! let mut engine = games::new_engine("gomoku")?;
//! puzzles::run(&mut finder, engine.as_mut(), &engine::Control::new())?;
//! assert!(finder.take().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod finder;
mod puzzle;
mod suspect;
mod trial;

pub use finder::{Finder, Illegal, run};
pub use puzzle::{Kind, Puzzle};
pub use suspect::{Suspect, suspects};
pub use trial::Ask;

/// The limits of puzzles of all games. What else makes a position a puzzle, its game says
/// ([`engine::Session::puzzle_terms`]).
pub mod thresholds {
    /// The longest solution, in plies of both sides.
    pub const MOST_PLIES: usize = 15;
    /// Plies that are shown after a solution.
    pub const MOST_SHOWN: usize = 12;
    /// How many times the nodes of a search decide that no other move is right.
    pub const CERTAIN: u64 = 3;
    /// Nodes of each search where nothing else is wanted.
    pub const NODES: u64 = 100_000;
}
