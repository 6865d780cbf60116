use crate::Change;
use std::fmt;
use std::str::FromStr;
use wire::{ClockSetting, End, Player};

/// Milliseconds since 1970-01-01 UTC; before it, negative.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

/// The initial data of a game, which never change.
#[derive(Clone, Debug, PartialEq)]
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
    pub opening: Option<String>,
}

/// The summary of a game for lists. It repeats facts of the log.
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

/// A game that is not stored yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: Setup,
    /// When it began; if absent, when it is stored.
    pub began: Option<Moment>,
    /// Its changes so far.
    pub changes: Vec<Change>,
    /// Its summary after them.
    pub summary: Summary,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A change in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The game's version with this change.
    pub version: u64,
    /// The time of the change.
    pub at: Moment,
    /// The client's id of the request that made it, if one did.
    pub request: Option<String>,
    /// The change.
    pub change: Change,
}

/// A complete game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: Setup,
    /// The version after the last change; 0 when nothing happened yet.
    pub version: u64,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// All changes in order.
    pub log: Vec<Logged>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: Setup,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// Its summary.
    pub summary: Summary,
}

/// A game in a list that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its id.
    pub id: String,
    /// When it last changed.
    pub updated_at: Moment,
    /// What is wrong with the stored data.
    pub what: String,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A game.
    Game(Box<Listed>),
    /// A game that cannot be read.
    Broken(Broken),
}

impl Entry {
    /// The game's id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Game(game) => &game.id,
            Self::Broken(broken) => &broken.id,
        }
    }

    /// The game, if it can be read.
    #[must_use]
    pub fn game(&self) -> Option<&Listed> {
        match self {
            Self::Game(game) => Some(game),
            Self::Broken(_) => None,
        }
    }
}

/// Which games to list, by their state.
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

/// Which games to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// By their state.
    pub filter: Filter,
    /// Of this family only.
    pub family: Option<String>,
    /// Only games with a player whose name contains this; case, compatibility forms and spaces are ignored.
    pub player: Option<String>,
    /// Only those after this one in the list.
    pub after: Option<Cursor>,
    /// How many to skip, at most [`Query::MOST_OFFSET`].
    pub offset: u32,
    /// How many at most, from 1.
    pub limit: u32,
}

impl Query {
    /// The greatest offset. Beyond it a [`Cursor`] is needed, because each skipped game costs time.
    pub const MOST_OFFSET: u32 = 10_000;
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The games, the latest change first.
    pub games: Vec<Entry>,
    /// How many there are in all.
    pub total: u64,
    /// Whether `total` is exact. Otherwise it is a lower bound.
    pub is_total_exact: bool,
    /// Where the next page begins, if there may be one. Also a page that is shorter than requested can have
    /// a next one.
    pub next: Option<Cursor>,
}

/// A place in a list: the game after which the list continues. As text: milliseconds, a dot, the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub(crate) updated_at: i64,
    pub(crate) id: String,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.updated_at, self.id)
    }
}

/// A text that is not a [`Cursor`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place in a list: expected what `next` of a page was")]
pub struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let (moment, id) = text.split_once('.').ok_or(NoCursor)?;
        let updated_at = moment.parse().map_err(|_| NoCursor)?;
        if id.len() > 100 {
            return Err(NoCursor);
        }
        Ok(Self { updated_at, id: id.to_owned() })
    }
}
