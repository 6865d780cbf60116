//! Writing games and preferences, within the transactions of the writing task.

use crate::accounts;
use crate::agreements;
use crate::archive;
use crate::correspondence;
use crate::db::{Link, query};
use crate::format::{FORMAT, RowChecksum, StoredForm, head_check, number, setup_check};
use crate::lobby;
use crate::log::ChangeLog;
use crate::passkeys;
use crate::people;
use crate::preferences;
use crate::puzzles;
use crate::ratings;
use crate::safety;
use crate::secrets;
use crate::sight;
use crate::studies;
use crate::take_over;
use crate::tournaments;
use crate::writer::{AppendChanges, CreateGame, WriteRequest};
use crate::{StoreError, fold};
use hall::{Change, GameSummary, Moment};
use std::collections::HashSet;

pub(crate) async fn perform(connection: &mut Link, job: &WriteRequest) -> Result<u64, StoreError> {
    match job {
        WriteRequest::Create(new) => {
            refuse_known(connection, std::slice::from_ref(&**new)).await?;
            insert(connection, new).await
        }
        WriteRequest::CreateMany(games) => {
            refuse_known(connection, games).await?;
            for new in games {
                insert(connection, new).await?;
            }
            Ok(games.len() as u64)
        }
        WriteRequest::TakeOver(job) => take_over::perform(connection, job).await,
        WriteRequest::Append(more) => append(connection, more).await,
        WriteRequest::Delete(id) => {
            query("DELETE FROM games WHERE id = $1").bind(id).execute(connection).await
        }
        WriteRequest::Study(job) => studies::perform(connection, job).await,
        WriteRequest::Archive(job) => archive::perform(connection, job).await,
        WriteRequest::Account(job) => accounts::perform(connection, job).await,
        WriteRequest::Passkey(job) => passkeys::perform(connection, job).await,
        WriteRequest::Puzzles(job) => puzzles::perform(connection, job).await,
        WriteRequest::Conditional(job) => correspondence::perform(connection, job).await,
        WriteRequest::Lobby(job) => lobby::perform(connection, job).await,
        WriteRequest::Sight(job) => sight::perform(connection, job).await,
        WriteRequest::Safety(job) => safety::perform(connection, job).await,
        WriteRequest::Agreements(all) => agreements::keep(connection, all).await,
        WriteRequest::Tournament(job) => tournaments::perform(connection, job).await,
        // One process alone serves everything; the writer lock performs those of a node.
        WriteRequest::Lease(_) => Ok(0),
        WriteRequest::Check => {
            // Nothing is left of the row, but the pages are written and synced.
            query("INSERT INTO counts (family, ended, n) VALUES ('check', 0, 0)")
                .execute(&mut *connection)
                .await?;
            let gone = "DELETE FROM counts WHERE family = 'check' AND ended = 0";
            query(gone).execute(connection).await
        }
        WriteRequest::Secret(name, body) => secrets::keep(connection, name, body).await,
        WriteRequest::Preferences(body) => {
            query(
                "INSERT INTO preferences (id, body, format, body_check) VALUES (1, $1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET \
                 body = excluded.body, format = excluded.format, body_check = excluded.body_check",
            )
            .bind(body)
            .bind(preferences::FORMAT)
            .bind(RowChecksum::default().text(body).sum())
            .execute(connection)
            .await?;
            Ok(0)
        }
    }
}

/// The changes of the games.
const LOG: ChangeLog = ChangeLog {
    known: "SELECT 1 FROM changes WHERE game_id = $1 AND request = $2",
    insert: "INSERT INTO changes (game_id, version, at, request, body, format, body_check) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
    format: FORMAT,
};

/// Refuses new games of which one is here already, or twice among them: whoever has a conflict has written nothing.
pub(crate) async fn refuse_known(
    connection: &mut Link,
    games: &[CreateGame],
) -> Result<(), StoreError> {
    let mut ids = HashSet::new();
    for new in games {
        let found = query("SELECT 1 FROM games WHERE id = $1").bind(&new.id);
        if !ids.insert(&new.id) || found.fetch_optional(&mut *connection).await?.is_some() {
            return Err(StoreError::Conflict);
        }
    }
    Ok(())
}

/// Adds a game that is not here yet ([`refuse_known`]).
pub(crate) async fn insert(connection: &mut Link, new: &CreateGame) -> Result<u64, StoreError> {
    let version = new.changes.len() as u64;
    let began = new.began.unwrap_or(new.now);
    let setup = new.setup.write();
    let head = GameColumns::new(&new.id, version, new.now, &new.summary);
    let mut names = [None, None];
    for (name, player) in names.iter_mut().zip(&new.setup.players) {
        *name = name_id(connection, player).await?;
    }
    query(
        "INSERT INTO games (id, setup, version, created_at, updated_at, players, plies, position, \
         ending, format, setup_check, head_check, family, ended, name_a, name_b) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    )
    .bind(&new.id)
    .bind(&setup)
    .bind(head.version)
    .bind(began.0)
    .bind(new.now.0)
    .bind(&head.players)
    .bind(head.plies)
    .bind(head.position)
    .bind(&head.ending)
    .bind(FORMAT)
    .bind(setup_check(&new.id, began.0, &setup))
    .bind(head.check)
    .bind(&new.family)
    .bind(i64::from(head.ending.is_some()))
    .bind(names[0])
    .bind(names[1])
    .execute(&mut *connection)
    .await?;
    let bodies = new.changes.iter().map(Change::write);
    LOG.append(&mut *connection, &new.id, 0, new.now, None, bodies).await?;
    people::created(&mut *connection, &new.id, &new.setup).await?;
    sight::game_created(&mut *connection, &new.id, new.setup.rematch_of.as_deref()).await?;
    for tag in &new.tags {
        archive::add_tag(&mut *connection, &new.id, tag).await?;
    }
    Ok(version)
}

async fn append(connection: &mut Link, more: &AppendChanges) -> Result<u64, StoreError> {
    let request = more.request.as_deref();
    LOG.refuse_known(connection, &more.id, request).await?;
    let next = more.version + more.changes.len() as u64;
    let head = GameColumns::new(&more.id, next, more.now, &more.summary);
    let found = query(
        "UPDATE games SET version = $3, updated_at = $4, players = $5, plies = $6, \
         position = $7, ending = $8, ended = $9, head_check = $10, damage = NULL \
         WHERE id = $1 AND version = $2",
    )
    .bind(&more.id)
    .bind(number(more.version))
    .bind(head.version)
    .bind(more.now.0)
    .bind(&head.players)
    .bind(head.plies)
    .bind(head.position)
    .bind(&head.ending)
    .bind(i64::from(head.ending.is_some()))
    .bind(head.check)
    .execute(&mut *connection)
    .await?;
    if found == 0 {
        return Err(StoreError::Conflict);
    }
    let bodies = more.changes.iter().map(Change::write);
    people::changed(&mut *connection, &more.id, &more.changes).await?;
    if let Some(result) = &more.follows.rated {
        ratings::rate(&mut *connection, &more.id, result, more.now).await?;
    }
    lobby::changed(&mut *connection, &more.id, &more.changes).await?;
    correspondence::changed(&mut *connection, &more.id, &more.follows.turn).await?;
    LOG.append(connection, &more.id, more.version, more.now, request, bodies).await?;
    Ok(next)
}

/// The number of a player's name; a new name gets one.
pub(crate) async fn name_id(
    connection: &mut Link,
    player: &hall::Player,
) -> Result<Option<i64>, StoreError> {
    let Some(name) = fold::player(player) else { return Ok(None) };
    let found = query("SELECT id FROM names WHERE name = $1").bind(&name);
    if let Some(found) = found.scalars(&mut *connection).await?.pop() {
        return Ok(Some(found));
    }
    // Another node may have added it in the meantime.
    let new =
        query("INSERT INTO names (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id");
    if let Some(id) = new.bind(&name).scalars(&mut *connection).await?.pop() {
        return Ok(Some(id));
    }
    let found = query("SELECT id FROM names WHERE name = $1").bind(name);
    Ok(Some(found.scalar(connection).await?))
}

/// The columns of a game that change, in their stored form.
struct GameColumns<'a> {
    version: i64,
    players: String,
    plies: i64,
    position: &'a str,
    ending: Option<String>,
    check: i64,
}

impl<'a> GameColumns<'a> {
    fn new(id: &str, version: u64, now: Moment, summary: &'a GameSummary) -> Self {
        let version = number(version);
        let players = summary.players.write();
        let plies = i64::from(summary.plies);
        let position = summary.position.as_str();
        let ending = summary.end.as_ref().map(StoredForm::write);
        let check = head_check(id, version, now.0, &players, plies, position, ending.as_deref());
        Self { version, players, plies, position, ending, check }
    }
}
