//! The options that only Xiangqi has, with their names in UCI.

use crate::book::Book;
use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use xiangqi::RuleSet;
use xiangqi_engine::eval::XiangqiNetwork;

/// See [`Extras`].
#[derive(Debug)]
pub(crate) struct Options {
    /// The rule set of the search, if it is not the session's.
    pub(crate) rules: Option<RuleSet>,
    pub(crate) book: Book,
    /// The network that evaluates; the hand-made evaluation without one.
    pub(crate) net: Option<XiangqiNetwork>,
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: None, book: Book::default(), net: Some(XiangqiNetwork::built_in()) }
    }
}

/// The value of `EvalFile` for the evaluation without a network.
const HAND_MADE: &str = "hand-made";

impl Extras for Options {
    fn rules(&self) -> Vec<OptionSpec> {
        let combo = |name, default, values| OptionSpec {
            name,
            kind: OptionKind::Combo { default, values },
        };
        vec![
            combo("UCI_Variant", "xiangqi", vec!["xiangqi"]),
            combo("Repetition Rule", "wxf", RuleSet::ALL.map(RuleSet::id).into()),
        ]
    }

    fn files(&self) -> Vec<OptionSpec> {
        let text = |name| OptionSpec { name, kind: OptionKind::Text { default: String::new() } };
        vec![text("EvalFile"), text("BookFile")]
    }

    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        let refused =
            |path: &str, expected| OptionError::Value { name, value: path.to_owned(), expected };
        match (name, value) {
            ("Repetition Rule", Value::Word(id)) => self.rules = id.parse().ok(),
            ("BookFile", Value::Text(path)) if path.is_empty() => self.book = Book::default(),
            ("BookFile", Value::Text(path)) => {
                self.book = Book::read(path).map_err(|why| refused(path, why))?;
            }
            ("EvalFile", Value::Text(path)) if path.is_empty() => {
                self.net = Some(XiangqiNetwork::built_in());
            }
            ("EvalFile", Value::Text(path)) if path == HAND_MADE => self.net = None,
            ("EvalFile", Value::Text(path)) => {
                let bytes = std::fs::read(path).map_err(|why| refused(path, network(why)))?;
                self.net =
                    Some(XiangqiNetwork::read(&bytes).map_err(|why| refused(path, network(why)))?);
            }
            _ => {}
        }
        Ok(())
    }
}

/// What `EvalFile` takes, and why a file is not that.
fn network(why: impl std::fmt::Display) -> String {
    format!(
        "a network that workshop train has made ({why}), {HAND_MADE} for the evaluation without one, or nothing for the \
         network that is built in"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::XiangqiBackend;
    use engine::{Engine as _, Player};

    #[test]
    fn names_and_values_are_checked() {
        let mut player = Player::<XiangqiBackend>::new();
        let mut refused =
            |name: &str, value: &str| player.set_option(name, value).unwrap_err().to_string();
        assert_eq!(
            refused("repetition rule", "asian"),
            "Repetition Rule cannot be \"asian\": one of wxf, cxa, computer, simple"
        );
        assert!(refused("BookFile", "/no/such/file.pgn").contains("No such file"));
        assert!(refused("EvalFile", "/no/such/net").contains("No such file"));
        assert!(refused("EvalFile", "Cargo.toml").contains("no file of weights"));
        assert_eq!(player.set_option("EvalFile", "<empty>"), Ok(()));
        assert_eq!(player.set_option("EvalFile", HAND_MADE), Ok(()));
    }

    #[test]
    fn names_do_not_care_about_case() {
        let mut player = Player::<XiangqiBackend>::new();
        assert_eq!(player.set_option("hash", "32"), Ok(()));
        assert_eq!(player.set_option("repetition rule", "CXA"), Ok(()));
        let mut options = Options::default();
        options.set("Repetition Rule", &Value::Word("cxa")).unwrap();
        assert_eq!(options.rules, Some(RuleSet::Cxa));
    }
}
