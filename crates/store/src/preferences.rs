//! The stored form of the preferences.
//!
//! Format 3 keeps what only one family of games has under the family's id. Formats 1 and 2 kept settings of two
//! families beside those of all.

use crate::StoreError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wire::{FamilyPreferences, OptionValue, Preferences};

/// The format of preferences that are written now.
pub(crate) const FORMAT: i64 = 3;

/// Format 3. A form of a new game that is no longer understood is forgotten alone.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct StoredPreferences {
    language: String,
    theme: String,
    board: String,
    coordinates: bool,
    dots: bool,
    animation: bool,
    show_thinking: bool,
    review_after: bool,
    letter_keys: bool,
    sound: bool,
    sound_volume: f32,
    music: bool,
    music_volume: f32,
    new_game: serde_json::Value,
    families: BTreeMap<String, StoredFamily>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredFamily {
    notation: String,
    pieces: String,
    new_game: serde_json::Value,
    options: BTreeMap<String, StoredOption>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredOption {
    Switch(bool),
    Word(String),
}

impl Default for StoredPreferences {
    fn default() -> Self {
        Self::of(&Preferences::default())
    }
}

impl StoredPreferences {
    fn of(preferences: &Preferences) -> Self {
        let all = preferences.clone();
        Self {
            language: all.language,
            theme: all.theme,
            board: all.board,
            coordinates: all.coordinates,
            dots: all.dots,
            animation: all.animation,
            show_thinking: all.show_thinking,
            review_after: all.review_after,
            letter_keys: all.letter_keys,
            sound: all.sound,
            sound_volume: all.sound_volume,
            music: all.music,
            music_volume: all.music_volume,
            new_game: form(all.new_game.as_ref()),
            families: all.families.into_iter().map(|(id, of)| (id, of.into())).collect(),
        }
    }

    fn restore(self) -> Preferences {
        Preferences {
            language: self.language,
            theme: self.theme,
            board: self.board,
            coordinates: self.coordinates,
            dots: self.dots,
            animation: self.animation,
            show_thinking: self.show_thinking,
            review_after: self.review_after,
            letter_keys: self.letter_keys,
            sound: self.sound,
            sound_volume: self.sound_volume,
            music: self.music,
            music_volume: self.music_volume,
            new_game: read_form(self.new_game),
            families: self.families.into_iter().map(|(id, of)| (id, of.into())).collect(),
        }
    }
}

impl From<FamilyPreferences> for StoredFamily {
    fn from(of: FamilyPreferences) -> Self {
        let option = |value| match value {
            OptionValue::Switch(on) => StoredOption::Switch(on),
            OptionValue::Word(word) => StoredOption::Word(word),
        };
        Self {
            notation: of.notation,
            pieces: of.pieces,
            new_game: form(of.new_game.as_ref()),
            options: of.options.into_iter().map(|(name, value)| (name, option(value))).collect(),
        }
    }
}

impl From<StoredFamily> for FamilyPreferences {
    fn from(of: StoredFamily) -> Self {
        let option = |value| match value {
            StoredOption::Switch(on) => OptionValue::Switch(on),
            StoredOption::Word(word) => OptionValue::Word(word),
        };
        Self {
            notation: of.notation,
            pieces: of.pieces,
            new_game: read_form(of.new_game),
            options: of.options.into_iter().map(|(name, value)| (name, option(value))).collect(),
        }
    }
}

fn form(new_game: Option<&wire::NewGame>) -> serde_json::Value {
    serde_json::to_value(new_game).expect("strings, numbers and lists of them are always JSON")
}

fn read_form(stored: serde_json::Value) -> Option<wire::NewGame> {
    serde_json::from_value(stored).ok().flatten()
}

/// Formats 1 and 2.
#[derive(Deserialize)]
struct OlderPreferences {
    #[serde(flatten)]
    common: StoredPreferences,
    /// The pieces and the notation of the family whose settings were the first.
    #[serde(default)]
    pieces: String,
    #[serde(default)]
    notation: String,
    /// How boards with stones were shown.
    #[serde(default)]
    stones: BTreeMap<String, StoredOption>,
}

/// Whose the settings beside those of all were in formats 1 and 2, and their defaults, which were stored
/// like a choice.
const FIRST: &str = "xiangqi";
const FIRST_PIECES: &str = "traditional";
const FIRST_NOTATION: &str = "chinese";
const STONES: &str = "gomoku";

impl OlderPreferences {
    fn restore(self) -> Preferences {
        let mut common = self.common;
        let chosen = |word: String, usual| if word == usual { String::new() } else { word };
        let (pieces, notation) =
            (chosen(self.pieces, FIRST_PIECES), chosen(self.notation, FIRST_NOTATION));
        if !(pieces.is_empty() && notation.is_empty()) {
            let family = common.families.entry(FIRST.to_owned()).or_default();
            (family.pieces, family.notation) = (pieces, notation);
        }
        let is_usual = |value: &StoredOption| match value {
            StoredOption::Switch(on) => !on,
            StoredOption::Word(word) => word == "auto",
        };
        if !self.stones.values().all(is_usual) {
            common.families.entry(STONES.to_owned()).or_default().options = self.stones;
        }
        common.restore()
    }
}

/// The stored form of preferences.
pub(crate) fn write(preferences: &Preferences) -> String {
    serde_json::to_string(&StoredPreferences::of(preferences))
        .expect("strings, numbers and string-keyed maps are always JSON")
}

/// Reads preferences of a format.
pub(crate) fn read(format: i64, text: &str) -> Result<Preferences, StoreError> {
    let read = match format {
        1 | 2 => serde_json::from_str(text).map(OlderPreferences::restore),
        3 => serde_json::from_str(text).map(StoredPreferences::restore),
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
