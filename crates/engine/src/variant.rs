/// A game with its rules: one row of `yiqi games`.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// The id used on the command line, in files and in the API.
    pub id: &'static str,
    /// The id of the family of games it belongs to.
    pub family: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
    /// The kind of piece that others may become, if any do.
    pub crowned: Option<&'static str>,
    /// Names of the two sides in English, [`game::Side::First`] first (`Red`, `Black`).
    pub sides: [&'static str; 2],
    /// Rule sets for repetition and the like, the default first. Never empty.
    pub rule_sets: &'static [RuleSet],
    /// How moves may be printed, the default for people first. Never empty.
    pub notations: &'static [NotationStyle],
    /// The standard start position in the variant's own position text.
    pub start: &'static str,
}

/// A rule set of a variant, chosen when a game is created.
#[derive(Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The id used on the command line and in the API (`wxf`).
    pub id: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
    /// True where the sources for it are secondary; the hall says so.
    pub provisional: bool,
}

/// A way to print moves.
#[derive(Debug, PartialEq, Eq)]
pub struct NotationStyle {
    /// The id used on the command line and in the API (`engine`, `iccs`).
    pub id: &'static str,
    /// Its English name.
    pub name: &'static str,
}
