//! The options that only gomoku has.

use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use gomoku_engine::Learnt;
use gomoku_engine::eval::Net;

/// See [`Extras`].
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// What evaluates.
    pub(crate) learnt: Learnt,
}

/// The value of `EvalFile` for the evaluation without a network.
const HAND_MADE: &str = "hand-made";

impl Extras for Options {
    fn files() -> Vec<OptionSpec> {
        let kind = OptionKind::Text { default: String::new() };
        vec![OptionSpec { name: "EvalFile", kind }]
    }

    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        let ("EvalFile", Value::Text(path)) = (name, value) else { return Ok(()) };
        let refused = |expected| OptionError::Value { name, value: path.to_owned(), expected };
        self.learnt = match path.as_str() {
            "" | HAND_MADE => Learnt::Nothing,
            path => {
                let bytes = std::fs::read(path).map_err(|why| refused(network(why)))?;
                Learnt::Net(Net::read(&bytes).map_err(|why| refused(network(why)))?)
            }
        };
        Ok(())
    }
}

/// What `EvalFile` takes, and why a file is not that.
fn network(why: impl std::fmt::Display) -> String {
    format!(
        "a network that yiqi train has made ({why}), or {HAND_MADE} (as nothing) for the evaluation without one"
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
        assert_eq!(player.set_option("EvalFile", "<empty>"), Ok(()));
        assert_eq!(player.set_option("EvalFile", HAND_MADE), Ok(()));
    }
}
