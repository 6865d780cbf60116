use crate::{Game, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a client sends over the WebSocket `/api/games/{id}/live`, one JSON text per message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Request {
    /// Chosen by the client; the answer (`done` or `error`) carries it. A request repeated
    /// with the same id after a reconnect is done once.
    pub id: String,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

/// What a client can ask of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Plays a move as ply `ply` (from 1): refused when the game is at another ply.
    Move {
        /// The ply this move is to be.
        ply: u32,
        /// The move, in engine notation or any other of the variant.
        text: String,
    },
    /// Makes a choice in the opening: `swap`, `keep`, `declare=5`, a point, ….
    Choose {
        /// The choice.
        choice: String,
    },
    /// Takes moves back until `ply` moves remain. A finished game goes on from there.
    TakeBack {
        /// How many moves remain.
        ply: u32,
    },
    /// Starts the game again from its start position, same players.
    Restart,
    /// The person and the machine change sides where they stand.
    SwapSides,
    /// The side to move (or, against a machine, the person) gives up.
    Resign,
    /// Offers a draw: a machine answers by its judgement, a person by the next two.
    OfferDraw,
    /// Accepts the draw on offer.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Asks what the machine would play here; the answer comes as a `hint` event.
    Hint,
    /// Makes the machine that is thinking move now.
    MoveNow,
    /// Pauses machine against machine.
    Pause,
    /// Goes on.
    Resume,
    /// Says the client is there; answered by `pong`.
    Ping,
}

/// What the server sends, one JSON text per message. The first is always a `state`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game as it is now.
    State {
        /// All of it.
        game: Box<Game>,
    },
    /// The request with this id was done (a `state` was sent before, if it changed anything).
    Done {
        /// The request's id.
        id: String,
    },
    /// The request with this id was refused; nothing changed.
    Error {
        /// The request's id; empty when it could not be read.
        id: String,
        /// Why.
        problem: Problem,
    },
    /// What the machine thinks at this moment.
    Thinking {
        /// The progress.
        thinking: Thinking,
    },
    /// The answer to `hint`.
    Hint {
        /// The ply it is for (the number of moves played).
        ply: u32,
        /// The move, in engine notation.
        text: String,
        /// The move in every notation: id → text.
        notations: std::collections::BTreeMap<String, String>,
        /// Score for the side to move.
        score: WireScore,
        /// The line that shows why, in engine notation.
        pv: Vec<String>,
    },
    /// The offer was declined (by a machine or a person).
    DrawDeclined,
    /// The answer to `ping`.
    Pong,
}

/// A score for one side: exactly one of the two is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireScore {
    /// Centipawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Mate in so many moves; negative: being mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

/// Progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Thinking {
    /// The ply being thought about (the number of moves played).
    pub ply: u32,
    /// For a hint rather than for a move of the machine.
    pub for_hint: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Time so far.
    pub time_ms: u64,
    /// From 0 to 1: how much of its time or depth is used.
    pub progress: f32,
    /// Score for the side to move.
    pub score: WireScore,
    /// The line, in the default notation of the variant.
    pub line: Vec<String>,
    /// The line in engine notation.
    pub pv: Vec<String>,
}
