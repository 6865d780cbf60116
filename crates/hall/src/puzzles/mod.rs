//! Puzzles out of reviewed games: positions in which one move is right, or a few
//! that are equally right.
//!
//! [`suspects`] picks the positions of a [`Review`](crate::review::Review) that may be puzzles. A [`Finder`] says what is to be searched
//! in them; whoever has an engine gives it the answers, one after another, and takes the [`Puzzle`]s. [`run`] does all this
//! with one engine. With the same nodes the same game has the same puzzles on every machine.
//!
//! What a puzzle is and why the [`thresholds`] are what they are is said in `docs/develop/studies.md`.
//!
//! ```
//! use hall::puzzles::{Finder, Suspect};
//!
//! // Gomoku: black has an open three, white has two, and black is to move: both ends of its three are right.
//! let moves = ["h8", "k4", "h9", "l4", "h10", "m4", "a1", "d12", "a3", "e12", "o15", "f12"];
//! let moves = moves.map(str::to_owned);
//! let start = games::new_session("gomoku", None, None)?;
//! let mut finder = Finder::new(start, &moves, &[Suspect { ply: 12, loss: 0.9 }], 2_000)?;
//! let mut engine = games::new_engine("gomoku")?;
//! hall::puzzles::run(&mut finder, engine.as_mut(), &engine::Control::new())?;
//! let found = finder.take();
//! assert_eq!((found.len(), found[0].also.len()), (1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alternative;
mod finder;
mod likeness;
mod puzzle;
mod shipped;
mod suspect;
mod trial;

pub use alternative::{Alternative, AlternativeResult};
pub use finder::{Finder, IllegalMove, run};
pub use likeness::{Likeness, likeness};
pub use puzzle::{AlternativeLine, Puzzle, PuzzleCount, PuzzleGoal};
pub use shipped::{PuzzleSet, PuzzleSetError, RatingRange, ShippedPuzzle};
pub use suspect::{Suspect, suspects};
pub use trial::SearchRequest;

/// The limits of puzzles of all games. What else makes a position a puzzle, its game says
/// ([`engine::Session::puzzle_terms`]).
pub mod thresholds {
    /// The longest solution, in plies of both sides.
    pub const MOST_PLIES: usize = 15;
    /// Plies that are shown after a solution.
    pub const MOST_SHOWN: usize = 12;
    /// Moves that may be as right as that of the solution, at each of its moves.
    pub const MOST_ALSO: usize = 2;
    /// How many times the nodes of a search decide that no other move is right.
    pub const CERTAIN: u64 = 3;
    /// Nodes of each search where nothing else is wanted.
    pub const NODES: u64 = 100_000;
}
