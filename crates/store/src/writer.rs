//! The one task that writes.
//!
//! It owns the only connection that may write. It takes all waiting changes, of many games, and writes them to
//! the disk with one commit and one sync. It answers all of them afterwards.
//!
//! The code begins and ends transactions explicitly. After a failed write SQLite may have rolled
//! back by itself. A connection with an error in a transaction is therefore closed, and every
//! caller with a change in that transaction gets the error.

use crate::archive::{self, ArchiveJob};
use crate::folder::{FILE, Folder, Identity};
use crate::format::{Check, FORMAT, Stored};
use crate::studies::{self, StudyJob};
use crate::{Change, Moment, Setup, StoreError, Summary, fold};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row};
use std::path::Path;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Changes that share one commit at most.
const BATCH: usize = 256;
/// The length of the queue. A caller waits while it is full.
const QUEUE: usize = 1024;
/// The size of the log's file after a checkpoint.
const LOG_KEPT: &str = "4194304";

/// A write request.
#[derive(Debug)]
pub(crate) enum Job {
    Create(Box<Create>),
    Append(Box<Append>),
    Delete(String),
    Preferences(String),
    Study(Box<StudyJob>),
    Archive(Box<ArchiveJob>),
}

#[derive(Debug)]
pub(crate) struct Create {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) family: String,
    pub(crate) now: Moment,
    pub(crate) changes: Vec<Change>,
    pub(crate) summary: Summary,
}

#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) request: Option<String>,
    pub(crate) now: Moment,
    pub(crate) changes: Vec<Change>,
    pub(crate) summary: Summary,
}

/// The game's new version, or how many games were removed.
type Reply = oneshot::Sender<Result<u64, StoreError>>;

#[derive(Debug)]
enum Message {
    Write(Job, Reply),
    Close(oneshot::Sender<()>),
}

/// The sender to the task.
#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Message>);

impl Writer {
    /// Starts the task on a connection that [`connect`] made.
    pub(crate) fn start(folder: Folder, connection: SqliteConnection) -> Result<Self, StoreError> {
        let identity = Identity::of(folder.path())?;
        let (sender, inbox) = mpsc::channel(QUEUE);
        let task = WriterTask { folder, identity, connection: Some(connection) };
        tokio::spawn(task.run(inbox));
        Ok(Self(sender))
    }

    /// Writes a request. It is on the disk when this returns.
    pub(crate) async fn write(&self, job: Job) -> Result<u64, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(Message::Write(job, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes all earlier requests, closes the file and unlocks the folder.
    pub(crate) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.0.send(Message::Close(reply)).await.is_ok() {
            // A task that has ended has closed the file.
            let _ = answer.await;
        }
    }
}

/// Opens a database for writing.
pub(crate) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("journal_size_limit", LOG_KEPT)
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

struct WriterTask {
    folder: Folder,
    identity: Identity,
    connection: Option<SqliteConnection>,
}

impl WriterTask {
    async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let mut closing = None;
        while closing.is_none()
            && let Some(first) = inbox.recv().await
        {
            let (mut jobs, mut replies) = (Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    Message::Write(job, reply) => {
                        jobs.push(job);
                        replies.push(reply);
                    }
                    Message::Close(reply) => {
                        closing = Some(reply);
                        break;
                    }
                }
                next = if jobs.len() < BATCH { inbox.try_recv().ok() } else { None };
            }
            let results = if jobs.is_empty() { Vec::new() } else { self.write_all(&jobs).await };
            for (reply, result) in replies.into_iter().zip(results) {
                // The caller may have gone; the data stay written.
                let _ = reply.send(result);
            }
        }
        inbox.close();
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!("closing the store: {error}");
        }
        drop(self);
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// Writes all waiting requests in one commit. If one of several makes it fail, each gets its own commit.
    async fn write_all(&mut self, jobs: &[Job]) -> Vec<Result<u64, StoreError>> {
        match self.transact(jobs).await {
            Ok(results) => results,
            Err(StoreError::DiskFull(_)) if self.make_room().await => {
                match self.transact(jobs).await {
                    Ok(results) => results,
                    Err(error) => self.refuse(jobs, &error),
                }
            }
            Err(StoreError::Damaged { .. } | StoreError::Database(_)) if jobs.len() > 1 => {
                let mut results = Vec::with_capacity(jobs.len());
                for job in jobs {
                    let one = self.transact(std::slice::from_ref(job)).await;
                    results.extend(match one {
                        Ok(results) => results,
                        Err(error) => self.refuse(std::slice::from_ref(job), &error),
                    });
                }
                results
            }
            Err(error) => self.refuse(jobs, &error),
        }
    }

    #[expect(clippy::unused_self, reason = "said where the writing is")]
    fn refuse(&self, jobs: &[Job], error: &StoreError) -> Vec<Result<u64, StoreError>> {
        tracing::error!("{} changes were not stored: {error}", jobs.len());
        vec![Err(error.clone()); jobs.len()]
    }

    /// Runs one transaction. After an error nothing of it is stored, and the connection is closed.
    async fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
        self.identity.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect().await?,
        };
        let done = transact(&mut connection, jobs).await;
        // Data written to a deleted file are not stored.
        let done = done.and_then(|results| {
            self.identity.note_log()?;
            self.identity.check()?;
            Ok(results)
        });
        match done {
            Ok(results) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Err(error) => {
                let gone = self.identity.check();
                // SQLite may have rolled back already; the connection is closed in either case.
                let _ = sqlx::query("ROLLBACK").execute(&mut connection).await;
                let _ = connection.close().await;
                gone?;
                self.identity.forget_log();
                Err(error.seen_from(self.folder.path()))
            }
        }
    }

    async fn reconnect(&self) -> Result<SqliteConnection, StoreError> {
        let connection = options(&self.folder.at(FILE)).connect().await;
        connection.map_err(|error| StoreError::from(error).seen_from(self.folder.path()))
    }

    /// On a full disk: moves the log into the database, which often has free pages, and truncates the log.
    /// Returns whether another try may succeed.
    async fn make_room(&mut self) -> bool {
        let Ok(mut connection) = self.reconnect().await else { return false };
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await;
        // Columns: busy, pages in the log, pages moved.
        let moved = row.is_ok_and(|row| row.try_get::<i64, _>(0).is_ok_and(|busy| busy == 0));
        if moved {
            self.connection = Some(connection);
        } else {
            let _ = connection.close().await;
        }
        moved
    }
}

async fn transact(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        // A conflict is found before anything is written, so it does not affect the others.
        match perform(connection, job).await {
            Err(StoreError::Conflict) => results.push(Err(StoreError::Conflict)),
            other => results.push(Ok(other?)),
        }
    }
    // In a transaction that SQLite has ended by itself this is an error.
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(results)
}

async fn perform(connection: &mut SqliteConnection, job: &Job) -> Result<u64, StoreError> {
    match job {
        Job::Create(new) => create(connection, new).await,
        Job::Append(more) => append(connection, more).await,
        Job::Delete(id) => {
            let done =
                sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(connection).await?;
            Ok(done.rows_affected())
        }
        Job::Study(job) => studies::perform(connection, job).await,
        Job::Archive(job) => archive::perform(connection, job).await,
        Job::Preferences(body) => {
            sqlx::query(
                "INSERT INTO preferences (id, body, format, body_check) VALUES (1, $1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET \
                 body = excluded.body, format = excluded.format, body_check = excluded.body_check",
            )
            .bind(body)
            .bind(FORMAT)
            .bind(Check::default().text(body).sum())
            .execute(connection)
            .await?;
            Ok(0)
        }
    }
}

async fn create(connection: &mut SqliteConnection, new: &Create) -> Result<u64, StoreError> {
    let found = sqlx::query("SELECT 1 FROM games WHERE id = $1")
        .bind(&new.id)
        .fetch_optional(&mut *connection);
    if found.await?.is_some() {
        return Err(StoreError::Conflict);
    }
    let version = new.changes.len() as u64;
    let setup = new.setup.write();
    let head = Head::new(&new.id, version, new.now, &new.summary);
    let mut names = [None, None];
    for (name, player) in names.iter_mut().zip(&new.setup.players) {
        *name = name_id(connection, player).await?;
    }
    sqlx::query(
        "INSERT INTO games (id, setup, version, created_at, updated_at, players, plies, position, \
         ending, format, setup_check, head_check, family, ended, name_a, name_b) \
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(&new.id)
    .bind(&setup)
    .bind(head.version)
    .bind(new.now.0)
    .bind(&head.players)
    .bind(head.plies)
    .bind(head.position)
    .bind(&head.ending)
    .bind(FORMAT)
    .bind(setup_check(&new.id, new.now.0, &setup))
    .bind(head.check)
    .bind(&new.family)
    .bind(i64::from(head.ending.is_some()))
    .bind(names[0])
    .bind(names[1])
    .execute(&mut *connection)
    .await?;
    log(connection, &new.id, 0, new.now, None, &new.changes).await?;
    Ok(version)
}

async fn append(connection: &mut SqliteConnection, more: &Append) -> Result<u64, StoreError> {
    let request = more.request.as_deref();
    if let Some(request) = request {
        let found = sqlx::query("SELECT 1 FROM changes WHERE game_id = $1 AND request = $2")
            .bind(&more.id)
            .bind(request)
            .fetch_optional(&mut *connection);
        if found.await?.is_some() {
            return Err(StoreError::Conflict);
        }
    }
    let next = more.version + more.changes.len() as u64;
    let head = Head::new(&more.id, next, more.now, &more.summary);
    let found = sqlx::query(
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
    if found.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    log(connection, &more.id, more.version, more.now, request, &more.changes).await?;
    Ok(next)
}

/// Appends to the log after `version`. The request's id goes with the first change.
async fn log(
    connection: &mut SqliteConnection,
    id: &str,
    version: u64,
    now: Moment,
    request: Option<&str>,
    changes: &[Change],
) -> Result<(), StoreError> {
    for (i, change) in changes.iter().enumerate() {
        let request = request.filter(|_| i == 0);
        let (version, body) = (number(version + 1 + i as u64), change.write());
        sqlx::query(
            "INSERT INTO changes (game_id, version, at, request, body, format, body_check) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id)
        .bind(version)
        .bind(now.0)
        .bind(request)
        .bind(&body)
        .bind(FORMAT)
        .bind(change_check(id, version, now.0, request, &body))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// The number of a player's name; a new name gets one.
pub(crate) async fn name_id(
    connection: &mut SqliteConnection,
    player: &wire::Player,
) -> Result<Option<i64>, StoreError> {
    let Some(name) = fold::player(player) else { return Ok(None) };
    let found = sqlx::query_scalar::<_, i64>("SELECT id FROM names WHERE name = $1")
        .bind(&name)
        .fetch_optional(&mut *connection)
        .await?;
    if found.is_some() {
        return Ok(found);
    }
    let new = sqlx::query_scalar::<_, i64>("INSERT INTO names (name) VALUES ($1) RETURNING id")
        .bind(&name)
        .fetch_one(connection)
        .await?;
    Ok(Some(new))
}

/// The columns of a game that change, in their stored form.
struct Head<'a> {
    version: i64,
    players: String,
    plies: i64,
    position: &'a str,
    ending: Option<String>,
    check: i64,
}

impl<'a> Head<'a> {
    fn new(id: &str, version: u64, now: Moment, summary: &'a Summary) -> Self {
        let version = number(version);
        let players = summary.players.write();
        let plies = i64::from(summary.plies);
        let position = summary.position.as_str();
        let ending = summary.end.as_ref().map(Stored::write);
        let check = head_check(id, version, now.0, &players, plies, position, ending.as_deref());
        Self { version, players, plies, position, ending, check }
    }
}

/// The checksum over the columns of a game that never change.
pub(crate) fn setup_check(id: &str, created_at: i64, setup: &str) -> i64 {
    Check::default().text(id).number(created_at).text(setup).sum()
}

/// The checksum over the columns that each change updates.
pub(crate) fn head_check(
    id: &str,
    version: i64,
    updated_at: i64,
    players: &str,
    plies: i64,
    position: &str,
    ending: Option<&str>,
) -> i64 {
    let check = Check::default().text(id).number(version).number(updated_at).text(players);
    check.number(plies).text(position).option(ending).sum()
}

/// The checksum over a change.
pub(crate) fn change_check(
    id: &str,
    version: i64,
    at: i64,
    request: Option<&str>,
    body: &str,
) -> i64 {
    Check::default().text(id).number(version).number(at).option(request).text(body).sum()
}

/// Versions count changes made one by one: they never reach 2⁶³.
pub(crate) fn number(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
