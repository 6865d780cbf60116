//! Copying the readable rows of a damaged file into a new file.

use crate::StoreError;
use crate::folder::{self, FILE, HallFolder, NEW};
use crate::opening::{create, options};
use sqlx::sqlite::{SqliteConnection, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A repaired copy of the damaged file.
const MENDED: &str = "hall.mended.sqlite";
/// Rows copied in one statement where the file is readable.
const CHUNK: i64 = 500;

/// Copies the readable data into a new file, which replaces the hall's file. The damaged file stays beside
/// it under another name. Returns messages for the operator.
///
/// # Errors
/// When nothing can be read, or the new file cannot be written; nothing is changed then.
pub(crate) async fn salvage(folder: &HallFolder, fault: &str) -> Result<String, StoreError> {
    let file = folder.at(FILE);
    let saved = match rescue(folder, &file).await {
        Err(StoreError::Damaged { .. }) => {
            // Only that part of the first page may be damaged that is the same in all
            // databases, and can be restored.
            let saved = match mend(&file, &folder.at(MENDED)) {
                Ok(()) => rescue(folder, &folder.at(MENDED)).await,
                Err(error) => Err(StoreError::io(&file, &error)),
            };
            folder.remove(MENDED);
            saved
        }
        other => other,
    };
    let saved = saved.map_err(|error| match error {
        StoreError::Damaged { .. } => StoreError::Damaged {
            id: None,
            what: format!(
                "{} is damaged, and nothing in it can be read ({fault}); bring a copy back with \
                 `yiqi restore FILE`, or take the file away to begin with an empty hall",
                file.display()
            ),
        },
        other => other.seen_from(folder.path()),
    })?;
    let damaged = folder.free_name("damaged");
    folder::rename(&file, &damaged)?;
    folder::rename(&folder.at(NEW), &file)?;
    folder.sync()?;
    Ok(format!(
        "{} was damaged ({fault}): {} games were saved out of it, {} of them with losses; the \
         damaged file is kept as {}",
        file.display(),
        saved.games,
        saved.with_losses,
        damaged.display()
    ))
}

/// The tags; a hall of an earlier version has none.
const TAGS: &str = "\
    INSERT OR IGNORE INTO main.tags (game_id, tag, tag_check) \
    SELECT game_id, tag, tag_check FROM old.tags NOT INDEXED \
    WHERE rowid BETWEEN $1 AND $2 AND typeof(game_id) = 'text' AND typeof(tag) = 'text'";

/// The puzzles, the games that were searched for them, and whose the games are; a hall of an earlier version has none.
const OF_GAMES: [(&str, &str); 8] = [
    ("puzzles", "game_id, ply, variant, body, format, body_check, tries, solved"),
    ("puzzle_searches", "game_id, under_way, body, format, body_check"),
    ("parts", "person, game_id"),
    ("turns", "game_id, person, due_at"),
    ("conditional_moves", "game_id, person, body"),
    ("challenges", "game_id, person, since, seen_at"),
    ("agreements", "game_id, person, pool, at, rating, compared, agreed, nodes"),
    (
        "rated_games",
        "game_id, person, pool, at, points, opponent, opponent_name, opponent_rating, rating, change",
    ),
];

/// The ratings of people.
const RATINGS: &str = "\
    INSERT OR IGNORE INTO main.ratings \
    (person, pool, rating, deviation, volatility, won, drawn, lost, at) \
    SELECT person, pool, rating, deviation, volatility, won, drawn, lost, at \
    FROM old.ratings NOT INDEXED WHERE rowid BETWEEN $1 AND $2 AND typeof(person) = 'text'";
/// Tournaments; a hall of an earlier version has none.
const OF_TOURNAMENTS: [(&str, &str); 3] = [
    (
        "tournaments",
        "id, setup, organiser, version, created_at, updated_at, listed, ended, format, setup_check",
    ),
    ("tournament_events", "tournament_id, version, at, request, body, format, body_check"),
    ("tournament_parts", "person, tournament_id"),
];

/// Accounts, what belongs to them, and who may do what to whom: without these rows somebody whom a moderator has disabled would
/// be free again, and an old cookie would be a deleted account's. A hall of an earlier version has none.
const OF_PEOPLE: [(&str, &str); 10] = [
    ("secrets", "name, body"),
    ("accounts", "person, name, look, password, recovery, role, created_at"),
    ("credentials", "hash, id, person, label, scopes, made_at, seen_at"),
    ("passkeys", "credential, id, person, label, handle, key, state, made_at, seen_at"),
    ("kept", "person, name, body"),
    ("blocks", "person, blocked, name, at"),
    ("disabled", "person, name, reason, at"),
    ("deleted_accounts", "person, at"),
    (
        "reports",
        "id, at, person, person_name, reported, reported_name, game, reason, words, closed_at, verdict",
    ),
    ("moderation_log", "id, at, moderator, moderator_name, act, person, person_name, words"),
];

struct SalvageCounts {
    games: i64,
    with_losses: i64,
}

async fn rescue(folder: &HallFolder, damaged: &Path) -> Result<SalvageCounts, StoreError> {
    folder.remove(NEW);
    let new = folder.at(NEW);
    create(&new).await?;
    let unchecked = options(&new).foreign_keys(false);
    // The file is synced at the end.
    let mut connection = unchecked.synchronous(SqliteSynchronous::Off).connect().await?;
    let saved = copy_all(&mut connection, damaged).await;
    let closed = connection.close().await;
    match saved {
        Ok(saved) => {
            closed?;
            folder::sync_file(&new)?;
            Ok(saved)
        }
        Err(error) => {
            folder.remove(NEW);
            Err(error)
        }
    }
}

async fn copy_all(
    connection: &mut SqliteConnection,
    damaged: &Path,
) -> Result<SalvageCounts, StoreError> {
    // A file that is shorter than its header says, and damaged descriptions of tables, do not
    // keep the rest from being read.
    sqlx::query("PRAGMA writable_schema = ON").execute(&mut *connection).await?;
    sqlx::query("ATTACH $1 AS old").bind(read_only_uri(damaged)).execute(&mut *connection).await?;
    let has_checks =
        sqlx::query("SELECT head_check FROM old.games LIMIT 0").fetch_optional(&mut *connection);
    let has_checks = has_checks.await.is_ok();
    let sight = sight_columns(connection, "games").await;
    let (format, checks, body_check) = if has_checks {
        ("format", "setup_check, head_check, damage", "body_check")
    } else {
        ("1", "NULL, NULL, NULL", "NULL")
    };
    let games = format!(
        "INSERT OR IGNORE INTO main.games (id, setup, version, created_at, updated_at, players, \
         plies, position, ending, format, setup_check, head_check, damage, ended, \
         private, listed) \
         SELECT COALESCE(id, ''), COALESCE(setup, ''), COALESCE(version, 0), \
         COALESCE(created_at, 0), COALESCE(updated_at, 0), COALESCE(players, ''), \
         COALESCE(plies, 0), COALESCE(position, ''), ending, COALESCE({format}, 0), {checks}, \
         ending IS NOT NULL, {sight} FROM old.games NOT INDEXED WHERE rowid BETWEEN $1 AND $2"
    );
    let changes = format!(
        "INSERT OR IGNORE INTO main.changes (game_id, version, at, request, body, format, \
         body_check) \
         SELECT COALESCE(game_id, ''), COALESCE(version, 0), COALESCE(at, 0), request, \
         COALESCE(body, ''), COALESCE({format}, 0), {body_check} \
         FROM old.changes NOT INDEXED WHERE rowid BETWEEN $1 AND $2"
    );
    let preferences = format!(
        "INSERT OR IGNORE INTO main.preferences (id, body, format, body_check) \
         SELECT id, body, {format}, {body_check} FROM old.preferences \
         WHERE rowid BETWEEN $1 AND $2"
    );
    // No transaction: after the first place that it cannot read in one, SQLite writes nothing more.
    let rows = copy_rows(connection, "games", &games).await?
        + copy_rows(connection, "changes", &changes).await?;
    copy_rows(connection, "preferences", &preferences).await?;
    let rows = rows + copy_studies(connection).await?;
    copy_rows(connection, "tags", TAGS).await?;
    copy_rows(connection, "ratings", RATINGS).await?;
    for (table, columns) in OF_GAMES {
        let copy = format!(
            "INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} \
             FROM old.{table} NOT INDEXED WHERE rowid BETWEEN $1 AND $2 AND typeof(game_id) = 'text'"
        );
        copy_rows(connection, table, &copy).await?;
    }
    for (table, columns) in OF_PEOPLE.into_iter().chain(OF_TOURNAMENTS) {
        let copy = format!(
            "INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} \
             FROM old.{table} NOT INDEXED WHERE rowid BETWEEN $1 AND $2"
        );
        copy_rows(connection, table, &copy).await?;
    }
    if rows == 0 && !is_readable_and_empty(connection).await {
        return Err(StoreError::Damaged { id: None, what: "nothing can be read".to_owned() });
    }
    // Games without a header but with changes are listed too: their moves can be exported. Whether they were private is lost with
    // the header: they are.
    sqlx::query(
        "INSERT INTO main.games (id, setup, version, created_at, updated_at, players, plies, \
         position, format, private, damage) \
         SELECT game_id, '', MAX(version), MIN(at), MAX(at), '', 0, '', 2, 1, \
         'of this game only changes could be read, not what it began with' \
         FROM main.changes WHERE game_id NOT IN (SELECT id FROM main.games) GROUP BY game_id",
    )
    .execute(&mut *connection)
    .await?;
    for sql in [
        "DELETE FROM main.puzzles WHERE game_id NOT IN (SELECT id FROM main.games)",
        "DELETE FROM main.puzzle_searches WHERE game_id NOT IN (SELECT id FROM main.games)",
        "DELETE FROM main.parts WHERE game_id NOT IN (SELECT id FROM main.games)",
        "DELETE FROM main.challenges WHERE game_id NOT IN (SELECT id FROM main.games)",
        "DELETE FROM main.tournament_events WHERE tournament_id NOT IN (SELECT id FROM main.tournaments)",
        "DELETE FROM main.tournament_parts WHERE tournament_id NOT IN (SELECT id FROM main.tournaments)",
        "DELETE FROM main.credentials WHERE person NOT IN (SELECT person FROM main.accounts)",
        "DELETE FROM main.passkeys WHERE person NOT IN (SELECT person FROM main.accounts)",
        "DELETE FROM main.kept WHERE person NOT IN (SELECT person FROM main.accounts)",
    ] {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    sqlx::query(
        "UPDATE main.games SET damage = 'only ' || \
         (SELECT COUNT(*) FROM main.changes WHERE game_id = games.id) || ' of ' || version || \
         ' changes could be read' WHERE damage IS NULL AND version <> \
         (SELECT COUNT(*) FROM main.changes WHERE game_id = games.id)",
    )
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query("SELECT COUNT(*), COUNT(damage) FROM main.games")
        .fetch_one(&mut *connection)
        .await?;
    Ok(SalvageCounts { games: row.try_get(0)?, with_losses: row.try_get(1)? })
}

/// What says in the damaged file whether a row of this table is private or listed: in a hall of an earlier version nothing is.
async fn sight_columns(connection: &mut SqliteConnection, table: &str) -> &'static str {
    for (column, both) in [("listed", "private, listed"), ("private", "private, 0")] {
        let sql = AssertSqlSafe(format!("SELECT {column} FROM old.{table} LIMIT 0"));
        if sqlx::query(sql).fetch_optional(&mut *connection).await.is_ok() {
            return both;
        }
    }
    "0, 0"
}

/// Copies studies with their logs, reviews and kept analyses, where the file has such tables. A study
/// without a header is lost; one without all of its edits says so.
async fn copy_studies(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    const TABLES: [(&str, &str); 5] = [
        (
            "studies",
            "id, setup, game, version, created_at, updated_at, head, format, setup_check, \
             head_check, damage, private, listed",
        ),
        ("edits", "study_id, version, at, request, body, format, body_check"),
        ("reviews", "study_id, under_way, body, format, body_check"),
        ("reviewed", "study_id, node, body, format, body_check"),
        ("analyses", "what, used_at, body, format, body_check"),
    ];
    let known = sqlx::query("SELECT 1 FROM old.studies LIMIT 0").fetch_optional(&mut *connection);
    if known.await.is_err() {
        return Ok(0);
    }
    let sight = sight_columns(connection, "studies").await;
    let mut rows = 0;
    for (table, columns) in TABLES {
        // A value that is missing where one must be leaves its row out.
        let found = columns.replace("private, listed", sight);
        let copy = format!(
            "INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {found} \
             FROM old.{table} NOT INDEXED WHERE rowid BETWEEN $1 AND $2"
        );
        rows += copy_rows(connection, table, &copy).await?;
    }
    sqlx::query(
        "UPDATE main.studies SET damage = 'only ' || \
         (SELECT COUNT(*) FROM main.edits WHERE study_id = studies.id) || ' of ' || version || \
         ' edits could be read' WHERE damage IS NULL AND version <> \
         (SELECT COUNT(*) FROM main.edits WHERE study_id = studies.id)",
    )
    .execute(&mut *connection)
    .await?;
    for sql in [
        "DELETE FROM main.edits WHERE study_id NOT IN (SELECT id FROM main.studies)",
        "DELETE FROM main.reviews WHERE study_id NOT IN (SELECT id FROM main.studies)",
        "DELETE FROM main.reviewed WHERE study_id NOT IN (SELECT study_id FROM main.reviews)",
    ] {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(rows)
}

/// Whether both tables can be read completely and are empty.
async fn is_readable_and_empty(connection: &mut SqliteConnection) -> bool {
    let n = sqlx::query_scalar::<_, i64>(
        "SELECT (SELECT COUNT(*) FROM old.games NOT INDEXED) \
         + (SELECT COUNT(*) FROM old.changes NOT INDEXED)",
    )
    .fetch_one(connection)
    .await;
    n.is_ok_and(|n| n == 0)
}

/// Copies the readable rows of a table, and returns how many rows were copied.
/// `copy` copies the rows between two row numbers.
async fn copy_rows(
    connection: &mut SqliteConnection,
    table: &'static str,
    copy: &str,
) -> Result<u64, StoreError> {
    let mut copied = 0;
    let mut from = i64::MIN;
    // Before an unreadable place the number of rows in a statement is reduced; after it, increased.
    let mut limit = CHUNK;
    loop {
        let copying = match last_of(connection, table, from, limit).await {
            Ok(None) => return Ok(copied),
            Ok(Some(last)) => copy_range(connection, copy, from, last).await.map(|n| (last, n)),
            Err(error) => Err(error),
        };
        match copying {
            Ok((last, n)) => {
                copied += n;
                limit = (limit * 2).min(CHUNK);
                let Some(next) = last.checked_add(1) else { return Ok(copied) };
                from = next;
            }
            Err(error) if !is_damage(&error) => return Err(error),
            Err(_) if limit > 1 => limit = (limit / 4).max(1),
            Err(_) => match after_gap(connection, table, from).await? {
                Some(next) => from = next,
                None => return Ok(copied),
            },
        }
    }
}

async fn copy_range(
    connection: &mut SqliteConnection,
    copy: &str,
    from: i64,
    last: i64,
) -> Result<u64, StoreError> {
    let copy = sqlx::query(AssertSqlSafe(copy.to_owned())).bind(from).bind(last);
    Ok(copy.execute(connection).await?.rows_affected())
}

/// The number of the last of so many rows from one on.
async fn last_of(
    connection: &mut SqliteConnection,
    table: &str,
    from: i64,
    limit: i64,
) -> Result<Option<i64>, StoreError> {
    let sql = format!(
        "SELECT MAX(rowid) FROM (SELECT rowid FROM old.{table} NOT INDEXED WHERE rowid >= $1 \
         ORDER BY rowid LIMIT $2)"
    );
    let last = sqlx::query_scalar(AssertSqlSafe(sql)).bind(from).bind(limit);
    Ok(last.fetch_one(connection).await?)
}

/// The first number of a row from which on the table can be read again.
async fn after_gap(
    connection: &mut SqliteConnection,
    table: &str,
    from: i64,
) -> Result<Option<i64>, StoreError> {
    // Rows are numbered from 1.
    let (mut bad, mut step) = (from.max(0), 1);
    let mut good = loop {
        let at = bad.saturating_add(step);
        match last_of(connection, table, at, 1).await {
            Ok(_) => break at,
            Err(error) if !is_damage(&error) => return Err(error),
            Err(_) if step > 1 << 40 => return Ok(None),
            Err(_) => (bad, step) = (at, step * 2),
        }
    };
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        match last_of(connection, table, middle, 1).await {
            Ok(_) => good = middle,
            Err(error) if is_damage(&error) => bad = middle,
            Err(error) => return Err(error),
        }
    }
    Ok(Some(good))
}

/// Whether an error concerns the damaged file and not the disk that is written to. A table with a damaged
/// description counts as missing.
fn is_damage(error: &StoreError) -> bool {
    matches!(error, StoreError::Damaged { .. } | StoreError::Database(_))
}

/// The name by which SQLite opens a file without writing to it.
fn read_only_uri(file: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri + "?mode=ro"
}

/// Copies a database, restores the constants of its header, and extends a file that was cut short to its
/// former length, so that SQLite can read the rest of it.
fn mend(from: &Path, to: &Path) -> std::io::Result<()> {
    /// A file is extended to at most this multiple of its present length.
    const LONGEST: u64 = 16;
    const PAGE: u64 = 4096;
    let ([from, wal, _], [to, new_wal, _]) = (folder::parts(from), folder::parts(to));
    std::fs::copy(from, &to)?;
    if wal.exists() {
        std::fs::copy(wal, new_wal)?;
    }
    let mut file = std::fs::OpenOptions::new().read(true).write(true).open(to)?;
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    let length = file.metadata()?.len();
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    let whole = (u64::from(pages) * PAGE).min(length.saturating_mul(LONGEST)).max(length);
    file.set_len(whole.div_ceil(PAGE) * PAGE)?;
    header[..16].copy_from_slice(b"SQLite format 3\0");
    // Pages of 4096 bytes, a write-ahead log, no reserved bytes, and three constants.
    header[16..24].copy_from_slice(&[0x10, 0x00, 2, 2, 0, 64, 32, 32]);
    // Schema format 4, no vacuuming, UTF-8.
    header[44..48].copy_from_slice(&[0, 0, 0, 4]);
    header[52..56].copy_from_slice(&[0; 4]);
    header[56..60].copy_from_slice(&[0, 0, 0, 1]);
    // The size in pages is taken from the file where this is not the counter of changes.
    let other = [!header[24], header[25], header[26], header[27]];
    header[92..96].copy_from_slice(&other);
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.sync_all()
}
