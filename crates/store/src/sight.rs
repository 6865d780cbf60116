//! Who sees what: private games and studies, which their address alone does not open, and open ones, which everybody finds.

use crate::db::{Builder, Link, query};
use crate::{Store, StoreError, Whose, writer::WriteRequest};

/// How a game or a study stands to somebody who has its address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// There is none.
    Missing,
    /// It is private, and this is nobody who sees it.
    Hidden,
    /// It is private, and this is somebody who sees it.
    Private,
    /// Whoever has the address sees it.
    Link,
    /// Everybody finds it in lists.
    Open,
}

/// Who is to see a game or a study.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Who made it, and who has a part in the game.
    Own,
    /// Whoever has the address.
    Link,
    /// Everybody: lists have it.
    Everybody,
}

impl Audience {
    /// What the columns `private` and `listed` say.
    const fn columns(self) -> [i64; 2] {
        match self {
            Self::Own => [1, 0],
            Self::Link => [0, 0],
            Self::Everybody => [0, 1],
        }
    }
}

impl Sight {
    /// Whether there is something to see.
    #[must_use]
    pub const fn is_seen(self) -> bool {
        matches!(self, Self::Private | Self::Link | Self::Open)
    }
}

/// A change of who sees something.
#[derive(Debug)]
pub(crate) enum SightJob {
    /// The game, and who sees it: with a private one its study becomes private, too, and stays it.
    Game(String, Audience),
    /// The study, and who sees it.
    Study(String, Audience),
}

/// Makes a change; the number of games or studies that it concerned. The study of a private game stays private.
pub(crate) async fn perform(link: &mut Link, job: &SightJob) -> Result<u64, StoreError> {
    match job {
        SightJob::Game(id, audience) => {
            let [private, listed] = audience.columns();
            if *audience == Audience::Own {
                query("UPDATE studies SET private = 1, listed = 0 WHERE game = $1")
                    .bind(id)
                    .execute(&mut *link)
                    .await?;
            }
            let update = query("UPDATE games SET private = $2, listed = $3 WHERE id = $1");
            update.bind(id).bind(private).bind(listed).execute(link).await
        }
        SightJob::Study(id, audience) => {
            let [private, listed] = audience.columns();
            query(
                "UPDATE studies SET private = $2, listed = $3 WHERE id = $1 \
                 AND ($2 <> 0 OR game IS NULL \
                 OR game NOT IN (SELECT id FROM games WHERE private <> 0))",
            )
            .bind(id)
            .bind(private)
            .bind(listed)
            .execute(link)
            .await
        }
    }
}

/// A new rematch of a private game is private; that of an open one is not open.
pub(crate) async fn game_created(
    link: &mut Link,
    id: &str,
    rematch_of: Option<&str>,
) -> Result<(), StoreError> {
    let Some(old) = rematch_of else { return Ok(()) };
    query(
        "UPDATE games SET private = 1 WHERE id = $1 \
         AND EXISTS (SELECT 1 FROM games AS old WHERE old.id = $2 AND old.private <> 0)",
    )
    .bind(id)
    .bind(old)
    .execute(link)
    .await?;
    Ok(())
}

/// A new study of a private game is private.
pub(crate) async fn study_created(link: &mut Link, id: &str) -> Result<(), StoreError> {
    query(
        "UPDATE studies SET private = 1 WHERE id = $1 \
         AND game IN (SELECT id FROM games WHERE private <> 0)",
    )
    .bind(id)
    .execute(link)
    .await?;
    Ok(())
}

/// Adds the condition that a game whose id is in this column is one of any of these.
pub(crate) fn only_of(sql: &mut Builder, column: &'static str, any: &[Whose]) {
    sql.push(" AND (FALSE");
    for whose in any {
        sql.push(" OR (TRUE");
        whose.narrow(sql, column);
        sql.push(")");
    }
    sql.push(")");
}

impl Store {
    /// How a game stands to the person whose games these are. A seat that is kept for somebody who has not sat down yet
    /// counts for nothing here.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn sight_of_game(&self, id: &str, by: &Whose) -> Result<Sight, StoreError> {
        let mut sql = Builder::new(
            "SELECT CAST(CASE WHEN private = 0 AND listed <> 0 THEN 3 WHEN private = 0 THEN 2 WHEN TRUE",
        );
        by.narrow(&mut sql, "games.id");
        sql.push(" THEN 1 ELSE 0 END AS BIGINT) FROM games WHERE id = ").push_bind(id.to_owned());
        self.sight(sql).await
    }

    /// How a study stands to the person whose studies these are.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn sight_of_study(&self, id: &str, by: &Whose) -> Result<Sight, StoreError> {
        let mut sql = Builder::new(
            "SELECT CAST(CASE WHEN private = 0 AND listed <> 0 THEN 3 WHEN private = 0 THEN 2 WHEN (TRUE",
        );
        by.narrow_studies(&mut sql);
        sql.push(")");
        // Who has a part in a game has one in its study.
        if let Whose::Person { id, .. } = by {
            sql.push(" OR (game IN (SELECT game_id FROM parts WHERE person = ");
            sql.push_bind(id.0.clone()).push("))");
        }
        sql.push(" THEN 1 ELSE 0 END AS BIGINT) FROM studies WHERE id = ").push_bind(id.to_owned());
        self.sight(sql).await
    }

    async fn sight(&self, sql: Builder) -> Result<Sight, StoreError> {
        let row = sql.build().fetch_optional(&self.readers).await;
        let Some(row) = row.map_err(|error| self.told(error))? else { return Ok(Sight::Missing) };
        Ok(match row.try_get::<i64>(0)? {
            0 => Sight::Hidden,
            1 => Sight::Private,
            2 => Sight::Link,
            _ => Sight::Open,
        })
    }

    /// Says who sees a game. With a private one its study becomes private, and stays so when the game is private no more.
    /// `false` when there is no such game.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn show_game_to(&self, id: &str, audience: Audience) -> Result<bool, StoreError> {
        let job = SightJob::Game(id.to_owned(), audience);
        Ok(self.write(WriteRequest::Sight(job)).await? > 0)
    }

    /// Says who sees a study. `false` when there is no such study, or it is that of a private game and would not stay private.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn show_study_to(&self, id: &str, audience: Audience) -> Result<bool, StoreError> {
        let job = SightJob::Study(id.to_owned(), audience);
        Ok(self.write(WriteRequest::Sight(job)).await? > 0)
    }
}
