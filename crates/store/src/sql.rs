use crate::{Change, Filter, Listed, Logged, Moment, Record, Setup, StoreError, Summary};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use std::path::Path;
use std::time::Duration;
use wire::Preferences;

/// The file in the data directory that holds everything.
const FILE: &str = "hall.sqlite";

/// The store. Clones share one pool of connections.
///
/// All SQL of the program is in this file, in the dialect that SQLite and PostgreSQL share.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
}

impl Store {
    /// Opens the store in a directory, making both when they do not exist yet.
    ///
    /// # Errors
    /// When the directory or the database cannot be opened or written.
    pub async fn open(directory: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(directory).map_err(|source| StoreError::Directory {
            path: directory.display().to_string(),
            source,
        })?;
        let options = SqliteConnectOptions::new()
            .filename(directory.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        sqlx::migrate!().run(&pool).await?;
        Ok(Self { pool })
    }

    /// Waits for what is under way and closes the file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Stores a new game with what already happened in it; its version is then the number
    /// of changes.
    ///
    /// # Errors
    /// When the database refuses; nothing is written then.
    pub async fn create(
        &self,
        id: &str,
        setup: &Setup,
        now: Moment,
        changes: &[Change],
        summary: &Summary,
    ) -> Result<u64, StoreError> {
        let version = changes.len() as u64;
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO games \
             (id, setup, version, created_at, updated_at, players, plies, position, ending) \
             VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8)",
        )
        .bind(id)
        .bind(json(setup))
        .bind(stored(version))
        .bind(now.0)
        .bind(json(&summary.players))
        .bind(i64::from(summary.plies))
        .bind(&summary.position)
        .bind(summary.end.as_ref().map(json))
        .execute(&mut *transaction)
        .await?;
        log(&mut transaction, id, 0, now, None, changes).await?;
        transaction.commit().await?;
        Ok(version)
    }

    /// Adds changes to a game's log, all or none, and gives the new version. `version` is the
    /// one the caller knows.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game is at another version, is gone, or already
    /// logged this request; nothing is written then.
    pub async fn append(
        &self,
        id: &str,
        version: u64,
        request: Option<&str>,
        now: Moment,
        changes: &[Change],
        summary: &Summary,
    ) -> Result<u64, StoreError> {
        let next = version + changes.len() as u64;
        let mut transaction = self.pool.begin().await?;
        let found = sqlx::query(
            "UPDATE games SET version = $3, updated_at = $4, players = $5, plies = $6, \
             position = $7, ending = $8 WHERE id = $1 AND version = $2",
        )
        .bind(id)
        .bind(stored(version))
        .bind(stored(next))
        .bind(now.0)
        .bind(json(&summary.players))
        .bind(i64::from(summary.plies))
        .bind(&summary.position)
        .bind(summary.end.as_ref().map(json))
        .execute(&mut *transaction)
        .await?;
        if found.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
        log(&mut transaction, id, version, now, request, changes).await?;
        transaction.commit().await?;
        Ok(next)
    }

    /// Reads a game whole.
    ///
    /// # Errors
    /// When the database refuses or what it holds cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<Record>, StoreError> {
        // One transaction, so that header and log are of the same moment.
        let mut transaction = self.pool.begin().await?;
        let header =
            sqlx::query("SELECT setup, version, created_at, updated_at FROM games WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(header) = header else { return Ok(None) };
        let rows = sqlx::query(
            "SELECT version, at, request, body FROM changes WHERE game_id = $1 ORDER BY version",
        )
        .bind(id)
        .fetch_all(&mut *transaction)
        .await?;
        let log = rows
            .iter()
            .map(|row| {
                Ok(Logged {
                    version: number(row, "version")?,
                    at: Moment(row.try_get("at")?),
                    request: row.try_get("request")?,
                    change: parse(row.try_get("body")?, "change", id)?,
                })
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        Ok(Some(Record {
            id: id.to_owned(),
            setup: parse(header.try_get("setup")?, "set-up", id)?,
            version: number(&header, "version")?,
            created_at: Moment(header.try_get("created_at")?),
            updated_at: Moment(header.try_get("updated_at")?),
            log,
        }))
    }

    /// Lists games, the latest change first, and how many there are in all.
    ///
    /// # Errors
    /// When the database refuses or what it holds cannot be read.
    pub async fn list(
        &self,
        filter: Filter,
        offset: u32,
        limit: u32,
    ) -> Result<(Vec<Listed>, u64), StoreError> {
        let (count, page) = match filter {
            Filter::All => (
                "SELECT COUNT(*) AS n FROM games",
                "SELECT id, setup, created_at, updated_at, players, plies, position, ending \
                 FROM games ORDER BY updated_at DESC, id DESC LIMIT $1 OFFSET $2",
            ),
            Filter::Playing => (
                "SELECT COUNT(*) AS n FROM games WHERE ending IS NULL",
                "SELECT id, setup, created_at, updated_at, players, plies, position, ending \
                 FROM games WHERE ending IS NULL \
                 ORDER BY updated_at DESC, id DESC LIMIT $1 OFFSET $2",
            ),
            Filter::Over => (
                "SELECT COUNT(*) AS n FROM games WHERE ending IS NOT NULL",
                "SELECT id, setup, created_at, updated_at, players, plies, position, ending \
                 FROM games WHERE ending IS NOT NULL \
                 ORDER BY updated_at DESC, id DESC LIMIT $1 OFFSET $2",
            ),
        };
        let mut transaction = self.pool.begin().await?;
        let total = number(&sqlx::query(count).fetch_one(&mut *transaction).await?, "n")?;
        let rows = sqlx::query(page)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&mut *transaction)
            .await?;
        let games = rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?;
        Ok((games, total))
    }

    /// Lists games that `keep` takes, the latest change first, and how many it takes in all.
    ///
    /// # Errors
    /// When the database refuses or what it holds cannot be read.
    pub async fn search(
        &self,
        filter: Filter,
        keep: impl Fn(&Listed) -> bool,
        offset: u32,
        limit: u32,
    ) -> Result<(Vec<Listed>, u64), StoreError> {
        // Names are compared as people read them, which the database cannot do; it hands out so
        // many games at once.
        const CHUNK: u32 = 500;
        let (mut found, mut total, mut passed) = (Vec::new(), 0, 0);
        loop {
            let (games, _) = self.list(filter, passed, CHUNK).await?;
            let last = games.len() < CHUNK as usize;
            for game in games.into_iter().filter(|game| keep(game)) {
                if total >= u64::from(offset) && found.len() < limit as usize {
                    found.push(game);
                }
                total += 1;
            }
            if last {
                return Ok((found, total));
            }
            passed = passed.saturating_add(CHUNK);
        }
    }

    /// Removes a game; `false` when there was none.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let done =
            sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// The preferences, or the defaults when none were stored.
    ///
    /// # Errors
    /// When the database refuses or what it holds cannot be read.
    pub async fn preferences(&self) -> Result<Preferences, StoreError> {
        let row = sqlx::query("SELECT body FROM preferences WHERE id = 1")
            .fetch_optional(&self.pool)
            .await?;
        row.map_or_else(
            || Ok(Preferences::default()),
            |row| parse(row.try_get("body")?, "preferences", "the hall"),
        )
    }

    /// Stores the preferences.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn set_preferences(&self, preferences: &Preferences) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO preferences (id, body) VALUES (1, $1) \
             ON CONFLICT (id) DO UPDATE SET body = excluded.body",
        )
        .bind(json(preferences))
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Appends to the log after `version`. The request's id goes with the first change.
async fn log(
    transaction: &mut sqlx::Transaction<'_, sqlx::Sqlite>,
    id: &str,
    version: u64,
    now: Moment,
    request: Option<&str>,
    changes: &[Change],
) -> Result<(), StoreError> {
    for (i, change) in changes.iter().enumerate() {
        let done = sqlx::query(
            "INSERT INTO changes (game_id, version, at, request, body) \
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(id)
        .bind(stored(version + 1 + i as u64))
        .bind(now.0)
        .bind(request.filter(|_| i == 0))
        .bind(json(change))
        .execute(&mut **transaction)
        .await;
        match done {
            Ok(_) => {}
            Err(sqlx::Error::Database(e)) if e.is_unique_violation() => {
                return Err(StoreError::Conflict);
            }
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let id: String = row.try_get("id")?;
    let end: Option<&str> = row.try_get("ending")?;
    let summary = Summary {
        players: parse(row.try_get("players")?, "players", &id)?,
        plies: u32::try_from(number(row, "plies")?).unwrap_or(u32::MAX),
        position: row.try_get("position")?,
        end: end.map(|end| parse(end, "end", &id)).transpose()?,
    };
    Ok(Listed {
        setup: parse(row.try_get("setup")?, "set-up", &id)?,
        created_at: Moment(row.try_get("created_at")?),
        updated_at: Moment(row.try_get("updated_at")?),
        summary,
        id,
    })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and string-keyed maps are always JSON")
}

fn parse<T: DeserializeOwned>(text: &str, what: &'static str, id: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|source| StoreError::Unreadable {
        what,
        id: id.to_owned(),
        source,
    })
}

/// Versions count changes made one by one: they never come near 2⁶³.
fn stored(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    Ok(u64::try_from(row.try_get::<i64, _>(column)?).unwrap_or(0))
}
