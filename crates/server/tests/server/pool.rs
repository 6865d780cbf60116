//! Machines in many games: few searches run at a time, games with persons come first, and games
//! without onlookers are not searched.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, against_machine, machines, open_with};
use engine::{
    BestMove, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Session,
};
use server::Engines;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Searches until it is stopped, and counts the running searches.
#[derive(Debug)]
struct Counting {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Engine for Counting {
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), OptionError> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        session: &dyn Session,
        _limits: &Limits,
        control: &Control,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        while !control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.now.fetch_sub(1, Ordering::SeqCst);
        let best = session.legal_moves().into_iter().next();
        Ok(BestMove { best, ponder: None, info: None })
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Ok(0)
    }
}

/// A hall whose machines think until they are stopped, with the present and the greatest number of
/// running searches.
async fn hall_of_thinkers() -> (Open, Arc<AtomicUsize>, Arc<AtomicUsize>) {
    let (now, most) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    let (a, b) = (Arc::clone(&now), Arc::clone(&most));
    let hall = open_with(move |config| {
        config.absence = Duration::from_millis(100);
        config.engine_searches = 2;
        config.engines = Engines::new(move |_| {
            Ok(Box::new(Counting { now: Arc::clone(&a), most: Arc::clone(&b) }))
        });
    })
    .await;
    (hall, now, most)
}

async fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(10), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn forty_games_joined_and_left_leave_no_search() {
    let (hall, now, most) = hall_of_thinkers().await;
    let mut joined = Vec::new();
    for _ in 0..40 {
        let id = hall.begin(&machines()).await;
        joined.push(hall.join(&id).await);
    }
    wait_until("two search", || now.load(Ordering::SeqCst) == 2).await;
    drop(joined);
    wait_until("none searches", || now.load(Ordering::SeqCst) == 0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(now.load(Ordering::SeqCst), 0, "and none begins");
    assert!(most.load(Ordering::SeqCst) <= 2);
}

#[tokio::test]
async fn a_machine_left_alone_with_a_person_makes_its_move() {
    let (hall, now, _) = hall_of_thinkers().await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    wait_until("it searches", || now.load(Ordering::SeqCst) == 1).await;
    drop(socket);
    wait_until("it stops", || now.load(Ordering::SeqCst) == 0).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(hall.game(&id).await.moves.len(), 2);
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
    let (hall, now, _) = hall_of_thinkers().await;
    let mut watched = Vec::new();
    for _ in 0..4 {
        let id = hall.begin(&machines()).await;
        watched.push(hall.join(&id).await);
    }
    wait_until("two search", || now.load(Ordering::SeqCst) == 2).await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    // It takes a moment to interrupt the search of a machine; after that the person's search can be
    // ended early.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let began = Instant::now();
    socket.ask("now", &serde_json::json!({"type": "move_now"})).await.unwrap();
    while hall.game(&id).await.moves.len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(5), "it is answered");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
