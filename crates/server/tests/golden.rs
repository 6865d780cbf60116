//! Games that version 0.1.0 stored are replayed and compared with what it reported: every later
//! version must open the same games and report the same.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use serde_json::Value;
use std::io::Read;

fn unzip(gz: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(gz).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn games_of_version_0_1_0_are_what_they_were() {
    let data = tempfile::tempdir().unwrap();
    let hall = unzip(include_bytes!("../../store/tests/golden/hall-0.1.0.sqlite.gz"));
    std::fs::write(data.path().join("hall.sqlite"), hall).unwrap();
    let said = unzip(include_bytes!("../../store/tests/golden/hall-0.1.0.jsonl.gz"));
    let hall = common::start(common::config(data.path())).await;
    let mut games = 0;
    for line in String::from_utf8(said).unwrap().lines() {
        let said: Value = serde_json::from_str(line).unwrap();
        let id = said["id"].as_str().unwrap();
        let answer = hall.get(&format!("/api/games/{id}")).await;
        assert_eq!(answer.status, 200, "{id}: {}", answer.text());
        let game = answer.json();
        for key in ["id", "variant", "rules", "turn", "position"] {
            assert_eq!(game[key], said[key], "{key} of {id}");
        }
        let moves: Vec<&Value> =
            game["moves"].as_array().unwrap().iter().map(|played| &played["text"]).collect();
        assert!(moves.iter().copied().eq(said["moves"].as_array().unwrap()), "moves of {id}");
        for key in ["outcome", "winner", "reason"] {
            assert_eq!(game["end"][key], said["end"][key], "{key} of the end of {id}");
        }
        games += 1;
    }
    assert_eq!(games, 543);
}
