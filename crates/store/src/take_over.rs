//! Games and studies of another hall, stored in one transaction: all or none.

use crate::db::{Builder, Link, query};
use crate::studies::StudyJob;
use crate::writer::{CreateGame, WriteRequest};
use crate::{NewGame, NewStudy, Store, StoreError, games, studies};
use hall::Moment;
use std::collections::HashSet;

/// A game of another hall, and when it last changed there.
#[derive(Clone, Debug)]
pub struct TakenGame {
    /// The game.
    pub game: NewGame,
    /// When it last changed.
    pub updated_at: Moment,
}

/// A study of another hall with what its review says.
#[derive(Clone, Debug)]
pub struct TakenStudy {
    /// The study.
    pub study: NewStudy,
    /// The head of its review, and what it says of each node, by its number.
    pub review: Option<(String, Vec<(u32, String)>)>,
}

/// What is to be stored.
#[derive(Debug)]
pub(crate) struct TakeOver {
    games: Vec<CreateGame>,
    studies: Vec<TakenStudy>,
}

pub(crate) async fn perform(connection: &mut Link, job: &TakeOver) -> Result<u64, StoreError> {
    // A conflict is found before anything is written.
    games::refuse_known(connection, &job.games).await?;
    for TakenStudy { study, .. } in &job.studies {
        let found = query("SELECT 1 FROM studies WHERE id = $1 OR game = $2")
            .bind(&study.id)
            .bind(&study.game)
            .fetch_optional(&mut *connection);
        if found.await?.is_some() {
            return Err(StoreError::Conflict);
        }
    }
    for game in &job.games {
        games::insert(connection, game).await?;
    }
    for TakenStudy { study, review } in &job.studies {
        studies::perform(connection, &StudyJob::Create(study.clone())).await?;
        if let Some((head, nodes)) = review.clone() {
            let study = study.id.clone();
            let job = StudyJob::Review { study, under_way: false, head, nodes };
            studies::perform(connection, &job).await?;
        }
    }
    Ok((job.games.len() + job.studies.len()) as u64)
}

impl Store {
    /// Stores games and studies of another hall, all or none.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when one of them, or the study of one of the games, is here already; or when the disk fails.
    pub async fn take_over(
        &self,
        games: Vec<TakenGame>,
        studies: Vec<TakenStudy>,
    ) -> Result<u64, StoreError> {
        let games = games.into_iter().map(|taken| self.new_row(taken.game, taken.updated_at));
        let job = TakeOver { games: games.collect(), studies };
        self.write(WriteRequest::TakeOver(Box::new(job))).await
    }

    /// Those of these games that are stored, readable or not.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn known_games(&self, ids: &[String]) -> Result<HashSet<String>, StoreError> {
        self.known("SELECT id FROM games WHERE id IN ", ids).await
    }

    /// Those of these studies that are stored, readable or not.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn known_studies(&self, ids: &[String]) -> Result<HashSet<String>, StoreError> {
        self.known("SELECT id FROM studies WHERE id IN ", ids).await
    }

    /// Those of these games that have a study.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn studied_games(&self, ids: &[String]) -> Result<HashSet<String>, StoreError> {
        self.known("SELECT game FROM studies WHERE game IN ", ids).await
    }

    async fn known(&self, what: &str, ids: &[String]) -> Result<HashSet<String>, StoreError> {
        let mut known = HashSet::new();
        for ids in ids.chunks(500) {
            let mut sql = Builder::new(what);
            sql.push_list(ids.iter().cloned());
            let rows = sql.build().fetch_all(&self.readers).await;
            for row in rows.map_err(|error| self.told(error))? {
                known.insert(row.try_get::<String>(0)?);
            }
        }
        Ok(known)
    }
}
