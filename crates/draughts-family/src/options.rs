//! The options that only draughts has, with their names in Hub and UCI.

use draughts_engine::Playable;
use draughts_engine::eval::Learnt;
use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use std::marker::PhantomData;
use std::sync::Arc;

/// See [`Extras`].
#[derive(Debug)]
pub(crate) struct Options<V> {
    /// The numbers of the evaluation, if not those of the program: `Some(None)` is the evaluation by hand.
    pub(crate) learnt: Option<Option<Arc<Learnt>>>,
    variant: PhantomData<V>,
}

impl<V> Default for Options<V> {
    fn default() -> Self {
        Self { learnt: None, variant: PhantomData }
    }
}

/// The option that names a file of numbers.
const EVAL_FILE: &str = "EvalFile";

/// Its value for the evaluation by hand.
const HAND_MADE: &str = "hand-made";

impl<V: Playable> Extras for Options<V> {
    fn files() -> Vec<OptionSpec> {
        vec![OptionSpec { name: EVAL_FILE, kind: OptionKind::Text { default: String::new() } }]
    }

    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        let (EVAL_FILE, Value::Text(path)) = (name, value) else { return Ok(()) };
        self.learnt = match path.as_ref() {
            "" => None,
            HAND_MADE => Some(None),
            path => {
                let refused = |why: String| OptionError::Value {
                    name: EVAL_FILE,
                    value: path.to_owned(),
                    expected: format!(
                        "weights that yiqi train has made ({why}), {HAND_MADE} for the evaluation by hand, or nothing \
                         for that of the program"
                    ),
                };
                let bytes = std::fs::read(path).map_err(|why| refused(why.to_string()))?;
                let learnt = Learnt::read::<V>(&bytes).map_err(|why| refused(why.to_string()))?;
                Some(Some(Arc::new(learnt)))
            }
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::player::DraughtsBackend;
    use draughts::{International, Turkish};
    use engine::{Engine as _, Player};

    #[test]
    fn files_are_checked() {
        let mut player = Player::<DraughtsBackend<International>>::new();
        let mut refused =
            |value: &str| player.set_option("EvalFile", value).unwrap_err().to_string();
        assert!(refused("/no/such/file").contains("No such file"));
        assert!(refused("Cargo.toml").contains("no file of weights"));
        assert_eq!(player.set_option("EvalFile", "hand-made"), Ok(()));
        assert_eq!(player.set_option("EvalFile", "<empty>"), Ok(()));
        // The numbers of another variant.
        let numbers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/draughts.patterns");
        assert_eq!(player.set_option("EvalFile", numbers), Ok(()));
        let mut other = Player::<DraughtsBackend<Turkish>>::new();
        let error = other.set_option("EvalFile", numbers).unwrap_err().to_string();
        let why =
            "the weights are those of draughts-patterns-3, not of draughts-turkish-patterns-3";
        assert!(error.contains(why), "{error}");
        assert_eq!(other.set_option("EvalFile", "hand-made"), Ok(()));
    }
}
