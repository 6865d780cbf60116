//! The hall as a module for browsers: what a page asks a server for, it asks this module, in messages of JSON.
//!
//! The module does not store and has no time: whoever holds it stores what a [`Step`] says and tells the time with each
//! message, as `server` does for its games. A second instance of the module searches (module `search`), so that the first one
//! always answers.
//!
//! On wasm32, `exports` has the functions of the module: no other interface than numbers and a text in its memory.

mod archive;
mod ask;
#[cfg(target_arch = "wasm32")]
mod exports;
mod files;
mod lab;
mod live;
mod openings;
mod puzzles;
mod reviews;
mod search;
mod stored;
mod studies;

pub use archive::{ArchiveAsk, ArchivedFacts};
pub use ask::{Answer, HallRequest, LocalHall};
pub use files::{FileAsk, WholeFile};
pub use lab::{LabAsk, LabFound, LabReport, LabRole, LabSearch};
pub use live::{SearchJob, SearchTask, Step};
pub use openings::OpeningAsk;
pub use puzzles::PuzzleAsk;
pub use reviews::{ReviewAsk, ReviewStanding, StoredReviewRow};
pub use search::{
    AskedPosition, PositionSearch, SearchFound, SearchQuestion, SearchReport, SearchRequest,
    Searcher,
};
pub use stored::{StoredChange, StoredGame, StoredSummary};
pub use studies::{StoredStudy, StoredStudyEdit, StudyAsk, StudyOutcome, StudyStore};
