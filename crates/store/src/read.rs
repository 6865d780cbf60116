//! Reading games. Each query is one statement: readers hold no transactions.

use crate::db::{BoxedFuture, Builder, Readers, Row, SqlType, query};
use crate::format::{RowChecksum, StoredForm, change_check, head_check, setup_check};
use crate::preferences;
use crate::{GameListItem, ListEntry, StoreError, UnreadableGame};
use hall::{Change, GameRecord, GameSetup, GameSummary, LoggedChange, Moment};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Reads a complete game.
pub(crate) fn load<'a>(readers: &'a Readers, id: &'a str) -> BoxedFuture<'a, Option<GameRecord>> {
    Box::pin(async move {
        // The log only grows, and the header says how far it went when it was read. A game that is
        // deleted in between has a header and no log: then it is looked for once more.
        let mut log = read_log(readers, id).await?;
        if let Some((record, None)) = &mut log {
            let what = format!("{} changes are stored, but not all of them", record.version);
            log = read_log(readers, id).await?;
            if matches!(log, Some((_, None))) {
                return Err(StoreError::damaged(id, what));
            }
        }
        Ok(log.and_then(|(record, log)| log.map(|log| GameRecord { log, ..record })))
    })
}

/// A game without its log, and the log if it is complete.
async fn read_log(
    readers: &Readers,
    id: &str,
) -> Result<Option<(GameRecord, Option<Vec<LoggedChange>>)>, StoreError> {
    let header = query(
        "SELECT setup, version, created_at, updated_at, format, setup_check FROM games \
         WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(readers)
    .await
    .map_err(|error| of_game(id, error))?;
    let Some(header) = header else { return Ok(None) };
    let (setup, created_at) = read_setup(&header, id)?;
    let version = version(&header, id)?;
    let record = GameRecord {
        id: id.to_owned(),
        setup,
        version,
        created_at,
        updated_at: Moment(column(&header, "updated_at", id)?),
        log: Vec::new(),
    };
    let rows = query(
        "SELECT version, at, request, body, format, body_check FROM changes \
         WHERE game_id = $1 AND version <= $2 ORDER BY version",
    )
    .bind(id)
    .bind(i64::try_from(version).unwrap_or(i64::MAX))
    .fetch_all(readers)
    .await
    .map_err(|error| of_game(id, error))?;
    let log = rows.iter().map(|row| read_change(row, id)).collect::<Result<Vec<_>, _>>()?;
    let is_whole = log.iter().map(|logged| logged.version).eq(1..=version);
    Ok(Some((record, is_whole.then_some(log))))
}

fn read_setup(row: &Row, id: &str) -> Result<(GameSetup, Moment), StoreError> {
    let text: &str = column(row, "setup", id)?;
    let created_at = column(row, "created_at", id)?;
    verify(row, "setup_check", "set-up", id, || setup_check(id, created_at, text))?;
    Ok((GameSetup::read(column(row, "format", id)?, text, id)?, Moment(created_at)))
}

fn read_change(row: &Row, id: &str) -> Result<LoggedChange, StoreError> {
    let number: i64 = column(row, "version", id)?;
    let at = column(row, "at", id)?;
    let request: Option<String> = column(row, "request", id)?;
    let body: &str = column(row, "body", id)?;
    let what = format!("change {number}");
    let check = || change_check(id, number, at, request.as_deref(), body);
    verify(row, "body_check", &what, id, check)?;
    let change = Change::read(column(row, "format", id)?, body, id)?;
    Ok(LoggedChange { version: version(row, id)?, at: Moment(at), request, change })
}

/// The columns of a game in a list.
const LISTED: &str = "SELECT id, setup, created_at, updated_at, version, players, plies, position, \
                      ending, format, setup_check, head_check, damage FROM games WHERE id ";

/// Lists games by their ids, in this order.
pub(crate) async fn entries(
    readers: &Readers,
    keys: Vec<(i64, String)>,
) -> Result<Vec<ListEntry>, StoreError> {
    let mut rows = match all_rows(readers, &keys).await {
        Ok(rows) => Some(rows),
        // Part of the file cannot be read: each game is read alone.
        Err(StoreError::Damaged { .. }) => None,
        Err(error) => return Err(error),
    };
    let mut entries = Vec::with_capacity(keys.len());
    for (updated_at, id) in keys {
        let row = match &mut rows {
            Some(rows) => Ok(rows.remove(&id)),
            None => one_row(readers, &id).await,
        };
        let listed = match row {
            Ok(None) if id.contains(char::REPLACEMENT_CHARACTER) => {
                Err(StoreError::damaged(&id, "the game's id cannot be read"))
            }
            // Deleted since it was found.
            Ok(None) => continue,
            Ok(Some(row)) => listed(&row, &id),
            Err(error) => Err(error),
        };
        entries.push(match listed {
            Ok(game) => ListEntry::Game(Box::new(game)),
            Err(StoreError::Damaged { what, .. }) => {
                ListEntry::Broken(UnreadableGame { id, updated_at: Moment(updated_at), what })
            }
            Err(error) => return Err(error),
        });
    }
    Ok(entries)
}

/// The rows of several games in one query: each query costs a change of threads.
async fn all_rows(
    readers: &Readers,
    keys: &[(i64, String)],
) -> Result<HashMap<String, Row>, StoreError> {
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = Builder::new(LISTED);
    sql.push("IN ").push_list(keys.iter().map(|(_, id)| id));
    let rows = sql.build().fetch_all(readers).await?;
    rows.into_iter().map(|row| Ok((row.try_get("id")?, row))).collect()
}

async fn one_row(readers: &Readers, id: &str) -> Result<Option<Row>, StoreError> {
    let mut sql = Builder::new(LISTED);
    sql.push("= ").push_bind(id.to_owned());
    sql.build().fetch_optional(readers).await
}

fn listed(row: &Row, id: &str) -> Result<GameListItem, StoreError> {
    if let Some(damage) = column::<Option<String>>(row, "damage", id)? {
        return Err(StoreError::damaged(id, damage));
    }
    let (setup, created_at) = read_setup(row, id)?;
    let format = column(row, "format", id)?;
    let (version, updated_at) = (column(row, "version", id)?, column(row, "updated_at", id)?);
    let plies: i64 = column(row, "plies", id)?;
    let (players, position): (&str, &str) =
        (column(row, "players", id)?, column(row, "position", id)?);
    let ending: Option<&str> = column(row, "ending", id)?;
    verify(row, "head_check", "summary", id, || {
        head_check(id, version, updated_at, players, plies, position, ending)
    })?;
    let summary = GameSummary {
        players: StoredForm::read(format, players, id)?,
        plies: u32::try_from(plies).map_err(|_| unfit("plies", plies, id))?,
        position: position.to_owned(),
        end: ending.map(|end| StoredForm::read(format, end, id)).transpose()?,
    };
    Ok(GameListItem {
        id: id.to_owned(),
        setup,
        created_at,
        updated_at: Moment(updated_at),
        summary,
    })
}

/// The stored data of a game as JSON with every column of its rows. Text that is not UTF-8 has replacement
/// characters.
pub(crate) async fn raw(readers: &Readers, id: &str) -> Result<Option<Value>, StoreError> {
    const GAME: [&str; 17] = [
        "id",
        "setup",
        "version",
        "created_at",
        "updated_at",
        "players",
        "plies",
        "position",
        "ending",
        "format",
        "setup_check",
        "head_check",
        "damage",
        "family",
        "ended",
        "private",
        "listed",
    ];
    const CHANGE: [&str; 6] = ["version", "at", "request", "body", "format", "body_check"];
    let game = query(
        "SELECT CAST(id AS TEXT), CAST(setup AS TEXT), CAST(version AS TEXT), \
         CAST(created_at AS TEXT), CAST(updated_at AS TEXT), CAST(players AS TEXT), \
         CAST(plies AS TEXT), CAST(position AS TEXT), CAST(ending AS TEXT), \
         CAST(format AS TEXT), CAST(setup_check AS TEXT), CAST(head_check AS TEXT), \
         CAST(damage AS TEXT), CAST(family AS TEXT), CAST(ended AS TEXT), \
         CAST(private AS TEXT), CAST(listed AS TEXT) \
         FROM games WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(readers)
    .await;
    let game = match game {
        Ok(row) => row.map(|row| object(&row, &GAME)),
        // The log may still be readable.
        Err(StoreError::Damaged { what, .. }) => Some(json!({ "unreadable": what })),
        Err(error) => return Err(error),
    };
    let Some(game) = game else { return Ok(None) };
    // Each row that can be read.
    let mut changes = Vec::new();
    let mut last = i64::MIN;
    loop {
        let rows = query(
            "SELECT CAST(version AS TEXT), CAST(at AS TEXT), CAST(request AS TEXT), \
             CAST(body AS TEXT), CAST(format AS TEXT), CAST(body_check AS TEXT), version \
             FROM changes WHERE game_id = $1 AND version > $2 ORDER BY changes.version LIMIT 1",
        )
        .bind(id)
        .bind(last)
        .fetch_optional(readers)
        .await;
        match rows {
            Ok(None) => break,
            Ok(Some(row)) => {
                changes.push(object(&row, &CHANGE));
                match row.try_get::<i64>(6) {
                    Ok(version) => last = version,
                    Err(_) => break,
                }
            }
            Err(StoreError::Damaged { what, .. }) => {
                changes.push(json!({ "unreadable": what }));
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Some(json!({ "id": id, "game": game, "changes": changes })))
}

pub(crate) fn object(row: &Row, names: &[&str]) -> Value {
    let value = |i: usize| match row.try_get_unchecked::<Option<Vec<u8>>>(i) {
        Ok(Some(bytes)) => Value::String(String::from_utf8_lossy(&bytes).into_owned()),
        Ok(None) => Value::Null,
        Err(error) => Value::String(format!("unreadable: {error}")),
    };
    names.iter().enumerate().map(|(i, name)| ((*name).to_owned(), value(i))).collect()
}

/// The preferences, if any are stored.
pub(crate) async fn preferences(
    readers: &Readers,
) -> Result<Option<hall::Preferences>, StoreError> {
    let row = query("SELECT body, format, body_check FROM preferences WHERE id = 1")
        .fetch_optional(readers)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let body: &str = column(&row, "body", preferences::ID)?;
    let check = || RowChecksum::default().text(body).sum();
    verify(&row, "body_check", "preferences", preferences::ID, check)?;
    preferences::read(column(&row, "format", preferences::ID)?, body).map(Some)
}

/// A column. A wrong type counts as damage.
pub(crate) fn column<'r, T: SqlType<'r>>(
    row: &'r Row,
    name: &str,
    id: &str,
) -> Result<T, StoreError> {
    row.try_get(name).map_err(|error| StoreError::damaged(id, error.to_string()))
}

pub(crate) fn version(row: &Row, id: &str) -> Result<u64, StoreError> {
    let number: i64 = column(row, "version", id)?;
    u64::try_from(number).map_err(|_| unfit("version", number, id))
}

pub(crate) fn unfit(what: &str, number: i64, id: &str) -> StoreError {
    StoreError::damaged(id, format!("stored {what}: {number} cannot be"))
}

/// Compares a checksum; rows of format 1 have none.
pub(crate) fn verify(
    row: &Row,
    name: &str,
    what: &str,
    id: &str,
    now: impl FnOnce() -> i64,
) -> Result<(), StoreError> {
    match column::<Option<i64>>(row, name, id)? {
        Some(stored) if stored != now() => Err(StoreError::damaged(
            id,
            format!("stored {what}: the checksum does not fit: something of it was changed"),
        )),
        _ => Ok(()),
    }
}

/// Adds the game's id to an error of reading.
pub(crate) fn of_game(id: &str, error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged { id: None, what } => StoreError::damaged(id, what),
        other => other,
    }
}
