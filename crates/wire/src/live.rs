use crate::{
    BoardMove, ClockState, DrawLimit, End, Game, Mark, MovePlayed, Problem, RefusedMove,
    RuleWarning, Side, Threat,
};
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
    /// Offers a draw: a machine answers by its judgement of the position, with the end of the game
    /// or `draw_declined`; a person by the next two.
    OfferDraw {
        /// Which of two persons offers it; absent: the one to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Accepts the draw on offer. Who offered it cannot accept it.
    AcceptDraw {
        /// Who accepts; absent: the other side than the one that offers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Declines it, or takes it back.
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

/// What the server sends, one JSON text per message. The first is always a `state`; after it
/// each move comes as `moved` and every other change as a new `state`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game as it is now.
    State {
        /// All of it.
        game: Box<Game>,
    },
    /// A move was played: what it changed.
    Moved {
        /// The changes.
        moved: Box<Moved>,
    },
    /// The request with this id was done (a `state` or `moved` was sent before, if it changed anything).
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

/// A move that was played, and how the game stands after it: all that differs from the game
/// with the version `after`. Whoever has another version has missed something: it joins again
/// and gets the whole game. What is not here has not changed, except that no draw is on offer
/// after a move, and that a game that has ended is not paused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Moved {
    /// The version of the game that this changes.
    pub after: u64,
    /// Its version now.
    pub version: u64,
    /// When it changed, RFC 3339.
    pub updated_at: String,
    /// The move, with the pieces it takes from the board and puts on it.
    pub played: MovePlayed,
    /// The position now, as text.
    pub position: String,
    /// Who moves now.
    pub turn: Side,
    /// The legal moves now; none when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<BoardMove>,
    /// The marks on the board now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// As in `Board`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedMove>,
    /// As in `Board`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<Threat>,
    /// What is left on the clocks, and whose runs.
    pub left_ms: [u64; 2],
    /// Whose clock runs, if any.
    pub running: Option<Side>,
    /// How the game ended with this move, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The side whose machine is thinking now, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<Side>,
    /// Moves of the side to move that a rule would punish.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<RuleWarning>,
    /// As in `Game`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<DrawLimit>,
    /// As in `Game`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<u32>,
}

/// A `moved` was for another version of the game than is at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The version at hand.
    pub have: u64,
    /// The version the event was for.
    pub after: u64,
}

impl Game {
    /// The game after a move, as a client knows it that knows no rules.
    ///
    /// # Errors
    /// When the move follows another version of the game; nothing changes then.
    pub fn apply(&mut self, moved: Moved) -> Result<(), Gap> {
        if moved.after != self.version {
            return Err(Gap { have: self.version, after: moved.after });
        }
        let gone = |at: &String| moved.played.removed.iter().any(|piece| piece.at == *at);
        self.board.pieces.retain(|piece| !gone(&piece.at));
        self.board.pieces.extend(moved.played.put.iter().cloned());
        self.board.moves = moved.moves;
        self.board.marks = moved.marks;
        self.board.refused = moved.refused;
        self.board.threats = moved.threats;
        let mover = moved.played.side;
        let loser = match mover {
            Side::First => 1,
            Side::Second => 0,
        };
        self.lost[loser].extend(moved.played.captured.iter().cloned());
        self.moves.push(moved.played);
        self.version = moved.version;
        self.updated_at = moved.updated_at;
        self.position = moved.position;
        self.turn = moved.turn;
        self.clock = ClockState {
            setting: self.clock.setting.clone(),
            left_ms: moved.left_ms,
            running: moved.running,
        };
        self.paused &= moved.end.is_none();
        self.end = moved.end;
        self.thinking = moved.thinking;
        self.draw_offer = self.draw_offer.filter(|&side| side == mover && self.end.is_none());
        self.warnings = moved.warnings;
        self.limit = moved.limit;
        self.take_back = moved.take_back;
        Ok(())
    }
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
    /// The line in every notation of the variant: id → moves.
    pub lines: std::collections::BTreeMap<String, Vec<String>>,
    /// The line in engine notation.
    pub pv: Vec<String>,
}
