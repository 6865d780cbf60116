use crate::Whose;
use hall::{Change, GameSetup, GameSummary, Moment};
use std::fmt;
use std::str::FromStr;

/// A game that is not stored yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: GameSetup,
    /// When it began; if absent, when it is stored.
    pub began: Option<Moment>,
    /// Its changes so far.
    pub changes: Vec<Change>,
    /// Its summary after them.
    pub summary: GameSummary,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct GameListItem {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: GameSetup,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// Its summary.
    pub summary: GameSummary,
}

/// A game in a list that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableGame {
    /// Its id.
    pub id: String,
    /// When it last changed.
    pub updated_at: Moment,
    /// What is wrong with the stored data.
    pub what: String,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum ListEntry {
    /// A game.
    Game(Box<GameListItem>),
    /// A game that cannot be read.
    Broken(UnreadableGame),
}

impl ListEntry {
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
    pub fn game(&self) -> Option<&GameListItem> {
        match self {
            Self::Game(game) => Some(game),
            Self::Broken(_) => None,
        }
    }
}

/// Which games to list, by their state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum StateFilter {
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
pub struct GameQuery {
    /// Whose they are.
    pub of: Whose,
    /// By their state.
    pub filter: StateFilter,
    /// Of this family only.
    pub family: Option<String>,
    /// Only games with a player whose name contains this; case, compatibility forms and spaces are ignored.
    pub player: Option<String>,
    /// Only those after this one in the list.
    pub after: Option<ListCursor>,
    /// How many to skip, at most [`GameQuery::MOST_OFFSET`].
    pub offset: u32,
    /// How many at most, from 1.
    pub limit: u32,
}

impl GameQuery {
    /// The greatest offset. Beyond it a [`ListCursor`] is needed, because each skipped game costs time.
    pub const MOST_OFFSET: u32 = 10_000;
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct GameListPage {
    /// The games, the latest change first.
    pub games: Vec<ListEntry>,
    /// How many there are in all.
    pub total: u64,
    /// Whether `total` is exact. Otherwise it is a lower bound.
    pub is_total_exact: bool,
    /// Where the next page begins, if there may be one. Also a page that is shorter than requested can have
    /// a next one.
    pub next: Option<ListCursor>,
}

/// A place in a list: the game after which the list continues. As text: milliseconds, a dot, the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListCursor {
    pub(crate) updated_at: i64,
    pub(crate) id: String,
}

impl fmt::Display for ListCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.updated_at, self.id)
    }
}

/// A text that is not a [`ListCursor`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place in a list: expected what `next` of a page was")]
pub struct NoCursor;

impl FromStr for ListCursor {
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
