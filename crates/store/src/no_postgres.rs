//! In the place of `postgres` in a program without that feature: there is no address of a database, so nothing here is
//! ever called.

use crate::db::Link;
use crate::opening::Families;
use crate::opening::LockPurpose;
use crate::writer::{WriteRequest, WriteResults};
use crate::{Store, StoreError};
use std::fmt;
use std::str::FromStr;

/// The address of a database. There is none: this program was built without the feature `postgres`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(NoAddress);

#[derive(Clone, Debug, PartialEq, Eq)]
enum NoAddress {}

impl FromStr for Address {
    type Err = StoreError;

    fn from_str(_: &str) -> Result<Self, StoreError> {
        let what =
            "this program was built without PostgreSQL: cargo build --release --features cluster";
        Err(StoreError::Foreign(what.to_owned()))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

/// The lock of the writer of a database.
#[derive(Debug)]
pub(crate) enum WriterLock {}

impl WriterLock {
    #[allow(clippy::unused_async, reason = "as in `postgres`")]
    pub(crate) async fn leave(&self, _: &mut Link) {
        match *self {}
    }

    #[allow(clippy::unused_async, reason = "as in `postgres`")]
    pub(crate) async fn write(
        &mut self,
        _: &mut Option<Link>,
        _: &[WriteRequest],
    ) -> Result<WriteResults, StoreError> {
        match *self {}
    }
}

/// A database that is ready to be written to.
#[derive(Debug)]
pub(crate) struct LockedDatabase {
    pub(crate) lock: WriterLock,
    pub(crate) link: Link,
}

#[allow(clippy::unused_async, reason = "as in `postgres`")]
pub(crate) async fn take(
    address: &Address,
    _: LockPurpose,
    _: &str,
) -> Result<LockedDatabase, StoreError> {
    match address.0 {}
}

impl Store {
    #[allow(clippy::unused_async, reason = "as in `postgres`")]
    pub(crate) async fn of_database(
        _: &Address,
        _: Families,
        locked: LockedDatabase,
    ) -> Result<Self, StoreError> {
        match locked.lock {}
    }
}

/// An error of a migration.
pub(crate) fn of_migration(error: sqlx::Error) -> StoreError {
    error.into()
}
