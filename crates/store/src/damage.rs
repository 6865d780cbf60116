//! What is damaged in a copy of a hall: every row is read, and its checksum compared.

use crate::StoreError;
use crate::db::BoxedFuture;
use crate::db::{Readers, query};
use crate::opening::reading;
use crate::{folder, read, secrets, studies};
use sqlx::sqlite::SqlitePoolOptions;
use std::path::Path;

/// What of a copy cannot be read or has another checksum than it was stored with, in words: games, studies and
/// reviews. Rows of version 0.1.0 have no checksums.
///
/// # Errors
/// When the file cannot be read at all.
pub fn damage<'a>(file: &'a Path) -> BoxedFuture<'a, Vec<String>> {
    Box::pin(async move {
        folder::readable(file)?;
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(reading(file)).await?;
        let readers = Readers::Sqlite(pool);
        let found = look(&readers).await;
        readers.close().await;
        found
    })
}

async fn look(readers: &Readers) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    let games: Vec<String> = match query("SELECT id FROM games ORDER BY id").scalars(readers).await
    {
        Ok(games) => games,
        Err(StoreError::Damaged { what, .. }) => {
            found.push(format!("the list of games: {what}"));
            Vec::new()
        }
        Err(error) => return Err(error),
    };
    for id in games {
        if !note(&mut found, &format!("game {id}"), read::load(readers, &id).await)? {
            // The tables of an earlier version, which a start adds to and checks.
            return Ok(found);
        }
    }
    let ids = query("SELECT id FROM studies ORDER BY id").scalars::<String>(readers).await;
    for id in ids.unwrap_or_default() {
        note(&mut found, &format!("study {id}"), studies::read::load(readers, &id).await)?;
        note(
            &mut found,
            &format!("review of study {id}"),
            studies::read::review(readers, &id).await,
        )?;
        let lost = studies::read::damaged_nodes(readers, &id).await?;
        if lost > 0 {
            found.push(format!("review of study {id}: {lost} positions cannot be read"));
        }
    }
    found.extend(secrets::damaged(readers).await);
    Ok(found)
}

/// Notes damage; `false` where the table is another one than today's.
fn note<T>(
    found: &mut Vec<String>,
    what: &str,
    read: Result<T, StoreError>,
) -> Result<bool, StoreError> {
    match read {
        Ok(_) => Ok(true),
        Err(StoreError::Damaged { what: why, .. }) => {
            found.push(format!("{what}: {why}"));
            Ok(true)
        }
        Err(StoreError::Database(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
