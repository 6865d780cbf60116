//! The numbers of the program: files of `nets/`, compiled in and read when first asked for.

use super::learnt::{LearntWeights, form};
use crate::SearchableVariant;
use std::sync::{Arc, OnceLock};

/// The numbers for variants of one form.
struct File {
    form: &'static str,
    bytes: &'static [u8],
    read: OnceLock<Arc<LearntWeights>>,
}

macro_rules! files {
    ($($form:literal: $name:literal;)*) => {
        /// By form; the name is that of the file.
        static FILES: [File; [$($form),*].len()] = [$(File {
            form: $form,
            bytes: include_bytes!(concat!("../../../../nets/", $name, ".patterns")),
            read: OnceLock::new(),
        },)*];
    };
}

files! {
    "draughts-patterns-3": "draughts";
    "draughts-russian-patterns-3": "draughts-russian";
    "draughts-brazilian-patterns-3": "draughts-brazilian";
    "draughts-english-patterns-3": "draughts-english";
    "draughts-frisian-patterns-3": "draughts-frisian";
    "draughts-italian-patterns-3": "draughts-italian";
    "draughts-pool-patterns-3": "draughts-pool";
    "draughts-czech-patterns-3": "draughts-czech";
    "draughts-spanish-patterns-3": "draughts-spanish";
    "draughts-losing-patterns-3": "draughts-losing";
    "draughts-breakthrough-patterns-3": "draughts-breakthrough";
    "draughts-turkish-patterns-3": "draughts-turkish";
    "draughts-canadian-patterns-3": "draughts-canadian";
}

/// The numbers that were learnt for a variant, if there are such.
pub(super) fn shipped<V: SearchableVariant>() -> Option<Arc<LearntWeights>> {
    let wanted = form(&V::RULES);
    let file = FILES.iter().find(|file| file.form == wanted)?;
    let read = || {
        let learnt = LearntWeights::read::<V>(file.bytes);
        Arc::new(learnt.expect("a test reads the numbers that are compiled in"))
    };
    Some(file.read.get_or_init(read).clone())
}
