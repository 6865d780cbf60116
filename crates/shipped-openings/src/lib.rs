//! The bases of openings that come with the program: the files of `openings/`, one for each variant, read when they are first
//! asked for.
//!
//! `workshop openings base` writes them; the cards beside them say from which games. Their form is that of
//! [`hall::openings::OpeningBase`].
//!
//! ```
//! let base = shipped_openings::of("xiangqi").expect("it has a base");
//! assert!(base.games > 0 && base.positions() > 0);
//! assert!(shipped_openings::of("no such game").is_none());
//! ```

use hall::openings::{OpeningBase, OpeningBaseError};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../openings"]
struct Files;

/// The ending of the files.
const ENDING: &str = ".tsv";

/// What was read of the files so far, by variant.
static BASES: LazyLock<BTreeMap<String, OnceLock<Option<OpeningBase>>>> = LazyLock::new(|| {
    let names = Files::iter();
    let variants = names.filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned()));
    variants.map(|variant| (variant, OnceLock::new())).collect()
});

/// The ids of the variants that have a base, in the order of the alphabet.
pub fn variants() -> impl Iterator<Item = &'static str> {
    BASES.keys().map(String::as_str)
}

/// The text of a variant's file; `None` if there is none.
#[must_use]
pub fn text(variant: &str) -> Option<String> {
    let file = Files::get(&format!("{variant}{ENDING}"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
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
