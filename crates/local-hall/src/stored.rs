//! Games as a browser stores them.

use hall::{Change, GameRecord, GameSetup, GameState, LoggedChange, Moment, ReplayError};
use serde::{Deserialize, Serialize};
use wire::{End, Picture, Player};

/// A change of a game in its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredChange {
    /// The game's version with this change.
    pub version: u64,
    /// Its time, in milliseconds since 1970.
    pub at: i64,
    /// The id of the request that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The change, in the stored form of every hall.
    pub change: Change,
}

/// A game with its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: GameSetup,
    /// Its version.
    pub version: u64,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it last changed.
    pub updated_at: i64,
    /// All changes in order.
    pub log: Vec<StoredChange>,
}

impl StoredGame {
    /// The game at the end of its log.
    ///
    /// # Errors
    /// When the log is damaged, or of a newer program.
    pub fn state(self) -> Result<GameState, ReplayError> {
        let logged = |stored: StoredChange| LoggedChange {
            version: stored.version,
            at: Moment(stored.at),
            request: stored.request,
            change: stored.change,
        };
        let record = GameRecord {
            id: self.id,
            setup: self.setup,
            version: self.version,
            created_at: Moment(self.created_at),
            updated_at: Moment(self.updated_at),
            log: self.log.into_iter().map(logged).collect(),
        };
        GameState::replay(&games::REGISTRY, record)
    }
}

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSummary {
    /// The players now.
    pub players: [Player; 2],
    /// How many moves were played.
    pub plies: u32,
    /// The position now.
    pub position: String,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// The board now.
    pub board: Option<Picture>,
}

impl StoredSummary {
    /// The summary of a game as it is now.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        Self::shown(&state.setup().variant, state.summary())
    }

    /// The summary of a game of this variant.
    #[must_use]
    pub fn shown(variant: &str, summary: hall::GameSummary) -> Self {
        let hall::GameSummary { players, plies, position, end } = summary;
        let board = games::read_board(variant, &position).ok();
        let board = board.map(hall_messages::picture);
        Self { players: players.map(Player::shown), plies, position, end, board }
    }
}
