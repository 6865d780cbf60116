//! A job of either kind.

use crate::{JobError, TrainingJob, patterns};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What to train.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// A small network.
    Network(TrainingJob),
    /// A linear evaluation.
    Patterns(patterns::PatternJob),
}

impl Task {
    /// Reads a job: JSON if the text begins with `{`, else TOML. `kind` says what is trained: a `network`, which is the
    /// default, or `patterns`.
    ///
    /// # Errors
    /// When the text is no job, or nothing can be trained by it.
    ///
    /// ```
    /// use train::Task;
    /// assert!(matches!(Task::read("variant = 'xiangqi'"), Ok(Task::Network(_))));
    /// assert!(matches!(Task::read("kind = 'patterns'\nvariant = 'draughts'"), Ok(Task::Patterns(_))));
    /// let error = Task::read("kind = 'patterns'\nvariant = 'xiangqi'").unwrap_err();
    /// assert_eq!(error.to_string(), "the engine of xiangqi has no patterns: there is nothing to train");
    /// assert!(Task::read("kind = 'magic'\nvariant = 'xiangqi'").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, JobError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let kind = if text.starts_with('{') {
            let value: Value = serde_json::from_str(text)?;
            value.get("kind").map(|kind| kind.as_str().unwrap_or_default().to_owned())
        } else {
            let table: toml::Table = toml::from_str(text)?;
            table.get("kind").map(|kind| kind.as_str().unwrap_or_default().to_owned())
        };
        match kind.as_deref() {
            None | Some("network") => {
                let job: TrainingJob = without_kind(text)?;
                job.check()?;
                Ok(Self::Network(job))
            }
            Some("patterns") => {
                let job: patterns::PatternJob = without_kind(text)?;
                job.check()?;
                Ok(Self::Patterns(job))
            }
            Some(other) => Err(JobError::Kind(other.to_owned())),
        }
    }

    /// A small version, which learns something within seconds: to see that all works.
    #[must_use]
    pub fn tiny(self) -> Self {
        match self {
            Self::Network(job) => Self::Network(job.tiny()),
            Self::Patterns(job) => Self::Patterns(job.tiny()),
        }
    }

    /// The folders and files of its data.
    pub fn data(&mut self) -> &mut Vec<String> {
        match self {
            Self::Network(job) => &mut job.data,
            Self::Patterns(job) => &mut job.data,
        }
    }
}

/// Reads a job, whose kind is known already.
fn without_kind<T: DeserializeOwned>(text: &str) -> Result<T, JobError> {
    if text.starts_with('{') {
        let mut value: Value = serde_json::from_str(text)?;
        if let Some(object) = value.as_object_mut() {
            object.remove("kind");
        }
        return Ok(serde_json::from_value(value)?);
    }
    let mut table: toml::Table = toml::from_str(text)?;
    match table.remove("kind") {
        // Without the detour an error names the line.
        None => Ok(toml::from_str(text)?),
        Some(_) => Ok(table.try_into()?),
    }
}
