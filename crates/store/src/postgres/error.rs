//! Errors of PostgreSQL and of the connection to it.

use crate::StoreError;
use sqlx::postgres::PgDatabaseError;

/// By PostgreSQL's codes (<https://www.postgresql.org/docs/15/errcodes-appendix.html>).
fn by_state(state: &str, words: &str) -> StoreError {
    let words = format!("{words} (PostgreSQL {state})");
    match (state, &state[..state.len().min(2)]) {
        ("53100", _) => StoreError::DiskFull(words),
        // It is being shut down, has crashed, or is starting; a standby cannot be written to.
        // Or it has undone the transaction, because nodes waited for one another: it is tried again.
        ("57P01" | "57P02" | "57P03" | "25006" | "25P03" | "40P01" | "40001", _) | (_, "08") => {
            StoreError::Unreachable(words)
        }
        ("22021" | "22P05", _) => StoreError::Unfit(words),
        ("55P03" | "57014", _) | (_, "53") => StoreError::Busy(words),
        ("58030", _) => StoreError::DiskFailed(words),
        ("XX001" | "XX002", _) => StoreError::Damaged { id: None, what: words },
        // Who may come in, and where to.
        ("42501", _) | (_, "28" | "3D") => StoreError::Foreign(words),
        _ => StoreError::Database(words),
    }
}

impl StoreError {
    /// An error of PostgreSQL or of the connection to it.
    pub(crate) fn of_server(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => {
                by_state(error.code().as_deref().unwrap_or_default(), error.message())
            }
            sqlx::Error::Io(error) => Self::Unreachable(error.to_string()),
            sqlx::Error::PoolTimedOut => {
                Self::Unreachable("it gives no connection in time".to_owned())
            }
            sqlx::Error::WorkerCrashed => Self::Unreachable("the connection ended".to_owned()),
            sqlx::Error::Tls(error) => Self::Unreachable(format!("TLS: {error}")),
            sqlx::Error::Protocol(words) => Self::Unreachable(words),
            sqlx::Error::Configuration(error) => Self::Foreign(error.to_string()),
            other => other.into(),
        }
    }
}

/// An error of a migration, of whichever database.
pub(crate) fn of_migration(error: sqlx::Error) -> StoreError {
    let is_of_server = error
        .as_database_error()
        .is_some_and(|error| error.try_downcast_ref::<PgDatabaseError>().is_some());
    if is_of_server { StoreError::of_server(error) } else { error.into() }
}
