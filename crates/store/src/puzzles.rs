//! Puzzles, and the games that were searched for them. The texts are JSON that the server defines; the store adds a
//! format number and a checksum to each row.

use crate::db::{Builder, Link, Readers, Row, query};
use crate::format::RowChecksum;
use crate::read::{column, unfit, verify};
use crate::{StoreError, Whose, sight};
use hall::puzzles::PuzzleCount;

/// The format of rows that are written now.
const FORMAT: i64 = 1;

/// The place of a puzzle: a game, and how many of its moves come before it. No game has two at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzlePlace {
    /// The game's id.
    pub game: String,
    /// The number of moves before it.
    pub ply: u32,
}

/// A puzzle to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPuzzle {
    /// The number of moves before it.
    pub ply: u32,
    /// The variant's id.
    pub variant: String,
    /// The puzzle with its solution.
    pub body: String,
}

/// A puzzle as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Where it is.
    pub place: PuzzlePlace,
    /// The puzzle with its solution.
    pub body: String,
    /// How often its first move was tried.
    pub tries: u64,
    /// How often it was played to its end.
    pub solved: u64,
}

/// A page of the list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzlePage {
    /// The places, those of the latest game first, within a game in its order.
    pub places: Vec<PuzzlePlace>,
    /// Whether there are more.
    pub more: bool,
}

/// The search of a game for puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzleSearch {
    /// The game's id.
    pub game: String,
    /// Whether it is to go on.
    pub under_way: bool,
    /// How far it is.
    pub body: String,
}

/// A write request that concerns puzzles.
#[derive(Debug)]
pub(crate) enum PuzzleJob {
    /// Begins the search of a game that was never searched.
    Begin { game: String, body: String },
    /// Stores how far a search is, and what it found.
    Note { search: StoredPuzzleSearch, found: Vec<NewPuzzle> },
    /// Counts that somebody tried a puzzle, or solved it.
    Tried { place: PuzzlePlace, solved: bool },
}

pub(crate) async fn perform(link: &mut Link, job: &PuzzleJob) -> Result<u64, StoreError> {
    match job {
        PuzzleJob::Begin { game, body } => {
            let known = query("SELECT 1 FROM games WHERE id = $1").bind(game);
            if known.fetch_optional(&mut *link).await?.is_none() {
                return Err(StoreError::Conflict);
            }
            query(
                "INSERT INTO puzzle_searches (game_id, under_way, body, format, body_check) \
                 VALUES ($1, 1, $2, $3, $4) ON CONFLICT (game_id) DO NOTHING",
            )
            .bind(game)
            .bind(body)
            .bind(FORMAT)
            .bind(check(game, 1, body))
            .execute(link)
            .await
        }
        PuzzleJob::Note { search, found } => note(link, search, found).await,
        PuzzleJob::Tried { place, solved } => {
            query(
                "UPDATE puzzles SET tries = tries + $3, solved = solved + $4 \
                 WHERE game_id = $1 AND ply = $2",
            )
            .bind(&place.game)
            .bind(place.ply)
            .bind(i64::from(!solved))
            .bind(i64::from(*solved))
            .execute(link)
            .await
        }
    }
}

async fn note(
    link: &mut Link,
    search: &StoredPuzzleSearch,
    found: &[NewPuzzle],
) -> Result<u64, StoreError> {
    let StoredPuzzleSearch { game, under_way, body } = search;
    let under_way = i64::from(*under_way);
    // A search that has ended stays as it is: it was cancelled in the meantime.
    let noted = query(
        "UPDATE puzzle_searches SET under_way = $2, body = $3, format = $4, body_check = $5 \
         WHERE game_id = $1 AND under_way <> 0",
    )
    .bind(game)
    .bind(under_way)
    .bind(body)
    .bind(FORMAT)
    .bind(check(game, under_way, body))
    .execute(&mut *link)
    .await?;
    if noted == 0 {
        return Err(StoreError::Conflict);
    }
    let mut added = 0;
    for new in found {
        added += query(
            "INSERT INTO puzzles (game_id, ply, variant, body, format, body_check, tries, solved) \
             VALUES ($1, $2, $3, $4, $5, $6, 0, 0) ON CONFLICT (game_id, ply) DO NOTHING",
        )
        .bind(game)
        .bind(new.ply)
        .bind(&new.variant)
        .bind(&new.body)
        .bind(FORMAT)
        .bind(check(game, i64::from(new.ply), &new.body))
        .execute(&mut *link)
        .await?;
    }
    Ok(added)
}

fn check(game: &str, number: i64, body: &str) -> i64 {
    RowChecksum::default().text(game).number(number).text(body).sum()
}

/// Refuses rows of a format that this version does not know, and those that were changed.
fn verified(row: &Row, game: &str, number: i64, body: &str) -> Result<(), StoreError> {
    verify(row, "body_check", "puzzle", game, || check(game, number, body))?;
    match column::<i64>(row, "format", game)? {
        FORMAT => Ok(()),
        other => {
            let what = format!("stored puzzle: format {other} is unknown to this version");
            Err(StoreError::damaged(game, what))
        }
    }
}

/// The puzzle at a place.
pub(crate) async fn puzzle(
    readers: &Readers,
    place: &PuzzlePlace,
) -> Result<Option<StoredPuzzle>, StoreError> {
    let row = query(
        "SELECT body, format, body_check, tries, solved FROM puzzles \
         WHERE game_id = $1 AND ply = $2",
    );
    let row = row.bind(&place.game).bind(place.ply).fetch_optional(readers).await?;
    let Some(row) = row else { return Ok(None) };
    let body: String = column(&row, "body", &place.game)?;
    verified(&row, &place.game, i64::from(place.ply), &body)?;
    let number = |name| {
        let number = column::<i64>(&row, name, &place.game)?;
        u64::try_from(number).map_err(|_| unfit(name, number, &place.game))
    };
    let (tries, solved) = (number("tries")?, number("solved")?);
    Ok(Some(StoredPuzzle { place: place.clone(), body, tries, solved }))
}

/// Which puzzles to list.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter<'a> {
    /// Those of this variant; `None`: of all.
    pub variant: Option<&'a str>,
    /// Those of this game; `None`: of all.
    pub game: Option<&'a str>,
    /// Those of games that are any of these; `None`: all, private or not.
    pub of: Option<&'a [Whose]>,
}

impl<'a> PuzzleFilter<'a> {
    /// The puzzles of a game.
    #[must_use]
    pub const fn of_game(game: &'a str) -> Self {
        Self { variant: None, game: Some(game), of: None }
    }

    /// The puzzles of a variant.
    #[must_use]
    pub const fn of_variant(variant: &'a str) -> Self {
        Self { variant: Some(variant), game: None, of: None }
    }
}

/// Puzzles of a variant or a game, or all, after a place.
pub(crate) async fn list(
    readers: &Readers,
    PuzzleFilter { variant, game, of }: PuzzleFilter<'_>,
    after: Option<&PuzzlePlace>,
    limit: u32,
) -> Result<PuzzlePage, StoreError> {
    let mut sql = Builder::new("SELECT game_id, ply FROM puzzles WHERE 1 = 1");
    if let Some(variant) = variant {
        sql.push(" AND variant = ").push_bind(variant);
    }
    if let Some(game) = game {
        sql.push(" AND game_id = ").push_bind(game);
    }
    if let Some(any) = of {
        sight::only_of(&mut sql, "puzzles.game_id", any);
    }
    if let Some(after) = after {
        sql.push(" AND (game_id < ").push_bind(after.game.as_str());
        sql.push(" OR (game_id = ").push_bind(after.game.as_str());
        sql.push(" AND ply > ").push_bind(after.ply).push("))");
    }
    sql.push(" ORDER BY game_id DESC, ply LIMIT ").push_bind(i64::from(limit) + 1);
    let rows = sql.build().fetch_all(readers).await?;
    let more = rows.len() > limit as usize;
    let mut places = Vec::with_capacity(rows.len());
    for row in rows.iter().take(limit as usize) {
        let (game, ply): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let ply = u32::try_from(ply).map_err(|_| unfit("ply", ply, &game))?;
        places.push(PuzzlePlace { game, ply });
    }
    Ok(PuzzlePage { places, more })
}

/// How many puzzles there are of each variant that has some, of a game or of all, in games that are any of these.
pub(crate) async fn counts(
    readers: &Readers,
    game: Option<&str>,
    of: &[Whose],
) -> Result<Vec<PuzzleCount>, StoreError> {
    let mut sql = Builder::new("SELECT variant, COUNT(*) FROM puzzles WHERE TRUE");
    if let Some(game) = game {
        sql.push(" AND game_id = ").push_bind(game);
    }
    sight::only_of(&mut sql, "puzzles.game_id", of);
    sql.push(" GROUP BY variant ORDER BY variant");
    let rows = sql.build().fetch_all(readers).await?;
    let count = |row: &Row| {
        let count: i64 = row.try_get(1)?;
        Ok(PuzzleCount { variant: row.try_get(0)?, count: u64::try_from(count).unwrap_or(0) })
    };
    rows.iter().map(count).collect()
}

/// The search of a game, if there was one.
pub(crate) async fn search(
    readers: &Readers,
    game: &str,
) -> Result<Option<StoredPuzzleSearch>, StoreError> {
    let row =
        query("SELECT under_way, body, format, body_check FROM puzzle_searches WHERE game_id = $1");
    let Some(row) = row.bind(game).fetch_optional(readers).await? else { return Ok(None) };
    let under_way: i64 = column(&row, "under_way", game)?;
    let body: String = column(&row, "body", game)?;
    verified(&row, game, under_way, &body)?;
    Ok(Some(StoredPuzzleSearch { game: game.to_owned(), under_way: under_way != 0, body }))
}

/// The games whose search is to go on.
pub(crate) async fn under_way(readers: &Readers) -> Result<Vec<String>, StoreError> {
    query("SELECT game_id FROM puzzle_searches WHERE under_way <> 0 ORDER BY game_id")
        .scalars(readers)
        .await
}
