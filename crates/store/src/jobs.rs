//! Work for other machines: the queue, in the tables of the hall. `docs/serve/cluster.md` describes its laws.
//!
//! Every change is one of the writing task, in its transaction. Times are those of the database, so that
//! machines whose clocks differ agree on the end of a lease. On PostgreSQL a claim skips rows that another
//! transaction has locked (`FOR UPDATE SKIP LOCKED`).

mod read;
mod write;

pub use read::{QueuedJobs, UnitsFound};
pub(crate) use read::{
    batch, batches, can_claim, handed, lost, queued, results, unit_result, units,
};
pub(crate) use write::{JobsJob, perform};

use crate::StoreError;
use crate::db::{Executor, Link, Readers, query};
use jobs::JobClass;
use std::time::Duration;

/// A request for jobs.
#[derive(Clone, Debug)]
pub struct JobClaim {
    /// What kinds of work the worker can do.
    pub classes: Vec<JobClass>,
    /// Its build of the program.
    pub build: String,
    /// Its name.
    pub worker: String,
    /// The number under which it gets the jobs. Nobody can guess it, and none is used twice.
    pub holder: String,
    /// How many jobs it takes at most.
    pub most: u32,
    /// For how long.
    pub lease: Duration,
}

/// The milliseconds of the database's clock.
async fn now<'c>(on: impl Into<Executor<'c>>) -> Result<i64, StoreError> {
    let on = on.into();
    let sql = match on {
        Executor::Link(Link::Sqlite(_)) | Executor::Readers(Readers::Sqlite(_)) => {
            "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"
        }
        #[cfg(feature = "postgres")]
        Executor::Link(Link::Postgres(_)) | Executor::Readers(Readers::Postgres(_)) => {
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
        }
    };
    query(sql).scalar(on).await
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX >> 1)
}

/// A number of a unit as it is stored.
fn unit(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
