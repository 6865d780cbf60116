//! Writing, within the transactions of the writing task.

use super::{FORMAT, NewStudy, StudyEdits, head_check, node_check, setup_check};
use crate::StoreError;
use crate::db::{Link, query};
use crate::format::number;
use crate::log::ChangeLog;
use crate::sight;
use hall::Moment;

/// A write request that concerns studies.
#[derive(Debug)]
pub(crate) enum StudyJob {
    Create(NewStudy),
    Append(StudyEdits),
    Delete(String),
    Review { study: String, under_way: bool, head: String, nodes: Vec<(u32, String)> },
    ClearReview(String),
    Keep { what: String, now: Moment, body: String, most: u32 },
}

pub(crate) async fn perform(connection: &mut Link, job: &StudyJob) -> Result<u64, StoreError> {
    match job {
        StudyJob::Create(new) => create(connection, new).await,
        StudyJob::Append(more) => append(connection, more).await,
        StudyJob::Delete(id) => {
            let done = query("DELETE FROM studies WHERE id = $1").bind(id);
            done.execute(connection).await
        }
        StudyJob::Review { study, under_way, head, nodes } => {
            review(connection, study, *under_way, head, nodes).await
        }
        StudyJob::ClearReview(study) => {
            let done = query("DELETE FROM reviews WHERE study_id = $1").bind(study);
            done.execute(connection).await
        }
        StudyJob::Keep { what, now, body, most } => keep(connection, what, *now, body, *most).await,
    }
}

/// The edits of the studies.
const LOG: ChangeLog = ChangeLog {
    known: "SELECT 1 FROM edits WHERE study_id = $1 AND request = $2",
    insert: "INSERT INTO edits (study_id, version, at, request, body, format, body_check) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
    format: FORMAT,
};

async fn create(connection: &mut Link, new: &NewStudy) -> Result<u64, StoreError> {
    let found = query("SELECT 1 FROM studies WHERE id = $1 OR game = $2")
        .bind(&new.id)
        .bind(&new.game)
        .fetch_optional(&mut *connection);
    if found.await?.is_some() {
        return Err(StoreError::Conflict);
    }
    let version = new.edits.len() as u64;
    let now = new.now.0;
    query(
        "INSERT INTO studies (id, setup, game, version, created_at, updated_at, head, format, \
         setup_check, head_check) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)",
    )
    .bind(&new.id)
    .bind(&new.setup)
    .bind(&new.game)
    .bind(number(version))
    .bind(now)
    .bind(&new.head)
    .bind(FORMAT)
    .bind(setup_check(&new.id, new.game.as_deref(), now, &new.setup))
    .bind(head_check(&new.id, number(version), now, &new.head))
    .execute(&mut *connection)
    .await?;
    sight::study_created(&mut *connection, &new.id).await?;
    let bodies = new.edits.iter().cloned();
    LOG.append(connection, &new.id, 0, new.now, None, bodies).await?;
    Ok(version)
}

async fn append(connection: &mut Link, more: &StudyEdits) -> Result<u64, StoreError> {
    let request = more.request.as_deref();
    LOG.refuse_known(connection, &more.id, request).await?;
    let next = more.version + more.edits.len() as u64;
    let found = query(
        "UPDATE studies SET version = $3, updated_at = $4, head = $5, head_check = $6, \
         damage = NULL WHERE id = $1 AND version = $2",
    )
    .bind(&more.id)
    .bind(number(more.version))
    .bind(number(next))
    .bind(more.now.0)
    .bind(&more.head)
    .bind(head_check(&more.id, number(next), more.now.0, &more.head))
    .execute(&mut *connection)
    .await?;
    if found == 0 {
        return Err(StoreError::Conflict);
    }
    let bodies = more.edits.iter().cloned();
    LOG.append(connection, &more.id, more.version, more.now, request, bodies).await?;
    Ok(next)
}

async fn review(
    connection: &mut Link,
    study: &str,
    under_way: bool,
    head: &str,
    nodes: &[(u32, String)],
) -> Result<u64, StoreError> {
    let found = query("SELECT 1 FROM studies WHERE id = $1").bind(study);
    if found.fetch_optional(&mut *connection).await?.is_none() {
        return Err(StoreError::Conflict);
    }
    let under_way = i64::from(under_way);
    query(
        "INSERT INTO reviews (study_id, under_way, body, format, body_check) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (study_id) DO UPDATE SET \
         under_way = excluded.under_way, body = excluded.body, format = excluded.format, \
         body_check = excluded.body_check",
    )
    .bind(study)
    .bind(under_way)
    .bind(head)
    .bind(FORMAT)
    .bind(node_check(study, under_way, head))
    .execute(&mut *connection)
    .await?;
    for (node, body) in nodes {
        query(
            "INSERT INTO reviewed (study_id, node, body, format, body_check) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (study_id, node) DO UPDATE SET \
             body = excluded.body, format = excluded.format, body_check = excluded.body_check",
        )
        .bind(study)
        .bind(node)
        .bind(body)
        .bind(FORMAT)
        .bind(node_check(study, i64::from(*node), body))
        .execute(&mut *connection)
        .await?;
    }
    Ok(nodes.len() as u64)
}

async fn keep(
    connection: &mut Link,
    what: &str,
    now: Moment,
    body: &str,
    most: u32,
) -> Result<u64, StoreError> {
    query(
        "INSERT INTO analyses (what, used_at, body, format, body_check) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (what) DO UPDATE SET \
         used_at = excluded.used_at, body = excluded.body, format = excluded.format, \
         body_check = excluded.body_check",
    )
    .bind(what)
    .bind(now.0)
    .bind(body)
    .bind(FORMAT)
    .bind(node_check(what, 0, body))
    .execute(&mut *connection)
    .await?;
    let removed = query(
        "DELETE FROM analyses WHERE what IN \
         (SELECT what FROM analyses ORDER BY used_at DESC LIMIT 1000000000 OFFSET $1)",
    )
    .bind(most)
    .execute(connection)
    .await?;
    Ok(removed)
}
