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
    /// Piece style (`traditional`, `simplified`, `letters`, `solid`).
    pub pieces: String,
    /// Notation id for the move list.
    pub notation: String,
    /// Preferences of the other families of games, by the family's id.
    pub families: BTreeMap<String, FamilyPreferences>,
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
    /// Whether sound effects are on.
    pub sound: bool,
    /// 0 to 1.
    pub sound_volume: f32,
    /// Whether music is on.
    pub music: bool,
    /// 0 to 1.
    pub music_volume: f32,
    /// The last form of a new game, for the next one.
    pub new_game: Option<crate::NewGame>,
    /// How boards of gomoku and renju are shown and how stones are put on them.
    pub stones: StonePreferences,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: "auto".to_owned(),
            theme: "auto".to_owned(),
            board: "wood".to_owned(),
            pieces: "traditional".to_owned(),
            notation: "chinese".to_owned(),
            families: BTreeMap::new(),
            coordinates: true,
            dots: true,
            animation: true,
            show_thinking: true,
            review_after: false,
            sound: true,
            sound_volume: 0.6,
            music: false,
            music_volume: 0.4,
            new_game: None,
            stones: StonePreferences::default(),
        }
    }
}

/// The preferences of one family of games other than Xiangqi. An empty word means the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FamilyPreferences {
    /// Notation id.
    pub notation: String,
    /// Piece style.
    pub pieces: String,
    /// The last form of a new game of the family.
    pub new_game: Option<crate::NewGame>,
}

/// How boards of gomoku and renju are shown and how stones are put on them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StonePreferences {
    /// Whether stones show the number of their move.
    pub numbers: bool,
    /// Whether possible open threes and fours are marked.
    pub threats: bool,
    /// How a stone is put with a finger: `direct`, `confirm`, `slide`, or `auto` by the size of
    /// the board on the screen.
    pub placing: String,
}

impl Default for StonePreferences {
    fn default() -> Self {
        Self { numbers: false, threats: false, placing: "auto".to_owned() }
    }
}
