//! Where games and preferences live: SQL in one place.
//!
//! The truth about a game is here and not in a process: its [`Setup`] and the append-only
//! log of its [`Change`]s. Whoever wants the game reads both and replays them. A call that
//! writes returns when the data are on the disk (write-ahead log, `synchronous=FULL`), so
//! that whatever was acknowledged after it survives a crash of the program or the machine.
//!
//! One task writes, in one transaction for all that waits; readers have connections of their
//! own. Every row has a format number and a checksum. `docs/reliability.md` says what is
//! promised and how it was tried.

mod backup;
mod change;
mod error;
mod fold;
mod folder;
mod format;
mod list;
mod opening;
mod read;
mod record;
mod salvage;
mod store;
mod writer;

pub use backup::{Contents, Restored, backup, restore};
pub use change::Change;
pub use error::StoreError;
pub use opening::Families;
pub use record::{
    Broken, Cursor, Entry, Filter, Listed, Listing, Logged, Moment, NoCursor, Query, Record, Setup,
    Summary,
};
pub use store::Store;
