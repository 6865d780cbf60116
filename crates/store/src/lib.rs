//! Where games and preferences live: SQL in one place.
//!
//! The truth about a game is here and not in a process: its [`Setup`] and the append-only
//! log of its [`Change`]s. Whoever wants the game reads both and replays them. A call that
//! writes returns when the data are on the disk (write-ahead log, `synchronous=FULL`), so
//! that whatever was acknowledged after it survives a crash of the program or the machine.

mod change;
mod error;
mod record;
mod sql;

pub use change::Change;
pub use error::StoreError;
pub use record::{Filter, Listed, Logged, Moment, Record, Setup, Summary};
pub use sql::Store;
