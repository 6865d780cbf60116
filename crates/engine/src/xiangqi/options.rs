//! The options of the engine, as UCI names them.

use super::book::Book;
use crate::{OptionError, OptionKind, OptionSpec};
use std::time::Duration;
use xiangqi::RuleSet;

const MAX_THREADS: i64 = 256;
const MAX_HASH: i64 = 65_536;
const MAX_LINES: i64 = 128;
const MAX_OVERHEAD: i64 = 5_000;
const MAX_LEVEL: i64 = 12;

/// The rating each level is offered under, weakest first. A scale of our own: the levels are
/// ordered by matches, their distances are not calibrated against people.
const RATINGS: [i64; 12] = [700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300, 2500, 2700, 2900];

/// The options and their values.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) threads: usize,
    /// In MiB.
    pub(super) hash: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    /// The rule set to search under, if not the session's.
    pub(super) rules: Option<RuleSet>,
    skill: u8,
    limit_strength: bool,
    rating: i64,
}

/// What else has to happen after an option was set.
pub(super) enum Effect {
    None,
    Threads,
    Hash,
    Clear,
    Book(Book),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            lines: 1,
            overhead: Duration::from_millis(10),
            rules: None,
            skill: 12,
            limit_strength: false,
            rating: RATINGS[11],
        }
    }
}

impl Options {
    /// All options, in the order to print them.
    pub(super) fn specs() -> Vec<OptionSpec> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let option = |name, kind| OptionSpec { name, kind };
        let text = || OptionKind::Text { default: String::new() };
        vec![
            option("Threads", spin(1, 1, MAX_THREADS)),
            option("Hash", spin(16, 1, MAX_HASH)),
            option("Clear Hash", OptionKind::Button),
            option("MultiPV", spin(1, 1, MAX_LINES)),
            option("Ponder", OptionKind::Check { default: false }),
            option("Move Overhead", spin(10, 0, MAX_OVERHEAD)),
            option(
                "UCI_Variant",
                OptionKind::Combo { default: "xiangqi", values: vec!["xiangqi"] },
            ),
            option(
                "Repetition Rule",
                OptionKind::Combo { default: "wxf", values: RuleSet::ALL.map(RuleSet::id).into() },
            ),
            option("Skill Level", spin(MAX_LEVEL, 1, MAX_LEVEL)),
            option("UCI_LimitStrength", OptionKind::Check { default: false }),
            option("UCI_Elo", spin(RATINGS[11], RATINGS[0], RATINGS[11])),
            option("UCI_ShowWDL", OptionKind::Check { default: false }),
            option("EvalFile", text()),
            option("BookFile", text()),
        ]
    }

    /// The level that holds when none is asked for.
    pub(super) fn level(&self) -> u8 {
        if !self.limit_strength {
            return self.skill;
        }
        let nearest =
            (1..=12_u8).min_by_key(|&n| (RATINGS[usize::from(n) - 1] - self.rating).abs());
        nearest.unwrap_or(12)
    }

    /// Sets an option; nothing changes when it fails.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let spec =
            Self::specs().into_iter().find(|spec| spec.name.eq_ignore_ascii_case(name.trim()));
        let Some(spec) = spec else { return Err(OptionError::Unknown(name.trim().to_owned())) };
        let value = value.trim();
        match spec.kind {
            OptionKind::Spin { min, max, .. } => {
                let n =
                    value.parse().ok().filter(|n| (min..=max).contains(n)).ok_or_else(|| {
                        refused(spec.name, value, format!("a whole number from {min} to {max}"))
                    })?;
                Ok(self.set_number(spec.name, n))
            }
            OptionKind::Check { .. } => {
                let on = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(refused(spec.name, value, "true or false".to_owned())),
                };
                // Ponder and UCI_ShowWDL are for whoever drives the engine.
                if spec.name == "UCI_LimitStrength" {
                    self.limit_strength = on;
                }
                Ok(Effect::None)
            }
            OptionKind::Combo { values, .. } => {
                let known = values.iter().find(|known| known.eq_ignore_ascii_case(value));
                let known = known.ok_or_else(|| {
                    refused(spec.name, value, format!("one of {}", values.join(", ")))
                })?;
                if spec.name == "Repetition Rule" {
                    self.rules = known.parse().ok();
                }
                Ok(Effect::None)
            }
            OptionKind::Button => Ok(Effect::Clear),
            OptionKind::Text { .. } => set_file(spec.name, value),
        }
    }

    fn set_number(&mut self, name: &str, n: i64) -> Effect {
        // All ranges are positive and small.
        let size = usize::try_from(n).unwrap_or(0);
        match name {
            "Threads" => {
                self.threads = size;
                return Effect::Threads;
            }
            "Hash" => {
                self.hash = size;
                return Effect::Hash;
            }
            "MultiPV" => self.lines = size,
            "Move Overhead" => self.overhead = Duration::from_millis(n.unsigned_abs()),
            "Skill Level" => self.skill = u8::try_from(n).unwrap_or(12),
            "UCI_Elo" => self.rating = n,
            _ => {}
        }
        Effect::None
    }
}

fn refused(name: &'static str, value: &str, expected: String) -> OptionError {
    OptionError::Value { name, value: value.to_owned(), expected }
}

/// A file: interfaces write `<empty>` for none.
fn set_file(name: &'static str, value: &str) -> Result<Effect, OptionError> {
    let none = value.is_empty() || value == "<empty>";
    match name {
        "BookFile" if none => Ok(Effect::Book(Book::default())),
        "BookFile" => {
            let book = Book::read(value).map_err(|why| refused(name, value, why))?;
            Ok(Effect::Book(book))
        }
        _ if none => Ok(Effect::None),
        _ => Err(refused(name, value, "nothing: the evaluation is built in".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_checked() {
        let mut options = Options::default();
        let mut refused =
            |name: &str, value: &str| options.set(name, value).map(|_| ()).unwrap_err().to_string();
        assert_eq!(refused("Hashes", "1"), "no option is called \"Hashes\"");
        assert_eq!(refused("Hash", "0"), "Hash cannot be \"0\": a whole number from 1 to 65536");
        assert_eq!(refused("ponder", "yes"), "Ponder cannot be \"yes\": true or false");
        assert_eq!(
            refused("repetition rule", "asian"),
            "Repetition Rule cannot be \"asian\": one of wxf, cxa, computer, simple"
        );
        assert!(refused("BookFile", "/no/such/file.pgn").contains("No such file"));
    }

    #[test]
    fn names_do_not_care_about_case() {
        let mut options = Options::default();
        assert!(matches!(options.set("hash", "32"), Ok(Effect::Hash)));
        assert_eq!(options.hash, 32);
        assert!(options.set("Repetition Rule", "CXA").is_ok());
        assert_eq!(options.rules, Some(RuleSet::Cxa));
    }

    #[test]
    fn a_rating_means_the_nearest_level() {
        let mut options = Options::default();
        assert_eq!(options.level(), 12);
        for (name, value) in [("UCI_Elo", "1080"), ("UCI_LimitStrength", "true")] {
            assert!(options.set(name, value).is_ok());
        }
        assert_eq!(options.level(), 3);
    }
}
