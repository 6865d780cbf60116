use crate::Command;
use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What one of two persons does only with the consent of the other one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ConsentAction {
    /// Moves are taken back until `ply` remain.
    TakeBack {
        /// How many moves remain.
        ply: u32,
    },
    /// The game begins again.
    Restart,
    /// The players change sides.
    SwapSides,
    /// The game pauses.
    Pause,
    /// A game that pauses goes on.
    Resume,
    /// Both clocks get a minute more.
    AddTime,
}

/// What both clocks get more, in milliseconds.
pub(super) const ADDED_MS: u64 = 60_000;

/// A request for consent that waits for its answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConsentRequest {
    /// The side that asks.
    pub side: Side,
    /// What for.
    pub action: ConsentAction,
}

impl ConsentAction {
    /// What a command would do, if it needs consent between two persons.
    #[must_use]
    pub const fn of(command: &Command) -> Option<Self> {
        match command {
            Command::TakeBack { ply } => Some(Self::TakeBack { ply: *ply }),
            Command::Restart => Some(Self::Restart),
            Command::SwapSides => Some(Self::SwapSides),
            Command::Pause => Some(Self::Pause),
            Command::Resume => Some(Self::Resume),
            Command::AddTime => Some(Self::AddTime),
            _ => None,
        }
    }
}
