//! The review of a played game: what every move was worth, and why.
//!
//! [`ReviewWork`] holds a game and says which position to search next; whoever has an engine gives it
//! what was found, in any order and over any time, since the results are plain data
//! ([`PositionResult`]). [`ReviewWork::review`] makes a [`Review`] of what is known: the chances after each move, the loss of
//! expected score, a grade, and a reason where the game can prove one. [`run`] does all this with
//! one engine. With a fixed number of nodes the same game has the same review on every machine.
//!
//! What a score means and what can be proven is said by the game ([`engine::Session`]). The
//! thresholds and figures are those of `docs/develop/studies.md`.
//!
//! ```
//! use hall::review::{Effort, ReviewWork};
//!
//! let moves = ["h2e2", "h9g7", "e2e6"].map(str::to_owned);
//! let start = games::new_session("xiangqi", None, None)?;
//! let mut work = ReviewWork::new(start, &moves, Effort::nodes(2_000))?;
//! let mut engine = games::new_engine("xiangqi")?;
//! hall::review::run(&mut work, engine.as_mut(), &engine::Control::new(), &mut |_, _| {})?;
//! let review = work.review();
//! assert_eq!(review.moves.len(), 3);
//! assert!(review.moves.iter().all(|played| (0.0..=1.0).contains(&played.loss)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod found;
mod grade;
mod losses;
mod order;
mod reason;
mod steps;
mod stored;
mod summary;
mod work;
mod worth;

pub use found::{Confirmation, ExactResult, MoveResult, PositionResult};
pub use grade::{Grade, accuracy, thresholds};
pub use order::{LONGEST, PositionFinding, ReviewOrder};
pub use steps::{ReviewCost, ReviewStep};
pub use stored::{HeadMove, NewReview, ReviewFailure, ReviewFailureCode, ReviewHead, ReviewState};
pub use summary::{Review, ReviewedMove, SideReview};
pub use work::{Effort, IllegalMove, ReviewWork, SearchRequest, run};
pub use worth::loss_of;

use engine::Score;

/// The score of a position for the side that moved to it, as it was before its move: a forced win
/// is one move longer.
///
/// ```
/// use engine::Score;
/// assert_eq!(hall::review::before(Score::Cp(30)), Score::Cp(-30));
/// assert_eq!(hall::review::before(Score::Mate(-1)), Score::Mate(2));
/// assert_eq!(hall::review::before(Score::Mate(2)), Score::Mate(-2));
/// ```
#[must_use]
pub const fn before(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) if moves > 0 => Score::Mate(-moves),
        Score::Mate(moves) => Score::Mate(1 - moves),
    }
}
