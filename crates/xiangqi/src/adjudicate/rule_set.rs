use std::fmt;
use std::str::FromStr;

/// The rules of repetition: the four rule sets behind [`judge`](super::judge).
///
/// ```
/// use xiangqi::RuleSet;
///
/// assert_eq!("cxa".parse(), Ok(RuleSet::Cxa));
/// assert!(RuleSet::Cxa.is_provisional() && !RuleSet::Wxf.is_provisional());
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// The World Xiangqi Rules, nearly the Asian rules.
    #[default]
    Wxf,
    /// The rules of the Chinese Xiangqi Association. From secondary sources: provisional.
    Cxa,
    /// The rules that strong engines use in their search trees.
    Computer,
    /// Perpetual check loses, any other repetition is a draw.
    Simple,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [Self; 4] = [Self::Wxf, Self::Cxa, Self::Computer, Self::Simple];

    /// The name on the command line, as in `wxf`.
    ///
    /// ```
    /// use xiangqi::RuleSet;
    /// assert_eq!(RuleSet::default().id(), "wxf");
    /// assert_eq!("computer".parse(), Ok(RuleSet::Computer));
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wxf => "wxf",
            Self::Cxa => "cxa",
            Self::Computer => "computer",
            Self::Simple => "simple",
        }
    }

    /// Whether the text of the rules is known from secondary sources only.
    #[must_use]
    pub const fn is_provisional(self) -> bool {
        matches!(self, Self::Cxa)
    }
}

/// Prints the [`id`](RuleSet::id).
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Why a text names no rule set.
///
/// ```
/// use xiangqi::RuleSet;
/// use xiangqi::adjudicate::ParseRuleSetError;
///
/// assert_eq!("fide".parse::<RuleSet>(), Err(ParseRuleSetError));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rule set is one of wxf, cxa, computer, simple")]
pub struct ParseRuleSetError;

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|rules| rules.id() == text).ok_or(ParseRuleSetError)
    }
}
