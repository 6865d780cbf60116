//! The archive: what is searched for besides the columns of `games`. Its tables are worked out from the logs
//! by the server and written here; only the tags are said by people.

mod search;
mod write;

pub(crate) use search::{
    entries, moves_at, next_moves, search, tags, tags_of, track, tracks, wanted,
};
pub(crate) use write::{ArchiveJob, add_tag, perform};

use crate::{ListEntry, StateFilter, Whose};
use hall::archive::{ArchiveOrder, EndedAs};

/// What the server worked out of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedGame {
    /// The game, and the count of changes it was worked out from ([`StaleGame::n`]).
    pub wanted: StaleGame,
    /// What is to be stored; `None`: the game is gone.
    pub facts: Option<GameFacts>,
    /// Keys of positions to add, with the first ply of each.
    pub added: Vec<(i64, u32)>,
    /// Keys of positions that the game no longer has.
    pub removed: Vec<i64>,
}

/// What is known of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFacts {
    /// Its first moves in engine notation, a space after each; empty where it has another start than usual.
    pub line: String,
    /// The winner and the loser, if there are such.
    pub winner: Option<[hall::Player; 2]>,
    /// In a game of a person with a machine: 1, the person won; 0, drawn; −1, lost.
    pub person: Option<i8>,
    /// Mistakes and blunders of both sides, if it was reviewed.
    pub mistakes: Option<[u32; 2]>,
    /// Its boards; empty where they cannot be worked out.
    pub track: Vec<u8>,
}

/// A game of which the archive does not know the present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleGame {
    /// The game.
    pub game: String,
    /// How often it has changed since the archive knew it.
    pub n: i64,
}

/// Which games of the archive to list. An empty one lists all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFilter {
    /// Whose they are.
    pub of: Whose,
    /// By their state.
    pub filter: StateFilter,
    /// Of this family only.
    pub family: Option<String>,
    /// Of this variant only.
    pub variant: Option<String>,
    /// With a player whose name contains this.
    pub player: Option<String>,
    /// Which ended so.
    pub ended_as: Option<EndedAs>,
    /// Which began at this time or later, in milliseconds.
    pub from: Option<i64>,
    /// Which began before this time, in milliseconds.
    pub to: Option<i64>,
    /// The least and the greatest number of moves.
    pub plies: (Option<u32>, Option<u32>),
    /// The least and the greatest number of mistakes of both sides; without a review a game has neither.
    pub mistakes: (Option<u32>, Option<u32>),
    /// The first moves, in engine notation.
    pub opening: Vec<String>,
    /// With this tag.
    pub tag: Option<String>,
    /// In which a position with this key stood.
    pub key: Option<i64>,
    /// Only games whose boards are known.
    pub has_track: bool,
    /// Their order.
    pub order: ArchiveOrder,
    /// Whether the order is reversed: the smallest, oldest or first in the alphabet comes first.
    pub ascending: bool,
    /// How many to skip.
    pub offset: u32,
    /// How many at most.
    pub limit: u32,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveMatch {
    /// Its id.
    pub game: String,
    /// When it last changed.
    pub updated_at: i64,
    /// Its number in the archive; `None` while it was not worked out.
    pub number: Option<i64>,
    /// The ply at which the position with the key stood first.
    pub ply: Option<u32>,
}

/// A line of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveEntry {
    /// The game.
    pub entry: ListEntry,
    /// Its tags, in alphabetical order.
    pub tags: Vec<String>,
    /// Its first moves in engine notation.
    pub line: Vec<String>,
    /// Mistakes of both sides, if it was reviewed.
    pub mistakes: Option<[u32; 2]>,
    /// The ply at which what was searched for stood first.
    pub ply: Option<u32>,
}

/// A move that games went on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// In engine notation.
    pub text: String,
    /// In how many games.
    pub games: u64,
    /// How many of them the first side won, the second side won, and were drawn.
    pub results: [u64; 3],
}

/// A tag, and how many games have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// In how many games.
    pub games: u64,
}
