//! Lists of games: selection, order, count. Each query is covered by an index, so that its time depends on
//! the size of the page and not on the number of games.

use crate::db::{self, Builder, Readers, Row};
use crate::{GameListPage, GameQuery, ListCursor, StateFilter, StoreError, Whose, fold, read};

/// Up to so many names, each name is looked up in the index; with more, the list is scanned.
const NAMES: i64 = 200;
/// The most games in one scan. The page then ends early and says where to continue.
const WALK: i64 = 10_000;
/// The greatest count of games with a player.
const COUNTED: i64 = 1_000;

/// Games found: when they last changed, and their ids.
type GameKeys = Vec<(i64, String)>;

pub(crate) async fn list(readers: &Readers, query: &GameQuery) -> Result<GameListPage, StoreError> {
    let player = fold::fold(query.player.as_deref().unwrap_or_default());
    // One more than requested shows whether there are more.
    let wanted = i64::from(query.limit) + 1;
    let mut ended_early = None;
    let (mut keys, total, is_total_exact) = if player.is_empty() {
        let keys = find(readers, query, wanted).await?;
        (keys, count(readers, query).await?, true)
    } else {
        let names = names_with(readers, &player).await?;
        let keys = if i64::try_from(names.len()).unwrap_or(i64::MAX) < NAMES {
            find_seats(readers, query, &names, wanted).await?
        } else {
            let (keys, last) = walk(readers, query, &player, wanted).await?;
            ended_early = last;
            keys
        };
        let (total, is_exact) = count_seats(readers, query, &names).await?;
        (keys, total, is_exact)
    };
    let mut next = ended_early;
    if keys.len() > query.limit as usize {
        keys.truncate(query.limit as usize);
        next = keys
            .last()
            .map(|(updated_at, id)| ListCursor { updated_at: *updated_at, id: id.clone() });
    }
    let games = read::entries(readers, keys).await?;
    Ok(GameListPage { games, total, is_total_exact, next })
}

/// The condition for finished or unfinished games.
fn states(filter: StateFilter) -> &'static [i64] {
    match filter {
        StateFilter::All => &[0, 1],
        StateFilter::Playing => &[0],
        StateFilter::Over => &[1],
    }
}

fn only_state(filter: StateFilter) -> Option<i64> {
    match states(filter) {
        [one] => Some(*one),
        _ => None,
    }
}

const ORDER: &str = " ORDER BY updated_at DESC, id DESC LIMIT ";

/// Adds the place after which the page begins, the order and the number.
fn page(sql: &mut Builder, after: Option<&ListCursor>, limit: i64) {
    if let Some(after) = after {
        sql.push(" AND (updated_at, id) < (");
        sql.push_bind(after.updated_at).push(", ").push_bind(after.id.clone()).push(")");
    }
    sql.push(ORDER).push_bind(limit);
}

async fn keys(sql: Builder, readers: &Readers) -> Result<GameKeys, StoreError> {
    let rows = sql.build().fetch_all(readers).await?;
    rows.iter().map(key).collect()
}

/// The first two columns of a row that was found. An id that is no text any more is shown with
/// replacement characters.
fn key(row: &Row) -> Result<(i64, String), StoreError> {
    let id: Vec<u8> = row.try_get_unchecked(1)?;
    Ok((row.try_get_unchecked(0)?, String::from_utf8_lossy(&id).into_owned()))
}

/// Merges the pages that `add` writes, one for each part, into one page.
fn merge<T>(
    parts: &[T],
    query: &GameQuery,
    wanted: i64,
    add: impl Fn(&mut Builder, &T),
) -> Builder {
    let mut sql = Builder::new("");
    let deep = wanted + i64::from(query.offset);
    for (i, part) in parts.iter().enumerate() {
        // A game can have the same person on both sides, or two names with the same part.
        sql.push(if i == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
        add(&mut sql, part);
        page(&mut sql, query.after.as_ref(), deep);
        sql.push(") AS part").push(i);
    }
    sql.push(ORDER).push_bind(wanted).push(" OFFSET ").push_bind(query.offset);
    sql
}

/// The page of all games, or of those of a family.
async fn find(readers: &Readers, query: &GameQuery, wanted: i64) -> Result<GameKeys, StoreError> {
    let sql = match &query.family {
        Some(family) => merge(states(query.filter), query, wanted, |sql, ended| {
            sql.push("SELECT updated_at, id FROM games WHERE family = ").push_bind(family.clone());
            sql.push(" AND ended = ").push_bind(*ended);
            query.of.narrow(sql, "id");
        }),
        None => {
            let mut sql = Builder::new("SELECT updated_at, id FROM games WHERE ");
            match only_state(query.filter) {
                Some(ended) => sql.push("ended = ").push_bind(ended),
                None => sql.push("TRUE"),
            };
            query.of.narrow(&mut sql, "id");
            page(&mut sql, query.after.as_ref(), wanted);
            sql.push(" OFFSET ").push_bind(query.offset);
            sql
        }
    };
    keys(sql, readers).await
}

/// The number of games, which triggers count.
pub(crate) async fn count(readers: &Readers, query: &GameQuery) -> Result<u64, StoreError> {
    if query.of != Whose::Everybody {
        let mut sql = Builder::new("SELECT COUNT(*) FROM games WHERE TRUE");
        narrow(&mut sql, query);
        let n: i64 = sql.build().scalar(readers).await?;
        return Ok(u64::try_from(n).unwrap_or(0));
    }
    let n: i64 = db::query(
        "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM counts \
         WHERE ($1 IS NULL OR family = $1) AND ($2 IS NULL OR ended = $2)",
    )
    .bind(&query.family)
    .bind(only_state(query.filter))
    .scalar(readers)
    .await?;
    Ok(u64::try_from(n).unwrap_or(0))
}

/// The numbers of the names that contain this, at most [`NAMES`] of them.
async fn names_with(readers: &Readers, part: &str) -> Result<Vec<i64>, StoreError> {
    db::query("SELECT id FROM names WHERE instr(name, $1) > 0 LIMIT $2")
        .bind(part)
        .bind(NAMES)
        .scalars(readers)
        .await
}

fn narrow(sql: &mut Builder, query: &GameQuery) {
    query.of.narrow(sql, "id");
    if let Some(ended) = only_state(query.filter) {
        sql.push(" AND ended = ").push_bind(ended);
    }
    if let Some(family) = &query.family {
        sql.push(" AND family = ").push_bind(family.clone());
    }
}

/// The page of the games of a few names.
async fn find_seats(
    readers: &Readers,
    query: &GameQuery,
    names: &[i64],
    wanted: i64,
) -> Result<GameKeys, StoreError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let sql = merge(names, query, wanted, |sql, name| {
        sql.push("SELECT updated_at, id FROM seats WHERE name_id = ").push_bind(*name);
        narrow(sql, query);
    });
    keys(sql, readers).await
}

/// How many games these names have, and whether that is exact.
async fn count_seats(
    readers: &Readers,
    query: &GameQuery,
    names: &[i64],
) -> Result<(u64, bool), StoreError> {
    if names.is_empty() {
        return Ok((0, true));
    }
    let mut sql =
        Builder::new("SELECT COUNT(*) FROM (SELECT DISTINCT id FROM seats WHERE name_id IN ");
    sql.push_list(names);
    narrow(&mut sql, query);
    sql.push(" LIMIT ").push_bind(COUNTED + 1).push(") AS found");
    let n: i64 = sql.build().scalar(readers).await?;
    let is_exact = n <= COUNTED && i64::try_from(names.len()).is_ok_and(|names| names < NAMES);
    Ok((u64::try_from(n.min(COUNTED)).unwrap_or(0), is_exact))
}

/// The page of the games of many names, by a scan of limited length. Also returns where the scan ended if the
/// page was not full then.
async fn walk(
    readers: &Readers,
    query: &GameQuery,
    part: &str,
    wanted: i64,
) -> Result<(GameKeys, Option<ListCursor>), StoreError> {
    const STEP: i64 = 1_000;
    let (mut found, mut after) = (Vec::new(), query.after.clone());
    let mut passed = 0;
    for _ in 0..WALK / STEP {
        let mut sql = Builder::new(
            "SELECT g.updated_at, g.id, \
             CAST(CASE WHEN COALESCE(instr(a.name, ",
        );
        sql.push_bind(part.to_owned()).push("), 0) + COALESCE(instr(b.name, ");
        sql.push_bind(part.to_owned());
        sql.push("), 0) > 0 THEN 1 ELSE 0 END AS BIGINT) FROM (SELECT updated_at, id, name_a, name_b FROM games WHERE TRUE");
        narrow(&mut sql, query);
        page(&mut sql, after.as_ref(), STEP);
        sql.push(
            ") g LEFT JOIN names a ON a.id = g.name_a LEFT JOIN names b ON b.id = g.name_b \
             ORDER BY g.updated_at DESC, g.id DESC",
        );
        let rows = sql.build().fetch_all(readers).await?;
        for row in &rows {
            let key = key(row)?;
            after = Some(ListCursor { updated_at: key.0, id: key.1.clone() });
            if row.try_get::<i64>(2)? == 0 {
                continue;
            }
            passed += 1;
            if passed > query.offset {
                found.push(key);
            }
            if i64::try_from(found.len()).unwrap_or(i64::MAX) == wanted {
                return Ok((found, None));
            }
        }
        if rows.len() < usize::try_from(STEP).unwrap_or(usize::MAX) {
            return Ok((found, None));
        }
    }
    Ok((found, after))
}
