//! Endgame databases of draughts: the result of every position with few pieces under best play.
//!
//! Positions are divided into [`Class`]es by their men and kings. [`build`] solves class after
//! class, from few pieces to many and from few men to many, and stores each on a [`ClassStorage`].
//! [`write_file`] and [`Database::load`] write and read files, [`Database::probe`] returns results,
//! and [`verify`] checks every position against the rules. Files are byte slices here: the caller
//! does the I/O.
//!
//! The values consider movement only. The caller handles repetition and the limits on king moves.

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
#[cfg(target_arch = "wasm32")]
mod supplied;

pub use build::{BuildError, BuildProgress, BuildStage, ClassStorage, build};
pub use class::Class;
pub use database::Database;
pub use file::{FileError, read_file, read_file_of, write_file};
pub use parallel::Threads;
pub use section::{Counts, Section};
pub use shipped::{SHIPPED, international, shipped};
#[cfg(target_arch = "wasm32")]
pub use supplied::{supplied, supply};
pub use value::Value;
pub use verify::{VerificationReport, VerifyError, verify};

use draughts::Rules;

/// The error for a variant that cannot have a correct database.
///
/// ```
/// use draughts::{Frisian, VariantRules};
/// use endings::{UnsupportedVariant, supports};
///
/// let error: UnsupportedVariant = supports(&Frisian::RULES).unwrap_err();
/// assert_eq!(error.variant, "draughts-frisian");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no databases of {variant}: {reason}")]
pub struct UnsupportedVariant {
    /// The variant's id.
    pub variant: &'static str,
    /// The reason.
    pub reason: &'static str,
}

/// Whether a variant can have databases: its legal moves must depend on the pieces and the
/// side to move alone.
///
/// # Errors
/// The reason why it cannot.
///
/// ```
/// use draughts::{Frisian, International, VariantRules};
/// assert!(endings::supports(&International::RULES).is_ok());
/// assert!(endings::supports(&Frisian::RULES).is_err());
/// ```
pub fn supports(rules: &Rules) -> Result<(), UnsupportedVariant> {
    let reason = if rules.king_run > 0 {
        "what a king may do depends on the moves it made before"
    } else if rules.king_wins {
        "the first king ends the game"
    } else {
        return Ok(());
    };
    Err(UnsupportedVariant { variant: rules.id, reason })
}
