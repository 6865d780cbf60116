//! The database of games, studies and preferences. It contains all SQL.
//!
//! The store is the source of truth about a game: its [`hall::GameSetup`] and the append-only log of its
//! [`hall::Change`]s. A reader replays both. A call that writes returns when the data are on the disk
//! (write-ahead log, `synchronous=FULL`), so that data acknowledged after it survive a crash of the
//! program or of the machine.
//!
//! One task writes all waiting changes in one transaction; readers have connections of their own. Each row
//! has a format number and a checksum. `docs/serve/operate.md` lists the guarantees and their tests.

mod accounts;
mod aging;
mod agreements;
mod archive;
mod archived;
mod backup;
mod change_listener;
mod correspondence;
mod damage;
mod db;
mod deletion;
mod error;
mod exchange;
mod failures;
mod fold;
mod folder;
mod format;
mod games;
#[cfg_attr(
    not(feature = "postgres"),
    allow(dead_code, reason = "only a database has several writers")
)]
mod leases;
mod list;
mod lobby;
mod location;
mod log;
mod nodes;
mod opening;
mod passkeys;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "no_postgres.rs"]
mod postgres;
mod preferences;
mod puzzled;
mod puzzles;
mod ratings;
mod read;
mod record;
mod safety;
mod salvage;
mod secrets;
mod sight;
mod store;
mod studies;
mod tables;
mod take_over;
mod tournaments;
mod transfer;
mod writer;

pub use accounts::{Account, Credential, NewCredential};
pub use agreements::{GameAgreement, RatedPart};
pub use archive::{
    ArchiveEntry, ArchiveFilter, ArchiveMatch, GameFacts, IndexedGame, MoveCount, StaleGame,
};
pub use backup::{HallContents, RestoreReport, backup, restore};
pub use change_listener::{ChangeListener, HallChanges};
pub use correspondence::AwaitedGame;
pub use damage::damage;
pub use db::{BoxedFuture, BoxedLocalFuture};
pub use error::StoreError;
pub use exchange::{ClaimedCopy, hand_over};
pub use leases::{LeaseHolder, LeaseKey};
pub use lobby::Challenge;
pub use location::HallLocation;
pub use nodes::NodeName;
pub use opening::Families;
pub use passkeys::{MOST_PASSKEYS, Passkey, PasskeyChallenge};
pub use people::Whose;
pub use postgres::Address;
pub use puzzles::{
    NewPuzzle, PuzzleFilter, PuzzlePage, PuzzlePlace, StoredPuzzle, StoredPuzzleSearch,
};
pub use ratings::{PoolRating, RatedGame, RatingChange};
pub use record::{
    GameListItem, GameListPage, GameQuery, ListCursor, ListEntry, NewGame, NoCursor, StateFilter,
    UnreadableGame,
};
pub use safety::{BlockedPerson, DisabledPerson, ModerationEntry, NamedPerson, Report};
pub use sight::{Audience, Sight};
pub use store::Store;
pub use studies::{ListedStudy, NewStudy, StoredReview, StoredStudy, StudyEdits, StudyListing};
pub use take_over::{TakenGame, TakenStudy};
pub use tournaments::StoredTournament;
pub use transfer::{TransferProgress, TransferReport, transfer};
pub use writer::Consequences;
