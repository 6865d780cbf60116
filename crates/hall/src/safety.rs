use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The greatest number of characters that somebody writes in a report, or that a moderator writes.
pub const LONGEST_REPORT: usize = 500;

/// The name that a person has in games after the account was deleted.
pub const DELETED_NAME: &str = "deleted account";

/// Why a person is reported.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults, or worse.
    Insults,
    /// The name of the person.
    Name,
    /// Moves that seem to be a machine's.
    Computer,
    /// Games that are left when they are lost, or lost on purpose.
    Games,
    /// Something else.
    Other,
}

/// What a moderator has done.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModerationAct {
    /// A person may do nothing any more.
    Disabled,
    /// A person may do again what others may.
    Enabled,
    /// A report was closed.
    ReportClosed,
    /// An account got another role.
    RoleSet,
}

impl ReportReason {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Insults, Self::Name, Self::Computer, Self::Games, Self::Other];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Insults => "insults",
            Self::Name => "name",
            Self::Computer => "computer",
            Self::Games => "games",
            Self::Other => "other",
        }
    }

    /// The reason of a word; one of a newer version of the program is something else.
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|reason| reason.word() == word).unwrap_or(Self::Other)
    }
}

impl ModerationAct {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Disabled, Self::Enabled, Self::ReportClosed, Self::RoleSet];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::ReportClosed => "report_closed",
            Self::RoleSet => "role_set",
        }
    }

    /// The act of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.word() == word)
    }
}
