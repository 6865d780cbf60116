use crate::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message of a client over the WebSocket `/api/live`, one JSON text per message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HallRequest {
    /// Chosen by the client; the answer carries it.
    pub id: String,
    /// The command.
    #[serde(flatten)]
    pub command: HallCommand,
}

/// What a client can say there.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HallCommand {
    /// Asks for a `pong`.
    Ping,
}

/// A message of the server over this WebSocket. It says that something is to be asked for again; it has no content
/// of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HallEvent {
    /// What belongs to the whole hall has changed, at this node or at another one.
    Changed {
        /// The list of games: one was made, ended, deleted or tagged; or something happened in a tournament. Moves do not
        /// count.
        games: bool,
        /// The list of studies: one was made, renamed or deleted.
        studies: bool,
        /// The preferences that the server keeps.
        preferences: bool,
    },
    /// The answer to a ping.
    Pong,
    /// A request was carried out.
    Done {
        /// Its id.
        id: String,
    },
    /// A request was refused.
    Error {
        /// Its id; empty where it could not be read.
        id: String,
        /// Why.
        problem: Problem,
    },
}
