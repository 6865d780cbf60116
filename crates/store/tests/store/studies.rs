//! The guarantees for studies: the same as those for games.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, open, tamper};
use hall::Moment;
use store::{ListCursor, NewStudy, Store, StoreError, StudyEdits};

crate::laws! {
    what_was_written_is_read_also_by_the_next_opening
    a_conflict_writes_nothing
    the_list_is_by_last_change_in_pages
    a_review_is_kept_with_its_study
    the_oldest_analyses_go
}

fn new(id: &str, game: Option<&str>, now: i64) -> NewStudy {
    NewStudy {
        id: id.to_owned(),
        game: game.map(str::to_owned),
        setup: r#"{"variant":"x"}"#.to_owned(),
        now: Moment(now),
        edits: vec!["first".to_owned()],
        head: "one".to_owned(),
    }
}

fn more(id: &str, version: u64, request: Option<&str>, edits: &[&str]) -> StudyEdits {
    StudyEdits {
        id: id.to_owned(),
        version,
        request: request.map(str::to_owned),
        now: Moment(100),
        edits: edits.iter().map(|edit| (*edit).to_owned()).collect(),
        head: "more".to_owned(),
        renamed: false,
    }
}

async fn what_was_written_is_read_also_by_the_next_opening(home: Home) {
    let store = home.open().await;
    assert_eq!(store.create_study(new("s", Some("g"), 1)).await.unwrap(), 1);
    assert_eq!(store.append_edits(more("s", 1, Some("r"), &["a", "b"])).await.unwrap(), 3);
    let before = store.load_study("s").await.unwrap().unwrap();
    store.close().await;
    let store = home.open().await;
    let study = store.load_study("s").await.unwrap().unwrap();
    assert_eq!(study, before);
    let log: Vec<_> = study.log.iter().map(|(by, body)| (by.as_deref(), body.as_str())).collect();
    assert_eq!(log, [(None, "first"), (Some("r"), "a"), (None, "b")]);
    assert_eq!((study.created_at, study.updated_at), (Moment(1), Moment(100)));
    assert_eq!(store.study_of_game("g").await.unwrap().as_deref(), Some("s"));
    assert_eq!(store.study_of_game("h").await.unwrap(), None);
    assert_eq!(store.load_study("t").await.unwrap(), None);
    assert!(store.delete_study("s").await.unwrap() && !store.delete_study("s").await.unwrap());
    assert_eq!(store.raw_study("s").await.unwrap(), None);
    store.close().await;
}

async fn a_conflict_writes_nothing(home: Home) {
    let store = home.open().await;
    store.create_study(new("s", Some("g"), 1)).await.unwrap();
    store.append_edits(more("s", 1, Some("r"), &["a"])).await.unwrap();
    let before = store.load_study("s").await.unwrap();
    for edits in
        [more("s", 1, None, &["b"]), more("s", 2, Some("r"), &["b"]), more("t", 0, None, &["b"])]
    {
        assert_eq!(store.append_edits(edits).await, Err(StoreError::Conflict));
    }
    for new in [new("s", None, 2), new("u", Some("g"), 2)] {
        assert_eq!(store.create_study(new).await, Err(StoreError::Conflict));
    }
    let review = store.set_review("t", true, String::new(), Vec::new()).await;
    assert_eq!(review, Err(StoreError::Conflict));
    assert_eq!(store.load_study("s").await.unwrap(), before);
    store.close().await;
}

async fn the_list_is_by_last_change_in_pages(home: Home) {
    let store = home.open().await;
    for i in 0..5 {
        store.create_study(new(&format!("s{i}"), None, 10)).await.unwrap();
    }
    store.append_edits(more("s1", 1, None, &["a"])).await.unwrap();
    let (mut ids, mut next) = (Vec::new(), None::<ListCursor>);
    loop {
        let page = store.list_studies(&store::Whose::Everybody, next.as_ref(), 2).await.unwrap();
        assert_eq!(page.total, 5);
        ids.extend(page.studies.into_iter().map(|study| study.id));
        next = page.next.map(|next| next.to_string().parse().unwrap());
        if next.is_none() {
            break;
        }
    }
    assert_eq!(ids, ["s1", "s4", "s3", "s2", "s0"]);
    store.close().await;
}

async fn a_review_is_kept_with_its_study(home: Home) {
    let store = home.open().await;
    store.create_study(new("s", None, 1)).await.unwrap();
    assert_eq!(store.review("s").await.unwrap(), None);
    let node = |n: u32, body: &str| (n, body.to_owned());
    store.set_review("s", true, "a".to_owned(), vec![node(2, "x"), node(1, "y")]).await.unwrap();
    assert_eq!(store.reviews_under_way().await.unwrap(), ["s"]);
    store.set_review("s", false, "b".to_owned(), vec![node(2, "z")]).await.unwrap();
    let review = store.review("s").await.unwrap().unwrap();
    assert_eq!((review.under_way, review.head.as_str()), (false, "b"));
    assert_eq!(review.nodes, [node(1, "y"), node(2, "z")]);
    assert!(store.reviews_under_way().await.unwrap().is_empty());
    store.close().await;
    // What was found about one node cannot be read: the rest can.
    home.tamper("UPDATE reviewed SET body = 'w' WHERE node = 1").await;
    let store = home.open().await;
    assert_eq!(store.review("s").await.unwrap().unwrap().nodes, [node(2, "z")]);
    store.delete_study("s").await.unwrap();
    assert_eq!(store.review("s").await.unwrap(), None);
    store.close().await;
}

async fn the_oldest_analyses_go(home: Home) {
    let store = home.open().await;
    for i in 0..6 {
        store.keep_analysis(format!("k{i}"), Moment(i), format!("b{i}"), 4).await.unwrap();
    }
    store.keep_analysis("k3".to_owned(), Moment(9), "new".to_owned(), 4).await.unwrap();
    let kept = async |what: &str| store.kept_analysis(what).await.unwrap();
    assert_eq!((kept("k0").await, kept("k1").await), (None, None));
    assert_eq!(kept("k3").await.as_deref(), Some("new"));
    assert_eq!(kept("k5").await.as_deref(), Some("b5"));
    store.close().await;
}

#[tokio::test]
async fn damage_is_seen_and_hides_no_other_study() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    for i in 0..7 {
        let id = format!("s{i}");
        store.create_study(new(&id, None, i)).await.unwrap();
        store.append_edits(more(&id, 1, None, &["a"])).await.unwrap();
    }
    store.close().await;
    for (sql, rows) in [
        ("UPDATE studies SET setup = '{}' WHERE id = 's1'", 1),
        ("UPDATE studies SET head = 'other' WHERE id = 's2'", 1),
        ("UPDATE edits SET body = 'b' WHERE study_id = 's3' AND version = 1", 1),
        ("DELETE FROM edits WHERE study_id = 's4' AND version = 1", 1),
        ("UPDATE studies SET format = 77 WHERE id = 's5'", 1),
        ("UPDATE studies SET version = 'two' WHERE id = 's6'", 1),
    ] {
        assert_eq!(tamper(data.path(), sql).await, rows, "{sql}");
    }
    let store = open(data.path()).await;
    assert_eq!(store.notices(), &[] as &[String]);
    let listed = store.list_studies(&store::Whose::Everybody, None, 10).await.unwrap().studies;
    let broken = listed.iter().filter(|study| study.shown.is_err());
    let mut broken: Vec<&str> = broken.map(|study| study.id.as_str()).collect();
    broken.sort_unstable();
    assert_eq!((listed.len(), &broken[..]), (7, &["s1", "s2", "s5", "s6"][..]));
    for (id, place) in [
        ("s1", "set-up"),
        ("s3", "edit 1"),
        ("s4", "2 edits"),
        ("s5", "format 77"),
        ("s6", "version"),
    ] {
        match store.load_study(id).await {
            Err(StoreError::Damaged { id: Some(of), what }) => {
                assert!(of == id && what.contains(place), "{id}: {what}");
            }
            other => panic!("{id}: {other:?}"),
        }
        let raw = store.raw_study(id).await.unwrap().unwrap();
        assert_eq!(raw["study"]["id"], id);
    }
    // Only lists show the head: it is worked out again from the log.
    for id in ["s0", "s2"] {
        assert_eq!(store.load_study(id).await.unwrap().unwrap().version, 2, "{id}");
    }
    store.close().await;
}

#[tokio::test]
async fn studies_are_saved_out_of_a_damaged_file() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    for i in 0..200 {
        let id = format!("s{i:03}");
        store.create_study(new(&id, None, i)).await.unwrap();
        let long = "x".repeat(300);
        store.append_edits(more(&id, 1, None, &[long.as_str()])).await.unwrap();
        store.set_review(&id, false, long.clone(), vec![(1, long)]).await.unwrap();
    }
    let whole = listed(&store).await;
    store.close().await;
    let file = data.path().join("hall.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // A page in the middle of the file is overwritten.
    let at = bytes.len() / 2 / 4096 * 4096;
    bytes[at..at + 4096].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    let store = open(data.path()).await;
    assert!(store.notices()[0].contains("was damaged"), "{:?}", store.notices());
    let saved = listed(&store).await;
    assert!(saved.len() > 150, "{} of {} studies", saved.len(), whole.len());
    let mut opened = 0;
    for id in &saved {
        match store.load_study(id).await {
            Ok(Some(study)) => {
                assert_eq!(study.log.len(), 2);
                opened += 1;
            }
            Err(StoreError::Damaged { .. }) => {}
            other => panic!("{id}: {other:?}"),
        }
    }
    assert!(opened > 150, "{opened} can be opened");
    store.create_study(new("new", None, 1)).await.unwrap();
    store.close().await;
}

async fn listed(store: &Store) -> Vec<String> {
    let studies = store
        .list_studies(&store::Whose::Everybody, None, 1_000)
        .await
        .unwrap()
        .studies
        .into_iter();
    studies.map(|study| study.id).collect()
}
