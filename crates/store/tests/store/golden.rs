//! Halls that earlier versions stored can always be opened. The replay of their games is tested in
//! `server`.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{old_hall, open};
use hall::{Change, OptionValue};
use serde_json::Value;
use std::io::Read;
use store::GameQuery;

/// What version 0.1.0 reported of each of its games.
fn said() -> Vec<Value> {
    let gz: &[u8] = include_bytes!("../golden/hall-0.1.0.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(gz).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn a_hall_of_version_0_1_0_opens_and_says_the_same() {
    let data = tempfile::tempdir().unwrap();
    old_hall(data.path());
    let before = std::fs::read(data.path().join("hall.sqlite")).unwrap();
    let store = open(data.path()).await;
    let copy = data.path().join("hall.before-19.sqlite");
    assert!(store.notices()[0].contains("hall.before-19.sqlite"), "{:?}", store.notices());
    assert!(std::fs::metadata(&copy).unwrap().len() > before.len() as u64 / 2);

    let said = said();
    let listing = store.list(&GameQuery { limit: 10_000, ..GameQuery::default() }).await.unwrap();
    assert_eq!((said.len(), listing.games.len(), listing.total), (543, 543, 543));
    let mut changes = 0;
    for line in &said {
        let id = line["id"].as_str().unwrap();
        let game = listing.games.iter().find(|game| game.id() == id).unwrap().game().unwrap();
        assert_eq!(game.setup.variant, line["variant"]);
        assert_eq!(game.setup.rules, line["rules"]);
        assert_eq!(game.summary.position, line["position"]);
        assert_eq!(game.summary.plies as usize, line["moves"].as_array().unwrap().len());
        let outcome = game.summary.end.as_ref().and_then(|end| Some(end.outcome?.to_string()));
        let end = line["end"].as_object().map(|end| end["outcome"].as_str().unwrap().to_owned());
        assert_eq!(outcome, end, "{id}");
        let record = store.load(id).await.unwrap().unwrap();
        assert_eq!((&record.setup, record.updated_at), (&game.setup, game.updated_at));
        changes += record.log.len();
        let moved = record.log.iter().filter(|l| matches!(l.change, Change::Moved { .. }));
        assert!(record.setup.opening.is_some() || moved.count() >= game.summary.plies as usize);
    }
    assert_eq!(changes, 7_558);
    // The search finds the names and families of old games, too.
    let family = GameQuery { family: Some("renju".to_owned()), limit: 1, ..GameQuery::default() };
    let renju = said.iter().filter(|line| line["variant"].as_str().unwrap().starts_with("renju"));
    assert_eq!(store.list(&family).await.unwrap().total, renju.count() as u64);
    let preferences = store.preferences().await.unwrap();
    let begun = |id: &str| preferences.families[id].new_game.as_ref().unwrap().variant.as_str();
    assert_eq!((begun("draughts"), begun("gomoku")), ("draughts-russian", "gomoku"));
    assert_eq!(preferences.families.len(), 2, "what was never chosen is no choice");
    store.close().await;

    // The second start has nothing to do, and copies nothing again.
    let store = open(data.path()).await;
    assert_eq!((store.notices().len(), store.count().await.unwrap()), (0, 543));
    store.close().await;
}

#[tokio::test]
async fn a_hall_of_a_newer_version_is_refused() {
    let data = tempfile::tempdir().unwrap();
    open(data.path()).await.close().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (99, 'newer', TRUE, X'00', 1)";
    crate::common::tamper(data.path(), newer).await;
    let refused =
        store::Store::open(data.path(), crate::common::family).await.unwrap_err().to_string();
    assert!(refused.contains("newer version of the program"), "{refused}");
}

#[tokio::test]
async fn older_preferences_are_found_under_their_families() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    store.set_preferences(&hall::Preferences::default()).await.unwrap();
    store.close().await;
    // What versions 0.1.0 (format 1) and 0.2.0 (format 2) stored; a form that nobody understands is forgotten alone.
    for older in [
        r#"UPDATE preferences SET format = 1, body_check = NULL, body = '{"language":"zh-Hans",
        "pieces":"letters","notation":"wxf","music":true,"new_game":{"variant":7},
        "families":{"draughts":{"notation":"pdn","pieces":"","new_game":null}},
        "stones":{"numbers":true,"threats":false,"placing":"slide"}}'"#,
        "UPDATE preferences SET format = 2",
    ] {
        crate::common::tamper(data.path(), older).await;
        let store = open(data.path()).await;
        let read = store.preferences().await.unwrap();
        assert!(read.music && read.dots && read.letter_keys && read.new_game.is_none());
        let family = |id: &str| &read.families[id];
        assert_eq!((family("xiangqi").pieces.as_str(), read.families.len()), ("letters", 3));
        assert_eq!(family("xiangqi").notation, "wxf");
        assert_eq!(family("draughts").notation, "pdn");
        let options = &family("gomoku").options;
        assert_eq!(options["numbers"], OptionValue::Switch(true));
        assert_eq!(options["placing"], OptionValue::Word("slide".to_owned()));
        store.close().await;
    }
    // What is written now is read as the same, and what a newer version wrote is not guessed at.
    let store = open(data.path()).await;
    let read = store.preferences().await.unwrap();
    store.set_preferences(&read).await.unwrap();
    assert_eq!(store.preferences().await.unwrap(), read);
    store.close().await;
    crate::common::tamper(data.path(), "UPDATE preferences SET format = 9").await;
    let store = open(data.path()).await;
    assert_eq!(store.preferences().await.unwrap(), hall::Preferences::default());
    store.close().await;
}

/// A hall of the version before had a queue of work in its tables.
#[tokio::test]
async fn work_that_an_earlier_version_has_not_done_is_said_once() {
    use sqlx::{ConnectOptions as _, Executor as _};
    let data = tempfile::tempdir().unwrap();
    open(data.path()).await.close().await;
    let file = data.path().join("hall.sqlite");
    let mut hall =
        sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    for sql in [
        "DELETE FROM _sqlx_migrations WHERE version = 10",
        include_str!("../../migrations/sqlite/0006_jobs.sql"),
        "INSERT INTO batches VALUES ('datagen-1', 'self-play', 'a build', 'a job', 0)",
        "INSERT INTO jobs (batch, unit, class, build, priority, created_at, state, tries) \
         VALUES ('datagen-1', 7, 'self-play', 'a build', 0, 0, 'waiting', 0)",
    ] {
        hall.execute(sql).await.unwrap();
    }
    sqlx::Connection::close(hall).await.unwrap();
    let is_said = |store: &store::Store| {
        let begins = "1 jobs for other machines were not done";
        store.notices().iter().any(|notice| notice.starts_with(begins))
    };
    let store = open(data.path()).await;
    assert!(is_said(&store), "{:?}", store.notices());
    store.close().await;
    assert!(!is_said(&open(data.path()).await));
}
