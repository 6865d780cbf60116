//! What one person and one address may cost in an hour, at the door: what is more is refused in words, with the time to wait.
//! That the next hour is free, `crates/server/src/hourly.rs` tests, where the time is an argument.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::accounts::{Browser, PASSWORD, hall as usual_hall};
use crate::common::{Answer, Open, open_with, persons};
use crate::persons::command;
use crate::safety::join;
use serde_json::{Value, json};
use server::HallMode;

/// With a fiftieth of the usual limits.
async fn hall() -> Open {
    open_with(|config| {
        config.mode = HallMode::Public;
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
        config.limits.client.hourly_percent = 2;
    })
    .await
}

/// That an answer says what was too much, and when to come back.
fn is_refused(answer: &Answer, what: &str) {
    let message = answer.problem(429, "hour-used");
    assert!(message.starts_with(what) && message.contains("in an hour; wait"), "{message}");
    let wait = answer.headers["retry-after"].parse::<u64>().unwrap();
    assert!((3000..=3601).contains(&wait), "{wait} s");
}

fn offer() -> Value {
    json!({
        "variant": "xiangqi", "in_lobby": true, "clock": {"kind": "none"},
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    })
}

#[tokio::test]
async fn one_more_than_the_hour_has_is_refused_whatever_it_is() {
    let hall = hall().await;
    let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
    let file = json!({"variant": "xiangqi", "name": "a.pgn", "content": "1. C2=5 *"});
    let taken = json!({"format": "yiqi-hall 1", "games": [], "studies": [], "reviews": []});
    let tournament = json!({
        "name": "Evening", "variant": "reversi", "listed": true, "clock": {"kind": "none"},
        "system": {"kind": "swiss", "rounds": 3}, "late": "half_point",
    });
    let nobody = "/api/blocks/00000000000000000000000000000001";
    for (method, path, body, what, most) in [
        ("POST", "/api/games", &persons(), "games", 4),
        ("POST", "/api/games", &offer(), "offers in the lobby", 1),
        ("POST", "/api/studies", &study, "studies", 1),
        ("POST", "/api/tournaments", &tournament, "tournaments", 1),
        ("POST", "/api/import", &file, "files", 2),
        ("POST", "/api/me/data", &taken, "files", 2),
        ("PUT", nobody, &Value::Null, "persons blocked", 1),
    ] {
        let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
        for _ in 0..most {
            let answer = ada.ask(&hall, method, path, body).await;
            assert_ne!(answer.status, 429, "{path}: {}", answer.text());
        }
        // At another address it is the same person.
        ada.address = "192.0.2.2";
        is_refused(&ada.ask(&hall, method, path, body).await, what);
    }
    hall.close().await;
}

#[tokio::test]
async fn an_address_is_bounded_however_many_guests_come_from_it() {
    let hall = hall().await;
    let mut made = 0;
    let refused = loop {
        let mut guest = Browser::guest(&hall, "192.0.2.1", "Guest").await;
        let answer = guest.ask(&hall, "POST", "/api/games", &persons()).await;
        match answer.status {
            201 => made += 1,
            _ => break answer,
        }
    };
    is_refused(&refused, "games");
    assert_eq!(made, 20);
    let mut other = Browser::guest(&hall, "192.0.2.2", "Other").await;
    assert_eq!(other.ask(&hall, "POST", "/api/games", &persons()).await.status, 201);
    // Without an address of its own is who uses the machine of the hall: it is not a stranger.
    let me = hall.get("/api/me").await;
    let cookie = me.headers["set-cookie"].split(';').next().unwrap().to_owned();
    for _ in 0..30 {
        let headers = [("Content-Type", "application/json"), ("Cookie", cookie.as_str())];
        let body = persons().to_string();
        let answer = hall.send("POST", "/api/games", &headers, body.as_bytes()).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    hall.close().await;
}

#[tokio::test]
async fn lines_reviews_and_accounts_have_their_hour_too() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    let bob = Browser::guest(&hall, "192.0.2.2", "Bob").await;
    let game = ada.ask(&hall, "POST", "/api/games", &offer()).await.json()["id"].clone();
    let game = game.as_str().unwrap().to_owned();
    let (mut first, mut second) = (join(&hall, &ada, &game).await, join(&hall, &bob, &game).await);
    second.change("s", &command("sit_down")).await;
    let hello = json!({"type": "say", "saying": {"kind": "phrase", "phrase": "hello"}});
    for i in 0..6 {
        first.change(&format!("h{i}"), &hello).await;
    }
    let refused = first.ask("more", &hello).await.unwrap_err();
    assert_eq!(refused.code, "hour-used");
    assert!(refused.message.starts_with("lines said in games: at most 6"), "{}", refused.message);
    // Nothing else is kept from her, and nobody else.
    first.play(1, "h2e2").await;
    second.change("h", &hello).await;
    second.change("r", &command("resign")).await;
    let study = json!({"kind": "game", "id": game});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let review = format!("/api/studies/{}/review", study.as_str().unwrap());
    let little = json!({"nodes": 500});
    assert_eq!(ada.ask(&hall, "POST", &review, &little).await.status, 202);
    is_refused(&ada.ask(&hall, "POST", &review, &little).await, "reviews");
    let sign_up = |name: &str| json!({"name": name, "password": PASSWORD});
    let mut cleo = Browser::guest(&hall, "192.0.2.3", "Cleo").await;
    assert_eq!(cleo.ask(&hall, "POST", "/api/account", &sign_up("Cleo")).await.status, 201);
    let mut dan = Browser::guest(&hall, "192.0.2.3", "Dan").await;
    is_refused(&dan.ask(&hall, "POST", "/api/account", &sign_up("Dan")).await, "accounts");
    hall.close().await;
}

#[tokio::test]
async fn reports_of_an_address_are_bounded_whoever_sends_them() {
    let hall = usual_hall().await;
    let mut bob = Browser::guest(&hall, "192.0.2.2", "Bob").await;
    bob.sign_up(&hall, "Bob").await;
    let report = json!({"person": bob.me(&hall).await["id"], "reason": "other"});
    for _ in 0..10 {
        let mut guest = Browser::guest(&hall, "192.0.2.1", "Guest").await;
        assert_eq!(guest.ask(&hall, "POST", "/api/reports", &report).await.status, 204);
    }
    let mut guest = Browser::guest(&hall, "192.0.2.1", "Guest").await;
    is_refused(&guest.ask(&hall, "POST", "/api/reports", &report).await, "reports");
    hall.close().await;
}
