use std::fmt;
use std::str::FromStr;

/// For whom a hall is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum HallMode {
    /// For one user: whoever reaches it is that user, and there is nothing to sign in to.
    #[default]
    Mine,
    /// For people who know each other: each browser is a person with a name and no password. Whoever uses the machine
    /// of the hall is its host.
    Friends,
    /// For everybody: each browser is a guest, and nobody is the host.
    Public,
}

impl HallMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mine, Self::Friends, Self::Public];

    /// Its word in settings and messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::Friends => "friends",
            Self::Public => "public",
        }
    }

    /// Whether several people use the hall, who are told apart.
    #[must_use]
    pub const fn has_people(self) -> bool {
        !matches!(self, Self::Mine)
    }
}

impl fmt::Display for HallMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for HallMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|mode| mode.word() == text);
        found.ok_or_else(|| "expected mine, friends or public".to_owned())
    }
}
