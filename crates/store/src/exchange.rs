//! The exchange of the hall beside a running server: another process hands over a copy, and the server
//! puts it in the place of its hall.
//!
//! The two processes meet in the data folder, which only its owner may write to. [`hand_over`] puts a checked
//! copy there under the name `hall.incoming.sqlite`. The server claims it by renaming it
//! ([`ClaimedCopy::claimed`]), closes its own store, exchanges the files, and writes the result into
//! `hall.answer.json`. Each rename is atomic: a copy is either claimed or withdrawn.

use crate::backup::{HallContents, RestoreReport, copy, examine, put_in_place};
use crate::db::BoxedFuture;
use crate::folder::{self, FILE, HallFolder, NEW};
use crate::{StoreError, folder::private};
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The copy that is handed over.
const INCOMING: &str = "hall.incoming.sqlite";
/// The server's answer.
const ANSWER: &str = "hall.answer.json";
/// Time between two looks into the folder.
const LOOK: Duration = Duration::from_millis(100);
/// How long a server that does not claim a copy is waited for: it looks every second.
const UNCLAIMED: Duration = Duration::from_secs(10);
/// How long a server that has claimed a copy is waited for.
const CLAIMED: Duration = Duration::from_secs(120);

/// The server's answer as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ExchangeAnswer {
    Restored {
        games: u64,
        changes: u64,
        #[serde(default)]
        studies: u64,
        before: Option<PathBuf>,
    },
    Refused {
        reason: String,
    },
}

/// Has the server that uses a directory replace its hall by a copy, and waits until it has. The replaced
/// hall is kept beside it.
///
/// # Errors
/// When the copy is not a sound hall, no server takes it within 10 seconds, the server refuses it, or the
/// disk fails. The hall is then unchanged, unless the message says that no answer came.
pub fn hand_over<'a>(from: &'a Path, directory: &'a Path) -> BoxedFuture<'a, RestoreReport> {
    Box::pin(async move {
        examine(from).await?;
        let (incoming, answer) = (directory.join(INCOMING), directory.join(ANSWER));
        if incoming.exists() {
            let what = format!("{} is there already: another restore waits", incoming.display());
            return Err(StoreError::Busy(what));
        }
        remove(&answer);
        copy(from, &incoming).await?;
        let mut since = Instant::now();
        let mut is_claimed = false;
        loop {
            if let Ok(text) = std::fs::read_to_string(&answer) {
                remove(&answer);
                return read_answer(&text);
            }
            if !is_claimed && !incoming.exists() {
                (is_claimed, since) = (true, Instant::now());
            }
            if !is_claimed && since.elapsed() > UNCLAIMED && withdraw(&incoming) {
                let path = directory.display().to_string();
                let by = Some("it does not take copies: close it first".to_owned());
                return Err(StoreError::InUse { path, by });
            }
            if is_claimed && since.elapsed() > CLAIMED {
                let what =
                    format!("no answer came from the server that uses {}", directory.display());
                return Err(StoreError::Busy(what));
            }
            sleep(LOOK).await;
        }
    })
}

fn read_answer(text: &str) -> Result<RestoreReport, StoreError> {
    match serde_json::from_str(text) {
        Ok(ExchangeAnswer::Restored { games, changes, studies, before }) => {
            Ok(RestoreReport { contents: HallContents { games, changes, studies }, before })
        }
        Ok(ExchangeAnswer::Refused { reason }) => Err(StoreError::Foreign(reason)),
        Err(error) => Err(StoreError::Foreign(format!("{ANSWER}: {error}"))),
    }
}

/// Takes a copy back; `false` if the server has claimed it.
fn withdraw(incoming: &Path) -> bool {
    let mut name = incoming.as_os_str().to_owned();
    name.push(".withdrawn");
    let withdrawn = PathBuf::from(name);
    let is_ours = std::fs::rename(incoming, &withdrawn).is_ok();
    remove(&withdrawn);
    is_ours
}

/// Removes a file; usually there is none.
fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// A copy that this server has claimed.
#[derive(Debug)]
pub struct ClaimedCopy {
    directory: PathBuf,
    contents: HallContents,
}

impl ClaimedCopy {
    /// Removes what an interrupted exchange left in the folder of this server.
    pub fn forget(directory: &Path) {
        remove(&directory.join(INCOMING));
        remove(&directory.join(ANSWER));
    }

    /// Claims the copy that was handed over to the server of this directory, if there is one. A copy that
    /// is not sound is refused: its sender gets the reason.
    pub async fn claimed(directory: &Path) -> Option<Self> {
        let incoming = directory.join(INCOMING);
        if !incoming.exists() {
            return None;
        }
        let new = directory.join(NEW);
        remove(&new);
        // An error means that the sender has withdrawn it.
        std::fs::rename(&incoming, &new).ok()?;
        match examine(&new).await {
            Ok(contents) => Some(Self { directory: directory.to_owned(), contents }),
            Err(error) => {
                remove(&new);
                reply(directory, &ExchangeAnswer::Refused { reason: error.to_string() });
                None
            }
        }
    }

    /// Exchanges the hall of the directory, which nobody may have open, for the copy.
    ///
    /// # Errors
    /// When the disk fails or another process uses the directory. The hall is then unchanged.
    pub async fn put_in_place(self) -> Result<ExchangedHall, (Self, StoreError)> {
        let folder = match HallFolder::enter(&self.directory) {
            Ok(folder) => folder,
            Err(error) => return Err((self, error)),
        };
        match put_in_place(&folder).await {
            Ok(before) => Ok(ExchangedHall { handed: self, before }),
            Err(error) => Err((self, error.seen_from(folder.path()))),
        }
    }

    /// Tells the sender that the hall was not exchanged.
    pub fn refuse(self, reason: &str) {
        remove(&self.directory.join(NEW));
        reply(&self.directory, &ExchangeAnswer::Refused { reason: reason.to_owned() });
    }
}

/// A hall that was exchanged.
#[derive(Debug)]
pub struct ExchangedHall {
    handed: ClaimedCopy,
    before: Option<PathBuf>,
}

impl ExchangedHall {
    /// Tells the sender that the server uses the new hall.
    pub fn confirm(self) {
        let HallContents { games, changes, studies } = self.handed.contents;
        tracing::info!("the hall was replaced by a copy with {games} games");
        let before = self.before;
        reply(
            &self.handed.directory,
            &ExchangeAnswer::Restored { games, changes, studies, before },
        );
    }

    /// Puts the old hall back, because the new one cannot be opened, and tells the sender.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn undo(self, reason: &str) -> Result<(), StoreError> {
        let folder = HallFolder::enter(&self.handed.directory)?;
        if let Some(before) = &self.before {
            let hall = folder.at(FILE);
            for part in folder::parts(&hall).into_iter().skip(1) {
                remove(&part);
            }
            folder::rename(before, &hall)?;
            folder.sync()?;
        }
        self.handed.refuse(reason);
        Ok(())
    }
}

/// Writes the answer, complete or not at all. Without room for it the sender reports that no answer came.
fn reply(directory: &Path, answer: &ExchangeAnswer) {
    let path = directory.join(ANSWER);
    let part = directory.join(format!("{ANSWER}.part"));
    let text = serde_json::to_string(answer).unwrap_or_default();
    let written = private()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| std::fs::rename(&part, &path));
    if let Err(error) = written {
        tracing::warn!("the answer to a restore was not written: {error}");
    }
}
