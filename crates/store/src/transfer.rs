//! Moving a hall from one place to another: row by row, in the order of the keys, so that a move that was
//! interrupted goes on where it ended. At the end all rows of both are read again and compared.
//!
//! The hall that is copied is not changed. Until the copy is complete it cannot be opened: in a folder it
//! has another name, in a database `writer.moving` says so.

mod tables;

use self::tables::{ColumnKind, KEPT, TABLES, TransferTable};
use crate::backup::HallContents;
use crate::db::BoxedLocalFuture;
use crate::db::{Builder, Link, Row, SqlValue, query};
use crate::folder::{self, FILE, HallFolder, MOVING};
use crate::opening::LockPurpose;
use crate::opening::{self, Families, OpenDatabase};
use crate::postgres::{self, LockedDatabase};
use crate::{Address, HallLocation, StoreError};
use sqlx::ConnectOptions;
use std::path::Path;

/// Values in one statement; both databases take more.
const VALUES: usize = 6_000;

/// How far a move is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TransferProgress {
    /// The table that is being copied or compared.
    pub table: &'static str,
    /// Whether it is being compared.
    pub is_check: bool,
    /// Its rows that are done.
    pub done: u64,
    /// All of its rows.
    pub rows: u64,
}

/// What was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferReport {
    /// What the hall holds.
    pub contents: HallContents,
    /// The rows of each table with a checksum over all of their values, the same on both sides.
    pub tables: Vec<(&'static str, u64, u32)>,
    /// Rows that an earlier, interrupted move had copied.
    pub resumed: u64,
}

/// Copies the hall of one place to another, which must be empty or the rest of an interrupted move of the
/// same hall. No server may use either. `watch` is told of the progress and says whether to go on; `None` if
/// it did not.
///
/// # Errors
/// When a place cannot be opened or is in use, the target holds a hall, a row cannot be read or stored, or the
/// copy is not the same. The copied hall is then unchanged, and the target cannot be opened.
pub fn transfer<'a>(
    from: &'a HallLocation,
    to: &'a HallLocation,
    families: Families,
    watch: &'a mut dyn FnMut(TransferProgress) -> bool,
) -> BoxedLocalFuture<'a, Option<TransferReport>> {
    Box::pin(async move {
        if from == to {
            return Err(StoreError::Foreign(format!("{from} and {to} are the same place")));
        }
        let mut source = TransferEnd::source(from, families).await?;
        let counts = counts(&mut source.link).await?;
        let fingerprint = fingerprint(from, &counts, &mut source.link).await?;
        let mut target = TransferEnd::target(to, &fingerprint).await?;
        let mut resumed = 0;
        for (table, rows) in TABLES.iter().zip(&counts) {
            let copied = copy(&mut source.link, &mut target.link, table, *rows, watch).await?;
            let Some(had) = copied else {
                target.leave().await;
                source.leave().await;
                return Ok(None);
            };
            resumed += had;
        }
        let mut tables = Vec::new();
        for (table, rows) in TABLES.iter().zip(&counts) {
            let is_check = true;
            let step = TransferProgress { table: table.name, is_check, done: 0, rows: *rows };
            if !watch(step) {
                target.leave().await;
                source.leave().await;
                return Ok(None);
            }
            let sums = (sum(&mut source.link, table).await?, sum(&mut target.link, table).await?);
            if sums.0 != sums.1 {
                let what = format!(
                    "the copy of the table {} is not the same: {} rows with the checksum {:08x} became \
                     {} rows with {:08x}",
                    table.name, sums.0.0, sums.0.1, sums.1.0, sums.1.1
                );
                return Err(StoreError::Damaged { id: None, what });
            }
            tables.push((table.name, sums.0.0, sums.0.1));
        }
        target.complete().await?;
        source.leave().await;
        let of =
            |name: &str| tables.iter().find(|table| table.0 == name).map_or(0, |table| table.1);
        let contents =
            HallContents { games: of("games"), changes: of("changes"), studies: of("studies") };
        Ok(Some(TransferReport { contents, tables, resumed }))
    })
}

/// One of the two places, held so that no server can open it.
struct TransferEnd {
    link: Link,
    folder: Option<HallFolder>,
}

impl TransferEnd {
    async fn source(place: &HallLocation, families: Families) -> Result<Self, StoreError> {
        match place {
            HallLocation::Folder(path) => {
                let file = path.join(FILE);
                if !file.exists() {
                    let what = format!("{} is missing: there is no hall to move", file.display());
                    return Err(StoreError::DataGone(what));
                }
                let OpenDatabase { folder, link, .. } = opening::open(path, families).await?;
                Ok(Self { link, folder: Some(folder) })
            }
            HallLocation::Database(address) => {
                let LockedDatabase { link, .. } =
                    postgres::take(address, LockPurpose::Source, "").await?;
                Ok(Self { link, folder: None })
            }
        }
    }

    /// A place that holds nothing, or a part of the hall with this fingerprint. A part of another one is removed.
    async fn target(place: &HallLocation, fingerprint: &str) -> Result<Self, StoreError> {
        match place {
            HallLocation::Folder(path) => Self::target_folder(path, fingerprint).await,
            HallLocation::Database(address) => Self::target_database(address, fingerprint).await,
        }
    }

    async fn target_folder(path: &Path, fingerprint: &str) -> Result<Self, StoreError> {
        let folder = HallFolder::enter(path)?;
        let (file, note) = (folder.at(MOVING), folder.at(folder::MOVING_NOTE));
        if folder.at(FILE).exists() {
            return Err(holds_a_hall(&folder.at(FILE).display()));
        }
        let known = std::fs::read_to_string(&note).unwrap_or_default();
        if known != fingerprint || !file.exists() {
            folder.remove(MOVING);
            opening::create(&file).await?;
            std::fs::write(&note, fingerprint).map_err(|error| StoreError::io(&note, &error))?;
            folder::sync_file(&note)?;
            folder.sync()?;
        }
        let link = Link::Sqlite(opening::options(&file).connect().await?);
        Ok(Self { link, folder: Some(folder) })
    }

    async fn target_database(address: &Address, fingerprint: &str) -> Result<Self, StoreError> {
        let LockedDatabase { mut link, .. } =
            postgres::take(address, LockPurpose::Target, "").await?;
        let known: Option<String> =
            query("SELECT moving FROM writer WHERE id = 1").scalar(&mut link).await?;
        match known {
            Some(known) if known == fingerprint => {}
            None if counts(&mut link).await?.iter().any(|n| *n > 0) => {
                return Err(holds_a_hall(address));
            }
            _ => {
                query("BEGIN").execute(&mut link).await?;
                for name in TABLES.iter().rev().map(|table| table.name).chain(KEPT) {
                    let mut sql = Builder::new("DELETE FROM ");
                    sql.push(name);
                    sql.build().execute(&mut link).await?;
                }
                let mark = query("UPDATE writer SET moving = $1 WHERE id = 1").bind(fingerprint);
                mark.execute(&mut link).await?;
                query("COMMIT").execute(&mut link).await?;
            }
        }
        Ok(Self { link, folder: None })
    }

    /// Closes it as it is.
    async fn leave(self) {
        if let Err(error) = self.link.close().await {
            tracing::warn!("closing a hall: {error}");
        }
    }

    /// Makes the copy the hall of its place.
    async fn complete(mut self) -> Result<(), StoreError> {
        let Some(folder) = self.folder else {
            for (name, key) in [("names", "id"), ("archive", "number")] {
                let mut sql = Builder::new("SELECT setval(pg_get_serial_sequence(");
                sql.push_bind(name).push(", ").push_bind(key).push("), (SELECT COALESCE(MAX(");
                sql.push(key).push("), 0) + 1 FROM ").push(name).push("), false)");
                sql.build().fetch_one(&mut self.link).await?;
            }
            query("UPDATE writer SET moving = NULL WHERE id = 1").execute(&mut self.link).await?;
            return self.link.close().await;
        };
        self.link.close().await?;
        folder::sync_file(&folder.at(MOVING))?;
        folder::rename(&folder.at(MOVING), &folder.at(FILE))?;
        // Without the file the note means nothing.
        let _ = std::fs::remove_file(folder.at(folder::MOVING_NOTE));
        folder.sync()?;
        folder.mark()
    }
}

fn holds_a_hall(place: &dyn std::fmt::Display) -> StoreError {
    StoreError::Foreign(format!("{place} holds a hall already: a move needs an empty place"))
}

/// How many rows each table has.
async fn counts(link: &mut Link) -> Result<Vec<u64>, StoreError> {
    let mut counts = Vec::with_capacity(TABLES.len());
    for table in &TABLES {
        let mut sql = Builder::new("SELECT COUNT(*) FROM ");
        sql.push(table.name);
        let n: i64 = sql.build().scalar(&mut *link).await?;
        counts.push(u64::try_from(n).unwrap_or(0));
    }
    Ok(counts)
}

/// What tells a hall from another one, and from itself after a change.
async fn fingerprint(
    from: &HallLocation,
    counts: &[u64],
    link: &mut Link,
) -> Result<String, StoreError> {
    let mut text = format!("{from} {counts:?}");
    for table in ["games", "studies"] {
        let mut sql = Builder::new(
            "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT), COALESCE(MAX(updated_at), 0) FROM ",
        );
        sql.push(table);
        let row = sql.build().fetch_one(&mut *link).await?;
        text += &format!(" {} {}", row.try_get::<i64>(0)?, row.try_get::<i64>(1)?);
    }
    Ok(text)
}

impl TransferTable {
    fn names(&self, n: usize) -> String {
        self.columns[..n].iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// How many rows are copied at once.
    fn chunk(&self) -> usize {
        VALUES / self.columns.len()
    }

    /// The next rows after a key.
    async fn after(
        &self,
        link: &mut Link,
        last: Option<&[SqlValue]>,
    ) -> Result<Vec<Vec<SqlValue>>, StoreError> {
        let (columns, keys) = (self.names(self.columns.len()), self.names(self.keys));
        let mut sql = Builder::new("SELECT ");
        sql.push(&columns).push(" FROM ").push(self.name);
        if let Some(last) = last {
            sql.push(" WHERE (").push(&keys).push(") > ").push_list(last.iter().cloned());
        }
        sql.push(" ORDER BY ").push(&keys).push(" LIMIT ");
        sql.push_bind(i64::try_from(self.chunk()).unwrap_or(i64::MAX));
        let rows = sql.build().fetch_all(link).await?;
        rows.iter().map(|row| self.values(row)).collect()
    }

    fn values(&self, row: &Row) -> Result<Vec<SqlValue>, StoreError> {
        let value = |(i, (name, kind)): (usize, &(&str, ColumnKind))| {
            let value = match kind {
                ColumnKind::Number => row.try_get::<Option<i64>>(i).map(SqlValue::Number),
                ColumnKind::Text => row.try_get::<Option<String>>(i).map(SqlValue::Text),
                ColumnKind::Bytes => row.try_get::<Option<Vec<u8>>>(i).map(SqlValue::Bytes),
            };
            value.map_err(|error| {
                let key = row.try_get_unchecked::<Option<Vec<u8>>>(0).ok().flatten();
                let key = String::from_utf8_lossy(&key.unwrap_or_default()).into_owned();
                let what = format!("{} {key}: {name} cannot be moved: {error}", self.name);
                StoreError::Damaged { id: None, what }
            })
        };
        self.columns.iter().enumerate().map(value).collect()
    }

    /// The greatest key.
    async fn last(&self, link: &mut Link) -> Result<Option<Vec<SqlValue>>, StoreError> {
        let order = self.columns[..self.keys].iter().map(|(name, _)| format!("{name} DESC"));
        let mut sql = Builder::new("SELECT ");
        sql.push(self.names(self.columns.len())).push(" FROM ").push(self.name);
        sql.push(" ORDER BY ").push(order.collect::<Vec<_>>().join(", ")).push(" LIMIT 1");
        let row = sql.build().fetch_optional(link).await?;
        let row = row.map(|row| self.values(&row)).transpose()?;
        Ok(row.map(|mut row| {
            row.truncate(self.keys);
            row
        }))
    }

    /// Adds rows.
    async fn insert(&self, link: &mut Link, rows: Vec<Vec<SqlValue>>) -> Result<(), StoreError> {
        let mut sql = Builder::new("INSERT INTO ");
        sql.push(self.name).push(" (").push(self.names(self.columns.len())).push(") VALUES ");
        for (i, row) in rows.into_iter().enumerate() {
            if i > 0 {
                sql.push(", ");
            }
            sql.push_list(row);
        }
        query("BEGIN").execute(&mut *link).await?;
        let added = sql.build().execute(&mut *link).await;
        added.map_err(|error| match error {
            StoreError::Unfit(words) => StoreError::Unfit(format!("{}: {words}", self.name)),
            other => other,
        })?;
        query("COMMIT").execute(link).await?;
        Ok(())
    }
}

/// Copies the rows of a table that the target lacks. Returns how many it had, or `None` if the watcher did not
/// want to go on.
async fn copy(
    source: &mut Link,
    target: &mut Link,
    table: &TransferTable,
    rows: u64,
    watch: &mut dyn FnMut(TransferProgress) -> bool,
) -> Result<Option<u64>, StoreError> {
    if table.is_followed {
        let mut sql = Builder::new("DELETE FROM ");
        sql.push(table.name);
        sql.build().execute(&mut *target).await?;
    }
    let mut sql = Builder::new("SELECT COUNT(*) FROM ");
    sql.push(table.name);
    let had: i64 = sql.build().scalar(&mut *target).await?;
    let had = u64::try_from(had).unwrap_or(0);
    let mut last = table.last(target).await?;
    let mut done = had;
    loop {
        if !watch(TransferProgress { table: table.name, is_check: false, done, rows }) {
            return Ok(None);
        }
        let chunk = table.after(source, last.as_deref()).await?;
        let Some(end) = chunk.last() else { return Ok(Some(had)) };
        last = Some(end[..table.keys].to_vec());
        done += chunk.len() as u64;
        table.insert(target, chunk).await?;
    }
}

/// The rows of a table, and a checksum over all values in the order of the keys.
async fn sum(link: &mut Link, table: &TransferTable) -> Result<(u64, u32), StoreError> {
    let mut hasher = crc32fast::Hasher::new();
    let (mut rows, mut last) = (0, None);
    loop {
        let chunk = table.after(link, last.as_deref()).await?;
        let Some(end) = chunk.last() else { return Ok((rows, hasher.finalize())) };
        last = Some(end[..table.keys].to_vec());
        for value in chunk.iter().flatten() {
            let bytes = match value {
                SqlValue::Number(number) => number.map(|number| number.to_le_bytes().to_vec()),
                SqlValue::Text(text) => text.as_ref().map(|text| text.as_bytes().to_vec()),
                SqlValue::Bytes(bytes) => bytes.clone(),
            };
            let length = bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64);
            hasher.update(&length.to_le_bytes());
            hasher.update(&bytes.unwrap_or_default());
        }
        rows += chunk.len() as u64;
    }
}
