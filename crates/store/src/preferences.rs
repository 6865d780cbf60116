//! The stored form of the preferences.
//!
//! Format 3 keeps what only one family of games has under the family's id. Formats 1 and 2 kept settings of two
//! families beside those of all.

use crate::StoreError;
use hall::{OptionValue, Preferences};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The format of preferences that are written now.
pub(crate) const FORMAT: i64 = 3;

/// Reads the preferences of all formats. A form of a new game that is no longer understood is forgotten alone.
fn lenient(mut stored: Value) -> serde_json::Result<Preferences> {
    forget_unknown_form(&mut stored);
    if let Some(families) = stored.get_mut("families").and_then(Value::as_object_mut) {
        families.values_mut().for_each(forget_unknown_form);
    }
    serde_json::from_value(stored)
}

fn forget_unknown_form(of: &mut Value) {
    if let Some(form) = of.get_mut("new_game")
        && hall::NewGame::deserialize(&*form).is_err()
    {
        *form = Value::Null;
    }
}

/// What formats 1 and 2 had besides.
#[derive(Deserialize)]
struct OlderPreferences {
    /// The pieces and the notation of the family whose settings were the first.
    #[serde(default)]
    pieces: String,
    #[serde(default)]
    notation: String,
    /// How boards with stones were shown.
    #[serde(default)]
    stones: BTreeMap<String, OptionValue>,
}

/// Whose the settings beside those of all were in formats 1 and 2, and their defaults, which were stored
/// like a choice.
const FIRST: &str = "xiangqi";
const FIRST_PIECES: &str = "traditional";
const FIRST_NOTATION: &str = "chinese";
const STONES: &str = "gomoku";

impl OlderPreferences {
    /// The preferences of a family where there were such.
    fn add_to(self, mut common: Preferences) -> Preferences {
        let chosen = |word: String, usual| if word == usual { String::new() } else { word };
        let (pieces, notation) =
            (chosen(self.pieces, FIRST_PIECES), chosen(self.notation, FIRST_NOTATION));
        if !(pieces.is_empty() && notation.is_empty()) {
            let family = common.families.entry(FIRST.to_owned()).or_default();
            (family.pieces, family.notation) = (pieces, notation);
        }
        let is_usual = |value: &OptionValue| match value {
            OptionValue::Switch(on) => !on,
            OptionValue::Word(word) => word == "auto",
        };
        if !self.stones.values().all(is_usual) {
            common.families.entry(STONES.to_owned()).or_default().options = self.stones;
        }
        common
    }
}

/// The stored form of preferences.
pub(crate) fn write(preferences: &Preferences) -> String {
    serde_json::to_string(preferences)
        .expect("strings, numbers and string-keyed maps are always JSON")
}

/// Reads preferences of a format.
pub(crate) fn read(format: i64, text: &str) -> Result<Preferences, StoreError> {
    let read = match format {
        1 | 2 => serde_json::from_str::<Value>(text).and_then(|stored| {
            Ok(OlderPreferences::deserialize(&stored)?.add_to(lenient(stored)?))
        }),
        3 => serde_json::from_str(text).and_then(lenient),
        other => {
            return Err(damaged(&format!("format {other} is unknown to this version")));
        }
    };
    read.map_err(|error| damaged(&error.to_string()))
}

/// What names them in messages.
pub(crate) const ID: &str = "the preferences";

fn damaged(what: &str) -> StoreError {
    StoreError::damaged(ID, format!("stored preferences: {what}"))
}
