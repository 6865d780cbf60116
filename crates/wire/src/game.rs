use crate::{
    Board, ClockSetting, ConsentRequest, End, Line, MovePlayed, OpeningAnswer, OpeningState,
    PersonId, Picture, PlacedPiece, Player, RuleWarning, Side,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A clock at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClockState {
    /// The time control.
    pub setting: ClockSetting,
    /// The time left for each side when the message was sent; with a time per move, that of this move.
    /// Without meaning if there is no clock.
    pub left_ms: [u64; 2],
    /// The side whose clock runs; none before the first move and after the end.
    pub running: Option<Side>,
    /// What is left of the time for this one move, where that has a bound of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_left_ms: Option<u64>,
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

/// `GET /api/games/{id}` and the `state` event: a whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Its id.
    pub id: String,
    /// Increases with every change; a client ignores states that are older than its own.
    pub version: u64,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// The time when it began (RFC 3339).
    pub created_at: String,
    /// The time of the last change (RFC 3339).
    pub updated_at: String,
    /// The start position.
    pub start: String,
    /// The position now.
    pub position: String,
    /// The side to move; in an opening, the side that decides.
    pub turn: Side,
    /// The opening, until it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningState>,
    /// The id of the opening it began with, also after the opening is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_kind: Option<String>,
    /// The choices in the opening besides points, also after it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_answers: Vec<OpeningAnswer>,
    /// How many moves remain when a person takes one turn back; absent where nothing is to be
    /// taken back. The number of moves played: the last fifth move offered is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<u32>,
    /// The moves so far.
    pub moves: Vec<MovePlayed>,
    /// Who made it; absent for what was made in a hall of one user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<PersonId>,
    /// What one of two persons asks the other one for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentRequest>,
    /// The id of the next game of the same two persons, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What the two persons have said to each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talk: Vec<Line>,
    /// The id of the game that this one is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// The id of the tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Whether it was offered to everybody in the lobby.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_lobby: bool,
    /// Whether its end changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How many moves later than its two players others see it, while it goes on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// Whether this is the game as it was so many moves ago. Its `version` is that of now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held_back: bool,
    /// The board now.
    pub board: Board,
    /// Pieces each side has lost, by kind, in order of loss.
    pub lost: [Vec<String>; 2],
    /// The clocks.
    pub clock: ClockState,
    /// Its end, if it is over.
    pub end: Option<End>,
    /// The side whose engine is searching, if one is.
    pub thinking: Option<Side>,
    /// Whether the game pauses: one between engines, or between two persons who agreed to it.
    pub paused: bool,
    /// The side that offers a draw, if one does. The offer stands until the other side answers or moves.
    pub draw_offer: Option<Side>,
    /// Moves of the side to move that a rule would punish.
    pub warnings: Vec<RuleWarning>,
    /// The running count of moves that ends the game in a draw first, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<DrawLimit>,
}

/// A game in a list: what `hall::GameSummary` keeps of it, and what a card shows beside that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = GameSummary)]
pub struct ListedGame {
    /// Its id.
    pub id: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players.
    pub players: [Player; 2],
    /// The time when it began (RFC 3339).
    pub created_at: String,
    /// The time of the last change (RFC 3339).
    pub updated_at: String,
    /// How many moves were played.
    pub plies: u32,
    /// Its end, if it is over.
    pub end: Option<End>,
    /// The position now, as text.
    pub position: String,
    /// The board now, for a small picture; absent if the position cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Picture>,
    /// The fault of the stored data, if they cannot be read: then only `id` and
    /// `updated_at` are valid, and `/api/games/{id}/raw` returns the stored bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// Whether it cannot be read.
    #[serde(default)]
    pub damaged: bool,
}

/// `GET /api/games`: games in the order of the last change, latest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games of this page, also those whose data cannot be read.
    pub games: Vec<ListedGame>,
    /// The number of games; a lower bound if `total_is_exact` is false.
    pub total: u64,
    /// Whether `total` is exact. Games with a given player are counted to a thousand only.
    #[serde(default)]
    pub total_is_exact: bool,
    /// The value of `after` for the next page; absent on the last page. A page can
    /// have fewer games than requested and still have a next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `POST /api/positions`: a position to check, by its text or by its pieces.
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
    /// The side to move on that board; if absent, the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// Moves that are played from there: the answer is about the position after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A fault at one place of a position or a file, or the reason why a move is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// A stable word (`king-missing`).
    pub code: String,
    /// The squares concerned.
    pub squares: Vec<String>,
    /// The piece concerned, if it does not stand on one of these squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<NamedPiece>,
    /// The numbers in it, in the order in which the code's sentence has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// In English.
    pub message: String,
    /// The place in the text or the file, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// A piece without a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NamedPiece {
    /// Its side.
    pub side: Side,
    /// Its kind, as in `Piece`.
    pub kind: String,
}

/// A place in a text or a file. Games, lines, characters and moves count from 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// The number of the game in the file.
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
    /// The number of the move in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The text there, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// The result: all faults, or the position in its canonical text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PositionReport {
    /// The canonical text, if legal.
    pub text: Option<String>,
    /// The text of the pieces that were given, legal or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The board as far as the text could be read, legal or not.
    pub board: Option<Board>,
    /// The side to move, if legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// All faults; empty if legal.
    pub faults: Vec<Fault>,
    /// The end of the game, if the position is legal and the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The last of the moves that were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<MovePlayed>,
}

/// `POST /api/import`: the content of a file with games or positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ImportFile {
    /// The id of the variant of games that do not name one.
    pub variant: String,
    /// The name of the file, for its ending and for messages.
    pub name: String,
    /// Its content, if it is text in UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Its bytes in base64, in place of `content`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Imported {
    /// The id under which its games are kept for some minutes, for `imported` of a new game or study; absent when nothing
    /// could be read, or the file is larger than what is kept of one client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The games and positions in it, in order.
    pub games: Vec<ImportedGame>,
    /// The parts that could not be read, with their places.
    pub faults: Vec<Fault>,
}

/// A game or position of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ImportedGame {
    /// The id of its variant, with its board: the file may name another one than the request.
    pub variant: String,
    /// A line for display: names, event, date; empty if the file has none of them.
    pub title: String,
    /// The names of the players, the first side's first; empty when unknown.
    pub players: [String; 2],
    /// The start position.
    pub position: String,
    /// The moves in engine notation.
    pub moves: Vec<String>,
    /// The result that the file states (`1-0`, `*`).
    pub result: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
