//! The numbers of the program: files of `nets/`, compiled in and read when first asked for.

use super::learnt::{LearntWeights, form};
use draughts::Rules;
use std::sync::{Arc, OnceLock};

/// The numbers for variants of one form.
struct File {
    form: &'static str,
    name: &'static str,
    #[cfg(not(target_arch = "wasm32"))]
    bytes: &'static [u8],
    read: OnceLock<Arc<LearntWeights>>,
}

macro_rules! files {
    ($($form:literal: $name:literal;)*) => {
        /// By form; the name is that of the file.
        static FILES: [File; [$($form),*].len()] = [$(File {
            form: $form,
            name: concat!($name, ".patterns"),
            #[cfg(not(target_arch = "wasm32"))]
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

impl File {
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "a module for browsers may not have it")]
    const fn bytes(&self) -> Option<&'static [u8]> {
        Some(self.bytes)
    }

    /// A module for browsers is supplied with it.
    #[cfg(target_arch = "wasm32")]
    fn bytes(&self) -> Option<&'static [u8]> {
        endings::supplied(self.name)
    }
}

/// The name of the file with the numbers that were learnt for these rules, if there are such.
#[must_use]
pub fn weight_file(rules: &Rules) -> Option<&'static str> {
    let wanted = form(rules);
    FILES.iter().find(|file| file.form == wanted).map(|file| file.name)
}

/// The numbers that were learnt for a variant, if there are such.
pub(super) fn shipped(rules: &Rules) -> Option<Arc<LearntWeights>> {
    let wanted = form(rules);
    let file = FILES.iter().find(|file| file.form == wanted)?;
    let bytes = file.bytes()?;
    let read = || {
        let learnt = LearntWeights::read(rules, bytes);
        Arc::new(learnt.expect("a test reads the numbers that are compiled in"))
    };
    Some(file.read.get_or_init(read).clone())
}
