//! Damage: one broken row hides no other game, flipped bits are detected, and a broken file opens
//! with its readable data.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{moved, old_hall, open, setup, summary, tamper};
use hall::Moment;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use store::{GameQuery, ListEntry, Store, StoreError};

fn all() -> GameQuery {
    GameQuery { limit: 10_000, ..GameQuery::default() }
}

async fn broken(store: &Store) -> Vec<(String, String)> {
    let games = store.list(&all()).await.unwrap().games.into_iter();
    games
        .filter_map(|entry| match entry {
            ListEntry::Broken(broken) => Some((broken.id, broken.what)),
            ListEntry::Game(_) => None,
        })
        .collect()
}

#[tokio::test]
async fn one_broken_row_hides_no_other_game() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    for i in 0..9 {
        let id = format!("g{i}");
        store.create(&id, &setup(), Moment(i), &[moved("a")], &summary(1)).await.unwrap();
        store.append(&id, 1, Some("r"), Moment(i), &[moved("b")], &summary(2)).await.unwrap();
    }
    store.close().await;
    // The same change as in an attack on the hall, or by a flipped bit.
    for (sql, rows) in [
        ("UPDATE games SET setup = '{' WHERE id = 'g1'", 1),
        ("UPDATE games SET setup = replace(setup, 'wxf', 'wxg') WHERE id = 'g2'", 1),
        ("UPDATE games SET plies = 3 WHERE id = 'g3'", 1),
        ("UPDATE games SET position = CAST(X'FF' AS TEXT) WHERE id = 'g4'", 1),
        ("UPDATE games SET version = 'two' WHERE id = 'g5'", 1),
        ("UPDATE changes SET body = replace(body, '\"a\"', '\"c\"') WHERE game_id = 'g6'", 2),
        ("DELETE FROM changes WHERE game_id = 'g7' AND version = 2", 1),
        ("UPDATE games SET format = 77 WHERE id = 'g8'", 1),
    ] {
        assert_eq!(tamper(data.path(), sql).await, rows, "{sql}");
    }
    let store = open(data.path()).await;
    assert_eq!(store.notices(), &[] as &[String]);
    let listing = store.list(&all()).await.unwrap();
    assert_eq!((listing.games.len(), listing.total), (9, 9));
    let mut lines = broken(&store).await;
    lines.sort();
    let ids: Vec<&str> = lines.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["g1", "g2", "g3", "g4", "g5", "g8"], "{lines:?}");
    assert!(lines[0].1.contains("stored set-up"), "{lines:?}");
    assert!(lines[1].1.contains("checksum"), "{lines:?}");
    assert!(lines[5].1.contains("format 77"), "{lines:?}");

    assert_eq!(store.load("g0").await.unwrap().unwrap().version, 2);
    // The data that only lists show are restored from the log: these games can be played on.
    for id in ["g3", "g4"] {
        assert_eq!(store.load(id).await.unwrap().unwrap().version, 2, "{id}");
    }
    for (id, place) in [
        ("g1", "set-up"),
        ("g2", "set-up"),
        ("g5", "version"),
        ("g6", "change 1"),
        ("g7", "2 changes"),
        ("g8", "format 77"),
    ] {
        match store.load(id).await {
            Err(StoreError::Damaged { id: Some(of), what }) => {
                assert!(of == id && what.contains(place), "{id}: {what}");
            }
            other => panic!("{id}: {other:?}"),
        }
        let raw = store.raw(id).await.unwrap().unwrap();
        assert_eq!(raw["game"]["id"], id);
        assert!(raw["changes"][0]["body"].as_str().unwrap().contains("moved"), "{raw}");
    }
    assert_eq!(store.raw("g1").await.unwrap().unwrap()["game"]["setup"], "{");
    assert_eq!(store.raw("none").await.unwrap(), None);
    store.close().await;
}

#[tokio::test]
async fn preferences_that_cannot_be_read_begin_anew() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    let mine = hall::Preferences { music: true, ..hall::Preferences::default() };
    store.set_preferences(&mine).await.unwrap();
    store.close().await;
    tamper(data.path(), "UPDATE preferences SET body = '{'").await;
    let store = open(data.path()).await;
    assert_eq!(store.preferences().await.unwrap(), hall::Preferences::default());
    store.set_preferences(&mine).await.unwrap();
    assert_eq!(store.preferences().await.unwrap(), mine);
    store.close().await;
}

/// What is worked out of the other tables when a hall is opened, and what is good for five minutes only.
const MADE_ANEW: [&str; 8] = [
    "names",
    "seats",
    "counts",
    "archive",
    "tracks",
    "positions",
    "archive_wanted",
    "passkey_challenges",
];

/// Also those that a later version adds: a disabled person must not be free because a disk was damaged.
#[tokio::test]
async fn rows_of_every_table_are_saved_out_of_a_damaged_file() {
    let data = tempfile::tempdir().unwrap();
    open(data.path()).await.close().await;
    let file = data.path().join("hall.sqlite");
    let tables = rows_in_every_table(&file).await;
    for table in MADE_ANEW {
        assert!(tables.contains(&table.to_owned()), "{table}");
    }
    // The header says that pages are free which there are not: the check finds it, and every row can be read.
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[39] ^= 7;
    std::fs::write(&file, bytes).unwrap();
    let store = open(data.path()).await;
    assert!(store.notices()[0].contains("was damaged"), "{:?}", store.notices());
    store.close().await;
    let mut connection = options(&file).connect().await.unwrap();
    for table in tables.iter().filter(|table| !MADE_ANEW.contains(&table.as_str())) {
        // A secret that has no checksum is given one when the hall opens.
        let saved = if table == "secrets" { " WHERE name NOT LIKE '%.check'" } else { "" };
        let count = format!("SELECT COUNT(*) FROM {table}{saved}");
        let count = sqlx::query_scalar::<_, i64>(AssertSqlSafe(count));
        assert_eq!(count.fetch_one(&mut connection).await.unwrap(), 1, "{table}");
    }
    // What was private is private, and what was open is open.
    for (table, column) in
        [("games", "private"), ("studies", "private"), ("games", "listed"), ("studies", "listed")]
    {
        let says = format!("SELECT {column} FROM {table}");
        let says = sqlx::query_scalar::<_, i64>(AssertSqlSafe(says));
        assert_eq!(says.fetch_one(&mut connection).await.unwrap(), 1, "{table}: {column}");
    }
    connection.close().await.unwrap();
}

fn options(file: &std::path::Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).foreign_keys(false)
}

/// Writes one row into each table of a hall, and returns the names of the tables. Each text is the same, so that rows belong to
/// each other.
async fn rows_in_every_table(file: &std::path::Path) -> Vec<String> {
    let mut connection = options(file).connect().await.unwrap();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
                  AND name NOT LIKE '_sqlx%'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await.unwrap();
    for table in &tables {
        let columns = format!("SELECT type FROM pragma_table_info('{table}')");
        let types = sqlx::query_scalar::<_, String>(AssertSqlSafe(columns));
        let types = types.fetch_all(&mut connection).await.unwrap();
        let values: Vec<_> = types
            .iter()
            .map(|it| match it.as_str() {
                "TEXT" => "'x'",
                "BLOB" => "x'00'",
                _ => "1",
            })
            .collect();
        let clear = format!("DELETE FROM {table}");
        sqlx::query(AssertSqlSafe(clear)).execute(&mut connection).await.unwrap();
        let insert = format!("INSERT INTO {table} VALUES ({})", values.join(", "));
        sqlx::query(AssertSqlSafe(insert)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    tables
}

/// SplitMix64.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }
}

/// Flips bits in a hall of 543 games, and cuts it short. It opens with most of them, and the data
/// shown are the data stored.
#[tokio::test]
async fn a_damaged_file_opens_with_what_can_be_read() {
    const ROUNDS: u64 = 12;
    let source = tempfile::tempdir().unwrap();
    old_hall(source.path());
    let store = open(source.path()).await;
    let sound = store.list(&all()).await.unwrap().games;
    store.close().await;
    let bytes = std::fs::read(source.path().join("hall.sqlite")).unwrap();
    let (mut shown, mut loaded, mut refused) = (0, 0, 0);
    for round in 0..ROUNDS {
        let mut lots = Lots(round);
        let mut damaged = bytes.clone();
        let is_cut = round % 4 == 3;
        if is_cut {
            damaged.truncate(bytes.len() / 2 + lots.below(bytes.len() as u64 / 2) as usize);
        } else {
            for _ in 0..20 {
                let at = lots.below(bytes.len() as u64) as usize;
                damaged[at] ^= 1 << lots.below(8);
            }
        }
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("hall.sqlite"), &damaged).unwrap();
        let store = match Store::open(data.path(), crate::common::family).await {
            Ok(store) => store,
            Err(StoreError::Damaged { what, .. }) => {
                // The description of the tables was damaged: the file is not changed.
                assert!(what.contains("yiqi restore"), "{what}");
                assert_eq!(std::fs::read(data.path().join("hall.sqlite")).unwrap(), damaged);
                println!("round {round}: {what}");
                refused += 1;
                continue;
            }
            Err(other) => panic!("round {round}: {other}"),
        };
        if let [notice] = store.notices() {
            assert!(
                notice.contains("was damaged") && notice.contains("games were saved"),
                "{notice}"
            );
            let kept = std::fs::read(data.path().join("hall.damaged-1.sqlite")).unwrap();
            assert_eq!(kept, damaged);
        }
        for entry in store.list(&all()).await.unwrap().games {
            if let ListEntry::Game(game) = &entry {
                let was = sound.iter().find(|sound| sound.id() == game.id);
                assert_eq!(was, Some(&entry), "round {round}");
                shown += 1;
            }
            match store.load(entry.id()).await {
                Ok(Some(_)) => loaded += 1,
                Err(StoreError::Damaged { .. }) => {}
                // A game with an id that is no text cannot be requested.
                Ok(None) if entry.game().is_none() => {}
                other => panic!("round {round}: {other:?}"),
            }
        }
        // The hall works as before.
        store.create("new", &setup(), Moment(9), &[], &summary(0)).await.unwrap();
        store.close().await;
        let store = open(data.path()).await;
        assert!(store.load("new").await.unwrap().is_some());
        assert_eq!(store.notices(), &[] as &[String]);
        store.close().await;
    }
    println!("{ROUNDS} rounds: {shown} games shown, {loaded} opened, {refused} halls refused");
    // The description of the tables may be in the part that was cut off.
    let possible = (ROUNDS - refused) * sound.len() as u64;
    assert!(refused <= ROUNDS / 4 + 1, "{refused} refused");
    assert!(shown > possible * 9 / 10 && loaded > possible * 9 / 10, "{shown} of {possible}");
}
