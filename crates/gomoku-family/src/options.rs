//! The options that only gomoku has.

use crate::rules;
use crate::variants::name_of;
use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use gomoku::Rules;
use gomoku_engine::EvaluationSource;

/// See [`Extras`].
#[derive(Debug)]
pub(crate) struct Options {
    /// The rules of the variant, for which a file must be.
    rules: Rules,
    /// What evaluates.
    pub(crate) learnt: EvaluationSource,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(crate::variants::ID)
    }
}

impl Options {
    /// The options of a variant, whose id has this base.
    pub(crate) fn of(base: &str) -> Self {
        Self { rules: rules::of(base), learnt: EvaluationSource::default() }
    }
}

/// The value of `EvalFile` for the evaluation by hand.
const HAND_MADE: &str = "hand-made";

impl Extras for Options {
    fn files(&self) -> Vec<OptionSpec> {
        let kind = OptionKind::Text { default: String::new() };
        vec![OptionSpec { name: "EvalFile", kind }]
    }

    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        let ("EvalFile", Value::Text(path)) = (name, value) else { return Ok(()) };
        let refused = |expected| OptionError::Value { name, value: path.to_owned(), expected };
        self.learnt = match path.as_str() {
            "" => EvaluationSource::Program,
            HAND_MADE => EvaluationSource::HandMade,
            path => read(path, self.rules).map_err(|why| refused(expected(&why)))?,
        };
        Ok(())
    }
}

/// The evaluation of a file, which must be for these rules.
fn read(path: &str, rules: Rules) -> Result<EvaluationSource, String> {
    let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
    let learnt = EvaluationSource::read(&bytes).map_err(|why| why.to_string())?;
    match learnt.rules() {
        Some(found) if found != rules => {
            Err(format!("these are for {}, not for {}", name_of(found), name_of(rules)))
        }
        _ => Ok(learnt),
    }
}

/// What `EvalFile` takes, and why a file is not that.
fn expected(why: &str) -> String {
    format!(
        "weights that workshop train has made ({why}), {HAND_MADE} for the evaluation by hand, or nothing for that of the \
         program"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::GomokuBackend;
    use engine::{Engine as _, Player};

    #[test]
    fn names_and_values_are_checked() {
        let mut player = Player::<GomokuBackend>::new();
        let mut refused =
            |name: &str, value: &str| player.set_option(name, value).unwrap_err().to_string();
        assert!(refused("EvalFile", "/no/such/net").contains("No such file"));
        assert!(refused("evalfile", "Cargo.toml").contains("no file of weights"));
        let xiangqi = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/xiangqi.nnue");
        assert!(refused("EvalFile", xiangqi).contains("kind pieces"));
        let draughts = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/draughts.patterns");
        assert!(refused("EvalFile", draughts).contains("no evaluation of gomoku"));
        assert_eq!(player.set_option("EvalFile", "<empty>"), Ok(()));
        assert_eq!(player.set_option("EvalFile", HAND_MADE), Ok(()));
    }

    #[test]
    fn a_file_of_other_rules_is_refused() {
        let renju = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/renju.patterns");
        for base in ["gomoku", "gomoku-standard", "caro", "caro-free", "omok"] {
            let mut player = Player::<GomokuBackend>::with(Options::of(base));
            let refused = player.set_option("EvalFile", renju).unwrap_err().to_string();
            assert!(
                refused.contains(&format!("these are for renju, not for {base})")),
                "{refused}"
            );
        }
        let mut player = Player::<GomokuBackend>::with(Options::of("renju"));
        assert_eq!(player.set_option("EvalFile", renju), Ok(()));
    }
}
