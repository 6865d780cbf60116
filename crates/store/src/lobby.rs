//! Games with an open seat that are offered to everybody.

use crate::db::{Link, Readers, query};
use crate::ratings::ratings_in_lobby;
use crate::{GameListItem, ListEntry, PoolRating, Store, StoreError, read, writer::WriteRequest};
use hall::{Change, Moment, PersonId};

/// A write request that concerns the lobby.
#[derive(Debug)]
pub(crate) enum LobbyJob {
    /// Offers a game, or says that its maker is still there. `seen`: when that was, or until when the offer needs nobody.
    Offer { game: String, person: String, now: Moment, seen: Moment, is_new: bool },
    /// Offers it no more.
    Withdraw { game: String },
}

/// A game that waits for somebody to sit down.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// Who made it.
    pub person: PersonId,
    /// Since when it has been offered.
    pub since: Moment,
    /// The game.
    pub game: GameListItem,
    /// The maker's ratings, in no order.
    pub ratings: Vec<PoolRating>,
}

pub(crate) async fn perform(link: &mut Link, job: &LobbyJob) -> Result<u64, StoreError> {
    match job {
        LobbyJob::Offer { game, person, now, seen, .. } => {
            // A game that is gone is no error: its task has not heard of it yet.
            query(
                "INSERT INTO challenges (game_id, person, since, seen_at) \
                 SELECT id, $2, $3, $4 FROM games WHERE id = $1 \
                 AND NOT EXISTS (SELECT 1 FROM disabled WHERE person = $2) \
                 ON CONFLICT (game_id) DO UPDATE SET seen_at = excluded.seen_at",
            )
            .bind(game)
            .bind(person)
            .bind(now.0)
            .bind(seen.0)
            .execute(link)
            .await
        }
        LobbyJob::Withdraw { game } => {
            query("DELETE FROM challenges WHERE game_id = $1").bind(game).execute(link).await
        }
    }
}

/// Somebody has sat down: the game is offered no more.
pub(crate) async fn changed(
    link: &mut Link,
    id: &str,
    changes: &[Change],
) -> Result<(), StoreError> {
    if changes.iter().any(|change| matches!(change, Change::SeatTaken { .. })) {
        query("DELETE FROM challenges WHERE game_id = $1").bind(id).execute(link).await?;
    }
    Ok(())
}

/// The offers, the oldest first.
async fn list(readers: &Readers, seen: Moment, most: u32) -> Result<Vec<Challenge>, StoreError> {
    let sql = "SELECT game_id, person, since FROM challenges WHERE seen_at >= $1 \
               ORDER BY since, game_id LIMIT $2";
    let rows = query(sql).bind(seen.0).bind(most).fetch_all(readers).await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let (game, person, since): (String, String, i64) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        found.push((game, PersonId(person), Moment(since)));
    }
    let keys = found.iter().map(|(game, _, since)| (since.0, game.clone())).collect();
    let mut games = std::collections::HashMap::new();
    for entry in read::entries(readers, keys).await? {
        if let ListEntry::Game(game) = entry {
            games.insert(game.id.clone(), *game);
        }
    }
    let ratings = ratings_in_lobby(readers, seen).await?;
    let of = |(id, person, since)| {
        let game = games.remove::<String>(&id)?;
        let ratings = ratings.get(&person).cloned().unwrap_or_default();
        Some(Challenge { person, since, game, ratings })
    };
    Ok(found.into_iter().filter_map(of).collect())
}

impl Store {
    /// Offers a game to everybody; otherwise than `is_new`, says that its maker is still there. The offer counts as seen
    /// at `seen`, which may be later than now.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn offer(
        &self,
        game: &str,
        maker: &PersonId,
        now: Moment,
        seen: Moment,
        is_new: bool,
    ) -> Result<(), StoreError> {
        let (game, person) = (game.to_owned(), maker.0.clone());
        self.write(WriteRequest::Lobby(LobbyJob::Offer { game, person, now, seen, is_new }))
            .await?;
        Ok(())
    }

    /// Offers a game no more.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn withdraw_offer(&self, game: &str) -> Result<(), StoreError> {
        self.write(WriteRequest::Lobby(LobbyJob::Withdraw { game: game.to_owned() })).await?;
        Ok(())
    }

    /// The games that are offered, the oldest offer first, of makers who have been seen since then.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn challenges(&self, seen: Moment, most: u32) -> Result<Vec<Challenge>, StoreError> {
        list(&self.readers, seen, most).await.map_err(|error| self.told(error))
    }

    /// How many games somebody has offered and been seen with since then.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn challenges_of(&self, person: &PersonId, seen: Moment) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM challenges WHERE person = $1 AND seen_at >= $2";
        let count = query(sql).bind(&person.0).bind(seen.0).scalar::<i64>(&self.readers).await;
        count.map(|n| u64::try_from(n).unwrap_or(0)).map_err(|error| self.told(error))
    }
}
