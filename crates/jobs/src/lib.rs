//! Work that a hall hands out to programs on other machines, as plain data.
//!
//! A *batch* is one piece of work that was submitted: its class, the build of the program that must do it, and
//! a payload that only that class understands. It is cut into *units*, numbered from 0; a unit is the *job* that
//! one worker does. A job is known by its batch and its number, so a repeated submission is the same job, and
//! a repeated result changes nothing.
//!
//! This crate has the types and the messages over HTTP. It does nothing and names no game. `docs/jobs.md`
//! describes the laws of the queue.

mod messages;

pub use messages::{
    BatchNews, BeatAnswer, BeatRequest, ClaimAnswer, ClaimRequest, Done, GiveBack, Handed, Hello,
    Kept, ResultRequest, Results, Submission, UnitResult, Welcome,
};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The version of the messages. A worker with another one is refused.
pub const PROTOCOL: u32 = 1;
/// How often a job is handed out before it is put into quarantine.
pub const MOST_TRIES: u32 = 3;
/// How many units one submission names at most.
pub const MOST_UNITS: u64 = 1024;
/// How many jobs one request of a worker names at most.
pub const MOST_JOBS: usize = 256;
/// The longest payload, in bytes.
pub const MOST_PAYLOAD: usize = 32 << 10;
/// The longest result, in bytes.
pub const MOST_RESULT: usize = 1 << 20;
/// The longest key of a batch, name of a worker, build or name of a sum, in bytes.
pub const MOST_NAME: usize = 128;
/// The longest progress or error, in bytes.
pub const MOST_WORDS: usize = 4096;
/// How many sums a result changes at most.
pub const MOST_SUMS: usize = 32;

/// What kind of work a job is. A worker says which it can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Games of an engine against itself, for training.
    SelfPlay,
    /// Games of a match or a gate.
    Match,
    /// Positions of a game that a person lets the hall review.
    Review,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::SelfPlay, Self::Match, Self::Review];

    /// Its name, as it is stored and sent.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SelfPlay => "self-play",
            Self::Match => "match",
            Self::Review => "review",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|class| class.name() == text);
        found.ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|class| class.name()).collect();
            format!("expected {}", names.join(", "))
        })
    }
}

/// What has become of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody has it.
    Waiting,
    /// A worker has it, for the time of its lease.
    Running,
    /// Its result is stored.
    Done,
    /// It is not wanted any more.
    Cancelled,
    /// It was handed out [`MOST_TRIES`] times without a result. Nobody gets it any more.
    Quarantined,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 5] =
        [Self::Waiting, Self::Running, Self::Done, Self::Cancelled, Self::Quarantined];

    /// Its name, as it is stored and sent.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Quarantined => "quarantined",
        }
    }
}

/// A job: the batch that it belongs to, and its number in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The key of its batch.
    pub batch: String,
    /// Its number, from 0.
    pub unit: u64,
}

/// A job that somebody holds. The number of the holder is known to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Which job.
    pub job: Job,
    /// The number under which it was handed out.
    pub holder: String,
}

/// How many jobs of a batch are in which state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Nobody has them.
    pub waiting: u64,
    /// Workers have them.
    pub running: u64,
    /// Their results are stored.
    pub done: u64,
    /// They are not wanted any more.
    pub cancelled: u64,
    /// They failed too often.
    pub quarantined: u64,
}

/// The faults of texts that came from outside: each is named.
#[must_use]
pub fn faults_of_names(names: &[(&str, &str)]) -> Vec<String> {
    let wrong = |text: &str| {
        text.is_empty() || text.len() > MOST_NAME || text.chars().any(char::is_control)
    };
    let faults = names.iter().filter(|(_, text)| wrong(text));
    faults
        .map(|(name, _)| format!("{name}: expected 1 to {MOST_NAME} bytes without control signs"))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn names_are_those_of_the_messages() {
        for class in Class::ALL {
            assert_eq!(class.name().parse::<Class>(), Ok(class));
            assert_eq!(serde_json::to_value(class).unwrap(), class.name());
        }
        assert!("chess".parse::<Class>().unwrap_err().contains("self-play"));
        for state in State::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.name());
        }
    }

    #[test]
    fn every_wrong_name_is_reported() {
        let long = "x".repeat(MOST_NAME + 1);
        let faults = faults_of_names(&[("key", ""), ("worker", "good"), ("build", &long)]);
        assert_eq!(faults.len(), 2);
        assert!(faults[0].starts_with("key: ") && faults[1].starts_with("build: "));
        assert_eq!(faults_of_names(&[("key", "a\nb")]).len(), 1);
    }
}
