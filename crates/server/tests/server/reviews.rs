//! Reviews of studies over HTTP: done, kept over a restart, gone on with, and ended.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::engines::{Endless, FirstMove, Panicking};
use crate::common::{Open, config, eventually, open_with, start};
use serde_json::{Value, json};
use server::Engines;
use std::time::Duration;

const MOVES: [&str; 4] = ["h2e2", "h9g7", "e2e6", "g7e6"];

/// A study of four moves, and its path.
async fn study(hall: &Open) -> String {
    let new = json!({
        "kind": "position", "variant": "xiangqi", "rules": null, "position": null,
        "moves": MOVES, "title": "a game",
    });
    let answer = hall.send_json("POST", "/api/studies", &new).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    format!("/api/studies/{}", answer.json()["id"].as_str().unwrap())
}

/// The review of a study, once it stands like this.
async fn reviewed(hall: &Open, path: &str, state: &str) -> Value {
    eventually(state, async || {
        let review = hall.get(path).await.json()["review"].clone();
        if review["state"] == state { Ok(review) } else { Err(review) }
    })
    .await
}

async fn a_review_is_done_and_kept() {
    let hall = open_with(|_| {}).await;
    let path = study(&hall).await;
    assert_eq!(hall.get(&path).await.json()["review"], Value::Null);
    let answer = hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 500 })).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    let begun = answer.json();
    assert_eq!(
        (begun["total"].as_u64(), begun["per_move"]["nodes"].as_u64()),
        (Some(5), Some(500))
    );
    let review = reviewed(&hall, &path, "done").await;
    let moves = review["moves"].as_array().unwrap();
    assert_eq!((moves.len(), review["done"].as_u64()), (4, Some(5)));
    for (m, ply) in moves.iter().zip(1..) {
        assert_eq!((m["ply"].as_u64(), m["node"].as_u64().is_some()), (Some(ply), true), "{m}");
        assert!(m["chance"].as_f64().is_some() && m["grade"].as_str().is_some(), "{m}");
    }
    assert!(review["sides"][0]["accuracy"].as_f64().is_some());
    // It is still there when the hall opens again.
    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    assert_eq!(reviewed(&hall, &path, "done").await["moves"], review["moves"]);
    hall.stop().await;
}

/// The moves that the base of openings has verified, one after the other, and a bad one that it has of a game.
async fn verified_moves_of_the_base_are_theory() {
    let hall = open_with(|_| {}).await;
    let base = shipped::openings::of("xiangqi").unwrap();
    let mut at = games::new_session("xiangqi", None, None).unwrap();
    let mut moves = Vec::new();
    let mut unnamed = 0;
    while let Some(key) = hall::openings::position_key(at.as_ref())
        && let Some(one) = base.at(key).iter().find(|one| one.verified)
    {
        unnamed += usize::from(!at.is_book_move(&one.text));
        at.push(&one.text).unwrap();
        moves.push(one.text.clone());
    }
    assert!(unnamed > 0, "{moves:?} has moves that no name knows");
    let review = async |moves: &[String]| {
        let new = json!({ "kind": "position", "variant": "xiangqi", "moves": moves });
        let study = hall.send_json("POST", "/api/studies", &new).await.json();
        let path = format!("/api/studies/{}", study["id"].as_str().unwrap());
        hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 200 })).await;
        let review = reviewed(&hall, &path, "done").await;
        let grade = |m: &Value| m["grade"].as_str().unwrap().to_owned();
        review["moves"].as_array().unwrap().iter().map(grade).collect::<Vec<_>>()
    };
    assert_eq!(review(&moves).await, vec!["book"; moves.len()]);
    // One game of the base began so: it is judged like any other move.
    let rare = review(&["h2i2".to_owned()]).await;
    assert_ne!(rare, ["book"]);
    let asked = |moves: Vec<String>| {
        let start = games::new_session("xiangqi", None, None).unwrap();
        let (rules, start) = (start.rules(), start.start_text());
        json!({ "variant": "xiangqi", "rules": rules, "start": start, "moves": moves })
    };
    let judged = hall.send_json("POST", "/api/judgements", &asked(moves)).await.json();
    assert_eq!(judged["grade"], "book", "{judged}");
    hall.close().await;
}

async fn reviewed_games_against_the_machine_show_progress() {
    let hall = open_with(|_| {}).await;
    let person = json!({ "kind": "person", "name": "" });
    let machine = json!({ "kind": "machine", "level": 1 });
    let begin = async |players: [&Value; 2]| {
        let clock = json!({ "kind": "none" });
        let game =
            json!({ "variant": "xiangqi", "players": players, "clock": clock, "moves": MOVES });
        hall.begin(&game).await
    };
    let id = begin([&person, &machine]).await;
    let other = begin([&person, &person]).await;
    for game in [&id, &other] {
        let new = json!({ "kind": "game", "id": game });
        let study = hall.send_json("POST", "/api/studies", &new).await.json();
        let path = format!("/api/studies/{}", study["id"].as_str().unwrap());
        hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 500 })).await;
        reviewed(&hall, &path, "done").await;
    }
    let games = eventually("progress", async || {
        let games = hall.get("/api/progress").await.json()["games"].clone();
        if games.as_array().is_some_and(|games| !games.is_empty()) { Ok(games) } else { Err(games) }
    })
    .await;
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 1, "a game between people says nothing of one person: {games:?}");
    let game = &games[0];
    assert_eq!((game["game"].as_str(), &game["side"]), (Some(id.as_str()), &json!("first")));
    assert!((0.0..=100.0).contains(&game["accuracy"].as_f64().unwrap()), "{game}");
    assert_eq!(game["by_phase"].as_array().unwrap().len(), 3);
    hall.close().await;
}

async fn a_review_goes_on_after_a_restart() {
    let hall = open_with(|config| {
        config.engines = Engines::new(|_| Ok(Box::new(Endless)));
    })
    .await;
    let path = study(&hall).await;
    hall.send_json("POST", &format!("{path}/review"), &json!({})).await;
    reviewed(&hall, &path, "running").await;
    let data = hall.close().await;
    let mut again = config(data.path());
    again.engines = Engines::new(|_| Ok(Box::new(FirstMove)));
    let hall = start(again).await;
    reviewed(&hall, &path, "done").await;
    hall.stop().await;
}

async fn a_review_that_fails_says_why_by_a_code_also_after_a_restart() {
    let hall = open_with(|config| {
        config.engines = Engines::new(|_| Ok(Box::new(Panicking)));
    })
    .await;
    let path = study(&hall).await;
    hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 500 })).await;
    let failure = reviewed(&hall, &path, "failed").await["failure"].clone();
    assert_eq!(failure["code"], "search-failed");
    assert!(!failure["message"].as_str().unwrap().is_empty());
    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    assert_eq!(reviewed(&hall, &path, "failed").await["failure"], failure);
    hall.stop().await;
}

async fn a_review_can_be_ended_and_begun_again() {
    let hall = open_with(|config| {
        config.engines = Engines::new(|_| Ok(Box::new(Endless)));
    })
    .await;
    let path = study(&hall).await;
    let review = format!("{path}/review");
    hall.send_json("DELETE", &review, &Value::Null).await.problem(404, "not-found");
    hall.send_json("POST", &review, &json!({ "ms": 1000 })).await;
    reviewed(&hall, &path, "running").await;
    let answer = hall.send_json("DELETE", &review, &Value::Null).await;
    assert_eq!(answer.status, 204, "{}", answer.text());
    reviewed(&hall, &path, "cancelled").await;
    hall.send_json("POST", &review, &json!({ "ms": 2000 })).await;
    assert_eq!(reviewed(&hall, &path, "running").await["per_move"]["ms"], 2000);
    // What cannot be meant.
    for bad in [
        json!({ "nodes": 1 }),
        json!({ "ms": 0 }),
        json!({ "ms": 86_400_000 }),
        json!({ "nodes": 1_000_000_000_000_u64 }),
    ] {
        let message = hall.send_json("POST", &review, &bad).await.problem(422, "bad-review");
        assert!(message.contains(" are from "), "{message}");
    }
    let unknown = "/api/studies/0192c6ae-0000-7000-8000-000000000000/review";
    assert_eq!(hall.send_json("POST", unknown, &json!({})).await.status, 404);
    hall.stop().await;
}

async fn a_game_is_reviewed_at_its_end_if_the_person_wants_that() {
    let hall = open_with(|_| {}).await;
    let game = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person", "name": "An"}, {"kind": "person", "name": "Bo"}],
        "clock": {"kind": "none"},
        "moves": ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7"],
    });
    for wanted in [false, true] {
        let mut preferences = hall.get("/api/preferences").await.json();
        assert_eq!(preferences["review_after"], false, "it is not asked for by itself");
        preferences["review_after"] = json!(wanted);
        hall.send_json("PUT", "/api/preferences", &preferences).await;
        let id = hall.begin(&game).await;
        let (mut player, _) = hall.join(&id).await;
        player.ask("resigns", &json!({"type": "resign"})).await.unwrap();
        if wanted {
            let path = eventually("it becomes a study", async || {
                let listed = hall.get("/api/studies").await.json();
                let studies = listed["studies"].as_array().unwrap();
                let study = studies.iter().find(|study| study["game"] == *id);
                let path =
                    |study: &Value| format!("/api/studies/{}", study["id"].as_str().unwrap());
                study.map(path).ok_or(listed.to_string())
            })
            .await;
            reviewed(&hall, &path, "done").await;
        } else {
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(hall.get("/api/studies").await.json()["total"], 0);
        }
    }
}

/// What was found of each position is damaged in the file.
#[tokio::test]
async fn a_review_whose_rows_are_damaged_says_so_and_can_be_begun_again() {
    let hall = open_with(|_| {}).await;
    let path = study(&hall).await;
    hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 500 })).await;
    reviewed(&hall, &path, "done").await;
    let data = hall.close().await;
    let file = data.path().join("hall.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let row = b"{\"score\":{\"cp\":17";
    let found: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(row)).collect();
    assert!(found.len() >= 4, "{found:?}");
    for at in found {
        bytes[at + row.len() - 1] ^= 1;
    }
    std::fs::write(&file, bytes).unwrap();
    let hall = start(config(data.path())).await;
    let review = reviewed(&hall, &path, "failed").await;
    assert_eq!(review["failure"]["code"], "data-damaged", "{review}");
    assert!(review["failure"]["message"].as_str().unwrap().contains("of 5 positions"), "{review}");
    let answer = hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 500 })).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    assert_eq!(reviewed(&hall, &path, "done").await["done"], 5);
    hall.stop().await;
}

crate::both! {
    verified_moves_of_the_base_are_theory
    reviewed_games_against_the_machine_show_progress
    a_review_is_done_and_kept
    a_review_goes_on_after_a_restart
    a_review_that_fails_says_why_by_a_code_also_after_a_restart
    a_review_can_be_ended_and_begun_again
    a_game_is_reviewed_at_its_end_if_the_person_wants_that
}
