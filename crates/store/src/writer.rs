//! The one task that writes.
//!
//! It owns the only connection that may write. It takes all waiting changes, of many games, and writes them to
//! the disk with one commit and one sync. It answers all of them afterwards.
//!
//! The code begins and ends transactions explicitly. After a failed write SQLite may have rolled
//! back by itself. A connection with an error in a transaction is therefore closed, and every
//! caller with a change in that transaction gets the error.

use crate::StoreError;
use crate::accounts::AccountJob;
use crate::agreements::GameAgreement;
use crate::archive::ArchiveJob;
use crate::correspondence::KeepConditional;
use crate::db::{Link, query};
use crate::folder::{FILE, HallFolder, Identity};
use crate::games::perform;
use crate::leases::LeaseJob;
use crate::lobby::LobbyJob;
use crate::opening::options;
use crate::passkeys::PasskeyJob;
use crate::postgres::WriterLock;
use crate::puzzles::PuzzleJob;
use crate::safety::SafetyJob;
use crate::sight::SightJob;
use crate::studies::StudyJob;
use crate::take_over::TakeOver;
use crate::tournaments::TournamentJob;
use hall::rating::RatedResult;
use hall::{Change, GameSetup, GameSummary, Moment, TurnUpdate};
use sqlx::ConnectOptions;
use tokio::sync::{mpsc, oneshot};

/// Changes that share one commit at most.
const BATCH: usize = 256;
/// The length of the queue. A caller waits while it is full.
const QUEUE: usize = 1024;

/// A write request.
#[derive(Debug)]
pub(crate) enum WriteRequest {
    Create(Box<CreateGame>),
    /// Many games at once: all or none.
    CreateMany(Vec<CreateGame>),
    /// Games and studies of another hall: all or none.
    TakeOver(Box<TakeOver>),
    Append(Box<AppendChanges>),
    Delete(String),
    Preferences(String),
    /// The name and the text of a secret, if there is none of this name.
    Secret(String, String),
    Study(Box<StudyJob>),
    Archive(Box<ArchiveJob>),
    Puzzles(Box<PuzzleJob>),
    Account(Box<AccountJob>),
    Passkey(Box<PasskeyJob>),
    Lobby(LobbyJob),
    Conditional(KeepConditional),
    Safety(Box<SafetyJob>),
    Sight(SightJob),
    Agreements(Vec<GameAgreement>),
    Tournament(Box<TournamentJob>),
    Lease(LeaseJob),
    /// Writes a row and removes it, to learn whether anything can be written.
    Check,
}

#[derive(Debug)]
pub(crate) struct CreateGame {
    pub(crate) id: String,
    pub(crate) setup: GameSetup,
    pub(crate) family: String,
    /// When it began; if absent, now.
    pub(crate) began: Option<Moment>,
    pub(crate) now: Moment,
    pub(crate) changes: Vec<Change>,
    pub(crate) summary: GameSummary,
    pub(crate) tags: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct AppendChanges {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) request: Option<String>,
    pub(crate) now: Moment,
    pub(crate) changes: Vec<Change>,
    pub(crate) summary: GameSummary,
    pub(crate) follows: Consequences,
}

/// What follows from changes of a game in the same transaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// How the game has ended for the ratings, if it is a rated one: they change once.
    pub rated: Option<RatedResult>,
    /// Whose move it waits for, if it is a game by correspondence.
    pub turn: TurnUpdate,
}

impl From<Option<RatedResult>> for Consequences {
    fn from(rated: Option<RatedResult>) -> Self {
        Self { rated, turn: TurnUpdate::Same }
    }
}

/// The game's new version, or how many games were removed.
type WriteReply = oneshot::Sender<Result<u64, StoreError>>;

/// What came of the requests of one transaction.
pub(crate) type WriteResults = Vec<Result<u64, StoreError>>;

#[derive(Debug)]
enum WriterMessage {
    Write(WriteRequest, WriteReply),
    Close(oneshot::Sender<()>),
}

/// The sender to the task.
#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<WriterMessage>);

impl Writer {
    /// Starts the task on a connection to the file of a folder.
    pub(crate) fn of_folder(folder: HallFolder, link: Link) -> Result<Self, StoreError> {
        let identity = Identity::of(folder.path())?;
        Ok(Self::start(SqliteFile { folder, identity }.into(), link))
    }

    /// Starts the task on a connection to a database of a server.
    #[cfg_attr(not(feature = "postgres"), allow(dead_code, reason = "there is no server"))]
    pub(crate) fn of_server(lock: WriterLock, link: Link) -> Self {
        Self::start(WriteTarget::Server(lock), link)
    }

    fn start(target: WriteTarget, link: Link) -> Self {
        let (sender, inbox) = mpsc::channel(QUEUE);
        let task = WriterTask { target, link: Some(link) };
        tokio::spawn(task.run(inbox));
        Self(sender)
    }

    /// Writes a request. It is on the disk when this returns.
    pub(crate) async fn write(&self, job: WriteRequest) -> Result<u64, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(WriterMessage::Write(job, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes all earlier requests, closes the file and unlocks the folder.
    pub(crate) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.0.send(WriterMessage::Close(reply)).await.is_ok() {
            // A task that has ended has closed the file.
            let _ = answer.await;
        }
    }
}

/// Where the task writes to.
#[cfg_attr(not(feature = "postgres"), allow(dead_code, reason = "there is no server"))]
enum WriteTarget {
    Folder(Box<SqliteFile>),
    Server(WriterLock),
}

impl From<SqliteFile> for WriteTarget {
    fn from(files: SqliteFile) -> Self {
        Self::Folder(Box::new(files))
    }
}

struct WriterTask {
    target: WriteTarget,
    link: Option<Link>,
}

impl WriterTask {
    async fn run(mut self, mut inbox: mpsc::Receiver<WriterMessage>) {
        let mut closing = None;
        while closing.is_none()
            && let Some(first) = inbox.recv().await
        {
            let (mut jobs, mut replies) = (Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    WriterMessage::Write(job, reply) => {
                        jobs.push(job);
                        replies.push(reply);
                    }
                    WriterMessage::Close(reply) => {
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
        let mut link = self.link.take();
        if let (WriteTarget::Server(lock), Some(link)) = (&self.target, &mut link) {
            lock.leave(link).await;
        }
        if let Some(link) = link
            && let Err(error) = link.close().await
        {
            tracing::warn!("closing the store: {error}");
        }
        drop(self);
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// Writes all waiting requests in one commit. If one of several makes it fail, each gets its own commit.
    async fn write_all(&mut self, jobs: &[WriteRequest]) -> WriteResults {
        match self.transact(jobs).await {
            Ok(results) => results,
            Err(StoreError::DiskFull(_)) if self.make_room().await => {
                self.transact(jobs).await.unwrap_or_else(|error| refuse(jobs, &error))
            }
            Err(StoreError::Damaged { .. } | StoreError::Database(_) | StoreError::Unfit(_))
                if jobs.len() > 1 =>
            {
                let mut results = Vec::with_capacity(jobs.len());
                for job in jobs {
                    let job = std::slice::from_ref(job);
                    let one = self.transact(job).await;
                    results.extend(one.unwrap_or_else(|error| refuse(job, &error)));
                }
                results
            }
            Err(error) => refuse(jobs, &error),
        }
    }

    /// Runs one transaction. After an error nothing of it is stored.
    async fn transact(&mut self, jobs: &[WriteRequest]) -> Result<WriteResults, StoreError> {
        match &mut self.target {
            WriteTarget::Folder(files) => files.write(&mut self.link, jobs).await,
            WriteTarget::Server(lock) => lock.write(&mut self.link, jobs).await,
        }
    }

    /// On a full disk: whether another try may succeed.
    async fn make_room(&mut self) -> bool {
        match &self.target {
            WriteTarget::Folder(files) => {
                self.link = files.make_room().await;
                self.link.is_some()
            }
            WriteTarget::Server(_) => false,
        }
    }
}

fn refuse(jobs: &[WriteRequest], error: &StoreError) -> WriteResults {
    tracing::error!("{} changes were not stored: {error}", jobs.len());
    vec![Err(error.clone()); jobs.len()]
}

/// A folder with a file of SQLite.
struct SqliteFile {
    folder: HallFolder,
    identity: Identity,
}

impl SqliteFile {
    /// Runs one transaction. After an error nothing of it is stored, and the connection is closed.
    async fn write(
        &mut self,
        link: &mut Option<Link>,
        jobs: &[WriteRequest],
    ) -> Result<WriteResults, StoreError> {
        self.identity.check()?;
        let mut connection = match link.take() {
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
                *link = Some(connection);
                Ok(results)
            }
            Err(error) => {
                let gone = self.identity.check();
                // SQLite may have rolled back already; the connection is closed in either case.
                let _ = query("ROLLBACK").execute(&mut connection).await;
                let _ = connection.close().await;
                gone?;
                self.identity.forget_log();
                Err(error.seen_from(self.folder.path()))
            }
        }
    }

    async fn reconnect(&self) -> Result<Link, StoreError> {
        let connection = options(&self.folder.at(FILE)).connect().await;
        let connection =
            connection.map_err(|error| StoreError::from(error).seen_from(self.folder.path()))?;
        Ok(Link::Sqlite(connection))
    }

    /// Moves the log into the database, which often has free pages, and truncates the log. Returns a connection
    /// if that was done.
    async fn make_room(&self) -> Option<Link> {
        let mut link = self.reconnect().await.ok()?;
        let row = query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut link).await;
        // Columns: busy, pages in the log, pages moved.
        if row.is_ok_and(|row| row.try_get::<i64>(0).is_ok_and(|busy| busy == 0)) {
            return Some(link);
        }
        let _ = link.close().await;
        None
    }
}

async fn transact(link: &mut Link, jobs: &[WriteRequest]) -> Result<WriteResults, StoreError> {
    query("BEGIN IMMEDIATE").execute(&mut *link).await?;
    let results = perform_all(link, jobs).await?;
    // In a transaction that SQLite has ended by itself this is an error.
    query("COMMIT").execute(link).await?;
    Ok(results)
}

/// Performs the requests within a transaction.
pub(crate) async fn perform_all(
    link: &mut Link,
    jobs: &[WriteRequest],
) -> Result<WriteResults, StoreError> {
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        // A conflict is found before anything is written, so it does not affect the others.
        match perform(link, job).await {
            Err(StoreError::Conflict) => results.push(Err(StoreError::Conflict)),
            other => results.push(Ok(other?)),
        }
    }
    Ok(results)
}
