use std::io;
use thiserror::Error;

/// Why a protocol ended early.
#[derive(Debug, Error)]
pub enum HostError {
    /// The request is invalid.
    #[error("{0}")]
    Input(String),
    /// The request was valid but failed.
    #[error("{0}")]
    Trouble(String),
    /// The output failed.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl HostError {
    #[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
    pub(crate) fn trouble(message: impl ToString) -> Self {
        Self::Trouble(message.to_string())
    }
}

impl From<engine::OpenError> for HostError {
    fn from(error: engine::OpenError) -> Self {
        Self::Input(match error {
            engine::OpenError::Position(error) => format!("position: {error}"),
            error => error.to_string(),
        })
    }
}

impl From<engine::OptionError> for HostError {
    fn from(error: engine::OptionError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<engine::EngineError> for HostError {
    fn from(error: engine::EngineError) -> Self {
        match error {
            engine::EngineError::Failed(_) => Self::trouble(error),
            error => Self::Input(error.to_string()),
        }
    }
}
