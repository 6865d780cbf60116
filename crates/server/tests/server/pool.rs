//! Machines in many games: few searches run at a time, games with persons come first, and games
//! without onlookers are not searched.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::engines::{Patient, Seen};
use crate::common::{Open, against_machine, eventually, machines, open_with};
use server::Engines;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A hall whose machines think until they are stopped, and what is seen of them.
async fn hall_of_thinkers() -> (Open, Arc<Seen>) {
    let seen = Arc::<Seen>::default();
    let made = Arc::clone(&seen);
    let hall = open_with(move |config| {
        config.absence = Duration::from_millis(100);
        config.engine_searches = 2;
        config.engines = Engines::new(move |_| Ok(Box::new(Patient(Arc::clone(&made)))));
    })
    .await;
    (hall, seen)
}

async fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    eventually(what, async || if is_so() { Ok(()) } else { Err("not yet") }).await;
}

#[tokio::test]
async fn forty_games_joined_and_left_leave_no_search() {
    let (hall, seen) = hall_of_thinkers().await;
    let mut joined = Vec::new();
    for _ in 0..40 {
        let id = hall.begin(&machines()).await;
        joined.push(hall.join(&id).await);
    }
    wait_until("two search", || seen.now.load(Ordering::SeqCst) == 2).await;
    drop(joined);
    wait_until("none searches", || seen.now.load(Ordering::SeqCst) == 0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(seen.now.load(Ordering::SeqCst), 0, "and none begins");
    assert!(seen.most.load(Ordering::SeqCst) <= 2);
}

#[tokio::test]
async fn a_machine_left_alone_with_a_person_makes_its_move() {
    let (hall, seen) = hall_of_thinkers().await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    wait_until("it searches", || seen.now.load(Ordering::SeqCst) == 1).await;
    drop(socket);
    wait_until("it stops", || seen.now.load(Ordering::SeqCst) == 0).await;
    eventually("the move is stored", async || {
        if hall.game(&id).await.moves.len() < 2 { Err("not yet") } else { Ok(()) }
    })
    .await;
}

#[tokio::test]
async fn two_machines_rest_while_nobody_looks_on() {
    let hall = open_with(|config| {
        config.absence = Duration::from_millis(50);
        config.least_thinking = Duration::from_millis(10);
    })
    .await;
    let id = hall.begin(&machines()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.wait_for(|game| game.moves.len() >= 2).await;
    drop(socket);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let rests = hall.game(&id).await;
    assert!(!rests.paused && rests.thinking.is_none());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(hall.game(&id).await.moves.len(), rests.moves.len());
    let (mut socket, again) = hall.join(&id).await;
    assert!(again.thinking.is_some());
    socket.wait_for(|game| game.moves.len() > rests.moves.len()).await;
}

#[tokio::test]
async fn a_person_is_answered_while_machines_think_for_themselves() {
    let (hall, seen) = hall_of_thinkers().await;
    let mut watched = Vec::new();
    for _ in 0..4 {
        let id = hall.begin(&machines()).await;
        watched.push(hall.join(&id).await);
    }
    wait_until("two search", || seen.now.load(Ordering::SeqCst) == 2).await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    // It takes a moment to interrupt the search of a machine; after that the person's search can be
    // ended early.
    let mut n = 0;
    eventually("it is answered", async || {
        if hall.game(&id).await.moves.len() == 2 {
            return Ok(());
        }
        n += 1;
        // Refused once the move is made.
        let _ = socket.ask(&format!("now {n}"), &serde_json::json!({"type": "move_now"})).await;
        Err("not yet")
    })
    .await;
}
