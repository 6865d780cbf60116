use crate::Change;
use serde::{Deserialize, Serialize};
use wire::{ClockSetting, End, Player};

/// Milliseconds since 1970-01-01 UTC.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

/// What a game began with; never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// The clock.
    pub clock: ClockSetting,
    /// The start position's text.
    pub start: String,
    /// The opening protocol's id, if the game begins with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// What lists show of a game: repeats what the log says.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The players now.
    pub players: [Player; 2],
    /// How many moves were played.
    pub plies: u32,
    /// The position now.
    pub position: String,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// A change as it was logged.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The game's version with this change.
    pub version: u64,
    /// When.
    pub at: Moment,
    /// The client's id of the request that made it, if one did.
    pub request: Option<String>,
    /// What happened.
    pub change: Change,
}

/// A game, whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its id.
    pub id: String,
    /// What it began with.
    pub setup: Setup,
    /// The version after the last change; 0 when nothing happened yet.
    pub version: u64,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// Everything that happened, in order.
    pub log: Vec<Logged>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// What it began with.
    pub setup: Setup,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// What to show.
    pub summary: Summary,
}

/// Which games to list.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// Those still being played.
    Playing,
    /// Those that are over.
    Over,
}
