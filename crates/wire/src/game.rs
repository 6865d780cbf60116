use crate::{Board, OpeningAnswer, OpeningState, Picture, Piece, PlacedPiece, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person at this board.
    Person {
        /// What to call them; empty for "You".
        #[serde(default)]
        name: String,
    },
    /// The machine. With none of the limits set it plays its level within the clock.
    Machine {
        /// 1 to 12; 12 is full strength.
        level: u8,
        /// At most this many plies deep.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// At most this long a move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_time_ms: Option<u64>,
    },
}

/// How time is counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSetting {
    /// Nobody counts.
    None,
    /// So long for every move.
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

/// `POST /api/games`: a game to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; absent: the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// Draw lots for the sides: the server may swap the players.
    #[serde(default)]
    pub draw_lots: bool,
    /// The clock.
    pub clock: ClockSetting,
    /// The start position's text; absent: the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves already played from there (from a file), in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The id of an opening protocol to begin with (gomoku, renju), from the standard start
    /// only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// A clock at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClockState {
    /// How time is counted.
    pub setting: ClockSetting,
    /// What is left for each side at the moment of sending (per move: of this move).
    /// Meaningless when nobody counts.
    pub left_ms: [u64; 2],
    /// Whose clock runs, if any: it does not before the first move, nor after the end.
    pub running: Option<Side>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MovePlayed {
    /// From 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: std::collections::BTreeMap<String, String>,
    /// Where the piece came from, if it came from the board.
    pub from: Option<String>,
    /// Where it ended.
    pub to: String,
    /// Squares passed on the way, in order, both ends excluded (draughts captures).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The squares of the captured pieces, in the order of `captured`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured_at: Vec<String>,
    /// Pieces that it took from the board, as they stood. The board after the move is the board
    /// before it without these and with `put`; backwards, without `put` and with these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Piece>,
    /// Pieces that it put on the board: the moved piece where it ended, a new stone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Piece>,
    /// Whether a man became a king (draughts).
    #[serde(default)]
    pub crowned: bool,
    /// The kind of the piece that moved.
    pub piece: String,
    /// The kinds of the pieces captured.
    pub captured: Vec<String>,
    /// Whether it gave check.
    pub check: bool,
    /// The square of the king it gave check to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_at: Option<String>,
    /// Time used for it.
    pub time_ms: u64,
    /// The machine's score for the first side in centipawns, when a machine made the move.
    pub score_cp: Option<i32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct End {
    /// `1-0`, `0-1`, `1/2` (the first side's view) or `*` for a game that was abandoned.
    pub outcome: String,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// `checkmate`, `perpetual-chase`, `resign`, `time`, `agreement`, …
    pub reason: String,
    /// What proves it (`e5 by b3`).
    pub evidence: String,
    /// The rule that decided, where one can be cited (`wxf 3`).
    pub rule: Option<String>,
    /// The squares concerned.
    pub squares: Vec<String>,
    /// What proves it, as data; `evidence` says the same in English. Absent where nothing is to
    /// be proved, and in games that an earlier program stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<Proof>>,
}

/// What proves the end of a game, as data. What a reason does not have is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// Who chased whom, one entry for each victim (perpetual and mutual chases).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chases: Vec<Chased>,
    /// A word for what is the case where one reason has several: `no-pieces`, `blocked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
    /// The square that the reason is about: that of the stone that made a foul.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The stones or pieces that belong to it: a winning row, the stones of a foul.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
    /// What was counted and the limit it reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<[u32; 2]>,
    /// Mates that were threatened by turns on every move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mates: Vec<MateThreat>,
    /// What was repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Repeated>,
}

/// A mate that a piece threatened to give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MateThreat {
    /// The square of the piece.
    pub piece: String,
    /// Where it would have gone.
    pub to: String,
}

/// A position that stood again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Repeated {
    /// The first and the last ply between its first and its last time, from 1. In a warning the
    /// last ones are still to be played.
    pub plies: [u32; 2],
    /// How often it has stood.
    pub times: u32,
}

/// A count of plies that runs and ends the game in a draw at its bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DrawLimit {
    /// The word of the reason the game would end with (`sixty-move`, `king-moves`).
    pub reason: String,
    /// Plies counted so far.
    pub count: u32,
    /// The count with which the game ends.
    pub bound: u32,
}

/// A piece that was chased, and by which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Chased {
    /// The square of the chased piece.
    pub victim: String,
    /// The squares of the pieces that threatened to capture it.
    pub chasers: Vec<String>,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WrittenMove {
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: std::collections::BTreeMap<String, String>,
}

/// A legal move that would let the game end against (or without gain for) the mover by what was
/// played before: a repetition, or a count of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RuleWarning {
    /// The move, in engine notation.
    pub text: String,
    /// The reply that would end the game; absent where the move itself does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<WrittenMove>,
    /// How the game would end, with what was repeated or counted.
    pub end: End,
}

/// `GET /api/games/{id}` and the `state` event: a game, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Its id.
    pub id: String,
    /// Increases with every change; a client ignores states older than what it has.
    pub version: u64,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// When it began, RFC 3339.
    pub created_at: String,
    /// When it last changed, RFC 3339.
    pub updated_at: String,
    /// The position it began from.
    pub start: String,
    /// The position now.
    pub position: String,
    /// Who moves; in an opening, who decides.
    pub turn: Side,
    /// The opening, as long as it lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningState>,
    /// The id of the opening it was begun with, over or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_kind: Option<String>,
    /// What was chosen in the opening besides points, also when it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_answers: Vec<OpeningAnswer>,
    /// How many moves remain when a person takes one turn back; absent where nothing is to be
    /// taken back. The number of moves played: the last fifth move offered is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<u32>,
    /// The moves so far.
    pub moves: Vec<MovePlayed>,
    /// The board now.
    pub board: Board,
    /// Pieces each side has lost, by kind, in order of loss.
    pub lost: [Vec<String>; 2],
    /// The clocks.
    pub clock: ClockState,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// The side whose machine is thinking, if one is.
    pub thinking: Option<Side>,
    /// Machine against machine: whether it is paused. With people: always false.
    pub paused: bool,
    /// The side that offers a draw, if one does. The offer stands until the other side answers or moves.
    pub draw_offer: Option<Side>,
    /// Moves of the side to move that a rule would punish.
    pub warnings: Vec<RuleWarning>,
    /// The count of moves that ends the game in a draw before any other, where one runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<DrawLimit>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players.
    pub players: [Player; 2],
    /// When it began, RFC 3339.
    pub created_at: String,
    /// When it last changed, RFC 3339.
    pub updated_at: String,
    /// How many moves were played.
    pub plies: u32,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// The position now, as text.
    pub position: String,
    /// The board now, for a small picture; absent where the position cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Picture>,
    /// What is wrong with what is stored of it, if it cannot be read: then only `id` and
    /// `updated_at` say anything, and `/api/games/{id}/raw` gives what there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// Whether it cannot be read.
    #[serde(default)]
    pub damaged: bool,
}

/// `GET /api/games`: games, the latest change first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games of this page. One whose data cannot be read is among them.
    pub games: Vec<GameSummary>,
    /// How many there are in all; at least so many, when `total_is_exact` is false.
    pub total: u64,
    /// Whether `total` is exact. Games with a player are counted to a thousand only.
    #[serde(default)]
    pub total_is_exact: bool,
    /// What to ask for with `after` to get the next page; absent: this is the last. A page can
    /// have fewer games than asked for and a next one all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `POST /api/positions`: is this a position? Either its text or its pieces are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CheckPosition {
    /// The variant's id.
    pub variant: String,
    /// The position's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The pieces of a board that was set up by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<PlacedPiece>>,
    /// Who moves on that board; absent: the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
}

/// What is wrong at one place of a position or a file, or why a move is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// A stable word (`king-missing`).
    pub code: String,
    /// The squares concerned.
    pub squares: Vec<String>,
    /// The piece concerned, where it does not stand on one of these squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<NamedPiece>,
    /// The numbers in it, in the order in which the code's sentence has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// In English.
    pub message: String,
    /// Where in the text or the file, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// A piece by what it is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NamedPiece {
    /// Whose it is.
    pub side: Side,
    /// What it is, as in `Piece`.
    pub kind: String,
}

/// Where a text or a file is at fault; games, lines, characters and moves count from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// Which game of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The character in the line or the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The rank of a position, by its number in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Which move of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// What stands there, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// The answer: all faults, or the position in its canonical text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PositionReport {
    /// The canonical text, when legal.
    pub text: Option<String>,
    /// The text of the pieces that were given, legal or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The board as far as the text could be read, legal or not.
    pub board: Option<Board>,
    /// Who moves, when legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// Everything wrong; empty when legal.
    pub faults: Vec<Fault>,
    /// How the game has ended already, when legal but decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// `POST /api/import`: a file's content, to choose a game or position from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ImportFile {
    /// The id of the variant of games that do not say theirs.
    pub variant: String,
    /// The file's name, for its ending and for messages.
    pub name: String,
    /// Its content, where it is text in UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Its bytes in base64, in place of `content`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Imported {
    /// The games and positions in it, in order.
    pub games: Vec<ImportedGame>,
    /// What could not be read, with places.
    pub faults: Vec<Fault>,
}

/// A game or position out of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ImportedGame {
    /// The id of its variant, on its board: the file may say another than was asked for.
    pub variant: String,
    /// A line to show: names, event, date; empty when the file says none of them.
    pub title: String,
    /// The names of the players, the first side's first; empty when unknown.
    pub players: [String; 2],
    /// The start position.
    pub position: String,
    /// The moves in engine notation.
    pub moves: Vec<String>,
    /// The result as the file says (`1-0`, `*`).
    pub result: String,
}
