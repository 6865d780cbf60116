//! How long a change takes until it is acknowledged.
//!
//! ```text
//! cargo run --release -p store --example appends -- PLACE [GAMES] [CHANGES]
//! ```
//!
//! `PLACE` is an empty folder or `postgres://…` of an empty database. As many tasks as there are games (32)
//! append one change (100) after the other to a game each; then one of them does it alone.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool that says what it finds")]

use hall::{Change, ClockSetting, GameSetup, GameSummary, Moment, Player};
use std::time::{Duration, Instant};
use store::{HallLocation, Store};

fn summary(plies: u32) -> GameSummary {
    let person = Player::person("Ada");
    let position =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1".to_owned();
    GameSummary { players: [person.clone(), person], plies, position, end: None }
}

/// Plays a game and returns how long each change took.
async fn play(store: Store, id: String, changes: u32) -> Vec<Duration> {
    let setup = GameSetup {
        variant: "xiangqi".to_owned(),
        rules: "wxf".to_owned(),
        players: summary(0).players,
        clock: ClockSetting::None,
        start: summary(0).position,
        opening: None,
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        delay: 0,
    };
    store.create(&id, &setup, Moment(1), &[], &summary(0)).await.unwrap();
    let mut times = Vec::new();
    for version in 0..changes {
        let left_ms = [1_000; 2];
        let change = Change::Moved { text: "h2e2".to_owned(), time_ms: 5, left_ms, score_cp: None };
        let request = format!("r{version}");
        let since = Instant::now();
        let now = Moment(i64::from(version));
        let summary = summary(version + 1);
        store
            .append(&id, u64::from(version), Some(&request), now, &[change], &summary)
            .await
            .unwrap();
        times.push(since.elapsed());
    }
    times
}

fn tell(what: &str, mut times: Vec<Duration>, all: Duration) {
    times.sort_unstable();
    let ms =
        |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    let rate = f64::from(u32::try_from(times.len()).unwrap()) / all.as_secs_f64();
    println!(
        "{what}: {} changes, {rate:.0}/s, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        times.len(),
        ms(50),
        ms(99),
        ms(100)
    );
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u32| args.get(i).map_or(Some(usual), |word| word.parse().ok());
    let place = args.first().and_then(|place| place.parse::<HallLocation>().ok());
    let (Some(place), Some(games), Some(changes)) = (place, number(1, 32), number(2, 100)) else {
        println!("appends PLACE [GAMES] [CHANGES]");
        return std::process::ExitCode::from(2);
    };
    let store = Store::open_at(&place, str::to_owned).await.unwrap();
    let since = Instant::now();
    let tasks: Vec<_> =
        (0..games).map(|i| tokio::spawn(play(store.clone(), format!("g{i}"), changes))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    tell(&format!("{games} games"), times, since.elapsed());
    let since = Instant::now();
    let times = play(store.clone(), "alone".to_owned(), changes).await;
    tell("one game", times, since.elapsed());
    store.close().await;
    std::process::ExitCode::SUCCESS
}
