//! The options that only draughts has, with their names in Hub and UCI.

use crate::endgames::of_folder;
use draughts_engine::eval::LearntWeights;
use draughts_engine::{Endings, SearchableVariant};
use endings::Database;
use engine::{Extras, OptionError, OptionKind, OptionSpec, Value};
use std::path::Path;
use std::sync::Arc;

/// See [`Extras`].
#[derive(Debug)]
pub(crate) struct Options<V: SearchableVariant> {
    /// The numbers of the evaluation, if not those of the program: `Some(None)` is the evaluation by hand.
    pub(crate) learnt: Option<Option<Arc<LearntWeights>>>,
    /// The endgame database, if not that of the program: `Some(None)` is none.
    pub(crate) endgames: Option<Option<&'static Database<V>>>,
}

impl<V: SearchableVariant> Default for Options<V> {
    fn default() -> Self {
        Self { learnt: None, endgames: None }
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

impl<V: SearchableVariant> Extras for Options<V> {
    fn files() -> Vec<OptionSpec> {
        let text = |name| OptionSpec { name, kind: OptionKind::Text { default: String::new() } };
        let endgames = endings::supports::<V>().is_ok().then(|| text(ENDGAME_FOLDER));
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

impl<V: SearchableVariant> Options<V> {
    /// The database to look positions up in, if there is one.
    pub(crate) fn endings(&self) -> Option<&'static dyn Endings<V>> {
        let database = self.endgames.unwrap_or_else(Database::<V>::shipped);
        database.map(|database| database as &'static dyn Endings<V>)
    }

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
                Some(Some(of_folder(Path::new(path)).map_err(refused)?))
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
                let learnt =
                    LearntWeights::read::<V>(&bytes).map_err(|why| refused(why.to_string()))?;
                Some(Some(Arc::new(learnt)))
            }
        };
        Ok(())
    }
}
