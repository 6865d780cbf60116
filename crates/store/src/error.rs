use std::path::Path;
use thiserror::Error;

/// Why an operation of the store failed. Nothing was stored then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The game was changed or removed since it was read. Nothing was written.
    #[error("the game was changed elsewhere, or is gone")]
    Conflict,
    /// Another node serves the game. Nothing was written.
    #[error("another node of the hall serves it")]
    Elsewhere,
    /// The disk with the data is full.
    #[error("the disk is full: {0}")]
    DiskFull(String),
    /// The disk or the operating system reported an error.
    #[error("the disk failed: {0}")]
    DiskFailed(String),
    /// The file or the folder with the data was deleted, replaced or emptied.
    #[error("the stored data are gone: {0}")]
    DataGone(String),
    /// The stored data cannot be read.
    #[error("{what}")]
    Damaged {
        /// The id of the game, if it concerns one game.
        id: Option<String>,
        /// What is wrong, with the place.
        what: String,
    },
    /// The database server cannot be reached, or the connection to it was lost.
    #[error("the database server: {0}")]
    Unreachable(String),
    /// A text that the database cannot store.
    #[error("cannot be stored: {0}")]
    Unfit(String),
    /// Another program holds the file locked.
    #[error("another program holds the data locked: {0}")]
    Busy(String),
    /// Another server uses the folder or the database.
    #[error("{path} is in use by another yiqi{}", by.as_ref().map_or(String::new(), |by| format!(" (process {by})")))]
    InUse {
        /// Which.
        path: String,
        /// The process id of the other server, if known.
        by: Option<String>,
    },
    /// The data are from a newer version of the program, or not from a hall.
    #[error("{0}")]
    Foreign(String),
    /// The data directory cannot be made or opened.
    #[error("the data directory {path}: {what}")]
    Directory {
        /// Which.
        path: String,
        /// Why.
        what: String,
    },
    /// The database reported another error.
    #[error("the database: {0}")]
    Database(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// A file system with less free space than this is full: the smallest write needs a page or two.
#[cfg(unix)]
const NO_ROOM: u64 = 64 << 10;

impl StoreError {
    pub(crate) fn damaged(id: &str, what: impl Into<String>) -> Self {
        Self::Damaged { id: Some(id.to_owned()), what: what.into() }
    }

    pub(crate) fn io(what: &Path, error: &std::io::Error) -> Self {
        let words = format!("{}: {error}", what.display());
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                Self::DiskFull(words)
            }
            _ => Self::DiskFailed(words),
        }
    }

    /// Finds the cause of an error. Some errors of a full disk or a deleted file look like any other, so this
    /// asks the file system of the hall's folder.
    pub(crate) fn seen_from(self, folder: &Path) -> Self {
        match self {
            Self::DiskFailed(words) if !folder.exists() => Self::DataGone(words),
            Self::DiskFailed(words) if is_full(folder) => Self::DiskFull(words),
            other => other,
        }
    }
}

#[cfg(unix)]
fn is_full(folder: &Path) -> bool {
    rustix::fs::statvfs(folder)
        .is_ok_and(|room| room.f_bavail.saturating_mul(room.f_frsize) < NO_ROOM)
}

#[cfg(not(unix))]
fn is_full(_folder: &Path) -> bool {
    false
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => {
                let code = error.code().and_then(|code| code.parse::<u32>().ok()).unwrap_or(1);
                by_code(code, error.message())
            }
            sqlx::Error::Io(error) => Self::DiskFailed(error.to_string()),
            sqlx::Error::PoolTimedOut => Self::Busy("all readers are busy".to_owned()),
            sqlx::Error::PoolClosed => Self::Closed,
            error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => {
                Self::Damaged { id: None, what: error.to_string() }
            }
            other => Self::Database(other.to_string()),
        }
    }
}

/// By SQLite's result codes (<https://www.sqlite.org/rescode.html>).
fn by_code(code: u32, words: &str) -> StoreError {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const READONLY: u32 = 8;
    const IOERR: u32 = 10;
    const CORRUPT: u32 = 11;
    const FULL: u32 = 13;
    const CANTOPEN: u32 = 14;
    const NOTADB: u32 = 26;
    const READONLY_DBMOVED: u32 = READONLY | (4 << 8);
    let words = format!("{words} (SQLite {code})");
    match (code, code & 0xff) {
        (READONLY_DBMOVED, _) => StoreError::DataGone(words),
        (_, BUSY | LOCKED) => StoreError::Busy(words),
        (_, READONLY | IOERR | CANTOPEN) => StoreError::DiskFailed(words),
        (_, FULL) => StoreError::DiskFull(words),
        (_, CORRUPT | NOTADB) => StoreError::Damaged { id: None, what: words },
        _ => StoreError::Database(words),
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError;
        match error {
            MigrateError::VersionMissing(_) => {
                Self::Foreign(format!("the data are of a newer version of the program ({error})"))
            }
            MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => {
                Self::Damaged { id: None, what: format!("the database's tables: {error}") }
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                crate::postgres::of_migration(error)
            }
            other => Self::Database(format!("the tables: {other}")),
        }
    }
}
