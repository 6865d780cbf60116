use crate::{Board, MovePlayed, Problem, Score, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// `GET /api/lab`: what the lab can show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lab {
    /// The techniques of the search, from minimax to the search that plays.
    pub techniques: Vec<LabTechnique>,
    /// The greatest depth of a recorded search.
    pub deepest: u32,
    /// The most nodes of a recorded search.
    pub most_nodes: u32,
    /// The greatest depth of a search that is only measured.
    pub deepest_measured: u32,
    /// The longest time of one that is only measured, in milliseconds.
    pub longest_ms: u64,
    /// The variants whose search can be recorded.
    pub variants: Vec<LabVariant>,
}

/// A technique of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabTechnique {
    /// Its id (`alpha-beta`).
    pub id: String,
    /// Whether its result must be that of minimax.
    pub exact: bool,
    /// The parts of the search that it adds.
    pub adds: Vec<String>,
    /// Whether it has only the parts that it adds. Otherwise it also has those of all before it.
    pub beside: bool,
}

/// A variant in the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabVariant {
    /// Its id.
    pub id: String,
    /// The evaluations that can be taken apart: `own` and ids of presets.
    pub evaluations: Vec<String>,
    /// Openings for matches: the moves of each from the start, in engine notation. Empty where there are none.
    pub openings: Vec<Vec<String>>,
}

/// A position to look at in the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabPosition {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; if absent, the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The text of the position it began from; if absent, the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The answer to `POST /api/lab/line`: the moves of a `LabPosition` on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabLine {
    /// The board before the first move, without legal moves.
    pub board: Board,
    /// Who moves there.
    pub turn: Side,
    /// The moves, in order.
    pub moves: Vec<MovePlayed>,
    /// Whether the game is over after the last move: a position with an end cannot be searched.
    pub over: bool,
}

/// A request of a client of the lab, one JSON text per message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabRequest {
    /// The client's name for this request, which `done` and `error` repeat.
    pub id: String,
    /// What to do.
    #[serde(flatten)]
    pub command: LabCommand,
}

/// What a client can ask of the lab. A client has two slots for recorded searches, 0 and 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LabCommand {
    /// Records a search in a slot, in place of the one that is there: answered by `begun`, then by
    /// `recording` events and one `minimax`.
    Search {
        /// The slot.
        slot: u32,
        /// The position.
        at: LabPosition,
        /// The technique's id.
        technique: String,
        /// The depth in plies.
        depth: u32,
        /// The most nodes; if absent, as many as the lab allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u32>,
    },
    /// Stops the search in a slot. What is recorded stays.
    Stop {
        /// The slot.
        slot: u32,
    },
    /// Events of a recorded search: answered by `moves` if there are new ones, and by a binary message. Its first
    /// sixteen bytes are `LAB1`, and the slot, the number of the first event and the number of events as 32-bit
    /// little-endian numbers; four signed 32-bit little-endian numbers for each event follow. `lab-messages`
    /// (`tape.rs`) says what they mean.
    Events {
        /// The slot.
        slot: u32,
        /// The number of the first event, from 0.
        from: u32,
        /// At most so many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u32>,
    },
    /// The moves into nodes in every notation: answered by `names`.
    Names {
        /// The slot.
        slot: u32,
        /// The nodes.
        nodes: Vec<u32>,
    },
    /// The position of a node: answered by `node`.
    Node {
        /// The slot.
        slot: u32,
        /// The node.
        node: u32,
    },
    /// Searches as in play, watched at the root: answered by `mind` events.
    Mind {
        /// The position.
        at: LabPosition,
        /// The longest time; if absent, three seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
        /// The greatest depth.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// The most nodes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
    },
    /// Stops the search that is watched.
    MindStop,
    /// Searches to a depth, with nothing recorded: answered by one `measured`. A client has one such search at a time; a
    /// new one takes its place.
    Measure {
        /// The position.
        at: LabPosition,
        /// The id of a technique, or of a machine of a textbook.
        by: String,
        /// The depth in plies.
        depth: u32,
        /// The longest time; if absent, three seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Stops the search that is measured: it is not answered.
    MeasureStop,
    /// Says the client is there; answered by `pong`.
    Ping,
}

/// What the server sends of the lab, one JSON text per message; events of searches are binary messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LabEvent {
    /// A search was accepted.
    Begun {
        /// The slot.
        slot: u32,
        /// The position.
        root: Box<LabNode>,
        /// The parts of the search in use.
        techniques: Vec<String>,
    },
    /// How a search stands.
    Recording {
        /// The slot.
        slot: u32,
        /// All of it.
        recording: Box<LabRecording>,
    },
    /// How many positions minimax would look at in the last ply.
    Minimax {
        /// The slot.
        slot: u32,
        /// How many.
        leaves: u64,
        /// Whether they were counted; otherwise it is an estimate.
        exact: bool,
    },
    /// Moves that events name by number.
    Moves {
        /// The slot.
        slot: u32,
        /// The number of the first.
        from: u32,
        /// In engine notation.
        moves: Vec<String>,
    },
    /// The answer to `names`.
    Names {
        /// The slot.
        slot: u32,
        /// The moves into the nodes.
        names: Vec<LabName>,
    },
    /// The answer to `node`.
    Node {
        /// The slot.
        slot: u32,
        /// The node.
        node: Box<LabNode>,
    },
    /// An iteration of the search that is watched.
    Mind {
        /// All of it.
        iteration: Box<LabIteration>,
    },
    /// A search that was measured has ended.
    Measured {
        /// All of it.
        measured: Box<LabMeasured>,
    },
    /// The request with this id was done.
    Done {
        /// The request's id.
        id: String,
    },
    /// The request with this id was refused.
    Error {
        /// The request's id; empty when it could not be read.
        id: String,
        /// Why.
        problem: Problem,
    },
    /// The answer to `ping`.
    Pong,
}

/// How a recorded search stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabState {
    /// It waits for its turn.
    Waiting,
    /// It searches.
    Searching,
    /// It has ended by itself.
    Done,
    /// The limit of nodes or memory ended it.
    Limit,
    /// The client stopped it.
    Stopped,
    /// It failed; `message` says why.
    Failed,
}

/// A recorded search, as far as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabRecording {
    /// How it stands.
    pub state: LabState,
    /// Events so far.
    pub events: u32,
    /// Nodes so far.
    pub nodes: u32,
    /// Leaves so far.
    pub leaves: u64,
    /// Time so far, recording included.
    pub time_ms: u64,
    /// Its score for the side to move, when it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Its best line, in engine notation, when it has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// Its counts when it has ended, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u64>,
    /// Why it failed, or which limit was met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A search that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabMeasured {
    /// The id of the request.
    pub request: String,
    /// The technique or the machine.
    pub by: String,
    /// The depth.
    pub depth: u32,
    /// `done`; `limit`: it needed more than its time; or `failed`. The figures are good only when it is done.
    pub state: LabState,
    /// Positions that it looked at.
    pub nodes: u64,
    /// Those at the horizon; absent for a machine of a textbook, which does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u64>,
    /// The time that it took, in microseconds, counting included.
    pub time_us: u64,
    /// Its score for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Its best move, in engine notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// The move into a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabName {
    /// The node.
    pub node: u32,
    /// The move in engine notation; absent at the root and after a null move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// In every notation of the variant: id → text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notations: BTreeMap<String, String>,
}

/// The position of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabNode {
    /// The node.
    pub node: u32,
    /// The position as text.
    pub text: String,
    /// Who moves.
    pub turn: Side,
    /// The board, without moves.
    pub board: Board,
    /// The moves from the root; a null move has an empty `text`.
    pub path: Vec<MovePlayed>,
    /// The legal moves.
    pub legal: Vec<LabMove>,
    /// What the evaluation says before any search, for the first side in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_of_evaluation: Option<i32>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabMove {
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: BTreeMap<String, String>,
    /// Where the piece comes from; absent where moves place a stone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it ends.
    pub to: String,
}

/// An iteration of a search, as seen at its root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabIteration {
    /// Its depth in plies.
    pub depth: u32,
    /// The score of its favourite for the first side; absent if it was interrupted before it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The best line.
    pub best: Vec<MovePlayed>,
    /// Nodes of this iteration.
    pub nodes: u64,
    /// The time of this iteration.
    pub time_ms: u64,
    /// The root moves, in the order in which it searched them.
    pub moves: Vec<LabRootMove>,
    /// Whether the search has ended: this is the last event. It may be without moves.
    pub done: bool,
    /// Why the search failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A root move in an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LabRootMove {
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: BTreeMap<String, String>,
    /// Its place in the order of the root, from 1.
    pub order: u32,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Microseconds spent on it.
    pub time_us: u64,
    /// Its score for the first side; absent if only a bound is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether it is the best at the end of the iteration.
    pub favourite: bool,
}
