use crate::{
    Analysis, Board, DrawLimit, End, ImportFile, MovePlayed, Outcome, PersonId, Picture, Problem,
    RuleWarning, Score, Shape, ShownReview, Side,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// `POST /api/studies`: what a study is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewStudy {
    /// A game of the hall, finished or running. Its study is made once; later moves of the game are
    /// added to its main line.
    Game {
        /// The game's id.
        id: String,
    },
    /// A position, with moves from it.
    Position {
        /// The variant's id.
        variant: String,
        /// The rule set's id; absent: the default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<String>,
        /// The position's text; absent: the standard start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// Moves from there, in any notation.
        #[serde(default)]
        moves: Vec<String>,
        /// What it is called.
        #[serde(default)]
        title: String,
    },
    /// A game of a file or of pasted text, with its variations, comments and glyphs.
    File {
        /// The file.
        file: ImportFile,
        /// The number of the game in the file, from 0; games that cannot be read are not counted.
        #[serde(default)]
        game: u32,
    },
    /// A game of a file that was imported a moment ago, with everything that the file says of it.
    Imported {
        /// The game.
        #[serde(flatten)]
        game: crate::ImportedGameId,
    },
    /// A study that was exported as `json`: everything that a person wrote in it.
    Export {
        /// The study, as the export has it.
        study: Box<ShownStudy>,
    },
}

/// `GET /api/studies/{id}` and the `state` event: a study, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Study)]
pub struct ShownStudy {
    /// Its id.
    pub id: String,
    /// Increases with every change.
    pub version: u64,
    /// What it is called; empty when nobody has named it.
    pub title: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players' names, the first side's first; empty when unknown.
    pub players: [String; 2],
    /// What the file or the game says besides (`Event`, `Date`).
    pub tags: BTreeMap<String, String>,
    /// The result of the game it came from (`1-0`).
    #[schema(value_type = Option<String>)]
    pub result: Option<Outcome>,
    /// The id of the hall's game it came from.
    pub game: Option<String>,
    /// Who made it; absent for what was made in a hall of one user. Others watch, but who played in its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<PersonId>,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// When it last changed, RFC 3339.
    pub updated_at: String,
    /// The start position's text.
    pub start: String,
    /// Who moves there.
    pub turn: Side,
    /// The board there.
    pub board: Board,
    /// Every node that is not deleted. The root is node 0, and comes first.
    pub nodes: Vec<StudyNode>,
    /// Its review, if one was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<ShownReview>,
    /// The engines that can analyse here, ours first.
    pub engines: Vec<EngineName>,
    /// Whether the last edit can be taken back.
    pub can_undo: bool,
    /// Whether what was taken back can be done again.
    #[serde(default)]
    pub can_redo: bool,
    /// The most characters of a comment, counted as Unicode does.
    pub comment_limit: u32,
}

/// A node of a study: a move, and what was written about the position after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyNode {
    /// Its number, which is never used again.
    pub id: u32,
    /// The node before; absent at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The nodes after, the main move first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<u32>,
    /// The move that leads here; absent at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<MovePlayed>,
    /// Text: `**bold**`, `*italic*`, `` `code` `` and lists; anything else is plain.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Glyphs by their NAG numbers: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`; others are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u16>,
    /// Arrows and coloured points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Whether the nodes after are folded away.
    #[serde(default)]
    pub collapsed: bool,
    /// The evaluation kept with the node, from a file or an analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<ShownEvaluation>,
    /// How the game ends here by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// An evaluation that is kept with a node. A client may send one without a score, so that it is refused in words; the
/// stored form, [`hall::study::Evaluation`], always has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = NodeEvaluation)]
pub struct ShownEvaluation {
    /// The score for the first side.
    #[serde(with = "crate::score")]
    #[schema(value_type = Score)]
    pub score: Option<Score>,
    /// The expected score of the first side, 0 to 1.
    pub chance: f32,
    /// How deep the search was, in plies; 0 when unknown.
    #[serde(default)]
    pub depth: u32,
    /// The engine's id; empty when unknown.
    #[serde(default)]
    pub engine: String,
}

/// An engine that can analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EngineName {
    /// What to send in `analyse`: `own`, `level-1` to `level-12`, or its name in the configuration.
    pub id: String,
    /// What to call it.
    pub name: String,
    /// Whether it is another program.
    pub external: bool,
}

/// What a client sends over the WebSocket `/api/studies/{id}/live`, one JSON text per message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyRequest {
    /// Chosen by the client; the answer (`done` or `error`) carries it. An edit repeated with the
    /// same id after a reconnect is done once.
    pub id: String,
    /// What to do.
    #[serde(flatten)]
    pub command: StudyCommand,
}

/// What a client can ask of a study. Beside it stands [`hall::study::Edit`], the change that is stored: a command has texts
/// that nobody has checked yet and moves in any notation, and some commands change nothing. The two are not one type with
/// a common part: serde could tell such a part from the rest only by trying, and a wrong command would get no reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StudyCommand {
    /// The position of a node, whole: answered by `position`.
    Look {
        /// The node.
        node: u32,
    },
    /// Plays a move after a node. Its child with this move; a new one if there is none. Nothing is
    /// deleted. `done` names the child.
    Play {
        /// The node.
        node: u32,
        /// The move, in any notation.
        text: String,
    },
    /// Adds moves one after the other. `done` names the last.
    Insert {
        /// The node they begin at.
        node: u32,
        /// The moves, in any notation.
        moves: Vec<String>,
    },
    /// Writes the comment of a node.
    Comment {
        /// The node.
        node: u32,
        /// The text; empty: none.
        text: String,
    },
    /// Sets the glyphs of a node.
    Glyphs {
        /// The node.
        node: u32,
        /// Their NAG numbers.
        glyphs: Vec<u16>,
    },
    /// Sets the shapes of a node.
    Shapes {
        /// The node.
        node: u32,
        /// The shapes.
        shapes: Vec<Shape>,
    },
    /// Keeps an evaluation with a node, or removes it.
    Evaluate {
        /// The node.
        node: u32,
        /// The evaluation; absent: none.
        #[serde(default)]
        evaluation: Option<ShownEvaluation>,
    },
    /// Moves a node one place to the front among its siblings.
    Promote {
        /// The node.
        node: u32,
    },
    /// Moves a node one place to the back among its siblings.
    Demote {
        /// The node.
        node: u32,
    },
    /// Moves a node and each node before it to the very front.
    MakeMain {
        /// The node.
        node: u32,
    },
    /// Deletes a node and every node after it.
    Delete {
        /// The node.
        node: u32,
    },
    /// Takes the last edit back, as long as `can_undo`.
    Undo,
    /// Does again what was taken back last, as long as `can_redo`.
    Redo,
    /// Folds the nodes after a node away, or shows them.
    Collapse {
        /// The node.
        node: u32,
        /// Whether they are folded away.
        collapsed: bool,
    },
    /// Names the study.
    Title {
        /// What it is called.
        title: String,
    },
    /// Searches the position of a node until it is stopped, or to the depth or time given. It takes
    /// the place of this client's analysis by the same engine. Answered by `analysis` events, first
    /// with the kept result if there is one.
    Analyse {
        /// The node.
        node: u32,
        /// The engine's id.
        engine: String,
        /// How many lines, 1 to 5.
        lines: u32,
        /// Only these moves; empty: all.
        #[serde(default)]
        only: Vec<String>,
        /// The position as if the side to move had passed.
        #[serde(default)]
        threat: bool,
        /// At most this deep.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// At most this long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Values every legal move by a short search, in place of the values asked for before, for games whose moves
    /// are points. Answered by `values` events.
    Values {
        /// The node.
        node: u32,
    },
    /// Stops this client's analysis.
    Stop {
        /// By this engine; absent: all, and the values of moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
    },
    /// Says the client is there; answered by `pong`.
    Ping,
}

/// What the server sends of a study, one JSON text per message. The first is always a `state`; after
/// it each change comes as `changed`. `position` and `analysis` go to the client that asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StudyEvent {
    /// The study as it is now.
    State {
        /// All of it.
        study: Box<ShownStudy>,
    },
    /// The study changed. A client that has another version than `after` joins again.
    Changed {
        /// The version that this changes.
        after: u64,
        /// The version now.
        version: u64,
        /// When it changed, RFC 3339.
        updated_at: String,
        /// Nodes that are new or have changed, whole.
        nodes: Vec<StudyNode>,
        /// Nodes that are gone.
        gone: Vec<u32>,
        /// What it is called now, if that changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// Whether the last edit can be taken back.
        can_undo: bool,
        /// Whether what was taken back can be done again.
        can_redo: bool,
    },
    /// The answer to `look`. It may come again, with more in `known`.
    Position {
        /// The position.
        position: Box<StudyPosition>,
    },
    /// How an analysis stands.
    Analysis {
        /// All of it.
        analysis: Box<Analysis>,
    },
    /// What the moves of a position are worth.
    Values {
        /// All of it.
        values: Box<MoveValues>,
    },
    /// A review began, went on, or ended.
    Review {
        /// All of it.
        review: Box<ShownReview>,
    },
    /// The request with this id was done (a `changed` was sent before, if it changed anything).
    Done {
        /// The request's id.
        id: String,
        /// The node it led to: the child of `play`, the last of `insert`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
    },
    /// The request with this id was refused; nothing changed.
    Error {
        /// The request's id; empty when it could not be read.
        id: String,
        /// Why.
        problem: Problem,
    },
    /// The answer to `ping`.
    Pong,
}

/// The position of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyPosition {
    /// The node.
    pub node: u32,
    /// The position as text.
    pub text: String,
    /// Who moves.
    pub turn: Side,
    /// The board: pieces, legal moves, marks.
    pub board: Board,
    /// How the game has ended here by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Moves that a rule would punish.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<RuleWarning>,
    /// The count of moves that ends the game in a draw before any other, where one runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<DrawLimit>,
    /// The code of the opening by which the line was last known, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// What is known of legal moves for certain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownMove>,
    /// Whether `threat` makes sense here.
    pub can_pass: bool,
    /// Whether all moves are points, so that `values` makes sense here.
    #[serde(default)]
    pub points: bool,
}

/// What the moves of a position are worth by a short search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveValues {
    /// The node.
    pub node: u32,
    /// Whether the search has ended.
    pub done: bool,
    /// The moves that were valued so far.
    pub values: Vec<MoveValue>,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveValue {
    /// The move, in engine notation.
    pub text: String,
    /// Its point.
    pub to: String,
    /// The expected score of the first side after it, 0 to 1.
    pub chance: f32,
    /// How deep it was searched, in plies.
    pub depth: u32,
}

/// What is known of a legal move for certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KnownMove {
    /// The move, in engine notation.
    pub text: String,
    /// Where it ends.
    pub to: String,
    /// `win`, `loss` or `draw`, for the side to move.
    pub value: String,
    /// How many plies it takes, when that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Where it is known from: `rules` (the move ends the game), `database`, `fours`, `threats`,
    /// `checks`, `repetition`.
    pub source: String,
}

/// `GET /api/studies`: studies, the latest change first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyList {
    /// The studies of this page.
    pub studies: Vec<StudySummary>,
    /// What to ask for with `before` to get the next page; absent: this is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How many there are in all.
    pub total: u64,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudySummary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The variant's id.
    pub variant: String,
    /// The players' names; empty when unknown.
    pub players: [String; 2],
    /// The result of the game it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub result: Option<Outcome>,
    /// The id of the hall's game it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// When it last changed, RFC 3339.
    pub updated_at: String,
    /// How many moves all its lines have.
    pub moves: u32,
    /// The board at the end of its main line; absent where it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Picture>,
    /// Whether it cannot be read.
    #[serde(default)]
    pub damaged: bool,
}
