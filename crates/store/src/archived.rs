//! What the store does for the archive.

use crate::archive::{self, ArchiveJob};
use crate::writer::WriteRequest;
use crate::{
    ArchiveEntry, ArchiveFilter, ArchiveMatch, IndexedGame, MoveCount, StaleGame, Store, StoreError,
};
use hall::archive::TagCount;
use std::collections::HashMap;

impl Store {
    /// The games of the archive that a search finds, and how many there are; more than 100,000 are not
    /// counted.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn search(
        &self,
        wanted: &ArchiveFilter,
    ) -> Result<(Vec<ArchiveMatch>, u64), StoreError> {
        archive::search(&self.readers, wanted).await.map_err(|error| self.told(error))
    }

    /// What is known of games that were found, in their order.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn archive_entries(
        &self,
        found: Vec<ArchiveMatch>,
    ) -> Result<Vec<ArchiveEntry>, StoreError> {
        archive::entries(&self.readers, found).await.map_err(|error| self.told(error))
    }

    /// The moves with which the games that a search finds went on after its opening.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn next_moves(&self, wanted: &ArchiveFilter) -> Result<Vec<MoveCount>, StoreError> {
        archive::next_moves(&self.readers, wanted).await.map_err(|error| self.told(error))
    }

    /// The moves with which the games that a search finds went on in the position of its key.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn moves_at(&self, wanted: &ArchiveFilter) -> Result<Vec<MoveCount>, StoreError> {
        archive::moves_at(&self.readers, wanted).await.map_err(|error| self.told(error))
    }

    /// Some of the games of which the archive does not know the present state, and how many there are.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn archive_wanted(&self, limit: u32) -> Result<(Vec<StaleGame>, u64), StoreError> {
        archive::wanted(&self.readers, limit).await.map_err(|error| self.told(error))
    }

    /// The boards of a game as the archive has them.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn track(&self, game: &str) -> Result<Option<Vec<u8>>, StoreError> {
        archive::track(&self.readers, game).await.map_err(|error| self.told(error))
    }

    /// The boards of games, by their numbers in the archive.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tracks(&self, numbers: &[i64]) -> Result<HashMap<i64, Vec<u8>>, StoreError> {
        archive::tracks(&self.readers, numbers).await.map_err(|error| self.told(error))
    }

    /// Stores what was worked out of games.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn keep_archived(&self, games: Vec<IndexedGame>) -> Result<(), StoreError> {
        self.write(WriteRequest::Archive(Box::new(ArchiveJob::Store(games)))).await?;
        Ok(())
    }

    /// Adds tags to games and removes others; returns how many of the games there are.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tag(
        &self,
        games: Vec<String>,
        add: Vec<String>,
        remove: Vec<String>,
    ) -> Result<u64, StoreError> {
        self.write(WriteRequest::Archive(Box::new(ArchiveJob::Tag { games, add, remove }))).await
    }

    /// All tags with their counts, in alphabetical order; a thousand at most.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tags(&self) -> Result<Vec<TagCount>, StoreError> {
        archive::tags(&self.readers).await.map_err(|error| self.told(error))
    }

    /// The tags of these games, by game.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tags_of(
        &self,
        games: &[String],
    ) -> Result<HashMap<String, Vec<String>>, StoreError> {
        archive::tags_of(&self.readers, games).await.map_err(|error| self.told(error))
    }
}
