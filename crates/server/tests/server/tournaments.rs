//! Tournaments over HTTP: a whole one, and who may do what.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Open;
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;

/// Makes a tournament of reversi: a Swiss one of three rounds, unless `change` says otherwise. Returns its id.
pub(crate) async fn make(hall: &Open, who: &Browser, change: &Value) -> String {
    let made = who.ask(hall, "POST", "/api/tournaments", &new(change)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["summary"]["id"].as_str().unwrap().to_owned()
}

fn new(change: &Value) -> Value {
    let mut new = json!({
        "name": " Club  evening ", "variant": "reversi", "listed": true,
        "clock": {"kind": "increment", "base_ms": 300_000, "increment_ms": 3000},
        "system": {"kind": "swiss", "rounds": 3}, "late": "half_point",
    });
    new.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    new
}

/// Says something; returns the tournament, or the code of the refusal.
async fn say(hall: &Open, who: &Browser, id: &str, said: &Value) -> Result<Value, String> {
    let path = format!("/api/tournaments/{id}/command");
    let answer = who.ask(hall, "POST", &path, said).await;
    match answer.status {
        200 => Ok(answer.json()),
        _ => Err(answer.json()["code"].as_str().unwrap_or_default().to_owned()),
    }
}

async fn shown(hall: &Open, who: &Browser, id: &str) -> Value {
    let answer = who.ask(hall, "GET", &format!("/api/tournaments/{id}"), &Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[tokio::test]
async fn a_whole_evening_of_five() {
    let hall = hall(HallMode::Public).await;
    let mut players = Vec::new();
    for name in ["Ada", "Bob", "Cleo", "Dan", "Eve"] {
        players.push(Browser::new(&hall, name).await);
    }
    let ada = &players[0];
    let id = make(&hall, ada, &json!({"rated": true})).await;
    for player in &players {
        say(&hall, player, &id, &command("enter")).await.unwrap();
    }
    let begin = |round: u32| json!({"type": "begin_round", "round": round});
    assert_eq!(say(&hall, &players[1], &id, &begin(1)).await, Err("not-yours".to_owned()));
    for round in 1..=3 {
        let now = say(&hall, ada, &id, &begin(round)).await.unwrap();
        assert_eq!(say(&hall, ada, &id, &begin(round)).await, Err("wrong-round".to_owned()));
        let games = now["rounds"][round as usize - 1]["games"].as_array().unwrap().clone();
        assert_eq!(games.len(), 2);
        for game in games {
            let game_id = game["game"].as_str().unwrap();
            let lobby = ada.ask(&hall, "GET", "/api/lobby", &Value::Null).await.json();
            let watched = lobby["games"].as_array().unwrap();
            assert!(watched.iter().any(|one| one["game"]["id"] == json!(game_id)), "{lobby}");
            let of =
                |side: &str| players.iter().find(|player| json!(player.id) == game[side]).unwrap();
            let (first, second) = (of("first"), of("second"));
            let mut socket = first.join(&hall, game_id).await;
            for said in
                [command("abort"), json!({"type": "take_back", "ply": 0}), command("restart")]
            {
                let refused = socket.ask("x", &said).await.unwrap_err();
                assert!(
                    ["tournament-game", "rated-game"].contains(&refused.code.as_str()),
                    "{refused:?}"
                );
            }
            let deleted = format!("/api/games/{game_id}");
            assert_eq!(first.ask(&hall, "DELETE", &deleted, &Value::Null).await.status, 403);
            second.join(&hall, game_id).await.change("r", &command("resign")).await;
        }
        let now = shown(&hall, ada, &id).await;
        let results = now["rounds"][round as usize - 1]["games"].as_array().unwrap().clone();
        assert!(results.iter().all(|game| game["result"] == "first"), "{now}");
    }
    let now = say(&hall, ada, &id, &command("end")).await.unwrap();
    assert_eq!(now["summary"]["stage"], "over");
    let points: u64 = now["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["points"].as_u64().unwrap())
        .sum();
    assert_eq!(points, 3 * 3 * 2, "two games and a bye in each round");
    let file = ada.ask(&hall, "GET", &format!("/api/tournaments/{id}/export"), &Value::Null).await;
    assert_eq!(file.status, 200);
    assert_eq!(file.text().lines().filter(|line| line.starts_with("001 ")).count(), 5);
    assert!(file.headers["content-disposition"].contains(".trf"));
    // The games were rated.
    let person = ada.ask(&hall, "GET", &format!("/api/persons/{}", ada.id), &Value::Null).await;
    assert!(!person.json()["games"].as_array().unwrap().is_empty());
    hall.close().await;
}

#[tokio::test]
async fn the_organiser_decides_a_game_that_goes_on() {
    let hall = hall(HallMode::Friends).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let id = make(&hall, &eve, &json!({"system": {"kind": "round_robin", "double": true}})).await;
    for player in [&ada, &bob] {
        say(&hall, player, &id, &command("enter")).await.unwrap();
    }
    let begin = json!({"type": "begin_round", "round": 1});
    let now = say(&hall, &eve, &id, &begin).await.unwrap();
    assert_eq!(now["summary"]["rounds"], 2);
    let game = now["rounds"][0]["games"][0]["game"].as_str().unwrap().to_owned();
    let decide =
        |result: &str| json!({"type": "set_result", "round": 1, "board": 0, "result": result});
    assert_eq!(
        say(&hall, &ada, &id, &decide("second_by_forfeit")).await,
        Err("not-yours".to_owned())
    );
    let now = say(&hall, &eve, &id, &decide("second_by_forfeit")).await.unwrap();
    assert_eq!(now["rounds"][0]["games"][0]["result"], "second_by_forfeit");
    let game = ada.ask(&hall, "GET", &format!("/api/games/{game}"), &Value::Null).await.json();
    assert_eq!(
        (&game["end"]["outcome"], &game["end"]["reason"]),
        (&json!("0-1"), &json!("organiser"))
    );
    assert_eq!(game["tournament"], json!(id));
    // Another result, and the next round.
    let now = say(&hall, &eve, &id, &decide("draw")).await.unwrap();
    assert_eq!(now["standings"][0]["points"], 1);
    let path = format!("/api/tournaments/{id}");
    assert_eq!(eve.ask(&hall, "DELETE", &path, &Value::Null).await.status, 409);
    say(&hall, &eve, &id, &command("end")).await.unwrap();
    assert_eq!(ada.ask(&hall, "DELETE", &path, &Value::Null).await.status, 403);
    assert_eq!(eve.ask(&hall, "DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(ada.ask(&hall, "GET", &path, &Value::Null).await.status, 404);
    hall.close().await;
}

#[tokio::test]
async fn many_enter_at_once_and_each_is_there_once() {
    let hall = hall(HallMode::Public).await;
    let ada = Browser::new(&hall, "Ada").await;
    let id = make(&hall, &ada, &json!({"listed": false})).await;
    let mut players = Vec::new();
    for i in 0..6 {
        players.push(Browser::new(&hall, &format!("P{i}")).await);
    }
    let enter = command("enter");
    let [a, b, c, d, e, f] = &players[..] else { panic!("six") };
    let all = tokio::join!(
        say(&hall, a, &id, &enter),
        say(&hall, b, &id, &enter),
        say(&hall, c, &id, &enter),
        say(&hall, d, &id, &enter),
        say(&hall, e, &id, &enter),
        say(&hall, f, &id, &enter),
    );
    for entered in [all.0, all.1, all.2, all.3, all.4, all.5] {
        entered.unwrap();
    }
    assert_eq!(shown(&hall, &ada, &id).await["summary"]["entries"], 6);
    // It is not listed: only who has a part in it is shown it.
    let eve = Browser::new(&hall, "Eve").await;
    for (who, count) in [(&ada, 1), (a, 1), (&eve, 0)] {
        let list = who.ask(&hall, "GET", "/api/tournaments", &Value::Null).await.json();
        assert_eq!(list["tournaments"].as_array().unwrap().len(), count, "{list}");
    }
    hall.close().await;
}

#[tokio::test]
async fn what_is_no_tournament_is_refused() {
    let hall = hall(HallMode::Public).await;
    let ada = Browser::new(&hall, "Ada").await;
    for (change, code) in [
        (json!({"name": "  "}), "bad-tournament"),
        (json!({"name": "x".repeat(61)}), "bad-tournament"),
        (json!({"system": {"kind": "swiss", "rounds": 0}}), "bad-tournament"),
        (json!({"system": {"kind": "swiss", "rounds": 16}}), "bad-tournament"),
        (json!({"variant": "nothing"}), "unknown-variant"),
        (json!({"rules": "nothing"}), "unknown-rules"),
        (json!({"opening": "nothing"}), "unknown-opening"),
        (json!({"clock": {"kind": "per_move", "ms": 0}}), "bad-game"),
    ] {
        let refused = ada.ask(&hall, "POST", "/api/tournaments", &new(&change)).await;
        assert!(matches!(refused.status, 400..=499), "{change}: {}", refused.text());
        if !code.starts_with("unknown") {
            assert_eq!(refused.json()["code"], json!(code), "{change}");
        }
    }
    for _ in 0..3 {
        make(&hall, &ada, &json!({})).await;
    }
    let refused = ada.ask(&hall, "POST", "/api/tournaments", &new(&json!({}))).await;
    assert_eq!(refused.json()["code"], "too-many-tournaments");
    hall.close().await;
    let hall = crate::common::open().await;
    let refused = hall.send_json("POST", "/api/tournaments", &new(&json!({}))).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("no-persons")));
    assert_eq!(hall.get("/api/tournaments").await.json(), json!({"tournaments": []}));
    hall.close().await;
}
