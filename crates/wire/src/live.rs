use crate::{
    BoardMove, ClockState, Command, DrawLimit, End, Game, Mark, MovePlayed, Problem, RefusedMove,
    RuleWarning, Score, Side, Thinking, Threat,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message of a client over the WebSocket `/api/games/{id}/live`, one JSON text per message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Request {
    /// Chosen by the client; the answer (`done` or `error`) carries it. A request repeated
    /// with the same id after a reconnect is carried out once.
    pub id: String,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// A message of the server, one JSON text per message. The first is always a `state`; after it
/// every move is sent as `moved` and every other change as a new `state`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game as it is now.
    State {
        /// All of it.
        game: Box<Game>,
    },
    /// A move was played.
    Moved {
        /// The changes.
        moved: Box<Moved>,
    },
    /// The request with this id was carried out. If it changed the game, a `state` or `moved` was sent before.
    Done {
        /// The request's id.
        id: String,
    },
    /// The request with this id was refused; nothing changed.
    Error {
        /// The request's id; empty when it could not be read.
        id: String,
        /// The reason.
        problem: Problem,
    },
    /// The present search of the engine.
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
        #[serde(with = "crate::score")]
        #[schema(value_type = Score)]
        score: Option<Score>,
        /// The principal variation in engine notation.
        pv: Vec<String>,
    },
    /// The offer was declined (by an engine or a person).
    DrawDeclined,
    /// Who is there, in a hall with several people: sent after the first `state`, and when somebody comes or leaves.
    Presence {
        /// Whether the person of each side's seat is connected, the first side first.
        present: [bool; 2],
        /// How many others watch.
        spectators: u32,
        /// In what time the other person may claim the game from each side, because its person is away and to move; 0:
        /// now.
        #[serde(default)]
        claim_in_ms: [Option<u64>; 2],
        /// Whether the two persons may write to each other freely.
        #[serde(default)]
        free_text: bool,
    },
    /// The answer to `ping`.
    Pong,
}

/// A move that was played, and the state of the game after it: everything that differs from the game
/// with the version `after`. A client with another version has missed an event: it joins again
/// and gets the whole game. A field that is not here has not changed, except that no draw is offered
/// and nothing asked for after a move, and that a finished game is not paused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Moved {
    /// The version of the game before this change.
    pub after: u64,
    /// Its version now.
    pub version: u64,
    /// The time of the change (RFC 3339).
    pub updated_at: String,
    /// The move, with the pieces that it removed and put.
    pub played: MovePlayed,
    /// The position now, as text.
    pub position: String,
    /// The side to move now.
    pub turn: Side,
    /// The legal moves now; none if the game is over.
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
    /// The time left on both clocks.
    pub left_ms: [u64; 2],
    /// The side whose clock runs, if any.
    pub running: Option<Side>,
    /// As in `ClockState`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_left_ms: Option<u64>,
    /// The end of the game, if this move ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The side whose engine is searching now, if one is.
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

/// A `moved` follows another version of the game than the present one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The present version.
    pub have: u64,
    /// The version that the event follows.
    pub after: u64,
}

impl Game {
    /// The game after a move, made from the event alone as a client does, which knows no rules.
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
            move_left_ms: moved.move_left_ms,
        };
        self.paused &= moved.end.is_none();
        self.end = moved.end;
        self.thinking = moved.thinking;
        self.draw_offer = self.draw_offer.filter(|&side| side == mover && self.end.is_none());
        self.consent = None;
        self.warnings = moved.warnings;
        self.limit = moved.limit;
        self.take_back = moved.take_back;
        Ok(())
    }
}
