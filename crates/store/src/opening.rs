//! Opening a hall. The existing files are checked before anything is written.

use crate::aging::{add_checksums, work_out_names};
use crate::db::Link;
use crate::folder::{self, FILE, HallFolder, MOVING, NEW};
use crate::{StoreError, salvage, secrets, tables};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row};
use std::path::Path;
use std::time::Duration;

/// What a hall is opened for.
#[cfg_attr(
    not(feature = "postgres"),
    allow(dead_code, reason = "only a database is opened for them")
)]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LockPurpose {
    /// To be used by this process alone.
    Hall,
    /// To be used together with other nodes.
    Node,
    /// To be copied.
    Source,
    /// To become the copy of another one.
    Target,
}

/// Returns the family of a variant by its id; `None` for an unknown variant.
pub type Families = fn(&str) -> String;

/// The family that is stored for a game of an unknown variant.
pub(crate) const NO_FAMILY: &str = "?";

/// The size of the log's file after a checkpoint.
const LOG_KEPT: &str = "4194304";
/// Up to this size the indexes are checked against the tables when a hall is opened; in a larger
/// file only its structure, which takes a second for each gigabyte or so.
const CHECKED_WHOLE: u64 = 64 << 20;

/// A database that is ready to be written to.
#[derive(Debug)]
pub(crate) struct OpenDatabase {
    pub(crate) folder: HallFolder,
    pub(crate) link: Link,
    /// Messages for the operator.
    pub(crate) notices: Vec<String>,
}

pub(crate) async fn open(directory: &Path, families: Families) -> Result<OpenDatabase, StoreError> {
    let folder = HallFolder::enter(directory)?;
    let mut notices = Vec::new();
    folder.remove(NEW);
    if is_first_time(&folder)? {
        create(&folder.at(NEW)).await?;
        folder::rename(&folder.at(NEW), &folder.at(FILE))?;
        folder.sync()?;
    } else {
        match inspect(&folder).await {
            Ok(()) => {}
            Err(StoreError::Damaged { what, .. }) => {
                notices.push(salvage::salvage(&folder, &what).await?);
            }
            Err(error) => return Err(error.seen_from(folder.path())),
        }
        notices.extend(copy_before_migration(&folder).await?);
    }
    let mut link = Link::Sqlite(options(&folder.at(FILE)).connect().await?);
    notices.extend(tables::unfinished_work(&mut link).await);
    match &mut link {
        Link::Sqlite(connection) => tables::sqlite().run(connection).await?,
        #[cfg(feature = "postgres")]
        Link::Postgres(_) => {}
    }
    work_out_names(&mut link, families).await?;
    add_checksums(&mut link).await?;
    notices.extend(secrets::check(&mut link).await?);
    folder.mark()?;
    Ok(OpenDatabase { folder, link, notices })
}

/// Whether the folder never held a hall.
///
/// # Errors
/// When there was one and its file is missing or empty.
fn is_first_time(folder: &HallFolder) -> Result<bool, StoreError> {
    let file = folder.at(FILE);
    let help = "; put the file back, or bring a copy back with `yiqi restore FILE`, or take \
                everything out of the folder to begin with an empty hall";
    match std::fs::metadata(&file) {
        Ok(data) if data.len() > 0 => Ok(false),
        Ok(_) => Err(StoreError::DataGone(format!("{} is empty (0 bytes){help}", file.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let [_, wal, _] = folder::parts(&file);
            if folder.is_marked() || wal.exists() {
                let words = format!(
                    "{} is missing, but {} was a hall's{help}",
                    file.display(),
                    folder.path().display()
                );
                return Err(StoreError::DataGone(words));
            }
            if folder.at(MOVING).exists() {
                return Err(StoreError::Foreign(format!(
                    "a move of a hall to {} was interrupted: let `yiqi store move` end it, or remove \
                     {MOVING}",
                    folder.path().display()
                )));
            }
            Ok(true)
        }
        Err(error) => Err(StoreError::io(&file, &error)),
    }
}

/// Makes an empty database.
pub(crate) async fn create(file: &Path) -> Result<(), StoreError> {
    let made = folder::private().write(true).create_new(true).open(file);
    // SQLite gives the log the permissions of the file.
    made.map_err(|error| StoreError::io(file, &error))?;
    let mut connection = options(file).connect().await?;
    tables::sqlite().run(&mut connection).await?;
    connection.close().await?;
    folder::sync_file(file)
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

/// Opens a database for reading.
pub(crate) fn reading(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

/// Checks that the file is sound and belongs to a hall.
async fn inspect(folder: &HallFolder) -> Result<(), StoreError> {
    let mut connection = reading(&folder.at(FILE)).connect().await?;
    let sound = is_sound(&mut connection, &folder.at(FILE)).await;
    let sound = match sound {
        Ok(()) => is_hall(&mut connection, folder).await,
        Err(error) => Err(error),
    };
    let _ = connection.close().await;
    sound
}

/// Checks a database's structure.
pub(crate) async fn is_sound(
    connection: &mut SqliteConnection,
    file: &Path,
) -> Result<(), StoreError> {
    let size = std::fs::metadata(file).map_err(|error| StoreError::io(file, &error))?.len();
    let check =
        if size <= CHECKED_WHOLE { "PRAGMA integrity_check(3)" } else { "PRAGMA quick_check(3)" };
    let rows = sqlx::query(check).fetch_all(connection).await?;
    let said = rows.iter().map(|row| row.try_get::<String, _>(0).unwrap_or_default());
    let said = said.collect::<Vec<_>>().join("; ");
    if said == "ok" { Ok(()) } else { Err(StoreError::Damaged { id: None, what: said }) }
}

async fn is_hall(connection: &mut SqliteConnection, folder: &HallFolder) -> Result<(), StoreError> {
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(&mut *connection)
            .await?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    let file = folder.at(FILE);
    if has("games") && has("changes") && has("_sqlx_migrations") {
        return Ok(());
    }
    if tables.iter().all(|table| table.starts_with("_sqlx") || table.starts_with("sqlite_"))
        && !folder.is_marked()
    {
        // The first start of version 0.1.0 was interrupted.
        return Ok(());
    }
    if has("games") || has("changes") || folder.is_marked() {
        let what = format!("{}: tables of the hall are missing", file.display());
        return Err(StoreError::Damaged { id: None, what });
    }
    Err(StoreError::Foreign(format!("{} is a database, but not a hall's", file.display())))
}

/// Copies the file before its tables are changed, so that the change can be undone.
async fn copy_before_migration(folder: &HallFolder) -> Result<Option<String>, StoreError> {
    let newest = tables::newest();
    let mut connection = reading(&folder.at(FILE)).connect().await?;
    let has: Result<Option<i64>, _> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await;
    let copied = match has {
        // A database without tables needs no copy.
        Ok(None) | Err(_) => Ok(None),
        Ok(Some(version)) if version >= newest => Ok(None),
        Ok(Some(_)) => {
            let copy = folder.at(&format!("hall.before-{newest}.sqlite"));
            if copy.exists() {
                // A file of an earlier start that was interrupted.
                Ok(None)
            } else {
                copy_into(&mut connection, &copy, CopyOwner::Folder).await.map(|()| {
                    let copy = copy.display();
                    Some(format!("the hall as it was before this version is kept in {copy}"))
                })
            }
        }
    };
    let _ = connection.close().await;
    copied.map_err(|error| error.seen_from(folder.path()))
}

/// Whose a copy is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum CopyOwner {
    /// Of the account that makes it.
    Maker,
    /// Of the owner of the folder, as all files of a hall.
    Folder,
}

/// Writes a copy of a database, as it is at one moment, to a new file. The file appears complete or not at
/// all, with its owner.
pub(crate) async fn copy_into(
    connection: &mut SqliteConnection,
    to: &Path,
    owner: CopyOwner,
) -> Result<(), StoreError> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let _ = std::fs::remove_file(part);
    // SQLite treats an empty file as a new database. A file made here is readable by its owner only.
    let made = folder::private().write(true).create_new(true).open(part);
    made.map_err(|error| StoreError::io(part, &error))?;
    let copied = async {
        let Some(name) = part.to_str() else {
            return Err(StoreError::Foreign(format!("{}: not UTF-8", part.display())));
        };
        sqlx::query("VACUUM INTO $1").bind(name).execute(connection).await?;
        if owner == CopyOwner::Folder {
            folder::give_to_owner(part);
        }
        folder::sync_file(part)?;
        std::fs::rename(part, to).map_err(|error| StoreError::io(to, &error))?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder::sync_folder(folder.unwrap_or(Path::new(".")))
    };
    let copied = copied.await;
    if copied.is_err() {
        let _ = std::fs::remove_file(part);
    }
    copied
}
