//! The options of every engine, and the checks of values.

use crate::{OptionError, OptionKind, OptionSpec};
use std::time::Duration;

const MAX_THREADS: i64 = 256;
const MAX_HASH: i64 = 65_536;
const MAX_LINES: i64 = 128;
const MAX_OVERHEAD: i64 = 5_000;
const MAX_LEVEL: i64 = 12;

/// The rating of each level, weakest first. It is a scale of our own: matches order the levels, but the
/// differences are not calibrated against people.
const RATINGS: [i64; 12] = [700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300, 2500, 2700, 2900];

/// The options of every family, and their values.
#[derive(Debug)]
pub(crate) struct CommonOptions {
    pub(crate) threads: usize,
    /// In MiB.
    pub(crate) hash: usize,
    pub(crate) lines: usize,
    pub(crate) overhead: Duration,
    skill: u8,
    limit_strength: bool,
    rating: i64,
}

/// The action that must follow the setting of an option.
pub(crate) enum Effect {
    None,
    Threads,
    Hash,
    Clear,
}

/// A value that was checked against its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a whole number, within its range.
    Number(i64),
    /// Of a check box.
    Flag(bool),
    /// Of a choice, as its option prints it.
    Word(&'static str),
    /// Of a button: it was pressed.
    Press,
    /// Of a text; may be empty.
    Text(String),
}

impl Default for CommonOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            lines: 1,
            overhead: Duration::from_millis(10),
            skill: 12,
            limit_strength: false,
            rating: RATINGS[11],
        }
    }
}

fn option(name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { name, kind }
}

impl CommonOptions {
    /// All options in the order of printing: `rules` are those of the rules, `files` those that name files.
    pub(crate) fn specs(rules: Vec<OptionSpec>, files: Vec<OptionSpec>) -> Vec<OptionSpec> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let mut specs = vec![
            option("Threads", spin(1, 1, MAX_THREADS)),
            option("Hash", spin(16, 1, MAX_HASH)),
            option("Clear Hash", OptionKind::Button),
            option("MultiPV", spin(1, 1, MAX_LINES)),
            option("Ponder", OptionKind::Check { default: false }),
            option("Move Overhead", spin(10, 0, MAX_OVERHEAD)),
        ];
        specs.extend(rules);
        specs.extend([
            option("Skill Level", spin(MAX_LEVEL, 1, MAX_LEVEL)),
            option("UCI_LimitStrength", OptionKind::Check { default: false }),
            option("UCI_Elo", spin(RATINGS[11], RATINGS[0], RATINGS[11])),
            option("UCI_ShowWDL", OptionKind::Check { default: false }),
        ]);
        specs.extend(files);
        specs
    }

    /// The level of searches that request none.
    pub(crate) fn level(&self) -> u8 {
        if !self.limit_strength {
            return self.skill;
        }
        let nearest =
            (1..=12_u8).min_by_key(|&n| (RATINGS[usize::from(n) - 1] - self.rating).abs());
        nearest.unwrap_or(12)
    }

    /// Sets an option that every family has; other options change nothing here. `Ponder` and `UCI_ShowWDL` are
    /// used by the protocol hosts.
    pub(crate) fn set(&mut self, name: &str, value: &Value) -> Effect {
        match (name, value) {
            ("UCI_LimitStrength", Value::Flag(on)) => self.limit_strength = *on,
            ("Clear Hash", Value::Press) => return Effect::Clear,
            (_, Value::Number(n)) => return self.set_number(name, *n),
            _ => {}
        }
        Effect::None
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

/// Finds the option and checks the value; its name as it is printed, and the value.
pub(crate) fn check(
    specs: Vec<OptionSpec>,
    name: &str,
    value: &str,
) -> Result<(&'static str, Value), OptionError> {
    let spec = specs.into_iter().find(|spec| spec.name.eq_ignore_ascii_case(name.trim()));
    let Some(spec) = spec else { return Err(OptionError::Unknown(name.trim().to_owned())) };
    let value = value.trim();
    let refuse = |expected| refused(spec.name, value, expected);
    let value = match spec.kind {
        OptionKind::Spin { min, max, .. } => Value::Number(
            value
                .parse()
                .ok()
                .filter(|n| (min..=max).contains(n))
                .ok_or_else(|| refuse(format!("a whole number from {min} to {max}")))?,
        ),
        OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => return Err(refuse("true or false".to_owned())),
        },
        OptionKind::Combo { values, .. } => Value::Word(
            values
                .iter()
                .find(|known| known.eq_ignore_ascii_case(value))
                .ok_or_else(|| refuse(format!("one of {}", values.join(", "))))?,
        ),
        OptionKind::Button => Value::Press,
        // Interfaces write `<empty>` for nothing.
        OptionKind::Text { .. } if value == "<empty>" => Value::Text(String::new()),
        OptionKind::Text { .. } => Value::Text(value.to_owned()),
    };
    Ok((spec.name, value))
}

fn refused(name: &'static str, value: &str, expected: String) -> OptionError {
    OptionError::Value { name, value: value.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_checked() {
        let refused = |name: &str, value: &str| {
            check(CommonOptions::specs(Vec::new(), Vec::new()), name, value)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused("Hashes", "1"), "no option is called \"Hashes\"");
        assert_eq!(refused("Hash", "0"), "Hash cannot be \"0\": a whole number from 1 to 65536");
        assert_eq!(refused("ponder", "yes"), "Ponder cannot be \"yes\": true or false");
    }

    #[test]
    fn a_rating_means_the_nearest_level() {
        let mut options = CommonOptions::default();
        assert_eq!(options.level(), 12);
        options.set("UCI_Elo", &Value::Number(1080));
        options.set("UCI_LimitStrength", &Value::Flag(true));
        assert_eq!(options.level(), 3);
    }
}
