//! Many live games between persons, two sockets each: the time until a move is acknowledged, and
//! until the other person receives it.

use crate::hall::{Hall, Lots};
use crate::seat::{Seat, Times, VARIANTS, at_turn, timed_move};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;
use wire::Command;

/// The time between two moves of a game.
const PACE: Duration = Duration::from_secs(2);
/// The limit of the 99th percentile of a move.
const BOUND_MS: f64 = 80.0;

#[derive(Default)]
struct Outcome {
    done: Times,
    seen: Times,
    failed: Vec<String>,
}

pub(crate) async fn run(games: u64, seconds: u64, mut lots: Lots) -> bool {
    let data = tempfile::tempdir().unwrap();
    let Ok(hall) = Hall::open(data.path()) else { panic!("an empty hall opens") };
    let mut tables = Vec::new();
    for i in 0..games {
        let persons = json!([{"kind": "person"}, {"kind": "person"}]);
        let variant = VARIANTS[usize::try_from(i).unwrap() % VARIANTS.len()];
        let id = hall.begin_game(variant, &persons).unwrap_or_else(|code| panic!("{code}"));
        let mut seats = Vec::new();
        for _ in 0..2 {
            seats.push(Seat::join(hall.addr(), &id).await.unwrap_or_else(|why| panic!("{why}")));
        }
        tables.push(seats);
    }
    let begin = Instant::now() + Duration::from_secs(1);
    let mut playing = tokio::task::JoinSet::new();
    for seats in tables {
        let first = begin + Duration::from_millis(lots.below(PACE.as_millis() as u64));
        let (lots, end) = (Lots(lots.below(u64::MAX)), begin + Duration::from_secs(seconds));
        playing.spawn(table(seats, first, end, lots));
    }
    let mut all = Outcome::default();
    for outcome in playing.join_all().await {
        all.done.extend(outcome.done);
        all.seen.extend(outcome.seen);
        all.failed.extend(outcome.failed);
    }
    for failed in all.failed.iter().take(5) {
        println!("{failed}");
    }
    println!("acknowledged: {}", all.done.line());
    println!("seen by the other: {}", all.seen.line());
    println!(
        "load: {games} games of two sockets, {seconds} s, {} moves, {} games failed, {:.0} MB",
        all.done.len(),
        all.failed.len(),
        hall.most_memory().unwrap_or(f64::NAN)
    );
    let (in_order, said) = hall.close();
    in_order && said.is_empty() && all.failed.is_empty() && all.done.percentile(99) <= BOUND_MS
}

/// Plays one game until `end`; after the end of a game it begins again.
async fn table(mut seats: Vec<Seat>, mut next: Instant, end: Instant, mut lots: Lots) -> Outcome {
    let mut outcome = Outcome::default();
    while next < end {
        tokio::time::sleep_until(next).await;
        next += PACE;
        if let Err(why) = one(&mut seats, &mut outcome, &mut lots).await {
            outcome.failed.push(why);
            break;
        }
    }
    outcome
}

async fn one(seats: &mut [Seat], outcome: &mut Outcome, lots: &mut Lots) -> Result<(), String> {
    let (mover, other) = at_turn(seats);
    let Some(command) = mover.some_move(|end| lots.below(end)) else {
        mover.ask(Command::Restart).await?;
        return other.until(|game| game.end.is_none()).await;
    };
    let (acknowledged, seen) = timed_move(mover, other, command).await?;
    outcome.done.push(acknowledged);
    outcome.seen.push(seen);
    Ok(())
}
