//! Reading what is to be done, and what was.

use super::{JobClaim, now, unit};
use crate::StoreError;
use crate::db::{Builder, Readers, Row, query};
use jobs::{BatchNews, Job, JobAssignment, JobClass, JobCounts, JobLease, JobState};
use std::collections::BTreeMap;
use std::time::Duration;

/// How many batches are listed at most.
const MOST_BATCHES: u32 = 200;
/// How many workers and errors of a batch are named at most.
const MOST_NAMED: u32 = 20;
/// How many results are read at a time. Each may have a mebibyte.
const MOST_RESULTS: u32 = 16;

/// Whether a claim would find anything. It writes nothing: workers that wait for work ask again and again.
pub(crate) async fn can_claim(readers: &Readers, wanted: &JobClaim) -> Result<bool, StoreError> {
    let now = now(readers).await?;
    let mut any = Builder::new("SELECT 1 FROM jobs WHERE build = ");
    any.push_bind(&wanted.build).push(" AND class IN ");
    any.push_list(wanted.classes.iter().map(|class| class.name()));
    any.push(" AND (state = 'waiting' OR (state = 'running' AND lease_until < ").push_bind(now);
    any.push(")) LIMIT 1");
    Ok(any.build().fetch_optional(readers).await?.is_some())
}

/// The jobs that were handed out under a number.
pub(crate) async fn handed(
    readers: &Readers,
    holder: &str,
) -> Result<Vec<JobAssignment>, StoreError> {
    let rows = query(
        "SELECT j.batch, j.unit, b.class, b.payload FROM jobs j JOIN batches b ON b.key = j.batch \
         WHERE j.holder = $1 AND j.state = 'running' ORDER BY j.batch, j.unit",
    );
    let rows = rows.bind(holder).fetch_all(readers).await?;
    let read = |row: &Row| {
        Ok(JobAssignment {
            held: JobLease {
                job: Job { batch: row.try_get(0)?, unit: number(row.try_get(1)?) },
                holder: holder.to_owned(),
            },
            class: class(&row.try_get::<String>(2)?)?,
            payload: row.try_get(3)?,
        })
    };
    rows.iter().map(read).collect()
}

/// Which of these jobs their holders have no longer, and which leases have less time left than `least`.
pub(crate) async fn lost(
    readers: &Readers,
    all: Vec<JobLease>,
    least: Duration,
) -> Result<(Vec<Job>, Vec<JobLease>), StoreError> {
    let soon = now(readers).await?.saturating_add(super::millis(least));
    let (mut lost, mut ending) = (Vec::new(), Vec::new());
    for held in all {
        let until = query(
            "SELECT lease_until FROM jobs \
             WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'running'",
        );
        let until = until.bind(&held.job.batch).bind(unit(held.job.unit)).bind(&held.holder);
        match until.scalars::<Option<i64>>(readers).await?.pop() {
            None => lost.push(held.job),
            Some(until) if until.is_none_or(|until| until < soon) => ending.push(held),
            Some(_) => {}
        }
    }
    Ok((lost, ending))
}

/// Jobs of one class in one state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct QueuedJobs {
    /// The class.
    pub class: JobClass,
    /// The state.
    pub state: JobState,
    /// How many.
    pub jobs: u64,
    /// How long ago the oldest was submitted.
    pub age: Duration,
}

/// How many jobs of each class are in each state, where there are any.
pub(crate) async fn queued(readers: &Readers) -> Result<Vec<QueuedJobs>, StoreError> {
    let now = now(readers).await?;
    let rows =
        query("SELECT class, state, COUNT(*), MIN(created_at) FROM jobs GROUP BY class, state");
    let read = |row: &Row| {
        let age = u64::try_from(now.saturating_sub(row.try_get(3)?)).unwrap_or(0);
        Ok(QueuedJobs {
            class: class(&row.try_get::<String>(0)?)?,
            state: state(&row.try_get::<String>(1)?)?,
            jobs: number(row.try_get(2)?),
            age: Duration::from_millis(age),
        })
    };
    rows.fetch_all(readers).await?.iter().map(read).collect()
}

/// The batches, the newest first.
pub(crate) async fn batches(readers: &Readers) -> Result<Vec<BatchNews>, StoreError> {
    let keys = query("SELECT key FROM batches ORDER BY created_at DESC, key LIMIT $1");
    let keys: Vec<String> = keys.bind(MOST_BATCHES).scalars(readers).await?;
    let mut all = Vec::with_capacity(keys.len());
    for key in keys {
        all.extend(batch(readers, &key).await?);
    }
    Ok(all)
}

/// What is known of a batch.
pub(crate) async fn batch(readers: &Readers, key: &str) -> Result<Option<BatchNews>, StoreError> {
    let found = query("SELECT class, build FROM batches WHERE key = $1").bind(key);
    let Some(found) = found.fetch_optional(readers).await? else { return Ok(None) };
    let states = query("SELECT state, COUNT(*) FROM jobs WHERE batch = $1 GROUP BY state");
    let mut counts = JobCounts::default();
    for row in states.bind(key).fetch_all(readers).await? {
        let many = number(row.try_get(1)?);
        match state(&row.try_get::<String>(0)?)? {
            JobState::Waiting => counts.waiting = many,
            JobState::Running => counts.running = many,
            JobState::Done => counts.done = many,
            JobState::Cancelled => counts.cancelled = many,
            JobState::Quarantined => counts.quarantined = many,
        }
    }
    let mut sums = BTreeMap::new();
    let rows = query("SELECT name, value FROM job_sums WHERE batch = $1").bind(key);
    for row in rows.fetch_all(readers).await? {
        sums.insert(row.try_get(0)?, row.try_get(1)?);
    }
    let workers = query(
        "SELECT DISTINCT worker FROM jobs WHERE batch = $1 AND state = 'running' \
         AND worker IS NOT NULL ORDER BY worker LIMIT $2",
    );
    let errors = query(
        "SELECT error FROM jobs WHERE batch = $1 AND error IS NOT NULL ORDER BY unit LIMIT $2",
    );
    Ok(Some(BatchNews {
        key: key.to_owned(),
        class: class(&found.try_get::<String>(0)?)?,
        build: found.try_get(1)?,
        counts,
        sums,
        workers: workers.bind(key).bind(MOST_NAMED).scalars(readers).await?,
        errors: errors.bind(key).bind(MOST_NAMED).scalars(readers).await?,
    }))
}

/// What was found of the results of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitsFound {
    /// The results from the first one, without a gap: number and bytes.
    pub results: Vec<(u64, Vec<u8>)>,
    /// The first unit after them, with why it failed last.
    pub next: Option<(JobState, Option<String>)>,
    /// How many jobs of the batch are handed out.
    pub running: u64,
}

/// The results of a batch from a unit on.
pub(crate) async fn results(
    readers: &Readers,
    key: &str,
    from: u64,
) -> Result<UnitsFound, StoreError> {
    let mut found = UnitsFound::default();
    let rows = query(
        "SELECT unit, state, error, result FROM jobs WHERE batch = $1 AND unit >= $2 \
         ORDER BY unit LIMIT $3",
    );
    let rows = rows.bind(key).bind(unit(from)).bind(MOST_RESULTS).fetch_all(readers).await?;
    for (row, expected) in rows.iter().zip(from..) {
        if number(row.try_get(0)?) != expected {
            break;
        }
        match (state(&row.try_get::<String>(1)?)?, row.try_get::<Option<Vec<u8>>>(3)?) {
            (JobState::Done, Some(bytes)) => found.results.push((expected, bytes)),
            (state, _) => {
                found.next = Some((state, row.try_get(2)?));
                break;
            }
        }
    }
    let running = query("SELECT COUNT(*) FROM jobs WHERE batch = $1 AND state = 'running'");
    found.running = number(running.bind(key).scalar(readers).await?);
    Ok(found)
}

/// The units of a batch, each with its state and whether a lease of it runs.
pub(crate) async fn units(
    readers: &Readers,
    key: &str,
) -> Result<Vec<(u64, JobState, bool)>, StoreError> {
    let now = now(readers).await?;
    let rows = query("SELECT unit, state, lease_until FROM jobs WHERE batch = $1 ORDER BY unit");
    let read = |row: &Row| {
        let state = state(&row.try_get::<String>(1)?)?;
        let until = row.try_get::<Option<i64>>(2)?;
        let is_held = state == JobState::Running && until.is_some_and(|until| until >= now);
        Ok((number(row.try_get(0)?), state, is_held))
    };
    rows.bind(key).fetch_all(readers).await?.iter().map(read).collect()
}

/// The result of a unit.
pub(crate) async fn unit_result(
    readers: &Readers,
    key: &str,
    number: u64,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = query("SELECT result FROM jobs WHERE batch = $1 AND unit = $2 AND state = 'done'");
    let found = found.bind(key).bind(unit(number)).fetch_optional(readers).await?;
    found.map_or(Ok(None), |row| row.try_get(0))
}

fn number(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or_default()
}

fn damaged(what: String) -> StoreError {
    StoreError::Damaged { id: None, what }
}

fn class(name: &str) -> Result<JobClass, StoreError> {
    name.parse().map_err(|_| damaged(format!("a job has the class {name:?}")))
}

fn state(name: &str) -> Result<JobState, StoreError> {
    Ok(match name {
        "waiting" => JobState::Waiting,
        "running" => JobState::Running,
        "done" => JobState::Done,
        "cancelled" => JobState::Cancelled,
        "quarantined" => JobState::Quarantined,
        _ => return Err(damaged(format!("a job has the state {name:?}"))),
    })
}
