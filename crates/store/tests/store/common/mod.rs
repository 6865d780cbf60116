//! Helpers that the tests of the store share.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

mod cluster;
mod home;

pub(crate) use cluster::{Cluster, cluster};
pub(crate) use home::Home;

use hall::{Change, ClockSetting, GameSetup, GameSummary, Player};
use std::path::Path;
use store::Store;

pub(crate) fn person(name: &str) -> Player {
    Player::person(name)
}

pub(crate) fn setup_of(players: [Player; 2], variant: &str) -> GameSetup {
    GameSetup {
        variant: variant.to_owned(),
        rules: "wxf".to_owned(),
        players,
        clock: ClockSetting::None,
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

pub(crate) fn setup() -> GameSetup {
    setup_of([person("Ada"), person("Bo")], "xiangqi")
}

pub(crate) fn summary(plies: u32) -> GameSummary {
    GameSummary { players: setup().players, plies, position: format!("after {plies}"), end: None }
}

pub(crate) fn moved(text: &str) -> Change {
    Change::Moved { text: text.to_owned(), time_ms: 5, left_ms: [1000; 2], score_cp: None }
}

/// The family is the variant without digits.
pub(crate) fn family(variant: &str) -> String {
    variant.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

pub(crate) async fn open(directory: &Path) -> Store {
    Store::open(directory, family).await.unwrap()
}

/// The hall that version 0.1.0 stored.
pub(crate) fn old_hall(directory: &Path) {
    let gz: &[u8] = include_bytes!("../../golden/hall-0.1.0.sqlite.gz");
    let mut file = std::fs::File::create(directory.join("hall.sqlite")).unwrap();
    std::io::copy(&mut flate2::read::GzDecoder::new(gz), &mut file).unwrap();
}

/// Runs SQL on the file of a closed hall, as the program never does.
pub(crate) async fn tamper(directory: &Path, sql: &'static str) -> u64 {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(directory.join("hall.sqlite"));
    let mut connection = options.connect().await.unwrap();
    let done = sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    done.rows_affected()
}
