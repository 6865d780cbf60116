//! The numbers of the program: files of `nets/`, compiled in and read when first asked for.

use super::learnt::{Learnt, form};
use draughts::VariantRules;
use std::sync::{Arc, OnceLock};

/// The numbers for variants of one form.
struct File {
    form: &'static str,
    bytes: &'static [u8],
    read: OnceLock<Arc<Learnt>>,
}

const fn file(form: &'static str, bytes: &'static [u8]) -> File {
    File { form, bytes, read: OnceLock::new() }
}

static FILES: [File; 5] = [
    file("draughts-patterns-3", include_bytes!("../../../../nets/draughts.patterns")),
    file(
        "draughts-russian-patterns-3",
        include_bytes!("../../../../nets/draughts-russian.patterns"),
    ),
    file(
        "draughts-brazilian-patterns-3",
        include_bytes!("../../../../nets/draughts-brazilian.patterns"),
    ),
    file(
        "draughts-english-patterns-3",
        include_bytes!("../../../../nets/draughts-english.patterns"),
    ),
    file(
        "draughts-frisian-patterns-3",
        include_bytes!("../../../../nets/draughts-frisian.patterns"),
    ),
];

/// The numbers that were learnt for a variant, if there are such.
pub(super) fn shipped<V: VariantRules>() -> Option<Arc<Learnt>> {
    let wanted = form(&V::RULES);
    let file = FILES.iter().find(|file| file.form == wanted)?;
    let read = || {
        let learnt = Learnt::read::<V>(file.bytes);
        Arc::new(learnt.expect("a test reads the numbers that are compiled in"))
    };
    Some(file.read.get_or_init(read).clone())
}
