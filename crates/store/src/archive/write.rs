//! Writing, within the transactions of the writing task.

use super::{GameFacts, IndexedGame};
use crate::StoreError;
use crate::db::{Link, query};
use crate::format::RowChecksum;
use crate::games::name_id;

/// A write request that concerns the archive.
#[derive(Debug)]
pub(crate) enum ArchiveJob {
    /// What was worked out of games.
    Store(Vec<IndexedGame>),
    /// Tags to add to games and to remove from them.
    Tag { games: Vec<String>, add: Vec<String>, remove: Vec<String> },
}

pub(crate) async fn perform(connection: &mut Link, job: &ArchiveJob) -> Result<u64, StoreError> {
    match job {
        ArchiveJob::Store(games) => {
            for archived in games {
                store(connection, archived).await?;
            }
            Ok(games.len() as u64)
        }
        ArchiveJob::Tag { games, add, remove } => tag(connection, games, add, remove).await,
    }
}

async fn store(connection: &mut Link, archived: &IndexedGame) -> Result<(), StoreError> {
    let IndexedGame { wanted, facts, added, removed } = archived;
    let number = query("SELECT number FROM archive WHERE game_id = $1").bind(&wanted.game);
    let number: Option<i64> = number.scalars(&mut *connection).await?.pop();
    if let Some(number) = number {
        for key in removed {
            query("DELETE FROM positions WHERE key = $1 AND number = $2")
                .bind(key)
                .bind(number)
                .execute(&mut *connection)
                .await?;
        }
    }
    match facts {
        Some(facts) => {
            let number = store_facts(connection, &wanted.game, facts).await?;
            for (key, ply) in added {
                query(
                    "INSERT INTO positions (key, number, ply) VALUES ($1, $2, $3) \
                     ON CONFLICT (key, number) DO UPDATE SET ply = excluded.ply",
                )
                .bind(key)
                .bind(number)
                .bind(*ply)
                .execute(&mut *connection)
                .await?;
            }
        }
        None => {
            for sql in
                ["DELETE FROM tracks WHERE number = $1", "DELETE FROM archive WHERE number = $1"]
            {
                query(sql).bind(number).execute(&mut *connection).await?;
            }
        }
    }
    // A game that has changed in the meantime stays wanted.
    query("DELETE FROM archive_wanted WHERE game_id = $1 AND n = $2")
        .bind(&wanted.game)
        .bind(wanted.n)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn store_facts(
    connection: &mut Link,
    game: &str,
    facts: &GameFacts,
) -> Result<i64, StoreError> {
    let mut names = [None, None];
    if let Some(players) = &facts.winner {
        for (name, player) in names.iter_mut().zip(players) {
            *name = name_id(connection, player).await?;
        }
    }
    let number: i64 = query(
        "INSERT INTO archive (game_id, line, winner, loser, person, mistakes_first, mistakes_second) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (game_id) DO UPDATE SET line = excluded.line, winner = excluded.winner, \
         loser = excluded.loser, person = excluded.person, \
         mistakes_first = excluded.mistakes_first, mistakes_second = excluded.mistakes_second \
         RETURNING number",
    )
    .bind(game)
    .bind(&facts.line)
    .bind(names[0])
    .bind(names[1])
    .bind(facts.person)
    .bind(facts.mistakes.map(|[first, _]| first))
    .bind(facts.mistakes.map(|[_, second]| second))
    .scalar(&mut *connection)
    .await?;
    query(
        "INSERT INTO tracks (number, body) VALUES ($1, $2) \
         ON CONFLICT (number) DO UPDATE SET body = excluded.body",
    )
    .bind(number)
    .bind(&facts.track)
    .execute(connection)
    .await?;
    Ok(number)
}

/// Adds and removes tags; returns how many of the games there are.
async fn tag(
    connection: &mut Link,
    games: &[String],
    add: &[String],
    remove: &[String],
) -> Result<u64, StoreError> {
    let mut known = 0;
    for game in games {
        let found = query("SELECT 1 FROM games WHERE id = $1").bind(game);
        if found.fetch_optional(&mut *connection).await?.is_none() {
            continue;
        }
        known += 1;
        for tag in add {
            add_tag(connection, game, tag).await?;
        }
        for tag in remove {
            query("DELETE FROM tags WHERE game_id = $1 AND tag = $2")
                .bind(game)
                .bind(tag)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(known)
}

/// Adds a tag to a game.
pub(crate) async fn add_tag(
    connection: &mut Link,
    game: &str,
    tag: &str,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO tags (game_id, tag, tag_check) VALUES ($1, $2, $3) \
         ON CONFLICT (game_id, tag) DO UPDATE SET tag_check = excluded.tag_check",
    )
    .bind(game)
    .bind(tag)
    .bind(tag_check(game, tag))
    .execute(connection)
    .await?;
    Ok(())
}

/// The checksum over a tag.
pub(super) fn tag_check(game: &str, tag: &str) -> i64 {
    RowChecksum::default().text(game).text(tag).sum()
}
