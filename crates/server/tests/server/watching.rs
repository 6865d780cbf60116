//! A game that watchers see later: nothing that they are told says where the pieces are now.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, Socket};
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;
use std::time::Duration;

const MOVES: [&str; 8] = ["h2e2", "h9g7", "h0g2", "b9c7", "i0h0", "i9h9", "b0c2", "c6c5"];
const DELAY: usize = 3;

/// Everything that somebody can be told of a game over HTTP, as texts.
async fn told(hall: &Open, who: &Browser, id: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let export = json!({"games": [id], "format": "zip"});
    let pgn = json!({"games": [id], "format": "pgn"});
    for (method, path, body) in [
        ("GET", format!("/api/games/{id}"), &Value::Null),
        ("GET", format!("/api/games/{id}/export?format=fen"), &Value::Null),
        ("GET", format!("/api/games/{id}/export?format=moves&notation=engine"), &Value::Null),
        ("GET", format!("/api/games/{id}/export?format=pgn&notation=iccs"), &Value::Null),
        ("GET", format!("/api/games/{id}/raw"), &Value::Null),
        ("GET", "/api/games?of=others".to_owned(), &Value::Null),
        ("GET", "/api/games?of=own".to_owned(), &Value::Null),
        ("GET", "/api/lobby".to_owned(), &Value::Null),
        ("GET", "/api/turns".to_owned(), &Value::Null),
        ("GET", "/api/studies".to_owned(), &Value::Null),
        ("GET", "/".to_owned(), &Value::Null),
        ("POST", "/api/studies".to_owned(), &json!({"kind": "game", "id": id})),
        ("POST", "/api/archive".to_owned(), &json!({})),
        ("POST", "/api/archive/export".to_owned(), &pgn),
        ("POST", "/api/archive/export".to_owned(), &export),
        ("GET", format!("/api/games/{id}/conditional"), &Value::Null),
        ("POST", format!("/api/games/{id}/rematch"), &Value::Null),
    ] {
        let answer = who.ask(hall, method, &path, body).await;
        assert!(answer.status != 500, "{path}: {}", answer.text());
        texts.push(format!("{path} {}", String::from_utf8_lossy(&answer.body)));
    }
    texts
}

/// All events that have come.
async fn events(socket: &mut Socket) -> Vec<String> {
    let mut texts = Vec::new();
    while let Ok(Some(event)) =
        tokio::time::timeout(Duration::from_millis(300), socket.try_next()).await
    {
        texts.push(serde_json::to_string(&event).unwrap());
    }
    texts
}

#[tokio::test]
async fn no_path_tells_a_watcher_the_present_position() {
    for mode in [HallMode::Friends, HallMode::Public] {
        let hall = hall(mode).await;
        let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
        let (eve, stranger) = (Browser::new(&hall, "Eve").await, Browser::stranger());
        let game = json!({
            "variant": "xiangqi", "clock": {"kind": "none"}, "in_lobby": true, "delay": DELAY,
            "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
        });
        let made = ada.ask(&hall, "POST", "/api/games", &game).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let id = made.json()["id"].as_str().unwrap().to_owned();
        // They come before the game begins: Bob watches like the others until he sits down.
        let mut first = ada.join(&hall, &id).await;
        let mut second = bob.join(&hall, &id).await;
        let mut watchers = [eve.join(&hall, &id).await, stranger.join(&hall, &id).await];
        second.change("sit", &command("sit_down")).await;
        let mut positions = vec![first.wait_for(|game| game.version == 1).await.position];
        for (i, text) in MOVES.iter().enumerate() {
            let ply = u32::try_from(i + 1).unwrap();
            let (mover, other) =
                if i % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
            positions.push(mover.play(ply, text).await.position);
            // Players see it at once.
            other.wait_for(|game| game.moves.len() == i + 1).await;
            let seen = (i + 1).saturating_sub(DELAY);
            let secret = &positions[seen + 1..];
            for (who, socket) in [&eve, &stranger].into_iter().zip(&mut watchers) {
                let mut texts = told(&hall, who, &id).await;
                texts.extend(events(socket).await);
                for text in &texts {
                    for position in secret {
                        let board = position.split(' ').next().unwrap();
                        assert!(!text.contains(board), "{mode}: after {i}: {board} in {text}");
                    }
                }
                let game = who.ask(&hall, "GET", &format!("/api/games/{id}"), &Value::Null).await;
                let game = game.json();
                assert_eq!(game["held_back"], true);
                assert_eq!(game["position"], json!(positions[seen]));
                assert_eq!(game["moves"].as_array().unwrap().len(), seen);
                // What came over the socket is as late.
                let last = texts.iter().rev().find(|text| text.contains(r#""type":"state""#));
                let last: Value = serde_json::from_str(last.unwrap()).unwrap();
                assert_eq!(last["game"]["position"], json!(positions[seen]));
            }
        }
        let listed = eve.ask(&hall, "GET", "/api/lobby", &Value::Null).await.json();
        assert_eq!(listed["games"][0]["game"]["plies"], json!(MOVES.len() - DELAY), "{listed}");
        let own = ada.ask(&hall, "GET", "/api/games?of=own", &Value::Null).await.json();
        assert_eq!(own["games"][0]["position"], json!(positions[MOVES.len()]));
        // Whoever comes now sees no more than who has watched from the beginning.
        let late = events(&mut hall.connect(&id, &[]).await.unwrap()).await;
        assert!(late[0].contains(&positions[MOVES.len() - DELAY]), "{late:?}");
        // After the end everybody sees everything.
        first.change("r", &command("resign")).await;
        for (who, socket) in [&eve, &stranger].into_iter().zip(&mut watchers) {
            let all = events(socket).await;
            let end = all.iter().rfind(|text| text.contains(r#""type":"state""#)).unwrap();
            assert!(end.contains(&positions[MOVES.len()]) && !end.contains("held_back"), "{end}");
            let fen = format!("/api/games/{id}/export?format=fen");
            let fen = who.ask(&hall, "GET", &fen, &Value::Null).await.text();
            assert!(fen.contains(positions[MOVES.len()].split(' ').next().unwrap()), "{fen}");
        }
        hall.close().await;
    }
}
