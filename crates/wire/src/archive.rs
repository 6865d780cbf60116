use crate::{ArchiveOrder, EndedAs, Fault, ListedGame, Problem, Side, WrittenMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to look for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WantedPosition {
    /// The id of a variant that has such a board.
    pub variant: String,
    /// The position's text.
    pub text: String,
}

/// What a pattern says of a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PatternSquare {
    /// The file, from 0.
    pub file: u8,
    /// The rank, from 0.
    pub rank: u8,
    /// Whether the square is empty; otherwise a piece is on it.
    #[serde(default)]
    pub empty: bool,
    /// The side of the piece; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The kind of the piece; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whether the opposite is wanted: anything but this piece, or any piece in place of an empty square.
    #[serde(default)]
    pub not: bool,
}

/// A pattern of squares; a square that is not named fits anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BoardPattern {
    /// The id of a variant that has such a board.
    pub variant: String,
    /// What is wanted of squares.
    pub squares: Vec<PatternSquare>,
    /// Who is to move; absent: either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
}

/// `POST /api/archive`: which games to list. Absent fields restrict nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveQuery {
    /// `all`, `playing` or `over`; absent: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The id of a family of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The id of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// A part of a player's name, in capitals or small letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_as: Option<EndedAs>,
    /// It began at this time or later (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// It began before this time (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// It has so many moves or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_plies: Option<u32>,
    /// It has so many moves or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_plies: Option<u32>,
    /// Its review found so many mistakes and blunders of both sides, or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_mistakes: Option<u32>,
    /// So many or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_mistakes: Option<u32>,
    /// Its first moves in engine notation, from the usual start; `variant` must be given with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// It has this tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// This position stood in it, with the same side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<WantedPosition>,
    /// A position that fits this pattern stood in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<BoardPattern>,
    /// The order.
    pub order: ArchiveOrder,
    /// Whether the order is reversed: the oldest, smallest or first in the alphabet comes first.
    pub ascending: bool,
    /// The value of `next` of the page before; absent: 0.
    pub offset: u32,
    /// The largest number of games, 1 to 200; absent: 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A game of the archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArchivedGame {
    /// The game.
    pub game: ListedGame,
    /// Its tags, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Its first moves, if it began from the usual start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<WrittenMove>,
    /// The code of its opening, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// Mistakes and blunders of both sides, if it was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<[u32; 2]>,
    /// The ply at which the position or the pattern stood first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A page of the archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArchiveList {
    /// The games.
    pub games: Vec<ArchivedGame>,
    /// The number of games that were found; with a pattern, of those that were or will be looked through.
    pub total: u64,
    /// The games looked through so far; smaller than `total` only with a pattern.
    pub looked_through: u64,
    /// The value of `offset` for the next page; absent on the last one. With a pattern a page can have fewer
    /// games than requested, or none, and still have a next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
    /// Games whose moves the archive has not looked at since they last changed: a search by opening,
    /// mistakes, winner or position does not find them yet.
    pub pending: u64,
}

/// A move with which games went on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NextMove {
    /// The move.
    pub written: WrittenMove,
    /// The code of the opening with this move, where it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    /// In how many games.
    pub games: u64,
    /// How many of them the first side won, the second side won, and were drawn.
    pub results: [u64; 3],
}

/// `POST /api/archive/tags`: tags to add to games and to remove from them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagGames {
    /// The games' ids.
    pub games: Vec<String>,
    /// Tags to add.
    #[serde(default)]
    pub add: Vec<String>,
    /// Tags to remove.
    #[serde(default)]
    pub remove: Vec<String>,
}

/// `POST /api/archive/export`: games to write to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportGames {
    /// The games' ids.
    pub games: Vec<String>,
    /// A format that holds several games of this kind, or `zip`: a file for each game, in the first format of
    /// its kind.
    pub format: String,
}

/// What a file that goes into the archive reports: `POST /api/archive/import` answers with one of these on each line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ArchiveImportEvent {
    /// It is being read. Nothing is stored yet.
    Reading {
        /// Games that were read.
        games: u64,
        /// Games that could not be read.
        faulty: u64,
        /// Bytes that were read.
        bytes: u64,
    },
    /// A game could not be read. At most 1000 are told; all are counted.
    Fault {
        /// Why, and where.
        fault: Fault,
    },
    /// The file was read whole; its games are being stored, all or none.
    Storing {
        /// Their number.
        games: u64,
    },
    /// The end: all games are stored.
    Stored {
        /// Their number.
        games: u64,
        /// Games of the file that could not be read.
        faulty: u64,
        /// Games with comments or variations: the archive holds their moves only.
        annotated: u64,
        /// The tag that the games got, if one was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<String>,
    },
    /// The end: nothing is stored.
    Refused {
        /// Why.
        problem: Problem,
    },
}
