use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// `GET`/`PUT /api/preferences`: what is remembered of the person's choices, in the store so
/// that it outlives browser and port. Fields absent in a `PUT` body take their defaults.
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
    /// Choices of the other families of games: the family's name → what was chosen.
    pub families: BTreeMap<String, FamilyPreferences>,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// Whether legal moves are shown.
    pub dots: bool,
    /// Whether pieces glide.
    pub animation: bool,
    /// Whether the machine's line and score are shown while one plays.
    pub show_thinking: bool,
    /// Sound effects on or off.
    pub sound: bool,
    /// 0 to 1.
    pub sound_volume: f32,
    /// Music on or off.
    pub music: bool,
    /// 0 to 1.
    pub music_volume: f32,
    /// The last new-game form, to offer it again.
    pub new_game: Option<crate::NewGame>,
    /// What is shown on, and how stones are put on, boards of gomoku and renju.
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
            sound: true,
            sound_volume: 0.6,
            music: false,
            music_volume: 0.4,
            new_game: None,
            stones: StonePreferences::default(),
        }
    }
}

/// What is remembered for one family of games beside Xiangqi. An empty word: what is customary.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FamilyPreferences {
    /// Notation id.
    pub notation: String,
    /// Piece style.
    pub pieces: String,
    /// The last new-game form of the family.
    pub new_game: Option<crate::NewGame>,
}

/// How boards of gomoku and renju are shown and played on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StonePreferences {
    /// Whether stones carry the number of their move.
    pub numbers: bool,
    /// Whether open threes and fours that could be made are marked.
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
