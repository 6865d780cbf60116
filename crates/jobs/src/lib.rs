//! Work that a hall hands out to programs on other machines, as plain data.
//!
//! A *batch* is one piece of work that was submitted: its class, the build of the program that must do it, and
//! a payload that only that class understands. It is cut into *units*, numbered from 0; a unit is the *job* that
//! one worker does. A job is known by its batch and its number, so a repeated submission is the same job, and
//! a repeated result changes nothing.
//!
//! This crate has the types and the messages over HTTP. It does nothing and names no game. `docs/serve/cluster.md`
//! describes the laws of the queue.

mod messages;
mod tokens;

pub use messages::{
    BatchNews, BatchResults, BeatAnswer, BeatRequest, ClaimAnswer, ClaimRequest, GiveBack,
    HelloAnswer, HelloRequest, JobAssignment, JobReport, ReportRequest, ResultReceipt,
    ResultRequest, Submission, UnitResult,
};

pub use tokens::Tokens;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The version of the messages. A worker with another one is refused.
pub const PROTOCOL: u32 = 2;
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
///
/// A new class has its line here, in [`JobClass::ALL`], [`JobClass::name`] and [`JobClass::priority`], and its players in the
/// worker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobClass {
    /// A move of the machine or a hint: a person waits for it.
    Move,
    /// An analysis that a person watches.
    Analysis,
    /// Positions of a game that a person lets the hall review.
    Review,
    /// A position of a reviewed game in which a puzzle is looked for. Nobody waits for it.
    Puzzle,
    /// Games of a match or a gate.
    Match,
    /// Games of an engine against itself, for training.
    SelfPlay,
}

/// What the keys of searches of the hall begin with. No batch of the database has such a key.
pub const SEARCHES: &str = "hall:";

impl JobClass {
    /// Every class; those with the greatest priority come first.
    pub const ALL: [Self; 6] =
        [Self::Move, Self::Analysis, Self::Review, Self::Puzzle, Self::Match, Self::SelfPlay];

    /// Its name, as it is stored and sent.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Analysis => "analysis",
            Self::Review => "review",
            Self::Puzzle => "puzzle",
            Self::Match => "match",
            Self::SelfPlay => "self-play",
        }
    }

    /// The priority of its work where none is asked for: greater ones are done first.
    #[must_use]
    pub const fn priority(self) -> i32 {
        match self {
            Self::Move => 300,
            Self::Analysis => 200,
            Self::Review => 100,
            Self::Puzzle => 50,
            Self::Match | Self::SelfPlay => 0,
        }
    }

    /// Whether its work is kept by the node of the hall that needs the result, and not in the database.
    #[must_use]
    pub const fn is_kept_in_memory(self) -> bool {
        matches!(self, Self::Move | Self::Analysis | Self::Puzzle)
    }
}

impl fmt::Display for JobClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for JobClass {
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
pub enum JobState {
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

impl JobState {
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

impl Job {
    /// A search for a person, by its class and its number at the node of the hall that keeps it. A hall with one node
    /// has no name for it.
    #[must_use]
    pub fn search(class: JobClass, node: Option<&str>, unit: u64) -> Self {
        let at = node.map(|node| format!("@{node}")).unwrap_or_default();
        Self { batch: format!("{SEARCHES}{class}{at}"), unit }
    }

    /// Whether it is a search for a person, and not a job of the database.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.batch.starts_with(SEARCHES)
    }

    /// The node of the hall that keeps it, where a hall has several and the job is a search for a person.
    #[must_use]
    pub fn node(&self) -> Option<&str> {
        self.batch.strip_prefix(SEARCHES)?.split_once('@').map(|(_, node)| node)
    }
}

/// A job that somebody holds. The number of the holder is known to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobLease {
    /// Which job.
    pub job: Job,
    /// The number under which it was handed out.
    pub holder: String,
}

/// How many jobs of a batch are in which state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobCounts {
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
        for class in JobClass::ALL {
            assert_eq!(class.name().parse::<JobClass>(), Ok(class));
            assert_eq!(serde_json::to_value(class).unwrap(), class.name());
        }
        let priorities = JobClass::ALL.map(JobClass::priority);
        assert!(priorities.is_sorted_by(|before, after| before >= after), "{priorities:?}");
        assert!("chess".parse::<JobClass>().unwrap_err().contains("self-play"));
        for state in JobState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.name());
        }
    }

    #[test]
    fn a_search_says_who_keeps_it() {
        let alone = Job::search(JobClass::Move, None, 3);
        assert_eq!(
            (alone.batch.as_str(), alone.is_search(), alone.node()),
            ("hall:move", true, None)
        );
        let of_many = Job::search(JobClass::Analysis, Some("[::1]:7717"), 4);
        assert_eq!(of_many.node(), Some("[::1]:7717"));
        let stored = Job { batch: "review-a@b".to_owned(), unit: 0 };
        assert!(!stored.is_search() && stored.node().is_none());
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
