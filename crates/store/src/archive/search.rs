//! Searching. The columns of `games` are scanned, in the order of an index where there is one: ten thousand
//! games take some milliseconds (`docs/develop/studies.md`).

use super::write::tag_check;
use super::{ArchiveEntry, ArchiveFilter, ArchiveMatch, MoveCount, StaleGame};
use crate::db::{Builder, Readers, Row, query};
use crate::{StateFilter, StoreError, fold, read};
use hall::archive::{ArchiveOrder as Order, EndedAs, TagCount};
use std::collections::HashMap;

/// The greatest count of games that are found.
const COUNTED: i64 = 100_000;
/// The greatest number of moves that a list of next moves has.
const NEXT_MOVES: i64 = 200;
/// The greatest number of games whose moves in a position are counted.
const MOST_READ: i64 = 20_000;

/// The games that are found, and how many there are.
pub(crate) async fn search(
    readers: &Readers,
    search: &ArchiveFilter,
) -> Result<(Vec<ArchiveMatch>, u64), StoreError> {
    let mut sql = Builder::new("SELECT g.id, g.updated_at, a.number, ");
    sql.push(if search.key.is_some() { "p.ply" } else { "CAST(NULL AS BIGINT)" });
    conditions(&mut sql, search);
    order(&mut sql, search);
    sql.push(" LIMIT ").push_bind(search.limit).push(" OFFSET ").push_bind(search.offset);
    let rows = sql.build().fetch_all(readers).await?;
    let found = rows.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    let mut sql = Builder::new("SELECT COUNT(*) FROM (SELECT 1");
    conditions(&mut sql, search);
    sql.push(" LIMIT ").push_bind(COUNTED).push(") AS found");
    let total: i64 = sql.build().scalar(readers).await?;
    Ok((found, u64::try_from(total).unwrap_or(0)))
}

fn found(row: &Row) -> Result<ArchiveMatch, StoreError> {
    // An id that is no text any more is shown with replacement characters.
    let id: Vec<u8> = row.try_get_unchecked(0)?;
    Ok(ArchiveMatch {
        game: String::from_utf8_lossy(&id).into_owned(),
        updated_at: row.try_get_unchecked(1)?,
        number: row.try_get(2)?,
        ply: small(row, 3)?,
    })
}

/// Adds the tables and what is wanted of them.
fn conditions(sql: &mut Builder, search: &ArchiveFilter) {
    sql.push(" FROM games g LEFT JOIN archive a ON a.game_id = g.id");
    if search.key.is_some() {
        sql.push(" JOIN positions p ON p.number = a.number");
    }
    sql.push(" WHERE TRUE");
    search.of.narrow(sql, "g.id");
    let state = match search.filter {
        StateFilter::All => None,
        StateFilter::Playing => Some(0_i64),
        StateFilter::Over => Some(1),
    };
    if let Some(state) = state {
        sql.push(" AND g.ended = ").push_bind(state);
    }
    if let Some(key) = search.key {
        sql.push(" AND p.key = ").push_bind(key);
    }
    if let Some(family) = &search.family {
        sql.push(" AND g.family = ").push_bind(family.clone());
    }
    if let Some(variant) = &search.variant {
        sql.push(" AND json_extract(g.setup, '$.variant') = ").push_bind(variant.clone());
    }
    let player = fold::fold(search.player.as_deref().unwrap_or_default());
    if !player.is_empty() {
        sql.push(" AND (g.name_a IN ");
        names(sql, &player);
        sql.push(" OR g.name_b IN ");
        names(sql, &player);
        sql.push(")");
    }
    match search.ended_as {
        None => {}
        Some(EndedAs::First) => plain(sql, " AND json_extract(g.ending, '$.winner') = 'first'"),
        Some(EndedAs::Second) => plain(sql, " AND json_extract(g.ending, '$.winner') = 'second'"),
        Some(EndedAs::Draw) => plain(sql, " AND json_extract(g.ending, '$.outcome') = '1/2'"),
        Some(EndedAs::Won) => named(sql, "a.winner", "a.person = 1", &player),
        Some(EndedAs::Lost) => named(sql, "a.loser", "a.person = -1", &player),
    }
    for (column, least, most) in [
        ("g.created_at", search.from, search.to.map(|to| to.saturating_sub(1))),
        ("g.plies", search.plies.0.map(i64::from), search.plies.1.map(i64::from)),
        (
            "a.mistakes_first + a.mistakes_second",
            search.mistakes.0.map(i64::from),
            search.mistakes.1.map(i64::from),
        ),
    ] {
        if let Some(least) = least {
            sql.push(" AND ").push(column).push(" >= ").push_bind(least);
        }
        if let Some(most) = most {
            sql.push(" AND ").push(column).push(" <= ").push_bind(most);
        }
    }
    if !search.opening.is_empty() {
        let line = line(&search.opening);
        sql.push(" AND substr(a.line, 1, CAST(")
            .push_bind(length(&line))
            .push(" AS INTEGER)) = ")
            .push_bind(line);
    }
    if let Some(tag) = &search.tag {
        sql.push(" AND EXISTS (SELECT 1 FROM tags t WHERE t.game_id = g.id AND t.tag = ");
        sql.push_bind(tag.clone()).push(")");
    }
    if search.has_track {
        sql.push(" AND a.number IS NOT NULL");
    }
}

/// Adds the numbers of the names that contain this.
fn names(sql: &mut Builder, part: &str) {
    sql.push("(SELECT id FROM names WHERE instr(name, ").push_bind(part.to_owned()).push(") > 0)");
}

fn plain(sql: &mut Builder, condition: &'static str) {
    sql.push(condition);
}

fn named(sql: &mut Builder, column: &str, otherwise: &str, player: &str) {
    sql.push(" AND ");
    if player.is_empty() {
        sql.push(otherwise);
    } else {
        sql.push(column).push(" IN ");
        names(sql, player);
    }
}

/// Moves as they are stored: a space after each.
fn line(moves: &[String]) -> String {
    moves.iter().map(|text| format!("{text} ")).collect()
}

fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

fn order(sql: &mut Builder, search: &ArchiveFilter) {
    let column = match search.order {
        Order::Changed => "g.updated_at",
        Order::Began => "g.created_at",
        Order::Length => "g.plies",
        Order::Mistakes => "a.mistakes_first + a.mistakes_second",
        Order::Player => {
            "COALESCE((SELECT name FROM names WHERE id = g.name_b), \
             (SELECT name FROM names WHERE id = g.name_a))"
        }
        Order::Result => {
            "COALESCE(json_extract(g.ending, '$.winner'), json_extract(g.ending, '$.outcome'))"
        }
        Order::Opening => "NULLIF(a.line, '')",
    };
    let way = if search.ascending { "ASC" } else { "DESC" };
    sql.push(" ORDER BY ").push(column).push(" ").push(way).push(" NULLS LAST");
    if search.order != Order::Changed {
        sql.push(", g.updated_at ").push(way);
    }
    sql.push(", g.id ").push(way);
}

/// What is known of games besides their summaries.
pub(crate) async fn entries(
    readers: &Readers,
    found: Vec<ArchiveMatch>,
) -> Result<Vec<ArchiveEntry>, StoreError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let plies: HashMap<String, Option<u32>> =
        found.iter().map(|found| (found.game.clone(), found.ply)).collect();
    let ids: Vec<String> = found.iter().map(|found| found.game.clone()).collect();
    let keys = found.into_iter().map(|found| (found.updated_at, found.game)).collect();
    let mut facts = HashMap::new();
    let mut sql = Builder::new(
        "SELECT game_id, line, mistakes_first, mistakes_second FROM archive WHERE game_id IN ",
    );
    sql.push_list(&ids);
    for row in sql.build().fetch_all(readers).await? {
        let line: String = row.try_get(1)?;
        let mistakes = (small(&row, 2)?, small(&row, 3)?);
        facts.insert(row.try_get::<String>(0)?, (line, mistakes));
    }
    let mut tags = tags_of(readers, &ids).await?;
    let entries = read::entries(readers, keys).await?;
    let entry = |entry: crate::ListEntry| {
        let (line, mistakes) = facts.remove(entry.id()).unwrap_or_default();
        ArchiveEntry {
            tags: tags.remove(entry.id()).unwrap_or_default(),
            line: line.split(' ').filter(|text| !text.is_empty()).map(str::to_owned).collect(),
            mistakes: mistakes.0.zip(mistakes.1).map(|(first, second)| [first, second]),
            ply: plies.get(entry.id()).copied().flatten(),
            entry,
        }
    };
    Ok(entries.into_iter().map(entry).collect())
}

/// The tags of games, by the games' ids, in alphabetical order.
pub(crate) async fn tags_of(
    readers: &Readers,
    ids: &[String],
) -> Result<HashMap<String, Vec<String>>, StoreError> {
    let mut tags: HashMap<String, Vec<String>> = HashMap::new();
    if ids.is_empty() {
        return Ok(tags);
    }
    let mut sql = Builder::new("SELECT game_id, tag, tag_check FROM tags WHERE game_id IN ");
    sql.push_list(ids);
    sql.push(" ORDER BY game_id, tag");
    for row in sql.build().fetch_all(readers).await? {
        let (Ok(game), Ok(tag)) = (row.try_get::<String>(0), row.try_get::<String>(1)) else {
            continue;
        };
        // A tag that was changed by damage is not shown.
        if row.try_get::<i64>(2).is_ok_and(|check| check == tag_check(&game, &tag)) {
            tags.entry(game).or_default().push(tag);
        }
    }
    Ok(tags)
}

/// All tags, in alphabetical order.
pub(crate) async fn tags(readers: &Readers) -> Result<Vec<TagCount>, StoreError> {
    let rows = query("SELECT tag, COUNT(*) FROM tags GROUP BY tag ORDER BY tag LIMIT 1000")
        .fetch_all(readers)
        .await?;
    rows.iter()
        .map(|row| Ok(TagCount { tag: row.try_get(0)?, games: count(row, 1)? }))
        .collect::<Result<_, StoreError>>()
}

/// A number that is never great: of a ply, or of mistakes.
fn small(row: &Row, column: usize) -> Result<Option<u32>, StoreError> {
    let number: Option<i64> = row.try_get(column)?;
    Ok(number.and_then(|number| u32::try_from(number).ok()))
}

fn count(row: &Row, column: usize) -> Result<u64, StoreError> {
    Ok(u64::try_from(row.try_get::<i64>(column)?).unwrap_or(0))
}

/// The moves with which the games that are found went on after the opening, the most frequent first.
pub(crate) async fn next_moves(
    readers: &Readers,
    search: &ArchiveFilter,
) -> Result<Vec<MoveCount>, StoreError> {
    let before = length(&line(&search.opening));
    let mut sql = Builder::new(
        "SELECT next, COUNT(*), SUM(CASE WHEN winner = 'first' THEN 1 ELSE 0 END), \
         SUM(CASE WHEN winner = 'second' THEN 1 ELSE 0 END), \
         SUM(CASE WHEN outcome = '1/2' THEN 1 ELSE 0 END) FROM (SELECT substr(rest, 1, instr(rest, ' ') - 1) AS next, \
         winner, outcome FROM (SELECT substr(a.line, CAST(",
    );
    sql.push_bind(before + 1)
        .push(" AS INTEGER)) AS rest, json_extract(g.ending, '$.winner') AS winner, json_extract(g.ending, '$.outcome') AS outcome");
    conditions(&mut sql, search);
    sql.push(") AS ahead) AS moves WHERE next <> '' GROUP BY next ORDER BY 2 DESC, 1 LIMIT ")
        .push_bind(NEXT_MOVES);
    let rows = sql.build().fetch_all(readers).await?;
    rows.iter()
        .map(|row| {
            let results = [count(row, 2)?, count(row, 3)?, count(row, 4)?];
            Ok(MoveCount { text: row.try_get(0)?, games: count(row, 1)?, results })
        })
        .collect()
}

/// The moves with which the games that are found went on in the position with the filter's key, the most frequent first. Of
/// the first [`MOST_READ`] games only, the latest, and of the moves that the archive keeps of a game.
pub(crate) async fn moves_at(
    readers: &Readers,
    search: &ArchiveFilter,
) -> Result<Vec<MoveCount>, StoreError> {
    let mut sql = Builder::new(
        "SELECT a.line, p.ply, json_extract(g.ending, '$.winner'), json_extract(g.ending, '$.outcome')",
    );
    conditions(&mut sql, search);
    sql.push(" ORDER BY g.updated_at DESC LIMIT ").push_bind(MOST_READ);
    let rows = sql.build().fetch_all(readers).await?;
    let mut moves: HashMap<String, MoveCount> = HashMap::new();
    for row in &rows {
        let line: Option<String> = row.try_get(0)?;
        let ply = small(row, 1)?.and_then(|ply| usize::try_from(ply).ok());
        let (winner, outcome): (Option<String>, Option<String>) =
            (row.try_get(2)?, row.try_get(3)?);
        let line = line.unwrap_or_default();
        let Some(text) = ply.and_then(|ply| line.split_whitespace().nth(ply)) else { continue };
        let found = moves.entry(text.to_owned()).or_insert_with(|| MoveCount {
            text: text.to_owned(),
            games: 0,
            results: [0; 3],
        });
        found.games += 1;
        match (winner.as_deref(), outcome.as_deref()) {
            (Some("first"), _) => found.results[0] += 1,
            (Some("second"), _) => found.results[1] += 1,
            (_, Some("1/2")) => found.results[2] += 1,
            _ => {}
        }
    }
    let mut moves: Vec<MoveCount> = moves.into_values().collect();
    moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
    Ok(moves)
}

/// Games of which the archive does not know the present state, and how many there are.
pub(crate) async fn wanted(
    readers: &Readers,
    limit: u32,
) -> Result<(Vec<StaleGame>, u64), StoreError> {
    let rows = query("SELECT game_id, n FROM archive_wanted LIMIT $1")
        .bind(limit)
        .fetch_all(readers)
        .await?;
    let wanted = rows
        .iter()
        .map(|row| {
            let id: Vec<u8> = row.try_get_unchecked(0)?;
            Ok(StaleGame { game: String::from_utf8_lossy(&id).into_owned(), n: row.try_get(1)? })
        })
        .collect::<Result<_, StoreError>>()?;
    let total: i64 = query("SELECT COUNT(*) FROM archive_wanted").scalar(readers).await?;
    Ok((wanted, u64::try_from(total).unwrap_or(0)))
}

/// The boards of a game, as they were stored.
pub(crate) async fn track(readers: &Readers, game: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let track = query(
        "SELECT t.body FROM tracks t JOIN archive a ON a.number = t.number WHERE a.game_id = $1",
    );
    let track = track.bind(game).fetch_optional(readers).await?;
    track.map(|row| row.try_get(0)).transpose()
}

/// The boards of games, by their numbers.
pub(crate) async fn tracks(
    readers: &Readers,
    numbers: &[i64],
) -> Result<HashMap<i64, Vec<u8>>, StoreError> {
    let mut sql = Builder::new("SELECT number, body FROM tracks WHERE number IN ");
    sql.push_list(numbers);
    let rows = sql.build().fetch_all(readers).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
