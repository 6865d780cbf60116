use crate::ChangeError;
use thiserror::Error;

/// Why a request was not carried out. Nothing changed.
#[derive(Debug, Error)]
pub enum Refusal {
    /// The game is not in a state in which it can be done.
    #[error("{message}")]
    Conflict {
        /// A stable word for it (`not-your-turn`).
        code: &'static str,
        /// In English.
        message: String,
    },
    /// Who asks may not do it.
    #[error("{message}")]
    Forbidden {
        /// A stable word for it (`not-yours`).
        code: &'static str,
        /// In English.
        message: String,
    },
    /// The change is impossible by the rules.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

impl Refusal {
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::Conflict { code, message: message.into() }
    }

    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::Forbidden { code, message: message.into() }
    }

    pub(crate) fn id_taken(request: &str) -> Self {
        let message = format!(
            "another request with the id {:?} was already done; choose ids at random",
            shortened(request)
        );
        Self::conflict("id-taken", message)
    }
}

impl From<engine::MoveError> for Refusal {
    fn from(error: engine::MoveError) -> Self {
        Self::Change(error.into())
    }
}

/// Text from outside, shortened so that it can be repeated in a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}
