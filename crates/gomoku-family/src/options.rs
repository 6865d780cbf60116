//! The options that only gomoku has.

use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use gomoku_engine::Learnt;

/// See [`Extras`].
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// What evaluates.
    pub(crate) learnt: Learnt,
}

/// The value of `EvalFile` for the evaluation by hand.
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
            "" => Learnt::Program,
            HAND_MADE => Learnt::HandMade,
            path => read(path).map_err(|why| refused(expected(&why)))?,
        };
        Ok(())
    }
}

/// The evaluation of a file.
fn read(path: &str) -> Result<Learnt, String> {
    let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
    Learnt::read(&bytes).map_err(|why| why.to_string())
}

/// What `EvalFile` takes, and why a file is not that.
fn expected(why: &str) -> String {
    format!(
        "weights that yiqi train has made ({why}), {HAND_MADE} for the evaluation by hand, or nothing for that of the \
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
}
