use thiserror::Error;

/// Why the store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The game was changed by someone else since it was read, or is gone; nothing was
    /// written.
    #[error("the game was changed elsewhere, or is gone")]
    Conflict,
    /// The data directory cannot be made.
    #[error("the data directory {path}: {source}")]
    Directory {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The database refused.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database is of a newer version of the program, or damaged.
    #[error("the database's tables: {0}")]
    Tables(#[from] sqlx::migrate::MigrateError),
    /// Something stored cannot be read.
    #[error("stored {what} of {id}: {source}")]
    Unreadable {
        /// What it should be.
        what: &'static str,
        /// Whose it is.
        id: String,
        /// Why.
        source: serde_json::Error,
    },
}
