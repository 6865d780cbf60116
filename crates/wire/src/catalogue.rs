use crate::{Board, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /api/catalogue`: the games of this server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The variants, in the order of display.
    pub variants: Vec<VariantEntry>,
    /// The families of games, in the order of display.
    pub families: Vec<Family>,
    /// The machine's levels, weakest first.
    pub levels: Vec<LevelInfo>,
    /// The version of the program.
    pub version: String,
    /// Whether others than the users of its machine may reach a hall that does not tell people apart: the page then
    /// says what everybody may do.
    pub public: bool,
}

/// A family of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Family {
    /// Its id.
    pub id: String,
    /// The formats of files that hold its games, its own first.
    pub formats: Vec<FileFormat>,
}

/// A format of game files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FileFormat {
    /// Its id, which is also its usual ending (`pgn`).
    pub id: String,
    /// The English name of such a file (`RenLib library`).
    pub name: String,
    /// Other endings of such files.
    pub endings: Vec<String>,
    /// Whether it is text that can be shown.
    pub text: bool,
    /// Whether moves can be written in any notation of the game.
    pub notations: bool,
    /// Whether games can be written in it. Some formats are only read.
    pub written: bool,
}

/// A game with its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VariantEntry {
    /// Its id (`xiangqi`).
    pub id: String,
    /// The id of its family of games.
    pub family: String,
    /// English name.
    pub name: String,
    /// Chinese name.
    pub name_zh: String,
    /// English names of the sides, the first side first.
    pub sides: [String; 2],
    /// Rule sets, the default first.
    pub rule_sets: Vec<RuleSet>,
    /// Notations, the default first.
    pub notations: Vec<Notation>,
    /// The standard start position.
    pub start: String,
    /// The side that moves first.
    pub first: Side,
    /// The board at the start, without moves: its size, the names of its places, its pieces.
    pub board: Board,
    /// Every kind of piece a set-up board may hold, per side the most allowed; empty for
    /// games without a set-up by pieces.
    pub piece_kinds: Vec<String>,
    /// Opening protocols a game can begin with; empty where there are none.
    pub openings: Vec<OpeningKind>,
    /// Machines that play it besides ours: those of textbooks, then the sparring partners.
    pub presets: Vec<Preset>,
}

/// A machine of a textbook, or a sparring partner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Preset {
    /// Its id (`classic-4`).
    pub id: String,
    /// English name.
    pub name: String,
    /// Chinese name, simplified.
    pub name_zh: String,
    /// The depth it searches, in plies; 0 for a sparring partner, which does not search.
    pub depth: u32,
}

/// `GET /api/catalogue/{variant}/presets`: how the machines of textbooks and the sparring partners play. The catalogue comes with the
/// page and leaves these texts out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PresetTexts {
    /// In the order of the catalogue.
    pub presets: Vec<PresetText>,
}

/// How a machine of a textbook or a sparring partner plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PresetText {
    /// Its id (`classic-4`).
    pub id: String,
    /// How it plays, in English.
    pub text: String,
    /// How it plays, in simplified Chinese.
    pub text_zh: String,
}

/// An opening protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpeningKind {
    /// Its id (`swap2`).
    pub id: String,
    /// English name.
    pub name: String,
    /// Chinese name.
    pub name_zh: String,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RuleSet {
    /// Its id (`wxf`).
    pub id: String,
    /// English name.
    pub name: String,
    /// Chinese name.
    pub name_zh: String,
    /// Whether it was taken from secondary sources, which clients should state.
    pub provisional: bool,
}

/// A notation of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Notation {
    /// Its id (`chinese`, `chinese-simplified`, `wxf`, `iccs`, `engine`).
    pub id: String,
    /// English name.
    pub name: String,
}

/// A level of the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelInfo {
    /// 1 to 12.
    pub number: u8,
}
