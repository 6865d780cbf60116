//! Halls in a database of a PostgreSQL server: the address, the lock of the writer.

mod address;
mod error;
mod writer_lock;

pub use address::Address;
pub(crate) use error::of_migration;
pub(crate) use writer_lock::{LockedDatabase, WriterLock, take};

use crate::db::Readers;
use crate::opening::Families;
use crate::store::READERS;
use crate::writer::Writer;
use crate::{HallLocation, Store, StoreError};
use sqlx::postgres::PgPoolOptions;
use std::time::Duration;

/// How long a reader waits for a connection to a server.
const ANSWER: Duration = Duration::from_secs(5);

impl Store {
    /// The store in a database whose lock was taken.
    pub(crate) async fn of_database(
        address: &Address,
        families: Families,
        LockedDatabase { lock, link, notices }: LockedDatabase,
    ) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(ANSWER);
        let pool = pool.connect_with(address.options()).await.map_err(StoreError::of_server)?;
        let node = lock.node();
        let writer = Writer::of_server(lock, link);
        let place = HallLocation::Database(address.clone());
        let mut store = Self::of(place, writer, Readers::Postgres(pool), families, notices);
        store.node = node;
        Ok(store)
    }
}
