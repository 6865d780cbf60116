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
