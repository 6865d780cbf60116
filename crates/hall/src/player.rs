use crate::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person.
    Person {
        /// The name; empty for "You".
        #[serde(default)]
        name: String,
        /// Whose the place is. If absent, it belongs to whoever made the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// The engine. Without a limit it plays at its level within the clock.
    Machine {
        /// 1 to 12; 12 is full strength. Without meaning for a machine of a textbook.
        level: u8,
        /// The id of a machine of a textbook, which plays instead of the engine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
        /// The largest search depth in plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// The longest time for a move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_time_ms: Option<u64>,
    },
}

impl Player {
    /// A person of this name whose place belongs to whoever made the game.
    #[must_use]
    pub fn person(name: impl Into<String>) -> Self {
        Self::Person { name: name.into(), seat: None }
    }

    /// Whose the place of a person is, if that is not whoever made the game.
    #[must_use]
    pub const fn seat(&self) -> Option<&Seat> {
        match self {
            Self::Person { seat, .. } => seat.as_ref(),
            Self::Machine { .. } => None,
        }
    }
}
