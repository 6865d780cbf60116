//! Studies, their reviews, and kept analyses. The texts are JSON that the server defines; the store adds a
//! format number and a checksum to each row, as it does for games.

pub(crate) mod read;
mod write;

pub(crate) use read::{count, kept_analysis, list, load, of_game, raw, review, reviews_under_way};
pub(crate) use write::{StudyJob, perform};

use crate::ListCursor;
use crate::format::RowChecksum;
use hall::Moment;

/// The format of rows that are written now.
pub(crate) const FORMAT: i64 = 1;

/// A study to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStudy {
    /// Its id.
    pub id: String,
    /// The id of the game that it is made of: a game has one study.
    pub game: Option<String>,
    /// What it begins with, which never changes.
    pub setup: String,
    /// When it was made.
    pub now: Moment,
    /// Its edits so far.
    pub edits: Vec<String>,
    /// What lists show of it.
    pub head: String,
}

/// Edits to be added to a study's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyEdits {
    /// The study.
    pub id: String,
    /// The version that the caller knows.
    pub version: u64,
    /// The client's id of the request that made them, if one did.
    pub request: Option<String>,
    /// When they were made.
    pub now: Moment,
    /// The edits.
    pub edits: Vec<String>,
    /// What lists show of the study now.
    pub head: String,
    /// Whether they give the study another title.
    pub renamed: bool,
}

/// A complete study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStudy {
    /// Its id.
    pub id: String,
    /// What it began with.
    pub setup: String,
    /// The version after the last edit.
    pub version: u64,
    /// When it was made.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// All edits in order, each with the id of its request.
    pub log: Vec<(Option<String>, String)>,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedStudy {
    /// Its id.
    pub id: String,
    /// The id of the game that it was made of.
    pub game: Option<String>,
    /// When it was made.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// What it began with and what lists show of it; or what is wrong with the stored data.
    pub shown: Result<(String, String), String>,
}

/// A page of the list of studies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyListing {
    /// The studies, the latest change first.
    pub studies: Vec<ListedStudy>,
    /// Where the next page begins, if there is one.
    pub next: Option<ListCursor>,
    /// How many there are in all.
    pub total: u64,
}

/// The review of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReview {
    /// Whether it is to go on.
    pub under_way: bool,
    /// What it says as a whole.
    pub head: String,
    /// What it says of each node, by its number.
    pub nodes: Vec<(u32, String)>,
}

pub(crate) fn setup_check(id: &str, game: Option<&str>, created_at: i64, setup: &str) -> i64 {
    RowChecksum::default().text(id).option(game).number(created_at).text(setup).sum()
}

pub(crate) fn head_check(id: &str, version: i64, updated_at: i64, head: &str) -> i64 {
    RowChecksum::default().text(id).number(version).number(updated_at).text(head).sum()
}

pub(crate) fn node_check(id: &str, node: i64, body: &str) -> i64 {
    RowChecksum::default().text(id).number(node).text(body).sum()
}
