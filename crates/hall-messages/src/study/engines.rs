//! Our engine as studies name it: at full strength, or at a level.

use engine::Level;
use wire::EngineName;

/// Our engine at full strength.
const OWN: &str = "own";
/// Our engine at a level, before its number.
const LEVEL: &str = "level-";

/// Whether an engine of ours has this id.
#[must_use]
pub fn is_own_engine(id: &str) -> bool {
    id == OWN || level_of_engine(id).is_some()
}

/// The level of the engine of ours with this id; `None`: full strength, or not ours.
#[must_use]
pub fn level_of_engine(id: &str) -> Option<Level> {
    id.strip_prefix(LEVEL).and_then(|level| level.parse().ok()).and_then(Level::new)
}

/// Our engines.
pub fn own_engines() -> impl Iterator<Item = EngineName> {
    let name = |id: String, name: String| EngineName { id, name, external: false };
    let own = name(OWN.to_owned(), "Yiqi".to_owned());
    let level = move |level| name(format!("{LEVEL}{level}"), format!("Yiqi {level}"));
    std::iter::once(own).chain((1..=12).map(level))
}
