//! How often people agree with the engine in rated games, for moderators.

use crate::db::{Link, Row, query};
use crate::{Store, StoreError, writer::WriteRequest};
use hall::agreement::AgreementCounts;
use hall::{Moment, PersonId};

/// So many of the last games of a person count.
const LAST: u32 = 40;
/// At most so many people are compared, those who played last.
const PEOPLE: u32 = 2000;
/// The most games that are looked at for the next one to compare.
const NEXT: u32 = 50;

/// A part in a rated game between two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPart {
    /// The game's id.
    pub game: String,
    /// Whose part.
    pub person: PersonId,
    /// The family of games and the class of time.
    pub pool: String,
    /// When the game ended.
    pub at: Moment,
    /// The rating after it, in thousandths.
    pub rating: i64,
}

/// What was compared of a person's moves in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAgreement {
    /// Whose moves in which game.
    pub part: RatedPart,
    /// The moves that were compared; 0: the game says nothing.
    pub compared: u32,
    /// Those of them that the engine would choose.
    pub agreed: u32,
    /// The nodes of each search.
    pub nodes: u64,
}

/// Notes what was compared in a game, unless that was done before.
pub(crate) async fn keep(link: &mut Link, all: &[GameAgreement]) -> Result<u64, StoreError> {
    let mut kept = 0;
    for one in all {
        kept += query(
            "INSERT INTO agreements (game_id, person, pool, at, rating, compared, agreed, nodes) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (game_id, person) DO NOTHING",
        )
        .bind(&one.part.game)
        .bind(&one.part.person.0)
        .bind(&one.part.pool)
        .bind(one.part.at.0)
        .bind(one.part.rating)
        .bind(one.compared)
        .bind(one.agreed)
        .bind(i64::try_from(one.nodes).unwrap_or(i64::MAX))
        .execute(&mut *link)
        .await?;
    }
    Ok(kept)
}

fn number(row: &Row, column: usize) -> Result<u64, StoreError> {
    Ok(u64::try_from(row.try_get::<i64>(column)?).unwrap_or(0))
}

fn count(row: &Row, column: usize) -> Result<u32, StoreError> {
    Ok(u32::try_from(number(row, column)?).unwrap_or(u32::MAX))
}

impl Store {
    /// The parts in rated games between two people that ended since then and whose moves were not compared yet, game by game,
    /// the oldest first; a part of them at a time.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn parts_to_compare(&self, since: Moment) -> Result<Vec<RatedPart>, StoreError> {
        let sql = "SELECT game_id, person, pool, at, rating FROM rated_games WHERE at >= $1 \
                   AND opponent NOT LIKE 'level-%' AND NOT EXISTS \
                   (SELECT 1 FROM agreements WHERE agreements.game_id = rated_games.game_id) \
                   ORDER BY at, game_id, person LIMIT $2";
        let rows = query(sql).bind(since.0).bind(NEXT * 2).fetch_all(&self.readers).await;
        let read = |row: Row| {
            Ok(RatedPart {
                game: row.try_get(0)?,
                person: PersonId(row.try_get(1)?),
                pool: row.try_get(2)?,
                at: Moment(row.try_get(3)?),
                rating: row.try_get(4)?,
            })
        };
        rows.map_err(|error| self.told(error))?.into_iter().map(read).collect()
    }

    /// Notes what was compared in a game.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn keep_agreements(&self, all: Vec<GameAgreement>) -> Result<(), StoreError> {
        self.write(WriteRequest::Agreements(all)).await?;
        Ok(())
    }

    /// What was compared of each person in the last games of each kind, for those with at least so many games since then.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn agreements(
        &self,
        since: Moment,
        games: u32,
    ) -> Result<Vec<AgreementCounts>, StoreError> {
        let sql = "SELECT person, pool, COUNT(*), CAST(SUM(compared) AS BIGINT), \
                   CAST(SUM(agreed) AS BIGINT), CAST(SUM(compared * compared) AS BIGINT), \
                   CAST(SUM(agreed * agreed) AS BIGINT), CAST(SUM(agreed * compared) AS BIGINT), \
                   CAST(SUM(rating) AS BIGINT) FROM (SELECT person, pool, at, compared, agreed, \
                   rating, ROW_NUMBER() OVER (PARTITION BY person, pool ORDER BY at DESC) AS place \
                   FROM agreements WHERE compared > 0 AND at >= $1) AS lately WHERE place <= $2 \
                   GROUP BY person, pool HAVING COUNT(*) >= $3 \
                   ORDER BY MAX(at) DESC, person LIMIT $4";
        let found = query(sql).bind(since.0).bind(LAST).bind(games).bind(PEOPLE);
        let rows = found.fetch_all(&self.readers).await;
        let read = |row: Row| {
            let games = count(&row, 2)?;
            #[expect(clippy::cast_precision_loss, reason = "ratings have a few digits")]
            let rating = row.try_get::<i64>(8)? as f64 / 1000.0 / f64::from(games.max(1));
            Ok(AgreementCounts {
                person: PersonId(row.try_get(0)?),
                pool: row.try_get(1)?,
                games,
                compared: number(&row, 3)?,
                agreed: number(&row, 4)?,
                compared_squares: number(&row, 5)?,
                agreed_squares: number(&row, 6)?,
                products: number(&row, 7)?,
                rating,
            })
        };
        rows.map_err(|error| self.told(error))?.into_iter().map(read).collect()
    }

    /// The games of a person that count there, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn agreements_of(
        &self,
        person: &PersonId,
        pool: &str,
        since: Moment,
    ) -> Result<Vec<GameAgreement>, StoreError> {
        let sql = "SELECT game_id, at, rating, compared, agreed, nodes FROM agreements \
                   WHERE person = $1 AND pool = $2 AND at >= $3 AND compared > 0 \
                   ORDER BY at DESC LIMIT $4";
        let found = query(sql).bind(&person.0).bind(pool).bind(since.0).bind(LAST);
        let rows = found.fetch_all(&self.readers).await;
        let read = |row: Row| {
            Ok(GameAgreement {
                part: RatedPart {
                    game: row.try_get(0)?,
                    person: person.clone(),
                    pool: pool.to_owned(),
                    at: Moment(row.try_get(1)?),
                    rating: row.try_get(2)?,
                },
                compared: count(&row, 3)?,
                agreed: count(&row, 4)?,
                nodes: number(&row, 5)?,
            })
        };
        rows.map_err(|error| self.told(error))?.into_iter().map(read).collect()
    }
}
