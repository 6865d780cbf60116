//! Whole files go into the archive: all games or none, of every format, with a report.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open};
use serde_json::{Value, json};
use std::fmt::Write as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Imports a file; returns the status and the events.
async fn import(hall: &Open, query: &str, file: &[u8]) -> (u16, Vec<Value>) {
    let kind = [("content-type", "application/octet-stream")];
    let answer = hall.send("POST", &format!("/api/archive/import?{query}"), &kind, file).await;
    let lines = answer.text();
    let events = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (answer.status, events)
}

async fn search(hall: &Open, query: Value) -> Value {
    let answer = hall.send_json("POST", "/api/archive", &query).await;
    assert_eq!(answer.status, 200, "{query}");
    answer.json()
}

fn many(number: usize) -> String {
    let mut text = String::new();
    for game in 0..number {
        let _ = write!(
            text,
            "[Red \"Ada {game}\"]\n[Black \"Bo\"]\n[Date \"2019.03.{:02}\"]\n[Result \"1-0\"]\n\n\
             1. h2e2 h9g7 2. h0g2 1-0\n\n",
            game % 28 + 1,
        );
    }
    text
}

#[tokio::test]
async fn a_file_of_many_games_is_stored_whole_with_names_results_days_and_a_tag() {
    let hall = open().await;
    let (status, events) = import(&hall, "name=a.pgn&tag=My%20cup", many(300).as_bytes()).await;
    assert_eq!(status, 200, "{events:?}");
    let last = events.last().unwrap();
    assert_eq!(last["type"], "stored", "{last}");
    assert_eq!((&last["games"], &last["faulty"]), (&json!(300), &json!(0)));
    assert!(events.iter().any(|event| event["type"] == "storing"));
    let found = search(&hall, json!({"tag": "My cup", "player": "ada 7"})).await;
    // Ada 7, and 70 to 79.
    assert_eq!(found["total"], 11, "{found}");
    let game = &found["games"][0]["game"];
    assert_eq!((&game["plies"], &game["end"]["outcome"]), (&json!(3), &json!("1-0")));
    assert_eq!(game["end"]["reason"], "file");
    assert!(game["created_at"].as_str().unwrap().starts_with("2019-03-"), "{game}");
    let whole = hall.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).await;
    assert_eq!(whole.status, 200, "{}", whole.text());
}

#[tokio::test]
async fn a_faulty_game_is_told_with_its_number_and_the_others_are_stored() {
    let hall = open().await;
    let file = format!("{}[Red \"X\"]\n\n1. h2e2 h9h3 *\n\n{}", many(2), many(1));
    let (_, events) = import(&hall, "name=a.pgn", file.as_bytes()).await;
    let fault = events.iter().find(|event| event["type"] == "fault").unwrap();
    assert_eq!(fault["fault"]["place"]["game"], 3, "{fault}");
    let last = events.last().unwrap();
    assert_eq!((&last["games"], &last["faulty"]), (&json!(3), &json!(1)), "{last}");
    assert_eq!(search(&hall, json!({})).await["total"], 3);
}

#[tokio::test]
async fn comments_and_variations_that_the_archive_cannot_hold_are_counted() {
    let hall = open().await;
    let file = "[Red \"A\"]\n\n1. h2e2 {good} h9g7 (1... b9c7) *\n\n[Red \"B\"]\n\n1. h2e2 *\n";
    let (_, events) = import(&hall, "name=a.pgn", file.as_bytes()).await;
    let last = events.last().unwrap();
    assert_eq!((&last["games"], &last["annotated"]), (&json!(2), &json!(1)), "{last}");
}

#[tokio::test]
async fn files_of_every_game_are_read_and_what_is_none_is_refused() {
    let hall = open().await;
    let pdn = "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
    let psq = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\n";
    for (name, text, variant) in [
        ("a.pdn", pdn, "draughts-russian"),
        ("a.psq", psq, "gomoku20"),
        ("a.sgf", "(;GM[4]SZ[15]RU[Renju];B[hh])", "renju"),
    ] {
        let (_, events) = import(&hall, &format!("name={name}"), text.as_bytes()).await;
        assert_eq!(events.last().unwrap()["type"], "stored", "{name}: {events:?}");
        let found = search(&hall, json!({"variant": variant})).await;
        assert_eq!(found["total"], 1, "{name}: {found}");
    }
    for (name, bytes) in [("a.pgn", &b"hello"[..]), ("a.exe", &[0, 1, 2, 3]), ("a.pgn", b"")] {
        let (_, events) = import(&hall, &format!("name={name}"), bytes).await;
        let last = events.last().unwrap();
        assert_eq!(last["type"], "refused", "{name}: {events:?}");
    }
    assert_eq!(search(&hall, json!({})).await["total"], 3);
    let form = [("content-type", "text/plain")];
    let answer = hall.send("POST", "/api/archive/import?name=a", &form, b"x").await;
    assert_eq!(answer.status, 415);
}

#[tokio::test]
async fn who_cancels_has_stored_nothing() {
    let hall = open().await;
    let file = many(20_000);
    let mut stream = TcpStream::connect(hall.addr).await.unwrap();
    let head = format!(
        "POST /api/archive/import?name=a.pgn HTTP/1.1\r\nHost: {}\r\n\
         Content-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n",
        hall.addr,
        file.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(file.as_bytes()).await.unwrap();
    drop(stream);
    // The next file waits until the first one is done.
    let (_, events) = import(&hall, "name=b.pgn", many(1).as_bytes()).await;
    assert_eq!(events.last().unwrap()["type"], "stored");
    assert_eq!(search(&hall, json!({})).await["total"], 1);
}
