use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSetting {
    /// No clock.
    None,
    /// The same time for every move.
    PerMove {
        /// For each move.
        ms: u64,
    },
    /// A base and an increment after each move.
    Increment {
        /// At the beginning.
        base_ms: u64,
        /// After each move.
        increment_ms: u64,
    },
}
