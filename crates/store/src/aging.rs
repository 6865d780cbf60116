//! What games of earlier versions lack: families, names for the search, checksums. It is added when a hall is
//! opened; halls on PostgreSQL began with all of it.

use crate::StoreError;
use crate::db::{Link, Row, query};
use crate::format::{StoredForm, change_check, head_check, setup_check};
use crate::games::name_id;
use crate::opening::{Families, NO_FAMILY};
use hall::GameSetup;

/// Adds the family, the names for the search and the checksums to games that were stored without them.
pub(crate) async fn work_out_names(
    connection: &mut Link,
    families: Families,
) -> Result<(), StoreError> {
    loop {
        let rows = query(
            "SELECT rowid AS number, id, setup, created_at, version, updated_at, players, plies, \
             position, ending, format FROM games WHERE family = '' LIMIT 500",
        )
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            return Ok(());
        }
        query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        for row in &rows {
            let number: i64 = row.try_get("number")?;
            let worked_out = match worked_out(connection, row, families).await {
                Ok(worked_out) => worked_out,
                Err(StoreError::Damaged { .. }) => WorkedOut::default(),
                Err(error) => return Err(error),
            };
            query(
                "UPDATE games SET family = $2, name_a = $3, name_b = $4, \
                 setup_check = COALESCE(setup_check, $5), head_check = COALESCE(head_check, $6) \
                 WHERE rowid = $1",
            )
            .bind(number)
            .bind(worked_out.family.unwrap_or_else(|| NO_FAMILY.to_owned()))
            .bind(worked_out.names[0])
            .bind(worked_out.names[1])
            .bind(worked_out.checks.map(|checks| checks[0]))
            .bind(worked_out.checks.map(|checks| checks[1]))
            .execute(&mut *connection)
            .await?;
        }
        query("COMMIT").execute(&mut *connection).await?;
    }
}

#[derive(Default)]
struct WorkedOut {
    family: Option<String>,
    names: [Option<i64>; 2],
    checks: Option<[i64; 2]>,
}

async fn worked_out(
    connection: &mut Link,
    row: &Row,
    families: Families,
) -> Result<WorkedOut, StoreError> {
    let id: &str = row.try_get("id")?;
    let text: &str = row.try_get("setup")?;
    let setup = GameSetup::read(row.try_get("format")?, text, id)?;
    let mut worked_out = WorkedOut {
        family: Some(families(&setup.variant)).filter(|family| !family.is_empty()),
        ..WorkedOut::default()
    };
    for (name, player) in worked_out.names.iter_mut().zip(&setup.players) {
        *name = name_id(connection, player).await?;
    }
    let head = head_check(
        id,
        row.try_get("version")?,
        row.try_get("updated_at")?,
        row.try_get("players")?,
        row.try_get("plies")?,
        row.try_get("position")?,
        row.try_get("ending")?,
    );
    worked_out.checks = Some([setup_check(id, row.try_get("created_at")?, text), head]);
    Ok(worked_out)
}

/// Adds checksums to changes of version 0.1.0, once. From then on a flipped bit in them is detected.
pub(crate) async fn add_checksums(connection: &mut Link) -> Result<(), StoreError> {
    let done: i64 = query("PRAGMA user_version").scalar(&mut *connection).await?;
    if done > 0 {
        return Ok(());
    }
    let mut from = i64::MIN;
    loop {
        let rows = query(
            "SELECT rowid AS number, game_id, version, at, request, body FROM changes \
             WHERE rowid > $1 AND body_check IS NULL ORDER BY rowid LIMIT 2000",
        )
        .bind(from)
        .fetch_all(&mut *connection)
        .await?;
        let Some(last) = rows.last() else { break };
        from = last.try_get("number")?;
        query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        for row in &rows {
            // The reader detects a row of a wrong type without a checksum.
            let Ok(check) = checked(row) else { continue };
            query("UPDATE changes SET body_check = $2 WHERE rowid = $1")
                .bind(row.try_get::<i64>("number")?)
                .bind(check)
                .execute(&mut *connection)
                .await?;
        }
        query("COMMIT").execute(&mut *connection).await?;
    }
    query("PRAGMA user_version = 1").execute(&mut *connection).await?;
    Ok(())
}

fn checked(row: &Row) -> Result<i64, StoreError> {
    let request: Option<&str> = row.try_get("request")?;
    Ok(change_check(
        row.try_get("game_id")?,
        row.try_get("version")?,
        row.try_get("at")?,
        request,
        row.try_get("body")?,
    ))
}
