//! The one server that writes to a hall on PostgreSQL.
//!
//! A lock of the session keeps a second server out as long as the first is connected; nodes of one hall share it. A
//! row in the database (`nodes`) keeps the first one out after the second took its place: each transaction
//! changes the row of its node, if that has not ended.
//!
//! A connection can end while the answer to a COMMIT is on its way. The transaction has written its own
//! number (`nodes.batch`). A new connection ends the session of the old one, waits for its row lock, and
//! reads the number: then it is known whether the transaction was committed.

use crate::db::{Link, query};
use crate::games;
use crate::leases;
use crate::opening::LockPurpose;
use crate::writer::{WriteRequest, WriteResults, perform_all};
use crate::{Address, StoreError, secrets, tables};
use sqlx::ConnectOptions;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// The lock of the session; locks belong to a database.
const LOCK: i64 = 0x5949_5149;
/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long an answer may take. A longer silence counts as a lost connection.
const ANSWER: Duration = Duration::from_secs(15);
/// How long the changes that wait are tried again after the connection was lost.
const PATIENCE: Duration = Duration::from_secs(8);
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// How long to wait for a server that is closing.
const LEAVING: Duration = Duration::from_millis(1000);
/// How long a node waits for the first one, which makes the tables.
const STARTING: Duration = Duration::from_secs(5);

/// The right to write, and what is known of the last transaction.
#[derive(Debug)]
pub(crate) struct WriterLock {
    address: Address,
    /// Whether other nodes may write, too.
    is_shared: bool,
    /// The number of this node, which is its fence.
    node: i64,
    batch: i64,
    /// The number of the session on the server.
    session: i64,
    /// Since when the server is away.
    away: Option<Instant>,
}

/// A database that is ready to be written to.
#[derive(Debug)]
pub(crate) struct LockedDatabase {
    pub(crate) lock: WriterLock,
    pub(crate) link: Link,
    /// Messages for the operator.
    pub(crate) notices: Vec<String>,
}

/// Opens a hall: makes its tables if the database is empty, and takes the lock of its writer.
///
/// `own` is the name of this node.
pub(crate) async fn take(
    address: &Address,
    purpose: LockPurpose,
    own: &str,
) -> Result<LockedDatabase, StoreError> {
    let is_shared = purpose == LockPurpose::Node;
    let mut link = connect(address).await?;
    // Whoever gets the whole lock knows that no other node is connected.
    let is_first = lock(&mut link, false, if is_shared { Duration::ZERO } else { LEAVING }).await?;
    let may = is_first || (is_shared && lock(&mut link, true, STARTING).await?);
    if !may {
        let by = holder(&mut link).await;
        return Err(StoreError::InUse { path: address.to_string(), by });
    }
    let is_empty = check_database(&mut link, address).await?;
    if is_empty && purpose == LockPurpose::Source {
        let what = format!("{address} is empty: there is no hall to move");
        return Err(StoreError::DataGone(what));
    }
    let unfinished = tables::unfinished_work(&mut link).await;
    if let Link::Postgres(connection) = &mut link {
        tables::postgres().run(connection).await?;
    }
    let moving: Option<String> =
        query("SELECT moving FROM writer WHERE id = 1").scalars(&mut link).await?.pop().flatten();
    if moving.is_some() && purpose != LockPurpose::Target {
        return Err(StoreError::Foreign(format!(
            "a move of a hall to {address} was interrupted: let `yiqi store move` end it, or begin \
             with an empty database"
        )));
    }
    if is_first {
        leases::end_all(&mut link).await?;
    }
    leases::sweep(&mut link).await?;
    let node = leases::register(&mut link, own).await?;
    if is_first && is_shared {
        // The next ones may come now. This session has the lock all the time.
        lock(&mut link, true, Duration::ZERO).await?;
        query("SELECT pg_advisory_unlock($1)").bind(LOCK).execute(&mut link).await?;
    }
    let fsync: String = query("SELECT current_setting('fsync')").scalar(&mut link).await?;
    let mut notices: Vec<_> = unfinished.into_iter().collect();
    if fsync != "on" {
        notices.push(format!(
            "{address} runs with fsync = {fsync}: a crash of its machine can lose stored changes"
        ));
    }
    notices.extend(open_to_others(&mut link, address).await?);
    if matches!(purpose, LockPurpose::Hall | LockPurpose::Node) {
        notices.extend(secrets::check(&mut link).await?);
    }
    let session = session(&mut link).await?;
    let lock =
        WriterLock { address: address.clone(), is_shared, node, batch: 0, session, away: None };
    Ok(LockedDatabase { lock, link, notices })
}

async fn connect(address: &Address) -> Result<Link, StoreError> {
    let told = |what: String| StoreError::Unreachable(format!("{address}: {what}"));
    match timeout(CONNECTING, address.options().connect()).await {
        Ok(Ok(connection)) => Ok(Link::Postgres(connection)),
        Ok(Err(error)) => Err(match StoreError::of_server(error) {
            StoreError::Unreachable(words) => told(words),
            StoreError::Foreign(words) => StoreError::Foreign(format!("{address}: {words}")),
            other => other,
        }),
        Err(_) => Err(told(format!("no answer within {} s", CONNECTING.as_secs()))),
    }
}

/// What an operator is told of a connection to another machine that others could read or answer.
async fn open_to_others(link: &mut Link, address: &Address) -> Result<Option<String>, StoreError> {
    if !address.is_elsewhere() || address.is_proven() {
        return Ok(None);
    }
    let secret = "SELECT CAST(CAST(ssl AS INTEGER) AS BIGINT) FROM pg_stat_ssl \
                  WHERE pid = pg_backend_pid()";
    let is_secret = query(secret).scalars::<i64>(link).await?.pop() == Some(1);
    let what = if is_secret { "is not checked to be the right server" } else { "is not encrypted" };
    Ok(Some(format!(
        "the connection to {address} {what}: add sslmode=verify-full (docs/serve/install.md)"
    )))
}

async fn session(link: &mut Link) -> Result<i64, StoreError> {
    query("SELECT CAST(pg_backend_pid() AS BIGINT)").scalar(link).await
}

/// Tries to get the lock.
async fn lock(link: &mut Link, is_shared: bool, patience: Duration) -> Result<bool, StoreError> {
    let until = Instant::now() + patience;
    loop {
        let got = query(if is_shared {
            "SELECT CAST(CAST(pg_try_advisory_lock_shared($1) AS INTEGER) AS BIGINT)"
        } else {
            "SELECT CAST(CAST(pg_try_advisory_lock($1) AS INTEGER) AS BIGINT)"
        });
        if got.bind(LOCK).scalar::<i64>(&mut *link).await? == 1 {
            return Ok(true);
        }
        if Instant::now() > until {
            return Ok(false);
        }
        sleep(PAUSE).await;
    }
}

/// The process that has the lock, as it names itself.
async fn holder(link: &mut Link) -> Option<String> {
    let name = query(
        "SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid \
         JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' AND l.granted \
         AND d.datname = current_database() AND CAST(l.objid AS BIGINT) = $1",
    );
    let name: String = name.bind(LOCK).scalars(link).await.ok()?.pop()?;
    name.strip_prefix("yiqi ").map(str::to_owned)
}

/// Checks that the database can be, or is, that of a hall. Returns whether it is empty.
async fn check_database(link: &mut Link, address: &Address) -> Result<bool, StoreError> {
    let encoding: String =
        query("SELECT current_setting('server_encoding')").scalar(&mut *link).await?;
    if encoding != "UTF8" {
        let what = format!("{address} has the encoding {encoding}; a hall needs UTF8");
        return Err(StoreError::Foreign(what));
    }
    let tables: Vec<String> =
        query("SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()")
            .scalars(link)
            .await?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    if has("writer") && has("games") && has("_sqlx_migrations") {
        return Ok(false);
    }
    // The first start may have been interrupted.
    if tables.iter().all(|table| table.starts_with("_sqlx")) {
        return Ok(true);
    }
    let what =
        format!("{address} has tables, but not a hall's: a hall needs a database of its own");
    Err(StoreError::Foreign(what))
}

impl WriterLock {
    /// Runs one transaction, and tries it again where the connection was lost. After an error nothing of it
    /// is stored, unless the message says that this is not known.
    pub(crate) async fn write(
        &mut self,
        link: &mut Option<Link>,
        jobs: &[WriteRequest],
    ) -> Result<WriteResults, StoreError> {
        // Changes that come while others wait for a server that is away wait no longer than those.
        let began = Instant::now();
        let until = self.away.unwrap_or(began) + PATIENCE;
        loop {
            match self.attempt(link, jobs, until).await {
                Err(TransactionError::Before(error)) if Instant::now() > until => {
                    self.away = self.away.or(Some(began));
                    return Err(error);
                }
                Err(TransactionError::Before(error)) => {
                    tracing::warn!("{error}; the changes that wait are tried again");
                    sleep(PAUSE).await;
                }
                Err(TransactionError::For(error)) => return Err(error),
                Ok(results) => {
                    self.away = None;
                    return Ok(results);
                }
            }
        }
    }

    async fn attempt(
        &mut self,
        link: &mut Option<Link>,
        jobs: &[WriteRequest],
        until: Instant,
    ) -> Result<WriteResults, TransactionError> {
        let mut connection = match link.take() {
            Some(connection) => connection,
            None => answered(self.reconnect()).await?,
        };
        self.batch += 1;
        let results = match answered(self.perform(&mut connection, jobs)).await {
            Ok(results) => results,
            Err(error) => {
                if !matches!(error, StoreError::Unreachable(_))
                    && answered(query("ROLLBACK").execute(&mut connection)).await.is_ok()
                {
                    *link = Some(connection);
                }
                return Err(error.into());
            }
        };
        let lost = match answered(query("COMMIT").execute(&mut connection)).await {
            Ok(_) => {
                *link = Some(connection);
                return Ok(results);
            }
            Err(StoreError::Unreachable(words)) => StoreError::Unreachable(words),
            // The server has refused it; the connection is closed.
            Err(error) => return Err(TransactionError::For(error)),
        };
        drop(connection);
        tracing::warn!("{lost}; it is asked whether the last transaction was committed");
        let (found, was_committed) = self.ask(until).await.map_err(|error| {
            let words = format!(
                "{error}; the connection was lost before the answer, and it is not known whether \
                 the change was stored"
            );
            TransactionError::For(StoreError::Unreachable(words))
        })?;
        *link = Some(found);
        if was_committed { Ok(results) } else { Err(TransactionError::Before(lost)) }
    }

    /// The changes of one transaction, without its end.
    async fn perform(
        &self,
        link: &mut Link,
        jobs: &[WriteRequest],
    ) -> Result<WriteResults, StoreError> {
        query("BEGIN").execute(&mut *link).await?;
        if !leases::enter(link, self.node, self.batch).await? {
            return Err(self.taken());
        }
        if !self.is_shared {
            return perform_all(link, jobs).await;
        }
        leases::take_turn(link, jobs).await?;
        let mut results = Vec::with_capacity(jobs.len());
        // Who asks for a lease goes on after the commit, so no other request of this transaction needs it.
        let mut leases = leases::perform(link, self.node, jobs).await?;
        let foreign = leases::foreign(link, self.node, jobs).await?;
        for (i, job) in jobs.iter().enumerate() {
            if let Some(result) = leases.remove(&i) {
                results.push(result);
                continue;
            }
            if foreign.contains(&i) {
                results.push(Err(StoreError::Elsewhere));
                continue;
            }
            let done = match games::perform(link, job).await {
                Ok(done) => leases::forget(link, self.node, job).await.map(|()| done),
                Err(error) => Err(error),
            };
            match done {
                Err(StoreError::Conflict) => results.push(Err(StoreError::Conflict)),
                other => results.push(Ok(other?)),
            }
        }
        Ok(results)
    }

    /// A new connection with the lock.
    async fn reconnect(&mut self) -> Result<Link, StoreError> {
        let mut link = connect(&self.address).await?;
        // The server may not have noticed that the old connection is gone.
        let ended = query(
            "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = $1 \
             AND application_name = current_setting('application_name') \
             AND usename = current_user AND pid <> pg_backend_pid()",
        );
        ended.bind(self.session).scalar::<i64>(&mut link).await?;
        if !lock(&mut link, self.is_shared, LEAVING).await? {
            return Err(self.taken());
        }
        self.session = session(&mut link).await?;
        Ok(link)
    }

    /// Whether the last transaction was committed, with the new connection that found it out.
    async fn ask(&mut self, until: Instant) -> Result<(Link, bool), StoreError> {
        loop {
            match answered(self.asked()).await {
                Err(StoreError::Unreachable(_)) if Instant::now() < until => sleep(PAUSE).await,
                other => return other,
            }
        }
    }

    async fn asked(&mut self) -> Result<(Link, bool), StoreError> {
        let mut link = self.reconnect().await?;
        // The lock of the row is waited for: the transaction has ended then. The change of the row, which
        // changes nothing, is on the disk of every server that a commit waits for, and so is what was
        // committed before it.
        let batch = query("UPDATE nodes SET batch = batch WHERE id = $1 RETURNING batch");
        // A node that was ended keeps its row for a while; without the row nothing is known.
        match batch.bind(self.node).scalars::<i64>(&mut link).await?.pop() {
            Some(batch) => Ok((link, batch == self.batch)),
            None => Err(self.taken()),
        }
    }

    /// The number of this node.
    pub(crate) fn node(&self) -> i64 {
        self.node
    }

    /// Ends the node, so that others need not wait until it counts as dead.
    pub(crate) async fn leave(&self, link: &mut Link) {
        if let Err(error) = answered(leases::leave(link, self.node)).await {
            tracing::warn!("the end of this node is noticed late: {error}");
        }
    }

    fn taken(&self) -> StoreError {
        StoreError::InUse { path: self.address.to_string(), by: None }
    }
}

/// The result of something that is asked of the server. A silence counts as a lost connection.
async fn answered<T>(asked: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(ANSWER, asked).await.unwrap_or_else(|_| {
        Err(StoreError::Unreachable(format!("no answer within {} s", ANSWER.as_secs())))
    })
}

/// Why a transaction did not come about.
enum TransactionError {
    /// The connection ended, and nothing was stored: it can be tried again.
    Before(StoreError),
    /// It is not tried again.
    For(StoreError),
}

impl From<StoreError> for TransactionError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unreachable(_) => Self::Before(error),
            other => Self::For(other),
        }
    }
}
