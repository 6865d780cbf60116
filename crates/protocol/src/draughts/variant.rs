/// A variant under both its names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HubVariant {
    /// Our id (`draughts-frisian`).
    pub id: &'static str,
    /// What Hub's parameter `variant` says (`frisian`).
    pub hub: &'static str,
    /// How many playing squares its board has: characters of a Hub position.
    pub squares: u8,
}

const fn variant(id: &'static str, hub: &'static str, squares: u8) -> HubVariant {
    HubVariant { id, hub, squares }
}

/// All of them, those Scan names first and under its names.
pub const VARIANTS: [HubVariant; 14] = [
    variant("draughts", "normal", 50),
    variant("draughts-killer", "killer", 50),
    variant("draughts-breakthrough", "bt", 50),
    variant("draughts-frisian", "frisian", 50),
    variant("draughts-losing", "losing", 50),
    variant("draughts-brazilian", "brazilian", 32),
    variant("draughts-russian", "russian", 32),
    variant("draughts-english", "english", 32),
    variant("draughts-italian", "italian", 32),
    variant("draughts-pool", "pool", 32),
    variant("draughts-czech", "czech", 32),
    variant("draughts-spanish", "spanish", 32),
    variant("draughts-turkish", "turkish", 64),
    variant("draughts-canadian", "canadian", 72),
];

/// The variant with our id.
///
/// ```
/// assert_eq!(protocol::draughts::by_id("draughts").unwrap().hub, "normal");
/// assert_eq!(protocol::draughts::by_id("xiangqi"), None);
/// ```
#[must_use]
pub fn by_id(id: &str) -> Option<HubVariant> {
    VARIANTS.into_iter().find(|variant| variant.id == id)
}

/// The variant Hub calls so; our own id, and that without `draughts-`, are understood too.
///
/// ```
/// use protocol::draughts::by_hub_name;
/// for name in ["bt", "breakthrough", "draughts-breakthrough"] {
///     assert_eq!(by_hub_name(name).unwrap().hub, "bt");
/// }
/// ```
#[must_use]
pub fn by_hub_name(name: &str) -> Option<HubVariant> {
    VARIANTS.into_iter().find(|variant| {
        variant.hub == name
            || variant.id == name
            || variant.id.strip_prefix("draughts-").is_some_and(|short| short == name)
    })
}
