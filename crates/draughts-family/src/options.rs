//! The options that only draughts has, with their names in Hub and UCI.

use crate::endgames::LoadedDatabase;
use crate::erased::AnyVariant;
use draughts_engine::eval::LearntWeights;
use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use std::path::Path;
use std::sync::Arc;

/// See [`Extras`].
#[derive(Debug)]
pub(crate) struct Options {
    /// The variant, for which files must be.
    pub(crate) variant: AnyVariant,
    /// The numbers of the evaluation, if not those of the program: `Some(None)` is the evaluation by hand.
    pub(crate) learnt: Option<Option<Arc<LearntWeights>>>,
    /// The endgame database, if not that of the program: `Some(None)` is none.
    pub(crate) endgames: Option<Option<LoadedDatabase>>,
}

impl Options {
    /// Those of the program for a variant.
    pub(crate) fn of(variant: AnyVariant) -> Self {
        Self { variant, learnt: None, endgames: None }
    }
}

/// The option that names a file of numbers.
const EVAL_FILE: &str = "EvalFile";

/// Its value for the evaluation by hand.
const HAND_MADE: &str = "hand-made";

/// The option that names a folder of endgame databases.
const ENDGAME_FOLDER: &str = "EndgameFolder";

/// Its value for no database at all.
const NONE: &str = "none";

impl Extras for Options {
    fn files(&self) -> Vec<OptionSpec> {
        let text = |name| OptionSpec { name, kind: OptionKind::Text { default: String::new() } };
        let endgames = self.variant.code().supports_endgames().then(|| text(ENDGAME_FOLDER));
        [text(EVAL_FILE)].into_iter().chain(endgames).collect()
    }

    fn set(&mut self, name: &'static str, value: &Value) -> Result<(), OptionError> {
        match (name, value) {
            (EVAL_FILE, Value::Text(path)) => self.set_learnt(path),
            (ENDGAME_FOLDER, Value::Text(path)) => self.set_endgames(path),
            _ => Ok(()),
        }
    }
}

impl Options {
    fn set_endgames(&mut self, path: &str) -> Result<(), OptionError> {
        self.endgames = match path {
            "" => None,
            NONE => Some(None),
            path => {
                let refused = |why: String| OptionError::Value {
                    name: ENDGAME_FOLDER,
                    value: path.to_owned(),
                    expected: format!(
                        "a folder of databases that workshop endgames has made ({why}), {NONE}, or nothing for that of the program"
                    ),
                };
                let loaded = self.variant.code().load_endgames(Path::new(path));
                Some(Some(loaded.map_err(refused)?))
            }
        };
        Ok(())
    }

    fn set_learnt(&mut self, path: &str) -> Result<(), OptionError> {
        self.learnt = match path {
            "" => None,
            HAND_MADE => Some(None),
            path => {
                let refused = |why: String| OptionError::Value {
                    name: EVAL_FILE,
                    value: path.to_owned(),
                    expected: format!(
                        "weights that workshop train has made ({why}), {HAND_MADE} for the evaluation by hand, or nothing \
                         for that of the program"
                    ),
                };
                let bytes = std::fs::read(path).map_err(|why| refused(why.to_string()))?;
                let learnt = self.variant.code().read_learnt(&bytes).map_err(refused)?;
                Some(Some(Arc::new(learnt)))
            }
        };
        Ok(())
    }
}
