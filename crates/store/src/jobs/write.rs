//! Writing, within the transactions of the writing task.

use super::{JobClaim, millis, now, unit};
use crate::StoreError;
use crate::db::{Builder, Link, query};
use jobs::{JobLease, MOST_TRIES, Submission};
use std::collections::BTreeMap;
use std::time::Duration;

/// A write request that concerns work for other machines.
#[derive(Debug)]
pub(crate) enum JobsJob {
    /// Adds units to a batch, which is made if there is none.
    Submit(Submission),
    Claim(JobClaim),
    Extend(Vec<JobLease>, Duration),
    /// A result, and what it adds to the sums of its batch.
    Finish(JobLease, Vec<u8>, BTreeMap<String, i64>),
    Fail(JobLease, String),
    GiveBack(Vec<JobLease>),
    Cancel(String),
    Remove(String),
}

pub(crate) async fn perform(link: &mut Link, job: &JobsJob) -> Result<u64, StoreError> {
    match job {
        JobsJob::Submit(submission) => submit(link, submission).await,
        JobsJob::Claim(wanted) => claim(link, wanted).await,
        JobsJob::Extend(held, lease) => extend(link, held, *lease).await,
        JobsJob::Finish(held, bytes, sums) => finish(link, held, bytes, sums).await,
        JobsJob::Fail(held, why) => {
            let failed = query(
                "UPDATE jobs SET state = CASE WHEN tries >= $5 THEN 'quarantined' ELSE 'waiting' END, \
                 holder = NULL, worker = NULL, error = $4 \
                 WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'running'",
            );
            of(failed, held).bind(why).bind(MOST_TRIES).execute(link).await
        }
        JobsJob::GiveBack(all) => {
            let mut given = 0;
            for held in all {
                let back = query(
                    "UPDATE jobs SET state = 'waiting', holder = NULL, worker = NULL, tries = tries - 1 \
                     WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'running'",
                );
                given += of(back, held).execute(&mut *link).await?;
            }
            Ok(given)
        }
        JobsJob::Cancel(key) => {
            let cancelled = query(
                "UPDATE jobs SET state = 'cancelled', holder = NULL, worker = NULL \
                 WHERE batch = $1 AND state IN ('waiting', 'running')",
            );
            cancelled.bind(key).execute(link).await
        }
        JobsJob::Remove(key) => {
            query("DELETE FROM batches WHERE key = $1").bind(key).execute(link).await
        }
    }
}

/// Binds batch, unit and holder.
fn of(query: crate::db::Query, held: &JobLease) -> crate::db::Query {
    query.bind(&held.job.batch).bind(unit(held.job.unit)).bind(&held.holder)
}

async fn submit(link: &mut Link, new: &Submission) -> Result<u64, StoreError> {
    let found = query("SELECT class, build, payload, created_at FROM batches WHERE key = $1");
    let created_at = match found.bind(&new.key).fetch_optional(&mut *link).await? {
        Some(row) => {
            let same = row.try_get::<String>(0)? == new.class.name()
                && row.try_get::<String>(1)? == new.build
                && row.try_get::<String>(2)? == new.payload;
            if !same {
                return Err(StoreError::Conflict);
            }
            row.try_get(3)?
        }
        None => {
            let created_at = now(&mut *link).await?;
            query(
                "INSERT INTO batches (key, class, build, payload, created_at) \
                 VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(&new.key)
            .bind(new.class.name())
            .bind(&new.build)
            .bind(&new.payload)
            .bind(created_at)
            .execute(&mut *link)
            .await?;
            created_at
        }
    };
    let mut added = 0;
    for number in new.from..new.to {
        added += query(
            "INSERT INTO jobs (batch, unit, class, build, priority, created_at, state, tries) \
             VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0) \
             ON CONFLICT (batch, unit) DO UPDATE SET state = 'waiting', tries = 0, error = NULL \
             WHERE jobs.state = 'cancelled'",
        )
        .bind(&new.key)
        .bind(unit(number))
        .bind(new.class.name())
        .bind(&new.build)
        .bind(i64::from(new.priority))
        .bind(created_at)
        .execute(&mut *link)
        .await?;
    }
    Ok(added)
}

async fn claim(link: &mut Link, wanted: &JobClaim) -> Result<u64, StoreError> {
    let now = now(&mut *link).await?;
    // A worker that has gone with the same job so often may have been killed by it.
    query(
        "UPDATE jobs SET state = 'quarantined', holder = NULL, worker = NULL, \
         error = COALESCE(error, 'its workers ended without a word') \
         WHERE state = 'running' AND lease_until < $1 AND tries >= $2",
    )
    .bind(now)
    .bind(MOST_TRIES)
    .execute(&mut *link)
    .await?;
    query(
        "UPDATE jobs SET state = 'waiting', holder = NULL, worker = NULL \
         WHERE state = 'running' AND lease_until < $1",
    )
    .bind(now)
    .execute(&mut *link)
    .await?;
    // Without `MATERIALIZED` PostgreSQL may look twice, and take more rows than the limit says.
    let mut taken = Builder::new("WITH taken AS MATERIALIZED (SELECT batch, unit FROM jobs ");
    taken.push("WHERE state = 'waiting' AND build = ").push_bind(&wanted.build);
    taken.push(" AND class IN ").push_list(wanted.classes.iter().map(|class| class.name()));
    taken.push(" ORDER BY priority DESC, created_at, batch, unit LIMIT ");
    taken.push_bind(wanted.most);
    if link.is_of_server() {
        taken.push(" FOR UPDATE SKIP LOCKED");
    }
    taken.push(") UPDATE jobs SET state = 'running', tries = tries + 1, holder = ");
    taken.push_bind(&wanted.holder).push(", worker = ").push_bind(&wanted.worker);
    taken.push(", lease_until = ").push_bind(now.saturating_add(millis(wanted.lease)));
    taken.push(" WHERE (batch, unit) IN (SELECT batch, unit FROM taken)");
    taken.build().execute(link).await
}

async fn extend(link: &mut Link, all: &[JobLease], lease: Duration) -> Result<u64, StoreError> {
    let until = now(&mut *link).await?.saturating_add(millis(lease));
    let mut extended = 0;
    for held in all {
        let longer = query(
            "UPDATE jobs SET lease_until = $4 \
             WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'running'",
        );
        extended += of(longer, held).bind(until).execute(&mut *link).await?;
    }
    Ok(extended)
}

async fn finish(
    link: &mut Link,
    held: &JobLease,
    bytes: &Vec<u8>,
    sums: &BTreeMap<String, i64>,
) -> Result<u64, StoreError> {
    let done = query(
        "UPDATE jobs SET state = 'done', worker = NULL, error = NULL, result = $4 \
         WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'running'",
    );
    if of(done, held).bind(bytes).execute(&mut *link).await? == 0 {
        // The answer to the first one may have been lost: the same holder may say it again.
        let before = query(
            "SELECT 1 FROM jobs WHERE batch = $1 AND unit = $2 AND holder = $3 AND state = 'done'",
        );
        return Ok(u64::from(of(before, held).fetch_optional(link).await?.is_some()));
    }
    for (name, value) in sums {
        query(
            "INSERT INTO job_sums (batch, name, value) VALUES ($1, $2, $3) \
             ON CONFLICT (batch, name) DO UPDATE SET value = job_sums.value + excluded.value",
        )
        .bind(&held.job.batch)
        .bind(name)
        .bind(value)
        .execute(&mut *link)
        .await?;
    }
    Ok(1)
}
