//! Games that version 0.1.0 stored are replayed and compared with what it reported: every later
//! version must open the same games and report the same.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::study::{join, make, with_real_engines};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;

fn unzip(gz: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(gz).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn games_of_version_0_1_0_are_what_they_were() {
    let data = tempfile::tempdir().unwrap();
    let hall = unzip(include_bytes!("../../../store/tests/golden/hall-0.1.0.sqlite.gz"));
    std::fs::write(data.path().join("hall.sqlite"), hall).unwrap();
    let said = unzip(include_bytes!("../../../store/tests/golden/hall-0.1.0.jsonl.gz"));
    let hall = crate::common::start(crate::common::config(data.path())).await;
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

/// The folder of the golden files.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/golden");

/// What a later version must report of a study as it was stored: all but what depends on the program. What a review
/// found is stored; the chances, losses and grades are made of it with the curves of the program that shows it.
fn shared(mut study: Value) -> Value {
    let fields = study.as_object_mut().unwrap();
    fields.remove("engines");
    if let Some(review) = fields.get_mut("review").and_then(Value::as_object_mut) {
        review.retain(|key, _| {
            ["state", "done", "total", "per_move", "moves"].contains(&key.as_str())
        });
        for played in review["moves"].as_array_mut().unwrap() {
            let made = ["chance", "loss", "grade", "accuracy", "best", "best_line", "reason"];
            played.as_object_mut().unwrap().retain(|key, _| !made.contains(&key.as_str()));
        }
    }
    study
}

#[tokio::test]
async fn studies_of_version_0_2_0_are_what_they_were() {
    let data = tempfile::tempdir().unwrap();
    let hall = unzip(include_bytes!("../../../store/tests/golden/studies-0.2.0.sqlite.gz"));
    std::fs::write(data.path().join("hall.sqlite"), hall).unwrap();
    let said = unzip(include_bytes!("../../../store/tests/golden/studies-0.2.0.jsonl.gz"));
    let hall = crate::common::start(crate::common::config(data.path())).await;
    let mut studies = 0;
    for line in String::from_utf8(said).unwrap().lines() {
        let said: Value = serde_json::from_str(line).unwrap();
        let path = format!("/api/studies/{}", said["id"].as_str().unwrap());
        let answer = hall.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let now = shared(answer.json());
        for (key, value) in shared(said.clone()).as_object().unwrap() {
            assert_eq!(&now[key], value, "{key} of {path}");
        }
        // It can be edited, and each edit that was stored can be taken back.
        let mut socket = join(&hall, said["id"].as_str().unwrap()).await;
        let mut undone = 0;
        while socket.study.can_undo {
            socket.done(json!({"type": "undo"})).await;
            undone += 1;
        }
        assert!(undone > 0, "{path}");
        socket.done(json!({"type": "comment", "node": 0, "text": "read again"})).await;
        studies += 1;
    }
    assert_eq!(studies, 4);
    let listed = hall.get("/api/studies").await.json();
    assert_eq!(listed["total"], studies);
    assert!(listed["studies"].as_array().unwrap().iter().all(|study| study["damaged"] == false));
}

/// Stores studies with everything that a study may have, and writes the golden files of this version.
#[tokio::test]
#[ignore = "writes the golden files; run it once for a version, before its release"]
async fn write_the_studies_of_this_version() {
    let hall = with_real_engines().await;
    let mut said = String::new();
    for (variant, moves) in [
        ("xiangqi", ["h2e2", "h9g7", "h0g2", "i9h9"]),
        ("draughts", ["32-28", "19-23", "28x19", "14x23"]),
        ("gomoku", ["h8", "h9", "i9", "g7"]),
        ("reversi", ["f5", "d6", "c3", "d3"]),
    ] {
        let new = json!({"kind": "position", "variant": variant, "moves": moves,
            "title": format!("a study of {variant}")});
        let id = make(&hall, &new).await.id;
        let mut socket = join(&hall, &id).await;
        let review = format!("/api/studies/{id}/review");
        assert_eq!(hall.send_json("POST", &review, &json!({"nodes": 2000})).await.status, 202);
        let shown = socket.look(2).await;
        let other = shown.board.moves.iter().find(|shown| shown.text != moves[2]).unwrap();
        let (from, to) = (other.from.clone().unwrap_or(other.to.clone()), other.to.clone());
        let variation = socket.play(2, &other.text.clone()).await;
        let shape = |color: &str| json!({"color": color, "from": from, "to": to});
        let point = json!({"color": "red", "from": to});
        for command in [
            json!({"type": "comment", "node": 0, "text": "at the start"}),
            json!({"type": "comment", "node": variation, "text": "**bold** and\n\na second part \u{68CB}"}),
            json!({"type": "glyphs", "node": 1, "glyphs": [1, 14]}),
            json!({"type": "glyphs", "node": variation, "glyphs": [4, 300]}),
            json!({"type": "shapes", "node": 2, "shapes": [shape("green"), point]}),
            json!({"type": "evaluate", "node": 3, "evaluation":
                {"score": {"cp": -35}, "chance": 0.375, "depth": 12, "engine": "own"}}),
            json!({"type": "evaluate", "node": 4, "evaluation":
                {"score": {"mate": 3}, "chance": 1.0, "depth": 5, "engine": ""}}),
            json!({"type": "collapse", "node": 2, "collapsed": true}),
            json!({"type": "make_main", "node": variation}),
            json!({"type": "demote", "node": variation}),
            json!({"type": "title", "title": format!("{variant}, renamed")}),
            json!({"type": "delete", "node": 4}),
            json!({"type": "undo"}),
        ] {
            socket.done(command).await;
        }
        while hall.get(&format!("/api/studies/{id}")).await.json()["review"]["state"] != "done" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let study = hall.get(&format!("/api/studies/{id}")).await.json();
        said += &shared(study).to_string();
        said.push('\n');
    }
    let data = hall.close().await;
    let zip = |name: &str, bytes: &[u8]| {
        let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        zip.write_all(bytes).unwrap();
        std::fs::write(format!("{GOLDEN}/studies-0.2.0.{name}.gz"), zip.finish().unwrap()).unwrap();
    };
    zip("sqlite", &std::fs::read(data.path().join("hall.sqlite")).unwrap());
    zip("jsonl", said.as_bytes());
}
