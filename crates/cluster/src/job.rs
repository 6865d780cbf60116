//! Kinds of work, and the names under which it travels.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How often a unit is delivered before it counts as one that kills workers.
pub const MOST_TRIES: i64 = 3;
/// The longest payload, in bytes.
pub const MOST_PAYLOAD: usize = 32 << 10;
/// The longest result, in bytes: a message of NATS has room for a mebibyte with its headers.
pub const MOST_RESULT: usize = (1 << 20) - (16 << 10);

/// What kind of work a job is. A worker says which it can do.
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

impl JobClass {
    /// Every class; a worker looks for work in this order.
    pub const ALL: [Self; 6] =
        [Self::Move, Self::Analysis, Self::Review, Self::Puzzle, Self::Match, Self::SelfPlay];

    /// Its name.
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

    /// Whether its work is a search that the node of the hall keeps which needs the result, and no message of a stream.
    #[must_use]
    pub const fn is_search(self) -> bool {
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

/// A text as a part of a subject, which has no dots, spaces or wildcards.
pub(crate) fn token(text: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    let token: String = text.chars().map(plain).collect();
    if token.is_empty() { "-".to_owned() } else { token }
}

/// Where units of work wait.
pub(crate) const WORK: &str = "YIQI_WORK";
/// Where results are stored.
pub(crate) const RESULTS: &str = "YIQI_RESULTS";

/// The name of the consumer that hands out work of a class to workers of a build.
pub(crate) fn consumer(class: JobClass, build: &str) -> String {
    format!("{class}-{build}")
}

/// Where the units of a batch wait.
pub(crate) fn work(class: JobClass, build: &str, rest: &str) -> String {
    format!("yiqi.work.{class}.{build}.{rest}")
}

/// Where results of a batch are stored.
pub(crate) fn end(rest: &str) -> String {
    format!("yiqi.end.{rest}")
}

/// Where workers say that they work on something.
pub(crate) fn doing(rest: &str) -> String {
    format!("yiqi.doing.{rest}")
}

/// Where it is said that work of this name is not wanted any more.
pub(crate) fn stop(name: &str) -> String {
    format!("yiqi.stop.{name}")
}

/// Where workers of a build say that they are there.
pub(crate) fn here(class: JobClass, build: &str) -> String {
    format!("yiqi.here.{class}.{build}")
}

/// Where idle workers of a build hear of searches.
pub(crate) fn search(class: JobClass, build: &str) -> String {
    format!("yiqi.search.{class}.{build}")
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
        assert!("chess".parse::<JobClass>().unwrap_err().contains("self-play"));
        assert_eq!(token("yiqi 0.3.0 build 0a1b"), "yiqi-0-3-0-build-0a1b");
        assert_eq!(token(""), "-");
    }
}
