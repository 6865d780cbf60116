//! The puzzles that come with the program: the files of `puzzles/`, one for each variant, read when they are first asked for.
//!
//! `workshop puzzles make` writes them; the cards beside them say from which games. Their form is that of
//! [`hall::puzzles::PuzzleSet`].
//!
//! ```
//! let set = shipped_puzzles::of("xiangqi").expect("it has puzzles");
//! assert!(set.puzzles.iter().all(|one| one.puzzle.variant == "xiangqi"));
//! ```

use hall::puzzles::{PuzzleSet, PuzzleSetError, ShippedPuzzle};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../puzzles"]
struct Files;

/// The ending of the files.
const ENDING: &str = ".tsv";

/// What was read of the files so far, by variant.
static SETS: LazyLock<BTreeMap<String, OnceLock<Option<PuzzleSet>>>> = LazyLock::new(|| {
    let names = Files::iter();
    let variants = names.filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned()));
    variants.map(|variant| (variant, OnceLock::new())).collect()
});

/// The ids of the variants that have puzzles, in the order of the alphabet.
pub fn variants() -> impl Iterator<Item = &'static str> {
    SETS.keys().map(String::as_str)
}

/// Reads the file of a variant anew; `None` if there is none.
///
/// # Errors
/// When it is damaged; a test holds that none is.
pub fn read(variant: &str) -> Option<Result<PuzzleSet, PuzzleSetError>> {
    let file = Files::get(&format!("{variant}{ENDING}"))?;
    Some(PuzzleSet::read(&String::from_utf8_lossy(&file.data)))
}

/// The puzzles of a variant, the easiest first.
#[must_use]
pub fn of(variant: &str) -> Option<&'static PuzzleSet> {
    let set = SETS.get(variant)?;
    set.get_or_init(|| read(variant)?.ok()).as_ref()
}

/// The puzzle of a variant with this id.
#[must_use]
pub fn find(variant: &str, id: &str) -> Option<&'static ShippedPuzzle> {
    of(variant)?.puzzles.iter().find(|one| one.id == id)
}
