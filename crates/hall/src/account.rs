use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an account may do in a hall besides what everybody may.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AccountRole {
    /// Nothing.
    #[default]
    Member,
    /// Sees what was reported, disables accounts and closes games.
    Moderator,
    /// Also says who is a moderator.
    Owner,
}

/// What a token of an account is good for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenScope {
    /// To see what the person sees.
    Read,
    /// To make games, and to move in them.
    Play,
    /// To make and change studies, and to bring files into the archive.
    Study,
}

impl AccountRole {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Member, Self::Moderator, Self::Owner];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Moderator => "moderator",
            Self::Owner => "owner",
        }
    }

    /// The role of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

impl TokenScope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Read, Self::Play, Self::Study];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Study => "study",
        }
    }

    /// The scope of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.word() == word)
    }
}
