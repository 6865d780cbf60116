use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a measurement cannot be made.
#[derive(Debug, Error)]
pub enum LabError {
    /// A game, position or machine cannot be opened.
    #[error(transparent)]
    Open(#[from] engine::OpenError),
    /// A technique does not exist.
    #[error(transparent)]
    Technique(#[from] engine::UnknownTechnique),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] engine::EngineError),
    /// An option of an engine cannot be set.
    #[error(transparent)]
    Option(#[from] engine::OptionError),
    /// A match failed.
    #[error("the match failed: {0}")]
    Match(String),
    /// A rung does not exist.
    #[error(transparent)]
    Rung(#[from] engine::ladder::UnknownRung),
    /// A name is of no player of the matches of levels.
    #[error("{name:?} plays no match; there are: {known}")]
    UnknownPlayer {
        /// The name.
        name: String,
        /// The known names.
        known: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A log has a line that is no row.
    #[error("{path}:{line}: this is no measurement: {error}")]
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A report cannot be written.
    #[error("the report cannot be written: {0}")]
    Report(String),
}

impl LabError {
    /// An error of this file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}
