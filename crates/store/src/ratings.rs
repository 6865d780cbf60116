//! Ratings of people, and what each rated game did to them. They change in the transaction that stores the end of the game.

use crate::db::{Link, Readers, Row, query};
use crate::{Store, StoreError};
use hall::rating::{GamePoints, RatedPlayer, RatedResult, Rating};
use hall::{Moment, PersonId, Side};
use std::collections::HashMap;

/// The most games of a history.
const HISTORY: u32 = 500;
/// The most games that are looked after at a time.
const MOST_UNDER_WAY: u32 = 1000;

/// How strong a person is in one kind of games.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolRating {
    /// The family of games and the class of time.
    pub pool: String,
    /// The rating after the last game.
    pub rating: Rating,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// When the last one ended.
    pub at: Moment,
}

/// What a rated game did to a person's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// The game's id. The game itself may have been deleted.
    pub game: String,
    /// The family of games and the class of time.
    pub pool: String,
    /// When it ended.
    pub at: Moment,
    /// 2 for a win, 1 for a draw.
    pub points: u32,
    /// The opponent: a person's id, or `level-` and a number.
    pub opponent: String,
    /// The opponent's name then; empty for a level.
    pub opponent_name: String,
    /// The opponent's rating before it.
    pub opponent_rating: f64,
    /// The rating after it.
    pub rating: f64,
    /// What it changed.
    pub change: f64,
}

/// What a game did to the rating of one of its players.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    /// Whose.
    pub person: PersonId,
    /// The rating after it.
    pub rating: f64,
    /// What it changed.
    pub change: f64,
}

/// Rates a game, unless it is rated already.
pub(crate) async fn rate(
    link: &mut Link,
    game: &str,
    result: &RatedResult,
    now: Moment,
) -> Result<(), StoreError> {
    let known = query("SELECT 1 FROM rated_games WHERE game_id = $1 LIMIT 1").bind(game);
    if known.fetch_optional(&mut *link).await?.is_some() {
        return Ok(());
    }
    let mut before = Vec::with_capacity(2);
    for player in &result.players {
        before.push(match player {
            RatedPlayer::Level { level } => Rating::of_level(*level),
            RatedPlayer::Person { id, .. } => known_rating(link, id, &result.pool)
                .await?
                .map_or_else(Rating::default, |(rating, at)| rating.at(at, now)),
        });
    }
    for side in Side::ALL {
        let RatedPlayer::Person { id, .. } = &result.players[side.index()] else { continue };
        let (own, other) = (before[side.index()], before[side.other().index()]);
        let points = GamePoints::of(side, result.winner);
        let new = own.after(other, points);
        keep(link, id, &result.pool, new, points, now).await?;
        let (opponent, name) = match &result.players[side.other().index()] {
            RatedPlayer::Person { id, name } => (id.0.clone(), name.as_str()),
            RatedPlayer::Level { level } => (format!("level-{level}"), ""),
        };
        query(
            "INSERT INTO rated_games (game_id, person, pool, at, points, opponent, opponent_name, \
             opponent_rating, rating, change) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(game)
        .bind(&id.0)
        .bind(&result.pool)
        .bind(now.0)
        .bind(points.doubled())
        .bind(opponent)
        .bind(name)
        .bind(thousandths(other.rating))
        .bind(thousandths(new.rating))
        .bind(thousandths(new.rating) - thousandths(own.rating))
        .execute(&mut *link)
        .await?;
    }
    Ok(())
}

async fn keep(
    link: &mut Link,
    person: &PersonId,
    pool: &str,
    new: Rating,
    points: GamePoints,
    now: Moment,
) -> Result<(), StoreError> {
    let is = |what: GamePoints| i64::from(points == what);
    query(
        "INSERT INTO ratings (person, pool, rating, deviation, volatility, won, drawn, lost, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (person, pool) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, won = ratings.won + excluded.won, \
         drawn = ratings.drawn + excluded.drawn, lost = ratings.lost + excluded.lost, \
         at = excluded.at",
    )
    .bind(&person.0)
    .bind(pool)
    .bind(thousandths(new.rating))
    .bind(thousandths(new.deviation))
    .bind(thousandths(new.volatility * 1000.0))
    .bind(is(GamePoints::Won))
    .bind(is(GamePoints::Drawn))
    .bind(is(GamePoints::Lost))
    .bind(now.0)
    .execute(link)
    .await?;
    Ok(())
}

async fn known_rating(
    link: &mut Link,
    person: &PersonId,
    pool: &str,
) -> Result<Option<(Rating, Moment)>, StoreError> {
    let sql =
        "SELECT rating, deviation, volatility, at FROM ratings WHERE person = $1 AND pool = $2";
    let row = query(sql).bind(&person.0).bind(pool).fetch_optional(link).await?;
    row.map(|row| Ok((rating(&row, 0)?, Moment(row.try_get(3)?)))).transpose()
}

/// The rating in three columns from this one on.
fn rating(row: &Row, column: usize) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: from_thousandths(row.try_get(column)?),
        deviation: from_thousandths(row.try_get(column + 1)?),
        volatility: from_thousandths(row.try_get(column + 2)?) / 1000.0,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "ratings have a few digits")]
fn thousandths(number: f64) -> i64 {
    (number * 1000.0).round() as i64
}

#[expect(clippy::cast_precision_loss, reason = "ratings have a few digits")]
fn from_thousandths(number: i64) -> f64 {
    number as f64 / 1000.0
}

/// A rating from the columns `pool, rating, deviation, volatility, won, drawn, lost, at`.
fn pool_rating(row: &Row) -> Result<PoolRating, StoreError> {
    let count = |column| -> Result<u32, StoreError> {
        Ok(u32::try_from(row.try_get::<i64>(column)?).unwrap_or(0))
    };
    Ok(PoolRating {
        pool: row.try_get(0)?,
        rating: rating(row, 1)?,
        won: count(4)?,
        drawn: count(5)?,
        lost: count(6)?,
        at: Moment(row.try_get(7)?),
    })
}

async fn ratings(readers: &Readers, person: &PersonId) -> Result<Vec<PoolRating>, StoreError> {
    let sql = "SELECT pool, rating, deviation, volatility, won, drawn, lost, at FROM ratings \
               WHERE person = $1 ORDER BY pool";
    let rows = query(sql).bind(&person.0).fetch_all(readers).await?;
    rows.iter().map(pool_rating).collect()
}

/// The ratings of all who offer a game and have been seen since then.
pub(crate) async fn ratings_in_lobby(
    readers: &Readers,
    seen: Moment,
) -> Result<HashMap<PersonId, Vec<PoolRating>>, StoreError> {
    let sql = "SELECT pool, rating, deviation, volatility, won, drawn, lost, at, person FROM ratings \
               WHERE person IN (SELECT person FROM challenges WHERE seen_at >= $1)";
    let rows = query(sql).bind(seen.0).fetch_all(readers).await?;
    let mut of: HashMap<PersonId, Vec<PoolRating>> = HashMap::new();
    for row in rows {
        of.entry(PersonId(row.try_get(8)?)).or_default().push(pool_rating(&row)?);
    }
    Ok(of)
}

async fn history(readers: &Readers, person: &PersonId) -> Result<Vec<RatedGame>, StoreError> {
    let sql = "SELECT game_id, pool, at, points, opponent, opponent_name, opponent_rating, rating, \
               change FROM rated_games WHERE person = $1 ORDER BY at DESC, game_id DESC LIMIT $2";
    let rows = query(sql).bind(&person.0).bind(HISTORY).fetch_all(readers).await?;
    let read = |row: Row| {
        Ok(RatedGame {
            game: row.try_get(0)?,
            pool: row.try_get(1)?,
            at: Moment(row.try_get(2)?),
            points: u32::try_from(row.try_get::<i64>(3)?).unwrap_or(0),
            opponent: row.try_get(4)?,
            opponent_name: row.try_get(5)?,
            opponent_rating: from_thousandths(row.try_get(6)?),
            rating: from_thousandths(row.try_get(7)?),
            change: from_thousandths(row.try_get(8)?),
        })
    };
    rows.into_iter().map(read).collect()
}

impl Store {
    /// What a game did to the ratings of its players; empty before its end, and if it is not rated.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn rating_changes(&self, game: &str) -> Result<Vec<RatingChange>, StoreError> {
        let sql =
            "SELECT person, rating, change FROM rated_games WHERE game_id = $1 ORDER BY person";
        let rows = query(sql).bind(game).fetch_all(&self.readers).await;
        let read = |row: Row| {
            Ok(RatingChange {
                person: PersonId(row.try_get(0)?),
                rating: from_thousandths(row.try_get(1)?),
                change: from_thousandths(row.try_get(2)?),
            })
        };
        rows.map_err(|error| self.told(error))?.into_iter().map(read).collect()
    }

    /// The rated games whose clocks run: they end by time although nobody watches them. Those by correspondence are not among
    /// them: [`Store::due_games`] has those whose time is up.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn rated_under_way(&self) -> Result<Vec<String>, StoreError> {
        const RATED: &str = "\"rated\":true";
        const NO_CLOCK: &str = "\"clock\":{\"kind\":\"none\"}";
        const DAYS: &str = "\"clock\":{\"kind\":\"days\"";
        let sql = "SELECT id FROM games WHERE ended = 0 AND plies > 0 AND instr(setup, $1) > 0 \
                   AND instr(setup, $2) = 0 AND instr(setup, $3) = 0 ORDER BY updated_at DESC LIMIT $4";
        let found = query(sql).bind(RATED).bind(NO_CLOCK).bind(DAYS).bind(MOST_UNDER_WAY);
        let rows = found.fetch_all(&self.readers).await;
        let rows = rows.map_err(|error| self.told(error))?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// How strong a person is in each kind of games that the person has played.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn ratings(&self, person: &PersonId) -> Result<Vec<PoolRating>, StoreError> {
        ratings(&self.readers, person).await.map_err(|error| self.told(error))
    }

    /// The last rated games of a person, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn rated_games(&self, person: &PersonId) -> Result<Vec<RatedGame>, StoreError> {
        history(&self.readers, person).await.map_err(|error| self.told(error))
    }
}
