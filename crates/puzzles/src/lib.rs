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

/// What makes a position a puzzle. All chances are expected scores of the side to move, from 0 (a loss) to 1 (a win), by
/// the curve of the game ([`engine::Expectation`]). `docs/puzzles.md` justifies them.
pub mod thresholds {
    /// The loss of a move from which the positions before and after it may be puzzles: that of a blunder.
    pub const FALL: f64 = review::thresholds::BLUNDER;
    /// The best move is ahead of every other move by at least this.
    pub const LEAD: f64 = 0.30;
    /// A chance from which a side wins.
    pub const WINNING: f64 = 0.80;
    /// A chance from which a side that could lose is saved.
    pub const SAVED: f64 = 0.40;
    /// A chance up to which a side is lost: every other move of a puzzle about saving leads there.
    pub const LOST: f64 = 0.20;
    /// The longest solution, in plies of both sides.
    pub const MOST_PLIES: usize = 15;
    /// Nodes of each search where nothing else is wanted.
    pub const NODES: u64 = 100_000;
}
