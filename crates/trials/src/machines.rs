//! Many games against the machine at a time: memory, and the time until the machine answers a
//! person.

use crate::hall::{Hall, Lots};
use crate::seat::{Seat, Times, VARIANTS};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;
use wire::{Command, Side};

/// The most memory that the hall may hold, in MB.
const BOUND_MB: f64 = 600.0;
/// The longest that a person waits before a move, in milliseconds.
const PONDERS_MS: u64 = 4_000;

pub(crate) async fn run(games: u64, level: u64, seconds: u64, mut lots: Lots) -> bool {
    let data = tempfile::tempdir().unwrap();
    let Ok(hall) = Hall::open(data.path()) else { panic!("an empty hall opens") };
    let machine = json!({"kind": "machine", "level": level});
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut playing = tokio::task::JoinSet::new();
    let variant = |i: u64| VARIANTS[usize::try_from(i).unwrap() % VARIANTS.len()];
    for i in 0..games {
        let players = json!([{"kind": "person"}, machine]);
        let id = hall.begin_game(variant(i), &players).unwrap_or_else(|code| panic!("{code}"));
        let seat = Seat::join(hall.addr(), &id).await.unwrap_or_else(|why| panic!("{why}"));
        playing.spawn(person(seat, end, Lots(lots.below(u64::MAX))));
    }
    // Games between machines, with onlookers: they must not delay a person.
    let watched = games.div_ceil(5);
    for i in 0..watched {
        let players = json!([machine, machine]);
        let id = hall.begin_game(variant(i), &players).unwrap_or_else(|code| panic!("{code}"));
        let seat = Seat::join(hall.addr(), &id).await.unwrap_or_else(|why| panic!("{why}"));
        playing.spawn(onlooker(seat, end));
    }
    let (mut replies, mut failed) = (Times::default(), Vec::new());
    for outcome in playing.join_all().await {
        match outcome {
            Ok(times) => replies.extend(times),
            Err(why) => failed.push(why),
        }
    }
    for failed in failed.iter().take(5) {
        println!("{failed}");
    }
    let memory = hall.most_memory().unwrap_or(f64::NAN);
    println!("replies to persons: {}", replies.line());
    println!(
        "machines: {games} games against level {level} beside {watched} watched ones, {seconds} s, \
         {} replies, {} games failed, {memory:.0} MB at most",
        replies.len(),
        failed.len()
    );
    let (in_order, said) = hall.close();
    in_order && said.is_empty() && failed.is_empty() && replies.len() > 0 && memory <= BOUND_MB
}

/// A person plays some legal move now and then; returns the times of the machine's replies.
async fn person(mut seat: Seat, end: Instant, mut lots: Lots) -> Result<Times, String> {
    let mut times = Times::default();
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(lots.below(PONDERS_MS))).await;
        let Some(command) = seat.some_move(|end| lots.below(end)) else {
            seat.ask(Command::Restart).await?;
            continue;
        };
        let since = Instant::now();
        seat.ask(command).await?;
        seat.until(|game| game.end.is_some() || game.turn == Side::First).await?;
        times.push(since.elapsed());
    }
    Ok(times)
}

async fn onlooker(mut seat: Seat, end: Instant) -> Result<Times, String> {
    while Instant::now() < end {
        if seat.game.end.is_some() {
            seat.ask(Command::Restart).await?;
        }
        // There may be no events for a while; the end is checked between the events.
        let _ = tokio::time::timeout(Duration::from_millis(500), seat.event()).await;
    }
    Ok(Times::default())
}
