//! Writing, within the transactions of the writing task.

use super::{FORMAT, NewStudy, StudyEdits, head_check, node_check, setup_check};
use crate::writer::{change_check, number};
use crate::{Moment, StoreError};
use sqlx::sqlite::SqliteConnection;

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

pub(crate) async fn perform(
    connection: &mut SqliteConnection,
    job: &StudyJob,
) -> Result<u64, StoreError> {
    match job {
        StudyJob::Create(new) => create(connection, new).await,
        StudyJob::Append(more) => append(connection, more).await,
        StudyJob::Delete(id) => {
            let done = sqlx::query("DELETE FROM studies WHERE id = $1").bind(id);
            Ok(done.execute(connection).await?.rows_affected())
        }
        StudyJob::Review { study, under_way, head, nodes } => {
            review(connection, study, *under_way, head, nodes).await
        }
        StudyJob::ClearReview(study) => {
            let done = sqlx::query("DELETE FROM reviews WHERE study_id = $1").bind(study);
            Ok(done.execute(connection).await?.rows_affected())
        }
        StudyJob::Keep { what, now, body, most } => keep(connection, what, *now, body, *most).await,
    }
}

async fn create(connection: &mut SqliteConnection, new: &NewStudy) -> Result<u64, StoreError> {
    let found = sqlx::query("SELECT 1 FROM studies WHERE id = $1 OR game = $2")
        .bind(&new.id)
        .bind(&new.game)
        .fetch_optional(&mut *connection);
    if found.await?.is_some() {
        return Err(StoreError::Conflict);
    }
    let version = new.edits.len() as u64;
    let now = new.now.0;
    sqlx::query(
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
    log(connection, &new.id, 0, new.now, None, &new.edits).await?;
    Ok(version)
}

async fn append(connection: &mut SqliteConnection, more: &StudyEdits) -> Result<u64, StoreError> {
    let request = more.request.as_deref();
    if let Some(request) = request {
        let found = sqlx::query("SELECT 1 FROM edits WHERE study_id = $1 AND request = $2")
            .bind(&more.id)
            .bind(request)
            .fetch_optional(&mut *connection);
        if found.await?.is_some() {
            return Err(StoreError::Conflict);
        }
    }
    let next = more.version + more.edits.len() as u64;
    let found = sqlx::query(
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
    if found.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    log(connection, &more.id, more.version, more.now, request, &more.edits).await?;
    Ok(next)
}

/// Appends to the log after `version`. The request's id goes with the first edit.
async fn log(
    connection: &mut SqliteConnection,
    id: &str,
    version: u64,
    now: Moment,
    request: Option<&str>,
    edits: &[String],
) -> Result<(), StoreError> {
    for (i, body) in edits.iter().enumerate() {
        let request = request.filter(|_| i == 0);
        let version = number(version + 1 + i as u64);
        sqlx::query(
            "INSERT INTO edits (study_id, version, at, request, body, format, body_check) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id)
        .bind(version)
        .bind(now.0)
        .bind(request)
        .bind(body)
        .bind(FORMAT)
        .bind(change_check(id, version, now.0, request, body))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn review(
    connection: &mut SqliteConnection,
    study: &str,
    under_way: bool,
    head: &str,
    nodes: &[(u32, String)],
) -> Result<u64, StoreError> {
    let found = sqlx::query("SELECT 1 FROM studies WHERE id = $1").bind(study);
    if found.fetch_optional(&mut *connection).await?.is_none() {
        return Err(StoreError::Conflict);
    }
    let under_way = i64::from(under_way);
    sqlx::query(
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
        sqlx::query(
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
    connection: &mut SqliteConnection,
    what: &str,
    now: Moment,
    body: &str,
    most: u32,
) -> Result<u64, StoreError> {
    sqlx::query(
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
    let removed = sqlx::query(
        "DELETE FROM analyses WHERE what IN \
         (SELECT what FROM analyses ORDER BY used_at DESC LIMIT -1 OFFSET $1)",
    )
    .bind(most)
    .execute(connection)
    .await?;
    Ok(removed.rows_affected())
}
