//! The log of what changes: of a game its changes, of a study its edits.

use crate::StoreError;
use crate::db::{Link, query};
use crate::format::{change_check, number};
use hall::Moment;

/// Where the changes of one kind of thing stand.
pub(crate) struct ChangeLog {
    /// Finds a request that has been written.
    pub(crate) known: &'static str,
    /// Adds a row: id, version, time, request, body, format, checksum.
    pub(crate) insert: &'static str,
    /// The version of the bodies' format.
    pub(crate) format: i64,
}

impl ChangeLog {
    /// Refuses a request that has been written before.
    pub(crate) async fn refuse_known(
        &self,
        connection: &mut Link,
        id: &str,
        request: Option<&str>,
    ) -> Result<(), StoreError> {
        let Some(request) = request else { return Ok(()) };
        let found = query(self.known).bind(id).bind(request).fetch_optional(connection);
        if found.await?.is_some() { Err(StoreError::Conflict) } else { Ok(()) }
    }

    /// Appends after `version`. The request's id goes with the first body.
    pub(crate) async fn append(
        &self,
        connection: &mut Link,
        id: &str,
        version: u64,
        now: Moment,
        request: Option<&str>,
        bodies: impl IntoIterator<Item = String>,
    ) -> Result<(), StoreError> {
        for (i, body) in bodies.into_iter().enumerate() {
            let request = request.filter(|_| i == 0);
            let version = number(version + 1 + i as u64);
            let check = change_check(id, version, now.0, request, &body);
            query(self.insert)
                .bind(id)
                .bind(version)
                .bind(now.0)
                .bind(request)
                .bind(body)
                .bind(self.format)
                .bind(check)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}
