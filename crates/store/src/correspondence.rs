//! Games by correspondence: whose move they wait for and until when, and the conditional moves of their players.

use crate::db::{Link, Readers, Row, query};
use crate::writer::WriteRequest;
use crate::{GameListItem, ListEntry, Store, StoreError, read};
use hall::{ConditionalMoves, Moment, PersonId, TurnUpdate};

/// The conditional moves of a person in a game; none: `body` is absent.
#[derive(Debug)]
pub(crate) struct KeepConditional {
    game: String,
    person: String,
    body: Option<String>,
}

/// A game in which somebody is to move.
#[derive(Clone, Debug, PartialEq)]
pub struct AwaitedGame {
    /// The game.
    pub game: GameListItem,
    /// When the time is up; before the first move no clock runs.
    pub due: Option<Moment>,
}

pub(crate) async fn perform(link: &mut Link, job: &KeepConditional) -> Result<u64, StoreError> {
    let KeepConditional { game, person, body } = job;
    let Some(body) = body else {
        let gone = query("DELETE FROM conditional_moves WHERE game_id = $1 AND person = $2");
        return gone.bind(game).bind(person).execute(link).await;
    };
    query(
        "INSERT INTO conditional_moves (game_id, person, body) \
         SELECT id, $2, $3 FROM games WHERE id = $1 \
         ON CONFLICT (game_id, person) DO UPDATE SET body = excluded.body",
    )
    .bind(game)
    .bind(person)
    .bind(body)
    .execute(link)
    .await
}

/// Writes whose move a game waits for.
pub(crate) async fn changed(
    link: &mut Link,
    game: &str,
    turn: &TurnUpdate,
) -> Result<(), StoreError> {
    match turn {
        TurnUpdate::Same => {}
        TurnUpdate::Nobody => {
            query("DELETE FROM turns WHERE game_id = $1").bind(game).execute(link).await?;
        }
        TurnUpdate::Of(turn) => {
            query(
                "INSERT INTO turns (game_id, person, due_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (game_id) DO UPDATE SET \
                 person = excluded.person, due_at = excluded.due_at",
            )
            .bind(game)
            .bind(&turn.person.0)
            .bind(turn.due.map(|due| due.0))
            .execute(link)
            .await?;
        }
    }
    Ok(())
}

async fn awaited(
    readers: &Readers,
    person: &PersonId,
    most: u32,
) -> Result<Vec<AwaitedGame>, StoreError> {
    // Those without a clock come last.
    let sql = "SELECT game_id, due_at FROM turns WHERE person = $1 \
               ORDER BY CASE WHEN due_at IS NULL THEN 1 ELSE 0 END, due_at, game_id LIMIT $2";
    let rows = query(sql).bind(&person.0).bind(most).fetch_all(readers).await?;
    let read = |row: &Row| Ok((row.try_get::<String>(0)?, row.try_get::<Option<i64>>(1)?));
    let found: Vec<_> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
    let keys = found.iter().map(|(game, due)| (due.unwrap_or(0), game.clone())).collect();
    let mut games = std::collections::HashMap::new();
    for entry in read::entries(readers, keys).await? {
        if let ListEntry::Game(game) = entry {
            games.insert(game.id.clone(), *game);
        }
    }
    let of = |(id, due): (String, Option<i64>)| {
        Some(AwaitedGame { game: games.remove(&id)?, due: due.map(Moment) })
    };
    Ok(found.into_iter().filter_map(of).collect())
}

impl Store {
    /// The games in which a person is to move, that whose time is up first before the others.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn awaited(
        &self,
        person: &PersonId,
        most: u32,
    ) -> Result<Vec<AwaitedGame>, StoreError> {
        awaited(&self.readers, person, most).await.map_err(|error| self.told(error))
    }

    /// The games by correspondence whose time is up.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn due_games(&self, now: Moment, most: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT game_id FROM turns WHERE due_at <= $1 ORDER BY due_at LIMIT $2";
        let found = query(sql).bind(now.0).bind(most).scalars(&self.readers).await;
        found.map_err(|error| self.told(error))
    }

    /// The conditional moves of the players of a game. What cannot be read is left out.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn conditional_moves(
        &self,
        game: &str,
    ) -> Result<Vec<(PersonId, ConditionalMoves)>, StoreError> {
        let sql = "SELECT person, body FROM conditional_moves WHERE game_id = $1 ORDER BY person";
        let rows = query(sql).bind(game).fetch_all(&self.readers).await;
        let mut found = Vec::new();
        for row in rows.map_err(|error| self.told(error))? {
            let (person, body): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            match serde_json::from_str(&body) {
                Ok(moves) => found.push((PersonId(person), moves)),
                Err(error) => tracing::warn!("game {game}: conditional moves: {error}"),
            }
        }
        Ok(found)
    }

    /// The conditional moves that a person has in games, by the games' ids, as they are stored.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn conditional_moves_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT game_id, body FROM conditional_moves WHERE person = $1 ORDER BY game_id";
        let rows = query(sql).bind(&person.0).fetch_all(&self.readers).await;
        let rows = rows.map_err(|error| self.told(error))?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Keeps the conditional moves of a person in a game in place of those before.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn keep_conditional_moves(
        &self,
        game: &str,
        person: &PersonId,
        moves: Option<&ConditionalMoves>,
    ) -> Result<(), StoreError> {
        let write =
            |moves| serde_json::to_string(moves).expect("strings and numbers are always JSON");
        let (game, person) = (game.to_owned(), person.0.clone());
        let body = moves.map(write);
        self.write(WriteRequest::Conditional(KeepConditional { game, person, body })).await?;
        Ok(())
    }
}
