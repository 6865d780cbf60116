//! Several nodes on one database: one of them serves a game, and only that one can change it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, family, moved, setup, summary};
use hall::{Change, Moment};
use std::time::{Duration, Instant};
use store::{
    Address, HallLocation, LeaseHolder, LeaseKey, NewStudy, NodeName, Store, StoreError, StudyEdits,
};

/// Longer than any test runs.
const LONG: Duration = Duration::from_secs(3600);
/// Shorter than the time between two requests.
const OVER: Duration = Duration::ZERO;
/// How long a player thinks before a node falls silent, and for how long nobody serves the game then.
const THOUGHT: Duration = Duration::from_millis(200);
const OUTAGE: Duration = Duration::from_millis(1500);

async fn node(home: &Home) -> Store {
    let HallLocation::Database(address) = &home.place else { panic!("a database") };
    named(address, "one", true).await
}

async fn named(address: &Address, name: &str, hears_others: bool) -> Store {
    let own = NodeName { name: name.to_owned(), hears_others };
    Store::open_node(address, family, &own).await.unwrap()
}

async fn play(store: &Store, version: u64) -> Result<u64, StoreError> {
    let plies = u32::try_from(version).unwrap() + 1;
    store.append("g", version, None, Moment(2), &[moved("m")], &summary(plies)).await
}

async fn two(home: &Home) -> (Store, Store) {
    let (a, b) = (node(home).await, node(home).await);
    a.create("g", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    (a, b)
}

fn game() -> LeaseKey {
    LeaseKey::Game("g".to_owned())
}

fn study() -> LeaseKey {
    LeaseKey::Study("s".to_owned())
}

fn is_own(held: &Result<LeaseHolder, StoreError>) -> bool {
    matches!(held, Ok(LeaseHolder::Own { .. }))
}

fn other(node: &Store) -> LeaseHolder {
    LeaseHolder::Other { node: node.node() }
}

#[tokio::test]
async fn only_the_node_that_holds_a_game_changes_it() {
    let Some(home) = Home::database().await else { return };
    let (a, b) = two(&home).await;
    assert_eq!(play(&a, 0).await, Err(StoreError::Elsewhere));
    assert_eq!(a.holder(&game(), LONG).await, Ok(LeaseHolder::Nobody));
    assert!(is_own(&a.hold(&game(), LONG).await));
    assert!(is_own(&a.hold(&game(), LONG).await));
    assert_eq!(b.hold(&game(), LONG).await, Ok(other(&a)));
    assert_eq!(b.holder(&game(), LONG).await, Ok(other(&a)));
    assert_eq!(play(&a, 0).await, Ok(1));
    assert_eq!(play(&b, 1).await, Err(StoreError::Elsewhere));
    assert_eq!(b.delete("g").await, Err(StoreError::Elsewhere));
    assert_eq!(a.delete("g").await, Ok(true));
    // What is not there has no lease.
    assert_eq!(b.holder(&game(), LONG).await, Ok(LeaseHolder::Nobody));
    assert_eq!(a.hold(&game(), LONG).await, Ok(LeaseHolder::Nobody));
    a.close().await;
    b.close().await;
}

#[tokio::test]
async fn only_the_node_that_holds_a_study_changes_it_or_its_review() {
    let Some(home) = Home::database().await else { return };
    let (a, b) = two(&home).await;
    let (id, head) = ("s".to_owned(), "{}".to_owned());
    let new = NewStudy {
        id: id.clone(),
        game: None,
        setup: head.clone(),
        now: Moment(1),
        edits: Vec::new(),
        head: head.clone(),
    };
    assert_eq!(a.create_study(new).await, Ok(0));
    let edits = || StudyEdits {
        id: id.clone(),
        version: 0,
        request: None,
        now: Moment(2),
        edits: vec!["e".to_owned()],
        head: head.clone(),
        renamed: false,
    };
    assert!(is_own(&b.hold(&study(), LONG).await));
    assert_eq!(a.append_edits(edits()).await, Err(StoreError::Elsewhere));
    let review = a.set_review("s", true, head.clone(), Vec::new()).await;
    assert_eq!(review, Err(StoreError::Elsewhere));
    assert_eq!(a.clear_review("s").await, Err(StoreError::Elsewhere));
    assert_eq!(a.delete_study("s").await, Err(StoreError::Elsewhere));
    assert_eq!(b.append_edits(edits()).await, Ok(1));
    assert_eq!(b.set_review("s", true, head.clone(), Vec::new()).await, Ok(()));
    assert_eq!(b.delete_study("s").await, Ok(true));
    assert_eq!(a.hold(&study(), LONG).await, Ok(LeaseHolder::Nobody));
    a.close().await;
    b.close().await;
}

#[tokio::test]
async fn a_node_that_was_silent_too_long_stores_nothing_more() {
    let Some(home) = Home::database().await else { return };
    let (a, b) = two(&home).await;
    assert!(is_own(&a.hold(&game(), LONG).await));
    let begun = Instant::now();
    assert_eq!(play(&a, 0).await, Ok(1));
    let offered = [Change::DrawOffered { side: hall::Side::Second }];
    tokio::time::sleep(THOUGHT).await;
    // The clock runs on while a draw is offered, and until the node is last seen.
    assert_eq!(a.append("g", 1, None, Moment(3), &offered, &summary(1)).await, Ok(2));
    let served = begun.elapsed();
    tokio::time::sleep(OUTAGE).await;
    let asked = Instant::now();
    let taken = b.hold(&game(), OVER).await;
    let Ok(LeaseHolder::Own { thought }) = taken else { panic!("{taken:?}") };
    assert!(thought >= THOUGHT, "{thought:?}");
    // Milliseconds are rounded.
    let most = served + asked.elapsed() + Duration::from_millis(5);
    assert!(thought <= most, "{thought:?}, {most:?}");
    assert!(matches!(a.beat().await, Err(StoreError::InUse { .. })));
    assert!(matches!(play(&a, 2).await, Err(StoreError::InUse { .. })));
    assert_eq!(play(&b, 2).await, Ok(3));
    a.close().await;
    // The end of the old node takes nothing from the new one.
    assert_eq!(play(&b, 3).await, Ok(4));
    // It comes again as another node.
    let a = node(&home).await;
    assert_eq!(a.hold(&game(), LONG).await, Ok(other(&b)));
    a.close().await;
    b.close().await;
}

#[tokio::test]
async fn what_a_closed_node_served_is_free_at_once() {
    let Some(home) = Home::database().await else { return };
    let (a, b) = two(&home).await;
    assert!(is_own(&a.hold(&game(), LONG).await));
    assert_eq!(play(&a, 0).await, Ok(1));
    a.close().await;
    assert_eq!(b.holder(&game(), LONG).await, Ok(LeaseHolder::Nobody));
    assert!(is_own(&b.hold(&game(), LONG).await));
    assert_eq!(play(&b, 1).await, Ok(2));
    b.close().await;
}

#[tokio::test]
async fn a_node_and_a_hall_alone_keep_each_other_out() {
    let Some(home) = Home::database().await else { return };
    let a = node(&home).await;
    let refused = Store::open_at(&home.place, family).await;
    assert!(matches!(refused, Err(StoreError::InUse { .. })));
    a.close().await;
    home.open().await.close().await;
}

#[tokio::test]
async fn nodes_that_meet_the_same_name_both_store_their_games() {
    let Some(home) = Home::database().await else { return };
    let (a, b) = (node(&home).await, node(&home).await);
    for i in 0..20 {
        let (x, y) = (format!("a{i}"), format!("b{i}"));
        let mut players = setup();
        for (n, player) in players.players.iter_mut().enumerate() {
            *player = crate::common::person(&format!("name {i} {n}"));
        }
        let (players, now, none) = (&players, Moment(1), &summary(0));
        let (one, two) = tokio::join!(
            a.create(&x, players, now, &[], none),
            b.create(&y, players, now, &[], none)
        );
        assert_eq!((one, two), (Ok(0), Ok(0)));
    }
    assert_eq!(a.count().await.unwrap(), 40);
    a.close().await;
    b.close().await;
}

#[tokio::test]
async fn a_folder_has_no_leases() {
    let home = Home::folder();
    let store = home.open().await;
    store.create("g", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    assert_eq!(play(&store, 0).await, Ok(1));
    store.beat().await.unwrap();
    assert_eq!(play(&store, 1).await, Ok(2));
    store.close().await;
}

#[tokio::test]
async fn a_node_that_hears_no_others_is_known_to_those_who_come_later() {
    let Some(home) = Home::database().await else { return };
    let HallLocation::Database(address) = &home.place else { panic!("a database") };
    let a = named(address, "a", true).await;
    let b = named(address, "b", true).await;
    assert_eq!((a.deaf_node(LONG).await, b.deaf_node(LONG).await), (Ok(None), Ok(None)));
    let c = named(address, "c", false).await;
    assert!(matches!(c.deaf_node(LONG).await, Ok(Some(_))));
    // Those who came before serve the hall.
    assert_eq!(b.deaf_node(LONG).await, Ok(None));
    for gone in [a, b] {
        gone.close().await;
    }
    assert_eq!(c.deaf_node(LONG).await, Ok(None));
    let d = named(address, "d", true).await;
    assert_eq!(d.deaf_node(LONG).await, Ok(Some("c".to_owned())));
    c.close().await;
    assert_eq!(d.deaf_node(LONG).await, Ok(None));
    d.close().await;
}
