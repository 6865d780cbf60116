//! Which node serves what. `docs/serve/cluster.md` says why no two nodes can both store a change of one game.

use crate::StoreError;
use crate::db::{Builder, Link, Readers, query};
use crate::nodes::NodeName;
use crate::studies::StudyJob;
use crate::writer::WriteRequest;
use hall::Change;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LeaseKey {
    /// The game with this id.
    Game(String),
    /// The study with this id, with its review.
    Study(String),
}

impl LeaseKey {
    /// It as text, as in `game/ID`.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Game(id) => format!("game/{id}"),
            Self::Study(id) => format!("study/{id}"),
        }
    }

    /// The topic of a key.
    fn of(key: &str) -> Option<Self> {
        match key.split_once('/')? {
            ("game", id) => Some(Self::Game(id.to_owned())),
            ("study", id) => Some(Self::Study(id.to_owned())),
            _ => None,
        }
    }
}

/// Who serves something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaseHolder {
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
        /// Its number.
        node: i64,
    },
}

/// What a node asks for.
#[derive(Clone, Debug)]
pub(crate) enum LeaseJob {
    /// To serve this, if no living node does. The result is the number of the node that does; 0 if there is
    /// nothing to serve.
    Hold {
        /// What.
        topic: LeaseKey,
        /// A node that was not seen for so long has ended.
        lease: Duration,
    },
    /// That earlier nodes with the name of this one have ended.
    Succeed,
    /// Nothing: the transaction shows that the node lives.
    Beat,
}

/// Registers a node; returns its number.
pub(crate) async fn register(link: &mut Link, name: &str) -> Result<i64, StoreError> {
    let mut sql = Builder::new("INSERT INTO nodes (address, batch, seen_at) VALUES (");
    sql.push_bind(name).push(format_args!(", 0, {NOW}) RETURNING id"));
    sql.build().scalar(link).await
}

/// Ends all nodes that there are. The caller knows that none of them is connected. Their leases stay: they say when
/// the clocks of the games were set.
pub(crate) async fn end_all(link: &mut Link) -> Result<(), StoreError> {
    query("UPDATE nodes SET ended = seen_at WHERE ended IS NULL").execute(link).await?;
    Ok(())
}

/// The name of a living node that came earlier, if one of the two does not hear the other one.
pub(crate) async fn deaf(
    readers: &Readers,
    node: i64,
    lease: Duration,
) -> Result<Option<String>, StoreError> {
    let mut sql = Builder::new("SELECT n.address FROM nodes n JOIN nodes own ON own.id = ");
    sql.push_bind(node).push(" WHERE n.id < own.id AND n.ended IS NULL AND n.seen_at >= ");
    sql.push(NOW).push(" - ").push_bind(milliseconds(lease));
    sql.push(" AND (n.address LIKE '!%' OR own.address LIKE '!%') LIMIT 1");
    let found = sql.build().scalars::<String>(readers).await?.pop();
    Ok(found.map(|name| name.trim_start_matches(NodeName::ALONE).to_owned()))
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
fn is_shared(job: &WriteRequest) -> bool {
    match job {
        WriteRequest::Append(_) | WriteRequest::Lease(_) => false,
        WriteRequest::Study(job) => !matches!(**job, StudyJob::Append(_) | StudyJob::Review { .. }),
        _ => true,
    }
}

/// Waits for the other nodes' transactions that change what many games share, if this is one.
pub(crate) async fn take_turn(link: &mut Link, jobs: &[WriteRequest]) -> Result<(), StoreError> {
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
fn topic(job: &WriteRequest) -> Option<String> {
    let topic = match job {
        WriteRequest::Append(more) => LeaseKey::Game(more.id.clone()),
        WriteRequest::Delete(id) => LeaseKey::Game(id.clone()),
        WriteRequest::Study(job) => match &**job {
            StudyJob::Append(edits) => LeaseKey::Study(edits.id.clone()),
            StudyJob::Delete(id) | StudyJob::ClearReview(id) => LeaseKey::Study(id.clone()),
            StudyJob::Review { study, .. } => LeaseKey::Study(study.clone()),
            StudyJob::Create(_) | StudyJob::Keep { .. } => return None,
        },
        _ => return None,
    };
    Some(topic.key())
}

fn is_removal(job: &WriteRequest) -> bool {
    match job {
        WriteRequest::Delete(_) => true,
        WriteRequest::Study(job) => matches!(**job, StudyJob::Delete(_)),
        _ => false,
    }
}

/// Removes the lease of what a request has removed.
pub(crate) async fn forget(
    link: &mut Link,
    node: i64,
    job: &WriteRequest,
) -> Result<(), StoreError> {
    if is_removal(job)
        && let Some(topic) = topic(job)
    {
        let gone = query("DELETE FROM leases WHERE topic = $1 AND node = $2");
        gone.bind(topic).bind(node).execute(link).await?;
    }
    Ok(())
}

/// Who serves something, as a reader sees it.
pub(crate) async fn holder(
    readers: &Readers,
    node: i64,
    topic: &LeaseKey,
    lease: Duration,
) -> Result<LeaseHolder, StoreError> {
    let mut sql = Builder::new("SELECT l.node, ");
    sql.push(NOW).push(" - l.set_at FROM leases l JOIN nodes n ON n.id = l.node WHERE l.topic = ");
    sql.push_bind(topic.key()).push(" AND n.ended IS NULL AND (n.id = ").push_bind(node);
    sql.push(" OR n.seen_at >= ").push(NOW).push(" - ").push_bind(milliseconds(lease)).push(")");
    let Some(row) = sql.build().fetch_optional(readers).await? else {
        return Ok(LeaseHolder::Nobody);
    };
    let holder = row.try_get::<i64>(0)?;
    if holder == node {
        // The clock of the database may have been set back.
        let thought = u64::try_from(row.try_get::<i64>(1)?).unwrap_or_default();
        return Ok(LeaseHolder::Own { thought: Duration::from_millis(thought) });
    }
    Ok(LeaseHolder::Other { node: holder })
}

/// Which of the requests change what the node does not serve. Notes when the clocks of games are set.
pub(crate) async fn foreign(
    link: &mut Link,
    node: i64,
    jobs: &[WriteRequest],
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
        held.extend(sql.build().scalars::<String>(&mut *link).await?);
    }
    let is_foreign = |topic: &Option<String>| topic.as_ref().is_some_and(|t| !held.contains(t));
    let mut foreign: HashSet<usize> = (0..jobs.len()).filter(|&i| is_foreign(&topics[i])).collect();
    // What does not exist is served by nobody: to remove it is no fault of the program.
    let removals = foreign.iter().filter(|&&i| is_removal(&jobs[i]));
    let removals: Vec<_> = removals.filter_map(|&i| LeaseKey::of(topics[i].as_deref()?)).collect();
    if !removals.is_empty() {
        let there = there(link, removals.iter()).await?;
        foreign.retain(|&i| {
            !is_removal(&jobs[i]) || topics[i].as_ref().is_some_and(|topic| there.contains(topic))
        });
    }
    Ok(foreign)
}

/// Whether a request sets the clocks of a game. While the players only talk they run on.
fn sets_clocks(job: &WriteRequest) -> bool {
    let WriteRequest::Append(more) = job else { return false };
    !more.changes.iter().all(Change::is_talk)
}

/// Performs what requests ask about leases within a transaction. The result has the place of each of these requests.
///
/// After a node has ended, hundreds of topics are asked for at once, so all of them are taken together.
pub(crate) async fn perform(
    link: &mut Link,
    node: i64,
    jobs: &[WriteRequest],
) -> Result<HashMap<usize, Result<u64, StoreError>>, StoreError> {
    let mut done = HashMap::new();
    let mut wanted: BTreeMap<&LeaseKey, Vec<usize>> = BTreeMap::new();
    let mut longest = Duration::ZERO;
    for (i, job) in jobs.iter().enumerate() {
        match job {
            WriteRequest::Lease(LeaseJob::Hold { topic, lease }) => {
                longest = longest.max(*lease);
                wanted.entry(topic).or_default().push(i);
            }
            WriteRequest::Lease(LeaseJob::Succeed) => {
                let ended = query(
                    "UPDATE nodes SET ended = seen_at WHERE ended IS NULL AND id <> $1 \
                     AND address = (SELECT address FROM nodes WHERE id = $1)",
                );
                done.insert(i, Ok(ended.bind(node).execute(&mut *link).await?));
            }
            WriteRequest::Lease(LeaseJob::Beat) => drop(done.insert(i, Ok(0))),
            _ => {}
        }
    }
    let topics: BTreeSet<String> = wanted.keys().map(|topic| topic.key()).collect();
    let there = there(link, wanted.keys().copied()).await?;
    let holders = hold(link, node, &topics & &there, longest).await?;
    for (topic, places) in wanted {
        let topic = topic.key();
        let result = match holders.get(&topic) {
            Some(&holder) => Ok(number(holder)),
            None if !there.contains(&topic) => Ok(0),
            None => Err(StoreError::Busy(format!("the lease of {topic} changes too often"))),
        };
        done.extend(places.into_iter().map(|i| (i, result.clone())));
    }
    Ok(done)
}

/// Which of these games and studies exist. A lease of what does not exist would stay for ever.
async fn there(
    link: &mut Link,
    topics: impl Iterator<Item = &LeaseKey>,
) -> Result<BTreeSet<String>, StoreError> {
    let (mut games, mut studies) = (Vec::new(), Vec::new());
    for topic in topics {
        match topic {
            LeaseKey::Game(id) => games.push(id.clone()),
            LeaseKey::Study(id) => studies.push(id.clone()),
        }
    }
    let mut there = BTreeSet::new();
    for (table, ids) in [("games", games), ("studies", studies)] {
        if ids.is_empty() {
            continue;
        }
        let topic = if table == "games" { LeaseKey::Game } else { LeaseKey::Study };
        let mut sql = Builder::new("SELECT id FROM ");
        sql.push(table).push(" WHERE id IN ").push_list(ids);
        let found = sql.build().scalars::<String>(&mut *link).await?;
        there.extend(found.into_iter().map(|id| topic(id).key()));
    }
    Ok(there)
}

/// Takes what no living node has. Returns who has each topic then; one that changes too often is missing.
///
/// All takers lock leases in the order of their topics, so two of them do not wait for each other.
async fn hold(
    link: &mut Link,
    node: i64,
    mut open: BTreeSet<String>,
    lease: Duration,
) -> Result<HashMap<String, i64>, StoreError> {
    let mut holders = HashMap::new();
    for _ in 0..TRIES {
        if open.is_empty() {
            break;
        }
        take_free(link, node, &open).await?;
        let mut seen = Builder::new("SELECT topic, node FROM leases WHERE topic IN ");
        seen.push_list(open.iter().cloned());
        let mut others = BTreeSet::new();
        for row in seen.build().fetch_all(&mut *link).await? {
            let (topic, holder) = (row.try_get::<String>(0)?, row.try_get::<i64>(1)?);
            if holder == node {
                holders.insert(topic, node);
            } else {
                others.insert(holder);
            }
        }
        for holder in others {
            // Waits for a transaction that the holder has begun, and then sees when it began.
            let mut end =
                Builder::new("UPDATE nodes SET ended = seen_at WHERE ended IS NULL AND id = ");
            end.push_bind(holder).push(" AND seen_at < ").push(NOW).push(" - ");
            end.push_bind(milliseconds(lease));
            end.build().execute(&mut *link).await?;
        }
        open.retain(|topic| !holders.contains_key(topic));
        if open.is_empty() {
            break;
        }
        let taken = take_over(link, node, &open).await?;
        holders.extend(taken.into_iter().map(|topic| (topic, node)));
        let mut lives = Builder::new("SELECT l.topic, l.node FROM leases l JOIN nodes n ");
        lives.push("ON n.id = l.node WHERE n.ended IS NULL AND l.topic IN ");
        lives.push_list(open.iter().cloned());
        for row in lives.build().fetch_all(&mut *link).await? {
            holders.insert(row.try_get(0)?, row.try_get(1)?);
        }
        open.retain(|topic| !holders.contains_key(topic));
    }
    Ok(holders)
}

/// Takes what has no lease. Waits for other nodes that do the same at this moment.
async fn take_free(link: &mut Link, node: i64, open: &BTreeSet<String>) -> Result<(), StoreError> {
    let mut sql = Builder::new("INSERT INTO leases (topic, node, set_at) VALUES ");
    for (i, topic) in open.iter().enumerate() {
        sql.push(if i > 0 { ", (" } else { "(" }).push_bind(topic.clone());
        sql.push(", ").push_bind(node).push(", ").push(NOW).push(")");
    }
    sql.push(" ON CONFLICT (topic) DO NOTHING");
    sql.build().execute(link).await?;
    Ok(())
}

/// Takes what nodes had that have ended. The time from the end of such a node to now is nobody's.
async fn take_over(
    link: &mut Link,
    node: i64,
    open: &BTreeSet<String>,
) -> Result<Vec<String>, StoreError> {
    let mut locked = Builder::new("SELECT l.topic FROM leases l JOIN nodes n ON n.id = l.node ");
    locked.push("WHERE n.ended IS NOT NULL AND l.topic IN ").push_list(open.iter().cloned());
    locked.push(" ORDER BY l.topic FOR UPDATE OF l");
    let locked = locked.build().scalars::<String>(&mut *link).await?;
    if locked.is_empty() {
        return Ok(locked);
    }
    let mut taken = Builder::new("UPDATE leases l SET node = ");
    taken.push_bind(node).push(", set_at = l.set_at + ").push(NOW);
    taken.push(" - n.ended FROM nodes n WHERE n.id = l.node AND n.ended IS NOT NULL ");
    taken.push("AND l.topic IN ").push_list(locked).push(" RETURNING l.topic");
    let taken = taken.build().scalars::<String>(link).await?;
    tracing::info!("{} games and studies are taken over from nodes that have ended", taken.len());
    Ok(taken)
}

fn milliseconds(lease: Duration) -> i64 {
    i64::try_from(lease.as_millis()).unwrap_or(i64::MAX >> 1)
}

/// A number of a node, which is never negative.
fn number(node: i64) -> u64 {
    u64::try_from(node).unwrap_or(0)
}
