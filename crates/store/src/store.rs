use crate::change_listener::{HallChanges, LocalChanges};
use crate::db::{BoxedFuture, Readers};
use crate::failures::Failures;
use crate::list::{count, list};
use crate::opening::LockPurpose;
use crate::opening::{Families, NO_FAMILY, OpenDatabase, open, reading};
use crate::postgres;
use crate::preferences;
use crate::studies::{self, StudyJob};
use crate::writer::{AppendChanges, Consequences, CreateGame, WriteRequest, Writer};
use crate::{
    Address, GameListPage, GameQuery, HallLocation, ListCursor, NewGame, NewStudy, StoreError,
    StoredReview, StoredStudy, StudyEdits, StudyListing, Whose, folder, read, secrets,
};
use hall::{Change, GameRecord, GameSetup, GameSummary, Moment, Preferences};
use serde_json::Value;
use sqlx::sqlite::SqlitePoolOptions;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Connections that read.
pub(crate) const READERS: u32 = 4;

/// The store. Clones share one writer and its readers.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    pub(crate) readers: Readers,
    families: Families,
    place: Arc<HallLocation>,
    failures: Failures,
    local_changes: LocalChanges,
    notices: Arc<Vec<String>>,
    /// The number of this node; 0 where no others can be.
    pub(crate) node: i64,
}

impl Store {
    /// Opens the store in a directory, and makes both if the directory never held one. `families` returns the
    /// family of a variant. No other process can open it before [`Store::close`].
    ///
    /// A damaged file is replaced by a new one with the readable data, and kept beside it.
    /// [`Store::notices`] reports it.
    ///
    /// # Errors
    /// When the directory or the database cannot be opened or written, another server uses it,
    /// it is of a newer version, or the file that was there is gone.
    pub async fn open(directory: &Path, families: Families) -> Result<Self, StoreError> {
        let OpenDatabase { folder, link, notices } = open(directory, families).await?;
        let file = folder.at(folder::FILE);
        let readers = SqlitePoolOptions::new()
            // All connections are opened at the start and kept: if the file were replaced, none of them would
            // read another one than the rest.
            .min_connections(READERS)
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .acquire_timeout(Duration::from_secs(10))
            // The first query opens the files: afterwards they can be read even
            // if they are deleted.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    sqlx::query("SELECT COUNT(*) FROM counts").fetch_one(connection).await?;
                    Ok(())
                })
            })
            .connect_with(reading(&file))
            .await?;
        let writer = Writer::of_folder(folder, link)?;
        let place = HallLocation::Folder(directory.to_owned());
        Ok(Self::of(place, writer, Readers::Sqlite(readers), families, notices))
    }

    /// Opens the store in a database of a PostgreSQL server, and makes its tables if the database is empty. No
    /// other process can open it before [`Store::close`], or before this one has lost its connection.
    ///
    /// # Errors
    /// When the server cannot be reached, refuses the user, or the database is not a hall's; when another
    /// process uses it or it is of a newer version.
    pub async fn open_database(address: &Address, families: Families) -> Result<Self, StoreError> {
        let locked = postgres::take(address, LockPurpose::Hall, "").await?;
        Self::of_database(address, families, locked).await
    }

    pub(crate) fn of(
        place: HallLocation,
        writer: Writer,
        readers: Readers,
        families: Families,
        notices: Vec<String>,
    ) -> Self {
        let (place, notices) = (Arc::new(place), Arc::new(notices));
        let (failures, local_changes) = (Failures::default(), LocalChanges::default());
        Self { writer, readers, families, place, failures, local_changes, notices, node: 0 }
    }

    /// Opens the store where it is kept.
    ///
    /// # Errors
    /// As [`Store::open`] and [`Store::open_database`].
    pub async fn open_at(place: &HallLocation, families: Families) -> Result<Self, StoreError> {
        match place {
            HallLocation::Folder(folder) => Self::open(folder, families).await,
            HallLocation::Database(address) => Self::open_database(address, families).await,
        }
    }

    /// Messages for the operator about the opening of the store, one line each.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Checks that changes can be stored, by writing a row and removing it in one transaction with its sync,
    /// and that they can be read.
    ///
    /// # Errors
    /// As a change would fail now.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.write(WriteRequest::Check).await?;
        self.count().await?;
        Ok(())
    }

    /// How many operations have failed since the store was opened, by the kind of the failure. Conflicts are none.
    #[must_use]
    pub fn failures(&self) -> Vec<(&'static str, u64)> {
        self.failures.counts()
    }

    /// Waits for operations in progress, closes the file and unlocks the directory.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Stores a new game with its changes so far. Its version is then the number of changes.
    ///
    /// # Errors
    /// When the game exists already, or the disk fails. Nothing is written then.
    pub async fn create(
        &self,
        id: &str,
        setup: &GameSetup,
        now: Moment,
        changes: &[Change],
        summary: &GameSummary,
    ) -> Result<u64, StoreError> {
        let new = self.new_row(
            NewGame {
                id: id.to_owned(),
                setup: setup.clone(),
                began: None,
                changes: changes.to_vec(),
                summary: summary.clone(),
                tags: Vec::new(),
            },
            now,
        );
        self.write(WriteRequest::Create(Box::new(new))).await
    }

    /// Stores many new games, all or none, and returns their number.
    ///
    /// # Errors
    /// When one of the games exists already, or the disk fails. Nothing is written then.
    pub async fn create_many(&self, games: Vec<NewGame>, now: Moment) -> Result<u64, StoreError> {
        let rows = games.into_iter().map(|game| self.new_row(game, now)).collect();
        self.write(WriteRequest::CreateMany(rows)).await
    }

    pub(crate) fn new_row(&self, game: NewGame, now: Moment) -> CreateGame {
        let NewGame { id, setup, began, changes, summary, tags } = game;
        let family = Some((self.families)(&setup.variant)).filter(|family| !family.is_empty());
        let family = family.unwrap_or_else(|| NO_FAMILY.to_owned());
        CreateGame { id, setup, family, began, now, changes, summary, tags }
    }

    /// Adds changes to a game's log, all or none, and returns the new version. `version` is the version that the
    /// caller knows.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game is at another version, was removed, or has already logged this
    /// request; other errors when the disk fails. Nothing is written then.
    pub async fn append(
        &self,
        id: &str,
        version: u64,
        request: Option<&str>,
        now: Moment,
        changes: &[Change],
        summary: &GameSummary,
    ) -> Result<u64, StoreError> {
        let follows = Consequences::default();
        self.append_with(id, version, (request, now), changes, summary, follows).await
    }

    /// The same with what follows from it.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_with(
        &self,
        id: &str,
        version: u64,
        (request, now): (Option<&str>, Moment),
        changes: &[Change],
        summary: &GameSummary,
        follows: impl Into<Consequences>,
    ) -> Result<u64, StoreError> {
        let more = AppendChanges {
            id: id.to_owned(),
            version,
            request: request.map(str::to_owned),
            now,
            changes: changes.to_vec(),
            summary: summary.clone(),
            follows: follows.into(),
        };
        self.write(WriteRequest::Append(Box::new(more))).await
    }

    /// Reads a complete game.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<GameRecord>, StoreError> {
        read::load(&self.readers, id).await.map_err(|error| self.told(error))
    }

    /// The stored data of a game, readable or not, as JSON with every column of its rows.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn raw(&self, id: &str) -> Result<Option<Value>, StoreError> {
        read::raw(&self.readers, id).await.map_err(|error| self.told(error))
    }

    /// Lists games, the latest change first. A game that cannot be read is listed as such.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn list<'a>(&'a self, query: &'a GameQuery) -> BoxedFuture<'a, GameListPage> {
        Box::pin(async move { list(&self.readers, query).await.map_err(|error| self.told(error)) })
    }

    /// How many games are stored, in constant time.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn count(&self) -> Result<u64, StoreError> {
        count(&self.readers, &GameQuery::default()).await.map_err(|error| self.told(error))
    }

    /// Removes a game; `false` when there was none.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.write(WriteRequest::Delete(id.to_owned())).await? > 0)
    }

    /// Stores a new study. Its version is then the number of edits.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the study exists already, or its game has another one. Other errors when
    /// the disk fails. Nothing is written then.
    pub async fn create_study(&self, new: NewStudy) -> Result<u64, StoreError> {
        self.write_study(StudyJob::Create(new)).await
    }

    /// Adds edits to a study's log, all or none, and returns the new version.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_edits(&self, edits: StudyEdits) -> Result<u64, StoreError> {
        self.write_study(StudyJob::Append(edits)).await
    }

    /// Reads a complete study.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn load_study(&self, id: &str) -> Result<Option<StoredStudy>, StoreError> {
        studies::load(&self.readers, id).await.map_err(|error| self.told(error))
    }

    /// The stored data of a study, readable or not, as JSON with every column of its rows.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn raw_study(&self, id: &str) -> Result<Option<Value>, StoreError> {
        studies::raw(&self.readers, id).await.map_err(|error| self.told(error))
    }

    /// The id of the study that was made of a game.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn study_of_game(&self, game: &str) -> Result<Option<String>, StoreError> {
        studies::of_game(&self.readers, game).await.map_err(|error| self.told(error))
    }

    /// Lists somebody's studies, the latest change first, beginning after `before`.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn list_studies(
        &self,
        of: &Whose,
        before: Option<&ListCursor>,
        limit: u32,
    ) -> Result<StudyListing, StoreError> {
        studies::list(&self.readers, of, before, limit).await.map_err(|error| self.told(error))
    }

    /// How many studies are stored.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn count_studies(&self) -> Result<u64, StoreError> {
        studies::count(&self.readers, &Whose::Everybody).await.map_err(|error| self.told(error))
    }

    /// Removes a study with its review; `false` when there was none.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn delete_study(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.write_study(StudyJob::Delete(id.to_owned())).await? > 0)
    }

    /// Stores the review of a study as it stands: what it says as a whole, whether it is to go on, and what
    /// it says of these nodes. Other nodes keep what was stored of them.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when there is no such study; other errors when the disk fails.
    pub async fn set_review(
        &self,
        study: &str,
        under_way: bool,
        head: String,
        nodes: Vec<(u32, String)>,
    ) -> Result<(), StoreError> {
        let study = study.to_owned();
        self.write_study(StudyJob::Review { study, under_way, head, nodes }).await?;
        Ok(())
    }

    /// The review of a study, if one was begun.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn review(&self, study: &str) -> Result<Option<StoredReview>, StoreError> {
        studies::review(&self.readers, study).await.map_err(|error| self.told(error))
    }

    /// Removes the review of a study.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn clear_review(&self, study: &str) -> Result<(), StoreError> {
        self.write_study(StudyJob::ClearReview(study.to_owned())).await?;
        Ok(())
    }

    /// The ids of studies with a review that is to go on.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn reviews_under_way(&self) -> Result<Vec<String>, StoreError> {
        studies::reviews_under_way(&self.readers).await.map_err(|error| self.told(error))
    }

    /// Keeps the result of an analysis under the text of what was searched. The oldest go where there are
    /// more than `most`.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn keep_analysis(
        &self,
        what: String,
        now: Moment,
        body: String,
        most: u32,
    ) -> Result<(), StoreError> {
        self.write_study(StudyJob::Keep { what, now, body, most }).await?;
        Ok(())
    }

    /// The result that is kept of an analysis.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn kept_analysis(&self, what: &str) -> Result<Option<String>, StoreError> {
        studies::kept_analysis(&self.readers, what).await.map_err(|error| self.told(error))
    }

    pub(crate) fn write(&self, job: WriteRequest) -> BoxedFuture<'_, u64> {
        Box::pin(async move {
            let changes = HallChanges::of(&job);
            let written = self.writer.write(job).await;
            match &written {
                Ok(_) => self.local_changes.note(changes),
                Err(error) => self.failures.count(error),
            }
            written
        })
    }

    pub(crate) fn local_changes(&self) -> &LocalChanges {
        &self.local_changes
    }

    async fn write_study(&self, job: StudyJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Study(Box::new(job))).await
    }

    /// The preferences, or the defaults when none are stored or they cannot be read: the hall works without
    /// them.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn preferences(&self) -> Result<Preferences, StoreError> {
        match read::preferences(&self.readers).await {
            Ok(stored) => Ok(stored.unwrap_or_default()),
            Err(StoreError::Damaged { what, .. }) => {
                tracing::warn!("the preferences begin anew: {what}");
                Ok(Preferences::default())
            }
            Err(error) => Err(self.told(error)),
        }
    }

    /// What only the hall knows under this name; the first time, it is `new`. All nodes of a hall have the same.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn secret(
        &self,
        name: &str,
        new: impl FnOnce() -> String + Send,
    ) -> Result<String, StoreError> {
        if let Some(known) = secrets::secret(&self.readers, name).await? {
            return Ok(known);
        }
        let body = new();
        self.write(WriteRequest::Secret(name.to_owned(), body.clone())).await?;
        // Another node may have been faster.
        Ok(secrets::secret(&self.readers, name).await?.unwrap_or(body))
    }

    /// Stores the preferences.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn set_preferences(&self, preferences: &Preferences) -> Result<(), StoreError> {
        self.write(WriteRequest::Preferences(preferences::write(preferences))).await?;
        Ok(())
    }

    /// The error of a reader with the cause that the file system shows.
    pub(crate) fn told(&self, error: StoreError) -> StoreError {
        let error = match (&*self.place, error) {
            (HallLocation::Folder(folder), StoreError::DiskFailed(words))
                if !folder.join(folder::FILE).exists() =>
            {
                StoreError::DataGone(words)
            }
            (HallLocation::Folder(folder), other) => other.seen_from(folder),
            (HallLocation::Database(_), other) => other,
        };
        self.failures.count(&error);
        error
    }
}
