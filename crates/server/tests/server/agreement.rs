//! Moves of rated games are compared with the engine's, and only moderators are told.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::accounts::{Browser as Account, code};
use crate::common::{Open, config, start};
use crate::persons::command;
use crate::safety::join;
use engine::{Control, Level, Limits};
use serde_json::{Value, json};
use server::{Config, Engines, HallMode};
use std::path::Path;
use std::time::Duration;

fn configured(data: &Path, nodes: u64) -> Config {
    let mut config = config(data);
    config.mode = HallMode::Public;
    config.owner = Some("Olga".to_owned());
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    config.engines = Engines::new(games::new_engine);
    config.compare_nodes = nodes;
    config.compare_games = 1;
    config
}

/// The first moves of a game between two levels of the machine, which are about equal.
fn moves() -> Vec<String> {
    let mut session = games::new_session("reversi", None, None).unwrap();
    let mut engine = games::new_engine("reversi").unwrap();
    for ply in 0..44 {
        let level = Level::new(if ply < 8 { 5 } else { 9 });
        let limits = Limits { nodes: Some(500), level, lines: 1, seed: ply, ..Limits::default() };
        let found = engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| {});
        session.push(&found.unwrap().best.unwrap()).unwrap();
    }
    session.moves()
}

/// Two play such a game, and the first one resigns.
async fn play(hall: &Open, ada: &mut Account, bob: &Account) -> String {
    let game = json!({
        "variant": "reversi", "rated": true,
        "clock": {"kind": "increment", "base_ms": 300_000, "increment_ms": 0},
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    });
    let made = ada.ask(hall, "POST", "/api/games", &game).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let game = made.json()["id"].as_str().unwrap().to_owned();
    let mut sockets = [join(hall, ada, &game).await, join(hall, bob, &game).await];
    sockets[1].change("s", &command("sit_down")).await;
    let mut session = games::new_session("reversi", None, None).unwrap();
    for (text, ply) in moves().iter().zip(1..) {
        sockets[session.side_to_move().index()].play(ply, text).await;
        session.push(text).unwrap();
    }
    sockets[0].change("r", &command("resign")).await;
    game
}

async fn desk(hall: &Open, who: &mut Account) -> Value {
    let desk = who.ask(hall, "GET", "/api/moderation", &Value::Null).await;
    assert_eq!(desk.status, 200, "{}", desk.text());
    desk.json()
}

#[tokio::test]
async fn moderators_are_told_how_often_people_choose_the_moves_of_the_engine() {
    let data = tempfile::tempdir().unwrap();
    // The first game is played while nothing is compared.
    let hall = start(configured(data.path(), 0)).await;
    let mut olga = Account::guest(&hall, "192.0.2.1", "Olga").await;
    olga.sign_up(&hall, "Olga").await;
    let mut ada = Account::guest(&hall, "192.0.2.3", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let bob = Account::guest(&hall, "192.0.2.4", "Bob").await;
    let first = play(&hall, &mut ada, &bob).await;
    hall.stop().await;
    let hall = start(configured(data.path(), 300)).await;
    let second = play(&hall, &mut ada, &bob).await;
    let mut told = Value::Null;
    for _ in 0..1000 {
        told = desk(&hall, &mut olga).await;
        let all = told["agreements"].as_array().unwrap();
        if all.len() == 2 && all.iter().all(|one| one["games"].as_array().unwrap().len() == 2) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert_eq!((&told["compare_nodes"], &told["compare_games"]), (&json!(300), &json!(1)));
    let all = told["agreements"].as_array().unwrap();
    let mut names: Vec<_> = all.iter().map(|one| one["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Bob"], "{told}");
    for one in all {
        assert_eq!((&one["family"], &one["time"]), (&json!("reversi"), &json!("blitz")));
        let games = one["games"].as_array().unwrap();
        assert_eq!((&games[0]["game"], &games[1]["game"]), (&json!(second), &json!(first)));
        let sum = |of: &str| games.iter().map(|game| game[of].as_u64().unwrap()).sum::<u64>();
        let (compared, agreed) = (sum("compared"), sum("agreed"));
        assert!(compared >= 12 && agreed <= compared, "{one}");
        assert_eq!(one["share"].as_u64().unwrap(), (agreed * 1000 + compared / 2) / compared);
        assert!(one["least"].as_u64() <= one["share"].as_u64());
        // Two people are too few to compare one with the other.
        assert!(one["usual"].is_null() && one["stands_out"] == false, "{one}");
    }
    // Nobody else is told, the person neither.
    let refused = ada.ask(&hall, "GET", "/api/moderation", &Value::Null).await;
    assert_eq!((refused.status, code(&refused).as_str()), (403, "not-moderator"));
    let me = ada.me(&hall).await["id"].as_str().unwrap().to_owned();
    for path in [
        "/api/me/data".to_owned(),
        "/api/me".to_owned(),
        "/api/lobby".to_owned(),
        format!("/api/games/{first}"),
        format!("/api/games/{first}/ratings"),
        format!("/api/games/{first}/export?format=pgn&notation=engine"),
        format!("/api/persons/{me}"),
    ] {
        let text = ada.ask(&hall, "GET", &path, &Value::Null).await.text().to_owned();
        assert!(!text.contains("agree"), "{path}");
    }
    // With the account its figures go.
    let form = json!({"name": "Ada", "password": crate::accounts::PASSWORD});
    let gone = ada.ask(&hall, "POST", "/api/account/deletion", &form).await;
    assert_eq!(gone.status, 204, "{}", gone.text());
    let told = desk(&hall, &mut olga).await;
    assert_eq!(told["agreements"].as_array().unwrap().len(), 1, "{told}");
    hall.stop().await;
    // Where nothing is compared, nothing is told.
    let hall = start(configured(data.path(), 0)).await;
    assert_eq!(desk(&hall, &mut olga).await["agreements"], json!([]));
    hall.stop().await;
}
