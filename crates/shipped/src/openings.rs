//! The bases of openings.
//!
//! ```
//! let base = shipped::openings::of("xiangqi").expect("it has a base");
//! assert!(base.games > 0 && base.positions() > 0);
//! assert!(shipped::openings::of("no such game").is_none());
//! ```

use crate::ReadFiles;
use hall::openings::{OpeningBase, OpeningBaseError};
use std::sync::LazyLock;

const KIND: &str = "openings";

static BASES: LazyLock<ReadFiles<OpeningBase>> = LazyLock::new(|| crate::places(KIND));

/// The ids of the variants that have a base, in the order of the alphabet.
pub fn variants() -> impl Iterator<Item = &'static str> {
    BASES.keys().copied()
}

/// The text of a variant's file; `None` if there is none.
#[must_use]
pub fn text(variant: &str) -> Option<String> {
    crate::text(KIND, variant)
}

/// Reads the file of a variant anew; `None` if there is none.
///
/// # Errors
/// When it is damaged; a test holds that none is.
pub fn read(variant: &str) -> Option<Result<OpeningBase, OpeningBaseError>> {
    Some(OpeningBase::read(&text(variant)?))
}

/// The base of a variant.
#[must_use]
pub fn of(variant: &str) -> Option<&'static OpeningBase> {
    BASES.get(variant)?.get_or_init(|| read(variant)?.ok()).as_ref()
}
