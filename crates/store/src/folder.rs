//! The folder with the data: its permissions, its lock, and checks that it was not replaced.

use crate::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The database file.
pub(crate) const FILE: &str = "hall.sqlite";
/// Marks that a hall was here, so that a missing database is detected.
const MARKER: &str = "hall.json";
/// The file that the process using the folder has locked.
const LOCK: &str = "hall.lock";
/// The prefix of all our files.
const OURS: &str = "hall.";
/// Prefixes of files that an interrupted start leaves behind.
pub(crate) const NEW: &str = "hall.new.sqlite";
/// A hall that is being copied into the folder.
pub(crate) const MOVING: &str = "hall.moving.sqlite";
/// Which hall is being copied.
pub(crate) const MOVING_NOTE: &str = "hall.moving.txt";
/// How long to wait for a server that is closing.
const PATIENCE: Duration = Duration::from_millis(1000);

/// The folder, locked for this process as long as the value lives.
#[derive(Debug)]
pub(crate) struct HallFolder {
    path: PathBuf,
    /// The lock is on the open file.
    _lock: File,
}

impl HallFolder {
    /// Locks a folder for this process, and makes it if necessary.
    pub(crate) fn enter(path: &Path) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Directory {
            path: path.display().to_string(),
            what: error.to_string(),
        };
        create(path).map_err(failed)?;
        let lock = lock(path)?;
        restrict(path).map_err(failed)?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A file in the folder.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Whether the folder held a hall before.
    pub(crate) fn is_marked(&self) -> bool {
        self.at(MARKER).exists()
    }

    /// Marks that the folder holds a hall. All files are made by now: they belong to the owner of the folder.
    pub(crate) fn mark(&self) -> Result<(), StoreError> {
        let path = self.at(MARKER);
        if !path.exists() {
            self.write_marker(&path)?;
        }
        restrict(&self.path).map_err(|error| StoreError::io(&self.path, &error))
    }

    fn write_marker(&self, path: &Path) -> Result<(), StoreError> {
        let written = private().write(true).create(true).truncate(true).open(path);
        written
            .and_then(|mut file| {
                writeln!(file, "{{\"about\": \"A hall of yiqi is kept in {FILE} beside this.\"}}")?;
                file.sync_all()
            })
            .map_err(|error| StoreError::io(path, &error))?;
        self.sync()
    }

    /// Makes names of files in the folder durable.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        sync_folder(&self.path)
    }

    /// A name that no file uses yet: `hall.WORD-1.sqlite`, `-2`, ….
    pub(crate) fn free_name(&self, word: &str) -> PathBuf {
        (1u32..)
            .map(|n| self.at(&format!("{OURS}{word}-{n}.sqlite")))
            .find(|path| !path.exists())
            .unwrap_or_else(|| self.at(&format!("{OURS}{word}.sqlite")))
    }

    /// Removes a database file with its log.
    pub(crate) fn remove(&self, name: &str) {
        for path in parts(&self.at(name)) {
            // Usually there is none.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A database's files: itself, its log, the index of its log.
pub(crate) fn parts(file: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|suffix| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    })
}

/// Whether this account may read a file, in the words of the system: SQLite only says that it cannot open it. The file is not
/// opened here: closing it would release the locks that SQLite has on it in this process.
pub(crate) fn readable(file: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    let may = rustix::fs::access(file, rustix::fs::Access::READ_OK).map_err(std::io::Error::from);
    #[cfg(not(unix))]
    let may = std::fs::metadata(file).map(|_| ());
    may.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            StoreError::DataGone(format!("{} is missing", file.display()))
        }
        std::io::ErrorKind::PermissionDenied => {
            StoreError::Foreign(format!("{}: {error}", file.display()))
        }
        _ => StoreError::io(file, &error),
    })
}

/// Renames a database and its log. SQLite makes the index anew from the log.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::io(from, &error);
    let ([file, wal, shm], [new_file, new_wal, _]) = (parts(from), parts(to));
    // The log first: a log without its file does no harm, a file without its log lacks changes.
    if wal.exists() {
        std::fs::rename(wal, new_wal).map_err(failed)?;
    }
    std::fs::rename(file, new_file).map_err(failed)?;
    let _ = std::fs::remove_file(shm);
    Ok(())
}

/// Makes names of files in a folder durable.
pub(crate) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| StoreError::io(path, &error))
}

/// Makes a file durable.
pub(crate) fn sync_file(path: &Path) -> Result<(), StoreError> {
    OpenOptions::new()
        .write(true)
        .open(path)
        .and_then(|file| file.sync_all())
        .map_err(|error| StoreError::io(path, &error))
}

/// Options for files that only their owner may read.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn create(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let failed = |error: std::io::Error| StoreError::Directory {
        path: folder.display().to_string(),
        what: format!("{LOCK}: {error}"),
    };
    let mut file = private()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(failed)?;
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                let mut by = String::new();
                let _ = file.read_to_string(&mut by);
                let by = Some(by.trim().to_owned()).filter(|by| !by.is_empty());
                return Err(StoreError::InUse { path: folder.display().to_string(), by });
            }
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                tracing::warn!("{}: this file system has no locks: {error}", path.display());
                break;
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
    // The number is only used in the message to a second server: a full disk must not stop the start.
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
    Ok(file)
}

/// Gives a file of ours to the owner of its folder. Only root can, and needs it: an administrator brings back a copy as root,
/// and the hall runs with an account of its own, which has to read it. For everybody else nothing changes.
#[cfg(unix)]
pub(crate) fn give_to_owner(file: &Path) {
    use std::os::unix::fs::MetadataExt;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(folder) = std::fs::metadata(folder.unwrap_or(Path::new("."))) else { return };
    let is_foreign = |data: std::fs::Metadata| data.is_file() && data.uid() != folder.uid();
    if std::fs::symlink_metadata(file).is_ok_and(is_foreign) {
        // It fails for others than root, and on file systems without owners.
        let _ = std::os::unix::fs::lchown(file, Some(folder.uid()), Some(folder.gid()));
    }
}

#[cfg(not(unix))]
pub(crate) fn give_to_owner(_file: &Path) {}

/// Allows access to the owner only: to our files, and to the folder if it holds nothing else. Our files get the owner of the
/// folder.
#[cfg(unix)]
fn restrict(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut is_ours = true;
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(OURS.as_bytes()) {
            is_ours = false;
            continue;
        }
        let data = match entry.metadata() {
            // Another process took it away: a copy that was being handed over.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            data => data?,
        };
        if data.is_file() && data.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(entry.path(), std::fs::Permissions::from_mode(0o600))?;
        }
        give_to_owner(&entry.path());
    }
    if is_ours && std::fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn restrict(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The identity of the files of the open database. Data written to a deleted or replaced file are lost.
#[derive(Debug)]
pub(crate) struct Identity {
    folder: PathBuf,
    folder_id: Id,
    file_id: Id,
    /// The identity of the log, from the first change on.
    wal_id: Option<Id>,
    /// The greatest size so far: the file only grows.
    length: u64,
}

/// Device and inode of a file. Elsewhere than on Unix only its existence is known.
type Id = (u64, u64);

impl Identity {
    /// Records the present identity of the files.
    pub(crate) fn of(folder: &Path) -> Result<Self, StoreError> {
        let (folder_id, _) = look(folder)?;
        let (file_id, length) = look(&folder.join(FILE))?;
        Ok(Self { folder: folder.to_owned(), folder_id, file_id, wal_id: None, length })
    }

    /// Checks that they are the same files.
    pub(crate) fn check(&mut self) -> Result<(), StoreError> {
        let gone =
            |path: &Path, how: &str| Err(StoreError::DataGone(format!("{} {how}", path.display())));
        if look(&self.folder)?.0 != self.folder_id {
            return gone(&self.folder, "was replaced by another folder");
        }
        let path = self.folder.join(FILE);
        let (id, length) = look(&path)?;
        if id != self.file_id {
            return gone(&path, "was replaced by another file");
        }
        if length < self.length {
            let how = format!("was cut from {} to {length} bytes", self.length);
            return gone(&path, &how);
        }
        self.length = length;
        if let Some(known) = self.wal_id {
            let [_, wal, _] = parts(&path);
            if look(&wal)?.0 != known {
                return gone(&wal, "was replaced by another file");
            }
        }
        Ok(())
    }

    /// Allows another log: closing the connection that wrote to this one can remove it.
    pub(crate) fn forget_log(&mut self) {
        self.wal_id = None;
    }

    /// Records the log after a change was written to it.
    pub(crate) fn note_log(&mut self) -> Result<(), StoreError> {
        if self.wal_id.is_none() {
            let [_, wal, _] = parts(&self.folder.join(FILE));
            self.wal_id = Some(look(&wal)?.0);
            sync_folder(&self.folder)?;
        }
        Ok(())
    }
}

fn look(path: &Path) -> Result<(Id, u64), StoreError> {
    let data = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            StoreError::DataGone(format!("{} was deleted", path.display()))
        }
        _ => StoreError::io(path, &error),
    })?;
    #[cfg(unix)]
    let id = {
        use std::os::unix::fs::MetadataExt;
        (data.dev(), data.ino())
    };
    #[cfg(not(unix))]
    let id = (0, 0);
    Ok((id, data.len()))
}
