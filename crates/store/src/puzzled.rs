//! What the store does for puzzles.

use crate::Whose;
use crate::puzzles::{self, PuzzleFilter, PuzzleJob};
use crate::writer::WriteRequest;
use crate::{NewPuzzle, PuzzlePage, PuzzlePlace, StoredPuzzle, StoredPuzzleSearch};
use crate::{Store, StoreError};
use hall::puzzles::PuzzleCount;

impl Store {
    /// Begins the search of a game for puzzles; `false` when it was searched before, or is.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when there is no such game; other errors when the disk fails.
    pub async fn begin_puzzles(&self, game: &str, body: String) -> Result<bool, StoreError> {
        Ok(self.write_puzzles(PuzzleJob::Begin { game: game.to_owned(), body }).await? > 0)
    }

    /// Stores how far a search is, with the puzzles that it found since: all or nothing. A puzzle that is there already
    /// stays as it is.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when no search of this game is under way: it has ended, or the game is gone. Other errors
    /// when the disk fails.
    pub async fn note_puzzles(
        &self,
        search: StoredPuzzleSearch,
        found: Vec<NewPuzzle>,
    ) -> Result<(), StoreError> {
        self.write_puzzles(PuzzleJob::Note { search, found }).await?;
        Ok(())
    }

    /// Counts that the first move of a puzzle was tried, or that it was played to its end (`solved`). `false` when there
    /// is no such puzzle.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn tried_puzzle(&self, place: PuzzlePlace, solved: bool) -> Result<bool, StoreError> {
        Ok(self.write_puzzles(PuzzleJob::Tried { place, solved }).await? > 0)
    }

    /// The puzzle at a place.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn puzzle(&self, place: &PuzzlePlace) -> Result<Option<StoredPuzzle>, StoreError> {
        puzzles::puzzle(&self.readers, place).await.map_err(|error| self.told(error))
    }

    /// Up to `limit` puzzles of a variant, of a game, or of all, beginning after a place.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn list_puzzles(
        &self,
        filter: PuzzleFilter<'_>,
        after: Option<&PuzzlePlace>,
        limit: u32,
    ) -> Result<PuzzlePage, StoreError> {
        let listed = puzzles::list(&self.readers, filter, after, limit).await;
        listed.map_err(|error| self.told(error))
    }

    /// How many puzzles there are of each variant that has some, of a game or of all, in games that are any of
    /// these.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn count_puzzles(
        &self,
        game: Option<&str>,
        of: &[Whose],
    ) -> Result<Vec<PuzzleCount>, StoreError> {
        puzzles::counts(&self.readers, game, of).await.map_err(|error| self.told(error))
    }

    /// The search of a game for puzzles, if there was one.
    ///
    /// # Errors
    /// When the disk fails or the data cannot be read.
    pub async fn puzzle_search(
        &self,
        game: &str,
    ) -> Result<Option<StoredPuzzleSearch>, StoreError> {
        puzzles::search(&self.readers, game).await.map_err(|error| self.told(error))
    }

    /// The ids of the games whose search for puzzles is to go on.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn puzzles_under_way(&self) -> Result<Vec<String>, StoreError> {
        puzzles::under_way(&self.readers).await.map_err(|error| self.told(error))
    }

    async fn write_puzzles(&self, job: PuzzleJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Puzzles(Box::new(job))).await
    }
}
