//! What can be played.

use crate::view;
use wire::{Catalogue, LevelInfo, PresetTexts};

/// The games of this program. `public`: everybody may use the hall.
#[must_use]
pub fn catalogue(public: bool) -> Catalogue {
    let levels = engine::Level::MIN.number()..=engine::Level::MAX.number();
    Catalogue {
        variants: games::variants().iter().copied().map(view::variant).collect(),
        families: games::families().iter().map(|family| view::family(*family)).collect(),
        levels: levels.map(|number| LevelInfo { number }).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        public,
    }
}

/// How the machines of textbooks play that a variant offers.
///
/// # Errors
/// When the variant is unknown.
pub fn preset_texts(variant: &str) -> Result<PresetTexts, engine::OpenError> {
    Ok(PresetTexts { presets: view::presets(variant)?.map(view::preset_text).collect() })
}
