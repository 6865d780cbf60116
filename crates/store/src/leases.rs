//! Which node serves what. `docs/nodes.md` says why no two nodes can both store a change of one game.

use crate::db::{Builder, Link, Readers, query};
use crate::studies::StudyJob;
use crate::writer::Job;
use crate::{Change, StoreError};
use std::collections::HashSet;
use std::time::Duration;

/// The clock of the database in milliseconds.
const NOW: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
/// How often a lease that others change at the same time is asked for.
const TRIES: u32 = 8;

/// The lock of those transactions of nodes that change what many games share. Session locks have other numbers.
const SHARED: i64 = 0x5949_514A;
/// Rows of nodes that ended so long ago, in milliseconds, are removed. Until then a node that was ended can
/// learn whether its last transaction was committed.
const KEPT: i64 = 24 * 60 * 60 * 1000;

/// What one node at a time serves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The game with this id.
    Game(String),
    /// The study with this id, with its review.
    Study(String),
}

impl Topic {
    fn key(&self) -> String {
        match self {
            Self::Game(id) => format!("game/{id}"),
            Self::Study(id) => format!("study/{id}"),
        }
    }
}

/// Who serves something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody: no node has it, the node that has it has ended, or there is no such game or study.
    Nobody,
    /// This node.
    Own {
        /// How long ago the clocks of the game were set, or it was first served. The time in which no node served it
        /// does not count.
        thought: Duration,
    },
    /// Another node.
    Other {
        /// The address at which it is reached.
        address: String,
    },
}

/// What a node asks for.
#[derive(Clone, Debug)]
pub(crate) enum LeaseJob {
    /// To serve this, if no living node does. The result is the number of the node that does; 0 if there is
    /// nothing to serve.
    Hold {
        /// What.
        topic: Topic,
        /// A node that was not seen for so long has ended.
        lease: Duration,
    },
    /// That earlier nodes with the address of this one have ended.
    Succeed,
    /// Nothing: the transaction shows that the node lives.
    Beat,
}

/// Registers a node; returns its number.
pub(crate) async fn register(link: &mut Link, address: &str) -> Result<i64, StoreError> {
    let mut sql = Builder::new("INSERT INTO nodes (address, batch, seen_at) VALUES (");
    sql.push_bind(address).push(format_args!(", 0, {NOW}) RETURNING id"));
    sql.build().scalar(link).await
}

/// Ends all nodes that there are. The caller knows that none of them is connected. Their leases stay: they say when
/// the clocks of the games were set.
pub(crate) async fn end_all(link: &mut Link) -> Result<(), StoreError> {
    query("UPDATE nodes SET ended = seen_at WHERE ended IS NULL").execute(link).await?;
    Ok(())
}

/// Removes what is left of nodes that ended long ago.
pub(crate) async fn sweep(link: &mut Link) -> Result<(), StoreError> {
    let mut old =
        Builder::new("DELETE FROM leases WHERE node IN (SELECT id FROM nodes WHERE ended < ");
    old.push(NOW).push(" - ").push_bind(KEPT).push(")");
    old.build().execute(&mut *link).await?;
    let mut old = Builder::new("DELETE FROM nodes n WHERE ended < ");
    old.push(NOW).push(" - ").push_bind(KEPT);
    old.push(" AND NOT EXISTS (SELECT 1 FROM leases WHERE node = n.id)");
    old.build().execute(link).await?;
    Ok(())
}

/// Ends a node that is told to close: what it served is free at once, and the clocks stand from now on.
pub(crate) async fn leave(link: &mut Link, node: i64) -> Result<(), StoreError> {
    let mut sql = Builder::new("UPDATE nodes SET ended = ");
    sql.push(NOW).push(" WHERE ended IS NULL AND id = ").push_bind(node);
    sql.build().execute(link).await?;
    Ok(())
}

/// Whether a request changes what many games share: names, counts, tags, preferences, the archive, and work
/// for other machines. Such transactions of two nodes run one after the other: none of them fails because of
/// a row that the other one adds, and they cannot wait for one another.
fn is_shared(job: &Job) -> bool {
    match job {
        Job::Append(_) | Job::Lease(_) => false,
        Job::Study(job) => !matches!(**job, StudyJob::Append(_) | StudyJob::Review { .. }),
        _ => true,
    }
}

/// Waits for the other nodes' transactions that change what many games share, if this is one.
pub(crate) async fn take_turn(link: &mut Link, jobs: &[Job]) -> Result<(), StoreError> {
    if jobs.iter().any(is_shared) {
        query("SELECT pg_advisory_xact_lock($1)").bind(SHARED).execute(link).await?;
    }
    Ok(())
}

/// Begins the part of a node in a transaction: locks its row until the end. `false` when the node has ended.
pub(crate) async fn enter(link: &mut Link, node: i64, batch: i64) -> Result<bool, StoreError> {
    let mut sql = Builder::new("UPDATE nodes SET batch = ");
    sql.push_bind(batch).push(format_args!(", seen_at = {NOW} WHERE ended IS NULL AND id = "));
    sql.push_bind(node);
    Ok(sql.build().execute(link).await? == 1)
}

/// What a request changes, if a node must serve it to change it.
fn topic(job: &Job) -> Option<String> {
    let topic = match job {
        Job::Append(more) => Topic::Game(more.id.clone()),
        Job::Delete(id) => Topic::Game(id.clone()),
        Job::Study(job) => match &**job {
            StudyJob::Append(edits) => Topic::Study(edits.id.clone()),
            StudyJob::Delete(id) | StudyJob::ClearReview(id) => Topic::Study(id.clone()),
            StudyJob::Review { study, .. } => Topic::Study(study.clone()),
            StudyJob::Create(_) | StudyJob::Keep { .. } => return None,
        },
        _ => return None,
    };
    Some(topic.key())
}

/// Removes the lease of what a request has removed.
pub(crate) async fn forget(link: &mut Link, node: i64, job: &Job) -> Result<(), StoreError> {
    let is_removal = match job {
        Job::Delete(_) => true,
        Job::Study(job) => matches!(**job, StudyJob::Delete(_)),
        _ => false,
    };
    if is_removal && let Some(topic) = topic(job) {
        let gone = query("DELETE FROM leases WHERE topic = $1 AND node = $2");
        gone.bind(topic).bind(node).execute(link).await?;
    }
    Ok(())
}

/// Who serves something, as a reader sees it.
pub(crate) async fn holder(
    readers: &Readers,
    node: i64,
    topic: &Topic,
    lease: Duration,
) -> Result<Holder, StoreError> {
    let mut sql = Builder::new("SELECT l.node, n.address, ");
    sql.push(NOW).push(" - l.set_at FROM leases l JOIN nodes n ON n.id = l.node WHERE l.topic = ");
    sql.push_bind(topic.key()).push(" AND n.ended IS NULL AND (n.id = ").push_bind(node);
    sql.push(" OR n.seen_at >= ").push(NOW).push(" - ").push_bind(milliseconds(lease)).push(")");
    let Some(row) = sql.build().fetch_optional(readers).await? else { return Ok(Holder::Nobody) };
    if row.try_get::<i64>(0)? == node {
        // The clock of the database may have been set back.
        let thought = u64::try_from(row.try_get::<i64>(2)?).unwrap_or_default();
        return Ok(Holder::Own { thought: Duration::from_millis(thought) });
    }
    Ok(Holder::Other { address: row.try_get(1)? })
}

/// Which of the requests change what the node does not serve. Notes when the clocks of games are set.
pub(crate) async fn foreign(
    link: &mut Link,
    node: i64,
    jobs: &[Job],
) -> Result<HashSet<usize>, StoreError> {
    let topics: Vec<_> = jobs.iter().map(topic).collect();
    let (mut set, mut others) = (Vec::new(), Vec::new());
    for (job, topic) in jobs.iter().zip(&topics) {
        let Some(topic) = topic else { continue };
        if sets_clocks(job) { &mut set } else { &mut others }.push(topic.clone());
    }
    let mut held = HashSet::new();
    if !set.is_empty() {
        let mut sql = Builder::new("UPDATE leases SET set_at = ");
        sql.push(NOW).push(" WHERE node = ").push_bind(node).push(" AND topic IN ").push_list(set);
        sql.push(" RETURNING topic");
        held.extend(sql.build().scalars::<String>(&mut *link).await?);
    }
    if !others.is_empty() {
        let mut sql = Builder::new("SELECT topic FROM leases WHERE node = ");
        sql.push_bind(node).push(" AND topic IN ").push_list(others);
        held.extend(sql.build().scalars::<String>(link).await?);
    }
    let is_foreign = |topic: &Option<String>| topic.as_ref().is_some_and(|t| !held.contains(t));
    Ok((0..jobs.len()).filter(|&i| is_foreign(&topics[i])).collect())
}

/// Whether a request sets the clocks of a game. While a draw is offered or declined they run on.
fn sets_clocks(job: &Job) -> bool {
    let Job::Append(more) = job else { return false };
    let runs_on =
        |change: &Change| matches!(change, Change::DrawOffered { .. } | Change::DrawDeclined);
    !more.changes.iter().all(runs_on)
}

/// Performs a request of a node within its transaction.
pub(crate) async fn perform(link: &mut Link, node: i64, job: &LeaseJob) -> Result<u64, StoreError> {
    match job {
        LeaseJob::Hold { topic, lease } => hold(link, node, topic, *lease).await,
        LeaseJob::Succeed => {
            let ended = query(
                "UPDATE nodes SET ended = seen_at WHERE ended IS NULL AND id <> $1 \
                 AND address = (SELECT address FROM nodes WHERE id = $1)",
            );
            ended.bind(node).execute(link).await
        }
        LeaseJob::Beat => Ok(0),
    }
}

async fn hold(
    link: &mut Link,
    node: i64,
    what: &Topic,
    lease: Duration,
) -> Result<u64, StoreError> {
    let (lease, topic) = (milliseconds(lease), &what.key());
    // A lease of what does not exist would stay for ever.
    let (exists, id) = match what {
        Topic::Game(id) => (query("SELECT 1 FROM games WHERE id = $1"), id),
        Topic::Study(id) => (query("SELECT 1 FROM studies WHERE id = $1"), id),
    };
    if exists.bind(id).fetch_optional(&mut *link).await?.is_none() {
        return Ok(0);
    }
    for _ in 0..TRIES {
        // Waits for another node that takes it at this moment.
        let mut taken = Builder::new("INSERT INTO leases (topic, node, set_at) VALUES (");
        taken.push_bind(topic.clone()).push(", ").push_bind(node).push(", ").push(NOW);
        taken.push(") ON CONFLICT (topic) DO NOTHING");
        if taken.build().execute(&mut *link).await? == 1 {
            return Ok(number(node));
        }
        let holder = query("SELECT node FROM leases WHERE topic = $1").bind(topic);
        // Given up in the meantime.
        let Some(holder) = holder.scalars::<i64>(&mut *link).await?.pop() else { continue };
        if holder == node {
            return Ok(number(node));
        }
        // Waits for a transaction that the holder has begun, and then sees when it began.
        let mut end =
            Builder::new("UPDATE nodes SET ended = seen_at WHERE ended IS NULL AND id = ");
        end.push_bind(holder).push(" AND seen_at < ").push(NOW).push(" - ").push_bind(lease);
        end.build().execute(&mut *link).await?;
        // The time from the end of the holder to now is nobody's.
        let mut taken = Builder::new("UPDATE leases l SET node = ");
        taken.push_bind(node).push(", set_at = l.set_at + ").push(NOW);
        taken.push(" - n.ended FROM nodes n WHERE l.topic = ").push_bind(topic.clone());
        taken.push(" AND l.node = ").push_bind(holder);
        taken.push(" AND n.id = l.node AND n.ended IS NOT NULL");
        if taken.build().execute(&mut *link).await? == 1 {
            tracing::info!("{topic} is taken over from node {holder}");
            return Ok(number(node));
        }
        let lives = query("SELECT 1 FROM leases WHERE topic = $1 AND node = $2");
        if lives.bind(topic).bind(holder).fetch_optional(&mut *link).await?.is_some() {
            return Ok(number(holder));
        }
    }
    Err(StoreError::Busy(format!("the lease of {topic} changes too often")))
}

fn milliseconds(lease: Duration) -> i64 {
    i64::try_from(lease.as_millis()).unwrap_or(i64::MAX >> 1)
}

/// A number of a node, which is never negative.
fn number(node: i64) -> u64 {
    u64::try_from(node).unwrap_or(0)
}
