//! What changes in the whole hall is told to those who follow it.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open, persons, study};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const PATIENCE: Duration = Duration::from_secs(20);

struct Follower(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Follower {
    async fn of(hall: &Open) -> Self {
        Self(connect_async(format!("ws://{}/api/live", hall.addr)).await.unwrap().0)
    }

    async fn next(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("in time");
            if let Message::Text(text) = next.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Waits for a change of this, and of nothing else.
    async fn hears(&mut self, what: &str) {
        let event = self.next().await;
        let all = ["games", "studies", "preferences"];
        let changed: Vec<_> = all.into_iter().filter(|name| event[*name] == true).collect();
        assert_eq!((event["type"].as_str(), changed), (Some("changed"), vec![what]), "{event}");
    }

    /// What is told after this was told before the answer to it.
    async fn answers(&mut self) {
        self.0.send(Message::text(r#"{"id":"p","type":"ping"}"#)).await.unwrap();
        assert_eq!(self.next().await["type"], "pong");
        assert_eq!(self.next().await, json!({"type": "done", "id": "p"}));
    }
}

async fn whoever_follows_the_hall_hears_what_changes_but_no_moves() {
    let hall = open().await;
    // In a database the first to follow may come before the hall listens: both hear the same from then on.
    let (mut one, mut other) = (Follower::of(&hall).await, Follower::of(&hall).await);
    let id = hall.begin(&persons()).await;
    for follower in [&mut one, &mut other] {
        follower.hears("games").await;
    }
    let (mut player, _) = hall.join(&id).await;
    player.play(1, "h2e2").await;
    tokio::time::sleep(Duration::from_millis(800)).await;
    one.answers().await;
    player.ask("resigns", &json!({"type": "resign"})).await.unwrap();
    one.hears("games").await;
    let preferences = hall.get("/api/preferences").await.json();
    assert_eq!(hall.send_json("PUT", "/api/preferences", &preferences).await.status, 200);
    one.hears("preferences").await;
    let study = json!({
        "kind": "position", "variant": "xiangqi", "rules": null, "position": null, "moves": [],
        "title": "a study",
    });
    let study = study::make(&hall, &study).await;
    one.hears("studies").await;
    let mut editor = study::join(&hall, &study.id).await;
    editor.done(json!({"type": "comment", "node": 0, "text": "no list shows it"})).await;
    tokio::time::sleep(Duration::from_millis(800)).await;
    one.answers().await;
    editor.done(json!({"type": "title", "title": "another title"})).await;
    one.hears("studies").await;
    assert_eq!(hall.send("DELETE", &format!("/api/games/{id}"), &[], b"").await.status, 204);
    one.hears("games").await;
    // Many changes within a moment are told once or twice.
    for _ in 0..20 {
        hall.begin(&persons()).await;
    }
    one.hears("games").await;
    let mut told = 1;
    while tokio::time::timeout(Duration::from_millis(800), one.0.next()).await.is_ok() {
        told += 1;
    }
    assert!(told <= 10, "{told} events for 20 games");
    hall.stop().await;
}

#[tokio::test]
async fn what_is_no_request_is_refused_and_the_line_stays() {
    let hall = open().await;
    let mut follower = Follower::of(&hall).await;
    for text in ["{", r#"{"id":"x","type":"move"}"#, r#"{"type":"ping"}"#] {
        follower.0.send(Message::text(text)).await.unwrap();
        assert_eq!(follower.next().await["type"], "error", "{text}");
    }
    follower.answers().await;
    hall.stop().await;
}

crate::both! {
    whoever_follows_the_hall_hears_what_changes_but_no_moves
}
