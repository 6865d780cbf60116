//! Copies of a hall: backup beside a running server, and restore.

use crate::StoreError;
use crate::db::BoxedFuture;
use crate::folder::{self, FILE, HallFolder, NEW};
use crate::opening::{CopyOwner, copy_into, is_sound, options, reading};
use sqlx::{ConnectOptions, Connection, Row};
use std::path::{Path, PathBuf};

/// What a copy holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HallContents {
    /// Games.
    pub games: u64,
    /// Changes of all of them.
    pub changes: u64,
    /// Studies.
    pub studies: u64,
}

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreReport {
    /// The contents of the hall now.
    pub contents: HallContents,
    /// The path of the hall that was replaced, if there was one.
    pub before: Option<PathBuf>,
}

/// Copies the hall in a directory to a file, as it is at one moment. A server may use the hall. The copy is
/// checked before it gets its final name.
///
/// # Errors
/// When there is no hall, the file is there already, or either cannot be read or written.
pub fn backup<'a>(directory: &'a Path, to: &'a Path) -> BoxedFuture<'a, HallContents> {
    Box::pin(async move {
        let hall = directory.join(FILE);
        folder::readable(&hall)?;
        if to.exists() {
            return Err(StoreError::Foreign(format!("{} is there already", to.display())));
        }
        let mut connection = reading(&hall).connect().await?;
        let copied = copy_into(&mut connection, to, CopyOwner::Maker).await;
        let _ = connection.close().await;
        let parent = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        copied.map_err(|error| error.seen_from(parent.unwrap_or(Path::new("."))))?;
        examine(to).await
    })
}

/// Replaces the hall in a directory by a copy. No server may use the directory: see
/// [`crate::hand_over`] for one that is used. The replaced hall is kept beside it.
///
/// # Errors
/// When the copy is not a sound hall, a server uses the directory, or the disk fails. The hall is then
/// unchanged.
pub fn restore<'a>(from: &'a Path, directory: &'a Path) -> BoxedFuture<'a, RestoreReport> {
    Box::pin(async move {
        let contents = examine(from).await?;
        let folder = HallFolder::enter(directory)?;
        folder.remove(NEW);
        copy(from, &folder.at(NEW)).await?;
        let before = put_in_place(&folder).await?;
        Ok(RestoreReport { contents, before })
    })
}

/// Copies a database to a file of the folder.
pub(crate) async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut connection = reading(from).connect().await?;
    let copied = copy_into(&mut connection, to, CopyOwner::Folder).await;
    let _ = connection.close().await;
    copied.map_err(|error| error.seen_from(to.parent().unwrap_or(Path::new("."))))
}

/// Makes the new database of the folder its hall, and returns the path at which the replaced one is kept.
/// If the process is killed in the middle, the folder holds the one or the other.
pub(crate) async fn put_in_place(folder: &HallFolder) -> Result<Option<PathBuf>, StoreError> {
    let (new, hall) = (folder.at(NEW), folder.at(FILE));
    let [_, wal, shm] = folder::parts(&hall);
    let before = if hall.exists() {
        let before = folder.free_name("replaced");
        finish_log(&hall).await;
        // Without a log the file can have two names for a moment, so that the hall's own name is
        // never missing.
        if wal.exists() || std::fs::hard_link(&hall, &before).is_err() {
            folder::rename(&hall, &before)?;
        }
        folder.sync()?;
        Some(before)
    } else {
        // The log of a removed file is useless.
        let _ = std::fs::remove_file(wal);
        None
    };
    let _ = std::fs::remove_file(shm);
    folder::rename(&new, &hall)?;
    folder.sync()?;
    folder.mark()?;
    Ok(before)
}

/// Moves the log of a database that nobody uses into the database, and removes it. A database for which
/// this fails keeps its log.
async fn finish_log(file: &Path) {
    let Ok(mut connection) = options(file).connect().await else { return };
    let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
    let _ = connection.close().await;
}

/// Checks that a file is a sound hall and counts what it holds.
pub(crate) async fn examine(file: &Path) -> Result<HallContents, StoreError> {
    folder::readable(file)?;
    let mut connection = reading(file).connect().await?;
    let counted = async {
        is_sound(&mut connection, file).await?;
        let row =
            sqlx::query("SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM changes)")
                .fetch_one(&mut connection)
                .await
                .map_err(|error| match StoreError::from(error) {
                    StoreError::Database(words) => {
                        StoreError::Foreign(format!("{} is no hall: {words}", file.display()))
                    }
                    other => other,
                })?;
        let count = |i: usize| -> Result<u64, StoreError> {
            Ok(u64::try_from(row.try_get::<i64, _>(i)?).unwrap_or(0))
        };
        // A hall of an earlier version has none.
        let studies = sqlx::query("SELECT COUNT(*) FROM studies").fetch_one(&mut connection).await;
        let studies = studies.map_or(Ok(0), |row| row.try_get::<i64, _>(0))?;
        let studies = u64::try_from(studies).unwrap_or(0);
        Ok(HallContents { games: count(0)?, changes: count(1)?, studies })
    };
    let counted = counted.await;
    let _ = connection.close().await;
    counted
}
