//! The options of the engine, as UCI names them.

use super::book::Book;
use crate::options::{self, Common, Value, option, refused, text};
use crate::{OptionError, OptionKind, OptionSpec};
use xiangqi::RuleSet;

/// The options that only Xiangqi has, and their values.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// The rule set to search under, if not the session's.
    pub(super) rules: Option<RuleSet>,
    pub(super) book: Book,
}

impl Options {
    /// All options, in the order to print them.
    pub(super) fn specs() -> Vec<OptionSpec> {
        let rules = vec![
            option(
                "UCI_Variant",
                OptionKind::Combo { default: "xiangqi", values: vec!["xiangqi"] },
            ),
            option(
                "Repetition Rule",
                OptionKind::Combo { default: "wxf", values: RuleSet::ALL.map(RuleSet::id).into() },
            ),
        ];
        Common::specs(rules, vec![option("EvalFile", text()), option("BookFile", text())])
    }

    /// Sets an option, if it is one of these; nothing changes when it fails. Its name as it is
    /// printed, and the value.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<(&'static str, Value), OptionError> {
        let (name, value) = options::check(Self::specs(), name, value)?;
        match (name, &value) {
            ("Repetition Rule", Value::Word(id)) => self.rules = id.parse().ok(),
            ("BookFile", Value::Text(path)) if path.is_empty() => self.book = Book::default(),
            ("BookFile", Value::Text(path)) => {
                self.book = Book::read(path).map_err(|why| refused(name, path, why))?;
            }
            ("EvalFile", Value::Text(path)) if !path.is_empty() => {
                return Err(refused(name, path, "nothing: the evaluation is built in".to_owned()));
            }
            _ => {}
        }
        Ok((name, value))
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
        assert_eq!(
            refused("repetition rule", "asian"),
            "Repetition Rule cannot be \"asian\": one of wxf, cxa, computer, simple"
        );
        assert!(refused("BookFile", "/no/such/file.pgn").contains("No such file"));
    }

    #[test]
    fn names_do_not_care_about_case() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", "32"), Ok(("Hash", Value::Number(32))));
        assert!(options.set("Repetition Rule", "CXA").is_ok());
        assert_eq!(options.rules, Some(RuleSet::Cxa));
    }
}
