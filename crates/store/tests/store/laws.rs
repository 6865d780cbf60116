//! The guarantees of the store: written data can be read, conflicts write nothing, and a second
//! opening finds all data.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Home;
use hall::{
    Change, ClockSetting, End, GameSetup, GameSummary, Moment, Outcome, Player, Preferences, Side,
};
use store::{GameListPage, GameQuery, StateFilter, StoreError};

fn setup() -> GameSetup {
    let person = Player::person("Ada");
    GameSetup {
        variant: "xiangqi".to_owned(),
        rules: "wxf".to_owned(),
        players: [
            person,
            Player::Machine { level: 3, preset: None, depth: None, move_time_ms: None },
        ],
        clock: ClockSetting::PerMove { ms: 1000 },
        start: "start".to_owned(),
        opening: None,
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        delay: 0,
    }
}

fn summary(plies: u32) -> GameSummary {
    GameSummary { players: setup().players, plies, position: format!("after {plies}"), end: None }
}

fn moved(text: &str) -> Change {
    Change::Moved { text: text.to_owned(), time_ms: 5, left_ms: [1000; 2], score_cp: Some(-3) }
}

crate::laws! {
    what_was_written_is_read_also_by_the_next_opening
    a_conflict_writes_nothing
    lists_are_by_last_change_and_filtered
    preferences_are_the_defaults_until_they_are_set
    writers_at_the_same_time_all_get_through
}

async fn what_was_written_is_read_also_by_the_next_opening(home: Home) {
    let store = home.open().await;
    store.create("g", &setup(), Moment(7), &[moved("a")], &summary(1)).await.unwrap();
    let changes = [moved("b"), Change::DrawOffered { side: Side::First }];
    let version = store.append("g", 1, Some("r1"), Moment(9), &changes, &summary(2)).await.unwrap();
    assert_eq!(version, 3);
    let before = store.load("g").await.unwrap().unwrap();
    store.close().await;

    let again = home.open().await;
    let record = again.load("g").await.unwrap().unwrap();
    assert_eq!(record, before);
    assert_eq!(record.setup, setup());
    assert_eq!((record.version, record.created_at, record.updated_at), (3, Moment(7), Moment(9)));
    let log: Vec<_> = record.log.iter().map(|l| (l.version, l.request.as_deref())).collect();
    assert_eq!(log, [(1, None), (2, Some("r1")), (3, None)]);
    assert_eq!(record.log[1].change, changes[0]);
}

async fn a_conflict_writes_nothing(home: Home) {
    let store = home.open().await;
    store.create("g", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    store.append("g", 0, Some("r"), Moment(2), &[moved("a")], &summary(1)).await.unwrap();
    let before = store.load("g").await.unwrap();
    let stale = store.append("g", 0, None, Moment(3), &[moved("b")], &summary(1)).await;
    assert!(matches!(stale, Err(StoreError::Conflict)));
    let repeated = store.append("g", 1, Some("r"), Moment(3), &[moved("b")], &summary(2)).await;
    assert!(matches!(repeated, Err(StoreError::Conflict)));
    let missing = store.append("h", 0, None, Moment(3), &[moved("b")], &summary(1)).await;
    assert!(matches!(missing, Err(StoreError::Conflict)));
    assert_eq!(store.load("g").await.unwrap(), before);
}

async fn lists_are_by_last_change_and_filtered(home: Home) {
    let store = home.open().await;
    for (i, id) in ["a", "b", "c"].into_iter().enumerate() {
        store.create(id, &setup(), Moment(i as i64), &[], &summary(0)).await.unwrap();
    }
    let end = End::stated(Outcome::FirstWins, "resign");
    let over = Change::Ended { end: end.clone(), left_ms: [0; 2] };
    let over_summary = GameSummary { end: Some(end), ..summary(0) };
    store.append("a", 0, None, Moment(10), &[over], &over_summary).await.unwrap();

    let list = async |query: GameQuery| store.list(&query).await.unwrap();
    let ids =
        |listing: &GameListPage| listing.games.iter().map(store::ListEntry::id).collect::<String>();
    let all = GameQuery { limit: 2, ..GameQuery::default() };
    let first = list(all.clone()).await;
    assert_eq!(first.games[0].game().unwrap().summary, over_summary);
    assert_eq!((ids(&first), first.total, first.is_total_exact), ("ac".to_owned(), 3, true));
    assert_eq!(ids(&list(GameQuery { offset: 2, ..all.clone() }).await), "b");
    let second = list(GameQuery { after: first.next, ..all.clone() }).await;
    assert_eq!((ids(&second), second.next), ("b".to_owned(), None));
    let nine = GameQuery { limit: 9, ..all };
    assert_eq!(ids(&list(GameQuery { filter: StateFilter::Playing, ..nine.clone() }).await), "cb");
    assert_eq!(ids(&list(GameQuery { filter: StateFilter::Over, ..nine.clone() }).await), "a");

    assert!(store.delete("a").await.unwrap());
    assert!(!store.delete("a").await.unwrap());
    assert_eq!(store.load("a").await.unwrap(), None);
}

async fn preferences_are_the_defaults_until_they_are_set(home: Home) {
    let store = home.open().await;
    assert_eq!(store.preferences().await.unwrap(), Preferences::default());
    let mine = Preferences { music: true, ..Preferences::default() };
    store.set_preferences(&mine).await.unwrap();
    store.set_preferences(&mine).await.unwrap();
    assert_eq!(store.preferences().await.unwrap(), mine);
}

async fn writers_at_the_same_time_all_get_through(home: Home) {
    let store = home.open().await;
    let tasks: Vec<_> = (0..16)
        .map(|i| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("g{i}");
                store.create(&id, &setup(), Moment(0), &[], &summary(0)).await.unwrap();
                for v in 0..4 {
                    store
                        .append(&id, v, None, Moment(1), &[moved("m")], &summary(1))
                        .await
                        .unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(store.count().await.unwrap(), 16);
}
