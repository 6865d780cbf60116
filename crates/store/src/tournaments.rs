//! Tournaments and the log of what happens in them. The games of a round are stored in the transaction that begins it.

use crate::db::{Builder, Link, Readers, Row, query};
use crate::format::{FORMAT, StoredForm, change_check, number, setup_check};
use crate::games;
use crate::log::ChangeLog;
use crate::writer::{CreateGame, WriteRequest};
use crate::{ListEntry, NewGame, Store, StoreError, read};
use hall::tournament::{LoggedTournamentEvent, Tournament, TournamentEvent, TournamentSetup};
use hall::{DELETED_NAME, Moment, PersonId};

/// A write request that concerns a tournament.
#[derive(Debug)]
pub(crate) enum TournamentJob {
    Create { id: String, setup: TournamentSetup, now: Moment },
    Append(AppendTournament),
    Delete(String),
}

#[derive(Debug)]
pub(crate) struct AppendTournament {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) now: Moment,
    pub(crate) events: Vec<TournamentEvent>,
    pub(crate) games: Vec<CreateGame>,
}

/// A tournament as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTournament {
    /// Its id.
    pub id: String,
    /// The tournament.
    pub tournament: Tournament,
    /// When it was made.
    pub created_at: Moment,
    /// When something last happened.
    pub updated_at: Moment,
    /// What happened.
    pub log: Vec<LoggedTournamentEvent>,
}

impl StoredForm for TournamentSetup {
    const WHAT: &'static str = "set-up of a tournament";
}

impl StoredForm for TournamentEvent {
    const WHAT: &'static str = "event of a tournament";
}

const LOG: ChangeLog = ChangeLog {
    known: "SELECT 1 FROM tournament_events WHERE tournament_id = $1 AND request = $2",
    insert: "INSERT INTO tournament_events (tournament_id, version, at, request, body, format, \
             body_check) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    format: FORMAT,
};

pub(crate) async fn perform(link: &mut Link, job: &TournamentJob) -> Result<u64, StoreError> {
    match job {
        TournamentJob::Create { id, setup, now } => {
            let body = setup.write();
            query(
                "INSERT INTO tournaments (id, setup, organiser, version, created_at, updated_at, \
                 listed, ended, format, setup_check) VALUES ($1, $2, $3, 0, $4, $4, $5, 0, $6, $7)",
            )
            .bind(id)
            .bind(&body)
            .bind(&setup.organiser.0)
            .bind(now.0)
            .bind(i64::from(setup.listed))
            .bind(FORMAT)
            .bind(setup_check(id, now.0, &body))
            .execute(&mut *link)
            .await?;
            take_part(link, id, &setup.organiser).await?;
            Ok(0)
        }
        TournamentJob::Append(more) => append(link, more).await,
        TournamentJob::Delete(id) => {
            query("DELETE FROM tournaments WHERE id = $1").bind(id).execute(link).await
        }
    }
}

async fn append(link: &mut Link, more: &AppendTournament) -> Result<u64, StoreError> {
    let next = more.version + more.events.len() as u64;
    let is_over = more.events.iter().any(|event| matches!(event, TournamentEvent::Ended));
    games::refuse_known(&mut *link, &more.games).await?;
    let found = query(
        "UPDATE tournaments SET version = $3, updated_at = $4, ended = $5 \
         WHERE id = $1 AND version = $2 AND ended = 0",
    )
    .bind(&more.id)
    .bind(number(more.version))
    .bind(number(next))
    .bind(more.now.0)
    .bind(i64::from(is_over))
    .execute(&mut *link)
    .await?;
    if found == 0 {
        return Err(StoreError::Conflict);
    }
    for event in &more.events {
        if let TournamentEvent::Entered { person, .. } = event {
            take_part(link, &more.id, person).await?;
        }
    }
    let bodies = more.events.iter().map(StoredForm::write);
    LOG.append(&mut *link, &more.id, more.version, more.now, None, bodies).await?;
    for game in &more.games {
        games::insert(&mut *link, game).await?;
    }
    Ok(next)
}

/// Takes the name of a person whose account is deleted out of tournaments. One that the person organised, in which nobody else
/// has a part, is deleted.
pub(crate) async fn forget_person(link: &mut Link, person: &PersonId) -> Result<(), StoreError> {
    let alone = "DELETE FROM tournaments WHERE organiser = $1 AND id NOT IN \
                 (SELECT tournament_id FROM tournament_parts WHERE person <> $1)";
    query(alone).bind(&person.0).execute(&mut *link).await?;
    let own = query("SELECT tournament_id FROM tournament_parts WHERE person = $1").bind(&person.0);
    for id in own.scalars::<String>(&mut *link).await? {
        forget_organiser(link, &id, person).await?;
        forget_entries(link, &id, person).await?;
    }
    let parts = "DELETE FROM tournament_parts WHERE person = $1";
    query(parts).bind(&person.0).execute(link).await?;
    Ok(())
}

/// A set-up that cannot be read is nobody's to change.
async fn forget_organiser(link: &mut Link, id: &str, person: &PersonId) -> Result<(), StoreError> {
    let sql = "SELECT setup, created_at, format FROM tournaments WHERE id = $1 AND organiser = $2";
    let row = query(sql).bind(id).bind(&person.0).fetch_optional(&mut *link).await?;
    let Some(row) = row else { return Ok(()) };
    let (setup, created_at): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    let Ok(mut setup) = TournamentSetup::read(row.try_get(2)?, &setup, id) else { return Ok(()) };
    DELETED_NAME.clone_into(&mut setup.organiser_name);
    let setup = setup.write();
    let sql = "UPDATE tournaments SET setup = $2, setup_check = $3, format = $4 WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(&setup)
        .bind(setup_check(id, created_at, &setup))
        .bind(FORMAT)
        .execute(link)
        .await?;
    Ok(())
}

/// The person has entered under a name, perhaps more than once.
async fn forget_entries(link: &mut Link, id: &str, person: &PersonId) -> Result<(), StoreError> {
    let sql = "SELECT version, at, body, format, body_check FROM tournament_events \
               WHERE tournament_id = $1 ORDER BY version";
    for row in query(sql).bind(id).fetch_all(&mut *link).await? {
        let Ok(LoggedTournamentEvent { at, event }) = event(&row, id) else { continue };
        let TournamentEvent::Entered { person: entered, rating, .. } = event else { continue };
        if entered != *person {
            continue;
        }
        let name = DELETED_NAME.to_owned();
        let body = TournamentEvent::Entered { person: entered, name, rating }.write();
        let version: i64 = row.try_get(0)?;
        query(
            "UPDATE tournament_events SET body = $3, body_check = $4, format = $5 \
             WHERE tournament_id = $1 AND version = $2",
        )
        .bind(id)
        .bind(version)
        .bind(&body)
        .bind(change_check(id, version, at.0, None, &body))
        .bind(FORMAT)
        .execute(&mut *link)
        .await?;
    }
    Ok(())
}

async fn take_part(link: &mut Link, id: &str, person: &PersonId) -> Result<(), StoreError> {
    let sql = "INSERT INTO tournament_parts (person, tournament_id) VALUES ($1, $2) \
               ON CONFLICT (person, tournament_id) DO NOTHING";
    query(sql).bind(&person.0).bind(id).execute(link).await?;
    Ok(())
}

async fn load(readers: &Readers, id: &str) -> Result<Option<StoredTournament>, StoreError> {
    let sql = "SELECT setup, created_at, updated_at, version, format, setup_check \
               FROM tournaments WHERE id = $1";
    let Some(row) = query(sql).bind(id).fetch_optional(readers).await? else { return Ok(None) };
    let (setup, created_at): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    let (version, format): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
    if row.try_get::<i64>(5)? != setup_check(id, created_at, &setup) {
        return Err(StoreError::damaged(id, "the set-up of a tournament is not what was stored"));
    }
    // What is written between the two queries is left out.
    let sql = "SELECT version, at, body, format, body_check FROM tournament_events \
               WHERE tournament_id = $1 AND version <= $2 ORDER BY version";
    let rows = query(sql).bind(id).bind(version).fetch_all(readers).await?;
    if i64::try_from(rows.len()).ok() != Some(version) {
        return Err(StoreError::damaged(id, "events of a tournament are missing"));
    }
    let log = rows.iter().map(|row| event(row, id)).collect::<Result<Vec<_>, _>>()?;
    let setup = TournamentSetup::read(format, &setup, id)?;
    Ok(Some(StoredTournament {
        id: id.to_owned(),
        tournament: Tournament::replay(setup, log.iter().map(|logged| &logged.event)),
        created_at: Moment(created_at),
        updated_at: Moment(row.try_get(2)?),
        log,
    }))
}

fn event(row: &Row, id: &str) -> Result<LoggedTournamentEvent, StoreError> {
    let (version, at, body): (i64, i64, String) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if row.try_get::<i64>(4)? != change_check(id, version, at, None, &body) {
        let what = format!("the event {version} of a tournament is not what was stored");
        return Err(StoreError::damaged(id, what));
    }
    let event = TournamentEvent::read(row.try_get(3)?, &body, id)?;
    Ok(LoggedTournamentEvent { at: Moment(at), event })
}

/// The ids of tournaments, the latest change first.
async fn list(
    readers: &Readers,
    person: Option<&PersonId>,
    most: u32,
) -> Result<Vec<String>, StoreError> {
    let mut sql = Builder::new("SELECT id FROM tournaments WHERE (listed = 1");
    if let Some(person) = person {
        sql.push(" OR id IN (SELECT tournament_id FROM tournament_parts WHERE person = ");
        sql.push_bind(person.0.clone()).push(")");
    }
    sql.push(") ORDER BY ended, updated_at DESC, id LIMIT ").push_bind(i64::from(most));
    sql.build().scalars(readers).await
}

impl Store {
    /// Stores a new tournament.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn create_tournament(
        &self,
        id: &str,
        setup: TournamentSetup,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.write_tournament(TournamentJob::Create { id: id.to_owned(), setup, now }).await?;
        Ok(())
    }

    /// Adds events to the log of a tournament, and stores the games of a round that begins with them: all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it is at another version, over, or removed; other errors when the disk fails.
    pub async fn append_tournament(
        &self,
        id: &str,
        version: u64,
        events: Vec<TournamentEvent>,
        games: Vec<NewGame>,
        now: Moment,
    ) -> Result<u64, StoreError> {
        let games = games.into_iter().map(|game| self.new_row(game, now)).collect();
        let more = AppendTournament { id: id.to_owned(), version, now, events, games };
        self.write_tournament(TournamentJob::Append(more)).await
    }

    /// Removes a tournament; its games stay. `false` when there was none.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn delete_tournament(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.write_tournament(TournamentJob::Delete(id.to_owned())).await? > 0)
    }

    /// Reads a tournament.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn tournament(&self, id: &str) -> Result<Option<StoredTournament>, StoreError> {
        load(&self.readers, id).await.map_err(|error| self.told(error))
    }

    /// The ids of the tournaments that everybody is shown and of those that somebody has a part in: first those that go on,
    /// and the latest change first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tournaments(
        &self,
        person: Option<&PersonId>,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        list(&self.readers, person, most).await.map_err(|error| self.told(error))
    }

    /// How many tournaments of an organiser are not over.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tournaments_of(&self, organiser: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tournaments WHERE organiser = $1 AND ended = 0";
        let count = query(sql).bind(&organiser.0).scalar::<i64>(&self.readers).await;
        count.map(|n| u64::try_from(n).unwrap_or(0)).map_err(|error| self.told(error))
    }

    /// The tournaments in which a person has a part.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tournaments_with(&self, person: &PersonId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT tournament_id FROM tournament_parts WHERE person = $1 ORDER BY 1";
        let found = query(sql).bind(&person.0).scalars(&self.readers).await;
        found.map_err(|error| self.told(error))
    }

    /// Games by their ids, in this order; those that are gone are left out.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn games_of(&self, ids: Vec<String>) -> Result<Vec<ListEntry>, StoreError> {
        let keys = ids.into_iter().map(|id| (0, id)).collect();
        read::entries(&self.readers, keys).await.map_err(|error| self.told(error))
    }

    async fn write_tournament(&self, job: TournamentJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Tournament(Box::new(job))).await
    }
}
