//! How long lists take with many games.
//!
//! ```text
//! cargo run --release -p store --example listing -- 200000
//! ```
//!
//! Fills a store in a temporary folder with so many games (200000), asks for pages under every
//! filter, and prints the median and the 99th percentile of the time of each.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool that says what it finds")]

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::{Duration, Instant};
use store::{GameQuery, StateFilter, Store};

/// The number of pages requested under each filter.
const ASKED: usize = 100;
/// The target for the 99th percentile.
const AIM: Duration = Duration::from_millis(50);

const VARIANTS: [(&str, &str); 5] = [
    ("xiangqi", "xiangqi"),
    ("draughts", "draughts"),
    ("draughts-russian", "draughts"),
    ("gomoku", "gomoku"),
    ("renju", "gomoku"),
];

fn family(variant: &str) -> String {
    let found = VARIANTS.iter().find(|(id, _)| *id == variant);
    found.map(|(_, family)| (*family).to_owned()).unwrap_or_default()
}

/// Fills a closed store at once. The players: one name in two of three games, fifty names in many
/// games, and two names of their own in every third game. The triggers of the tables do the rest.
async fn fill(directory: &Path, games: i64) -> Result<(), sqlx::Error> {
    const NAMES: &str = "\
        INSERT OR IGNORE INTO names (name) \
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1) \
        SELECT 'guest ' || i FROM n WHERE i % 3 = 0 \
        UNION ALL SELECT 'stranger ' || i * 7919 FROM n WHERE i % 3 = 0 \
        UNION ALL SELECT 'club member ' || i FROM n WHERE i < 50 \
        UNION ALL SELECT 'yiqi, level ' || (i + 1) FROM n WHERE i < 12 \
        UNION ALL SELECT 'ada lovelace'";
    const GAMES: &str = "\
        INSERT INTO games (id, setup, version, created_at, updated_at, players, plies, position, \
        ending, format, family, ended, name_a, name_b) \
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1), \
        seated (i, a, b, machine) AS (SELECT i, \
            CASE i % 3 WHEN 0 THEN 'Guest ' || i ELSE 'Ada Lovelace' END, \
            CASE i % 3 WHEN 0 THEN 'Stranger ' || i * 7919 WHEN 1 THEN 'Club member ' || i % 50 \
            ELSE 'yiqi, level ' || (i % 12 + 1) END, i % 3 = 2 FROM n), \
        written (i, a, b, players) AS (SELECT i, a, b, json_array( \
            json_object('kind', 'person', 'name', a), \
            CASE WHEN machine THEN json_object('kind', 'machine', 'level', i % 12 + 1) \
            ELSE json_object('kind', 'person', 'name', b) END) FROM seated) \
        SELECT printf('01a200a5-%04x-7%03x-a203-%012x', i % 65535, i % 4095, i), \
            json_object('variant', $2 ->> (i % 5), 'rules', 'standard', 'players', \
            json(players), 'clock', json_object('kind', 'none'), 'start', $4), \
            0, i / 2, i / 2, players, 40, $4, \
            CASE WHEN i % 4 <> 0 THEN json_object('outcome', '1-0', 'reason', 'resign') END, 2, \
            $3 ->> (i % 5), i % 4 <> 0, \
            (SELECT id FROM names WHERE name = lower(a)), \
            (SELECT id FROM names WHERE name = lower(b)) FROM written";
    let of = |i: usize| {
        let words = VARIANTS.map(|(variant, family)| [variant, family][i]);
        serde_json::to_string(&words).unwrap()
    };
    let mut connection =
        SqliteConnectOptions::new().filename(directory.join("hall.sqlite")).connect().await?;
    sqlx::query(NAMES).bind(games).execute(&mut connection).await?;
    sqlx::query(GAMES)
        .bind(games)
        .bind(of(0))
        .bind(of(1))
        .bind("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
        .execute(&mut connection)
        .await?;
    connection.close().await
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    let number = std::env::args().nth(1).map_or(Ok(200_000), |word| word.parse());
    let Ok(games) = number else {
        println!("listing [GAMES]");
        return std::process::ExitCode::from(2);
    };
    let data = tempfile::tempdir().unwrap();
    let store = Store::open(data.path(), family).await.unwrap();
    let since = Instant::now();
    store.close().await;
    fill(data.path(), games).await.unwrap();
    let store = Store::open(data.path(), family).await.unwrap();
    println!("{games} games stored in {:.0} s", since.elapsed().as_secs_f64());

    let mut worst = Duration::ZERO;
    let none = GameQuery { limit: 50, ..GameQuery::default() };
    for family in [None, Some("draughts"), Some("gomoku")] {
        for filter in [StateFilter::All, StateFilter::Playing, StateFilter::Over] {
            let names: &[Option<&str>] = &[
                None,
                Some("ada"),
                Some("guest 12345"),
                Some("stranger"),
                Some("a"),
                Some("member 7"),
                Some("nobody"),
                Some("level 3"),
            ];
            for &player in names {
                let query = GameQuery {
                    filter,
                    family: family.map(str::to_owned),
                    player: player.map(str::to_owned),
                    ..none.clone()
                };
                worst = worst.max(measure(&store, &query).await);
            }
        }
    }
    let deep = GameQuery { offset: GameQuery::MOST_OFFSET, ..none };
    worst = worst.max(measure(&store, &deep).await);
    store.close().await;
    println!("worst p99 {:.1} ms, aim {} ms", ms(worst), AIM.as_millis());
    if worst < AIM { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Requests pages, one after the other to the end and then from the beginning again.
async fn measure(store: &Store, query: &GameQuery) -> Duration {
    let (mut times, mut query) = (Vec::new(), query.clone());
    let mut total = 0;
    for _ in 0..ASKED {
        let since = Instant::now();
        let page = store.list(&query).await.unwrap();
        times.push(since.elapsed());
        total = page.total;
        query.after = page.next;
    }
    times.sort_unstable();
    let (median, p99) = (times[ASKED / 2], times[ASKED * 99 / 100]);
    println!(
        "p50 {:6.2} ms  p99 {:6.2} ms  {:?} family {} player {:?} offset {} of {total}",
        ms(median),
        ms(p99),
        query.filter,
        query.family.as_deref().unwrap_or("-"),
        query.player.as_deref().unwrap_or("-"),
        query.offset
    );
    p99
}
