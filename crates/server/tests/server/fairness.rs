//! One client that asks for all that it can leaves the others what is theirs. Clients are told apart by what a trusted
//! proxy says.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Answer, Open, against_machine, open_with, persons};
use engine::{
    BestMove, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Session,
};
use serde_json::{Value, json};
use server::{Config, Engines};
use std::time::{Duration, Instant};

const GREEDY: &str = "192.0.2.1";
const PERSON: &str = "192.0.2.2";

/// Searches as long as it may.
#[derive(Debug)]
struct Patient;

impl Engine for Patient {
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), OptionError> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let began = Instant::now();
        while !control.is_stopped() && limits.move_time.is_none_or(|time| began.elapsed() < time) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let best = session.legal_moves().into_iter().next();
        Ok(BestMove { best, ponder: None, info: None })
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Ok(0)
    }
}

async fn hall(change: impl FnOnce(&mut Config)) -> Open {
    open_with(|config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        change(config);
    })
    .await
}

async fn post(hall: &Open, client: &str, path: &str, body: &Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("X-Forwarded-For", client)];
    hall.send("POST", path, &headers, body.to_string().as_bytes()).await
}

async fn begin(hall: &Open, client: &str, game: &Value) -> String {
    let answer = post(hall, client, "/api/games", game).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_machine_answers_a_stranger_beside_thirty_games_with_an_hour_a_move() {
    for searches in [1, 2] {
        let hall = hall(|config| {
            config.engine_searches = searches;
            config.engines = Engines::new(|_| Ok(Box::new(Patient)));
        })
        .await;
        let mut long = against_machine();
        long["players"][1]["move_time_ms"] = json!(3_600_000);
        let mut greedy = Vec::new();
        for _ in 0..30 {
            let id = begin(&hall, GREEDY, &long).await;
            let mut socket = hall.connect(&id, &[("x-forwarded-for", GREEDY)]).await.unwrap();
            socket.next().await;
            socket.play(1, "h2e2").await;
            greedy.push(socket);
        }
        tokio::time::sleep(Duration::from_millis(2500)).await;
        let mut short = against_machine();
        short["players"][1]["move_time_ms"] = json!(200);
        let id = begin(&hall, PERSON, &short).await;
        let mut socket = hall.connect(&id, &[("x-forwarded-for", PERSON)]).await.unwrap();
        socket.next().await;
        let began = Instant::now();
        socket.play(1, "h2e2").await;
        socket.wait_for(|game| game.moves.len() == 2).await;
        let waited = began.elapsed();
        assert!(waited < Duration::from_millis(1200), "{searches} threads: {waited:?}");
    }
}

#[tokio::test]
async fn five_hundred_games_at_once_are_too_many_of_one_client() {
    let hall = hall(|config| config.limits.client.begun_at_once = 20).await;
    let mut refused = None;
    for _ in 0..500 {
        let answer = post(&hall, GREEDY, "/api/games", &persons()).await;
        if answer.status != 201 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    refused.problem(429, "too-fast");
    assert!(refused.headers.contains_key("retry-after"));
    begin(&hall, PERSON, &persons()).await;
}

#[tokio::test]
async fn one_client_cannot_use_up_the_room_for_games() {
    let hall = hall(|config| config.limits.stored_games = 40).await;
    for _ in 0..2 {
        begin(&hall, GREEDY, &persons()).await;
    }
    let refused = post(&hall, GREEDY, "/api/games", &persons()).await;
    refused.problem(429, "client-share-used");
    begin(&hall, PERSON, &persons()).await;
}

#[tokio::test]
async fn a_player_finds_room_in_a_game_that_one_client_fills() {
    let hall = hall(|config| {
        config.limits.sockets_per_game = 4;
        config.limits.client.sockets_per_game = 4;
    })
    .await;
    let id = begin(&hall, PERSON, &persons()).await;
    let mut greedy = Vec::new();
    for i in 0..4 {
        let mut socket = hall.connect(&id, &[("x-forwarded-for", GREEDY)]).await.unwrap();
        socket.next().await;
        let bad = json!({"type": "move", "ply": 1, "text": "a0a9"});
        socket.ask(&format!("bad {i}"), &bad).await.unwrap_err();
        greedy.push(socket);
    }
    let mut socket = hall.connect(&id, &[("x-forwarded-for", PERSON)]).await.expect("room");
    socket.next().await;
    socket.play(1, "h2e2").await;
}

#[tokio::test]
async fn machine_games_and_long_moves_of_one_client_have_a_limit() {
    let hall = hall(|config| config.limits.client.machine_games = 1).await;
    let first = begin(&hall, GREEDY, &against_machine()).await;
    let second = begin(&hall, GREEDY, &against_machine()).await;
    let header = [("x-forwarded-for", GREEDY)];
    let socket = hall.connect(&first, &header).await.unwrap();
    assert_eq!(hall.connect(&second, &header).await.err(), Some(429));
    assert!(hall.connect(&second, &[("x-forwarded-for", PERSON)]).await.is_ok());
    drop(socket);
    let mut day = against_machine();
    day["players"][1]["move_time_ms"] = json!(86_400_000);
    post(&hall, GREEDY, "/api/games", &day).await.problem(422, "bad-game");
}

#[tokio::test]
async fn an_export_has_each_game_once() {
    let hall = hall(|_| {}).await;
    let id = begin(&hall, PERSON, &persons()).await;
    let ids: Vec<_> = (0..400).map(|_| id.clone()).collect();
    let asked = json!({ "games": ids, "format": "pgn" });
    let answer = post(&hall, PERSON, "/api/archive/export", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.text().matches("[Event ").count(), 1);
}

#[tokio::test]
async fn answers_of_the_api_are_not_kept() {
    let hall = hall(|_| {}).await;
    for path in ["/api/games", "/api/catalogue", "/api/games/none"] {
        let answer = hall.get(path).await;
        assert_eq!(answer.headers.get("cache-control").map(String::as_str), Some("no-store"));
    }
}
