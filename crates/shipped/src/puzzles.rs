//! The puzzles.
//!
//! ```
//! let set = shipped::puzzles::of("xiangqi").expect("it has puzzles");
//! assert!(set.puzzles.iter().all(|one| one.puzzle.variant == "xiangqi"));
//! ```

use crate::ReadFiles;
use hall::puzzles::{PuzzleSet, PuzzleSetError, ShippedPuzzle};
use std::sync::LazyLock;

const KIND: &str = "puzzles";

static SETS: LazyLock<ReadFiles<PuzzleSet>> = LazyLock::new(|| crate::places(KIND));

/// The ids of the variants that have puzzles, in the order of the alphabet.
pub fn variants() -> impl Iterator<Item = &'static str> {
    SETS.keys().copied()
}

/// Reads the file of a variant anew; `None` if there is none.
///
/// # Errors
/// When it is damaged; a test holds that none is.
pub fn read(variant: &str) -> Option<Result<PuzzleSet, PuzzleSetError>> {
    Some(PuzzleSet::read(&crate::text(KIND, variant)?))
}

/// The puzzles of a variant, the easiest first.
#[must_use]
pub fn of(variant: &str) -> Option<&'static PuzzleSet> {
    SETS.get(variant)?.get_or_init(|| read(variant)?.ok()).as_ref()
}

/// The puzzle of a variant with this id.
#[must_use]
pub fn find(variant: &str, id: &str) -> Option<&'static ShippedPuzzle> {
    of(variant)?.puzzles.iter().find(|one| one.id == id)
}
