//! Endgame databases of draughts: how every position with few pieces ends with best play.
//!
//! Positions are sorted into [`Class`]es by their men and kings. [`build`] solves class after
//! class, from few pieces to many and from few men to many, and puts each on a [`Shelf`];
//! [`write_file`] and [`Database::load`] store and read them, [`Database::probe`] answers, and
//! [`verify`] walks every position to hold what the solver found against the rules. Files are
//! bytes here: whoever calls reads and writes them.
//!
//! The values know movement only. Repetition and the limits on king moves are left to whoever
//! plays the game.

mod class;
mod value;

mod index;
mod runs;
mod tables;

mod parallel;
mod solve;

mod section;

mod build;
mod verify;

mod file;

mod database;

mod shipped;

pub use build::{BuildError, Progress, Shelf, Stage, build};
pub use class::Class;
pub use database::Database;
pub use file::{FileError, read_file, write_file};
pub use parallel::Threads;
pub use section::{Counts, Section};
pub use shipped::{international, shipped};
pub use value::Value;
pub use verify::{Verified, VerifyError, verify};

use draughts::Variant;

/// A variant of which no database can be right.
///
/// ```
/// use draughts::Frisian;
/// use endings::{Unsupported, supports};
///
/// let error: Unsupported = supports::<Frisian>().unwrap_err();
/// assert_eq!(error.variant, "draughts-frisian");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no databases of {variant}: {reason}")]
pub struct Unsupported {
    /// The variant's id.
    pub variant: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Whether a variant can have databases: its legal moves must depend on the pieces and the
/// side to move alone.
///
/// # Errors
/// Why not.
///
/// ```
/// assert!(endings::supports::<draughts::International>().is_ok());
/// assert!(endings::supports::<draughts::Frisian>().is_err());
/// ```
pub fn supports<V: Variant>() -> Result<(), Unsupported> {
    let rules = V::RULES;
    let reason = if rules.king_run > 0 {
        "what a king may do depends on the moves it made before"
    } else if rules.king_wins {
        "the first king ends the game"
    } else {
        return Ok(());
    };
    Err(Unsupported { variant: rules.id, reason })
}
