use crate::NewGame;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// `GET`/`PUT /api/preferences`: the preferences of the person. The store keeps them, so
/// that they survive a change of browser or port. Fields absent in a `PUT` body take their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Preferences {
    /// `en`, `zh-Hans`, or `auto`.
    pub language: String,
    /// `light`, `dark`, or `auto`.
    pub theme: String,
    /// Board style (`wood`, `paper`, `slate`).
    pub board: String,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// Whether legal moves are shown.
    pub dots: bool,
    /// Whether moves are animated.
    pub animation: bool,
    /// Whether the engine's line and score are shown during a game.
    pub show_thinking: bool,
    /// Whether a game of a person is reviewed when it ends.
    pub review_after: bool,
    /// Whether letter keys are active in a game.
    pub letter_keys: bool,
    /// Whether sound effects are on.
    pub sound: bool,
    /// 0 to 1.
    pub sound_volume: f32,
    /// Whether music is on.
    pub music: bool,
    /// 0 to 1.
    pub music_volume: f32,
    /// The last form of a new game, of any game, for the next one.
    pub new_game: Option<NewGame>,
    /// Preferences of single families of games, by the family's id.
    pub families: BTreeMap<String, FamilyPreferences>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: "auto".to_owned(),
            theme: "auto".to_owned(),
            board: "wood".to_owned(),
            coordinates: true,
            dots: true,
            animation: true,
            show_thinking: true,
            review_after: false,
            letter_keys: true,
            sound: true,
            sound_volume: 0.6,
            music: false,
            music_volume: 0.4,
            new_game: None,
            families: BTreeMap::new(),
        }
    }
}

/// The preferences of one family of games. An empty word means the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FamilyPreferences {
    /// Notation id.
    pub notation: String,
    /// Piece style.
    pub pieces: String,
    /// The last form of a new game of the family.
    pub new_game: Option<NewGame>,
    /// Settings that only this family has, by their names. Only its part of the page interprets them.
    pub options: BTreeMap<String, OptionValue>,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// One of several words.
    Word(String),
}
