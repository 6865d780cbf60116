//! The lobby: what is offered, who is paired with whom, and what can be watched.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Open;
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;
use std::time::Duration;

const CLOCK: &str = r#"{"kind":"increment","base_ms":300000,"increment_ms":3000}"#;

fn clock() -> Value {
    serde_json::from_str(CLOCK).unwrap()
}

/// A game that Ada offers: the second side is open.
fn offer(rated: bool) -> Value {
    json!({
        "variant": "xiangqi", "clock": clock(), "in_lobby": true, "rated": rated,
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    })
}

async fn make(hall: &Open, who: &Browser, game: &Value) -> String {
    let made = who.ask(hall, "POST", "/api/games", game).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn lobby(hall: &Open, who: &Browser) -> Value {
    let answer = who.ask(hall, "GET", "/api/lobby", &Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The lobby once so many games are offered in it.
async fn offered(hall: &Open, who: &Browser, count: usize) -> Value {
    for _ in 0..500 {
        let lobby = lobby(hall, who).await;
        if lobby["challenges"].as_array().unwrap().len() == count {
            return lobby;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{count} games are not offered: {}", lobby(hall, who).await);
}

async fn sit(hall: &Open, who: &Browser, game: &str, request: &str) -> (u16, String) {
    let path = format!("/api/games/{game}/seat");
    let answer = who.ask(hall, "POST", &path, &json!({ "request": request })).await;
    let code = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    (answer.status, code["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_game_is_offered_while_its_maker_is_there_and_played_by_who_sits_down_first() {
    for mode in [HallMode::Friends, HallMode::Public] {
        let hall = hall(mode).await;
        let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
        let eve = Browser::new(&hall, "Eve").await;
        let stranger = Browser::stranger();
        // Another rule set than the usual one is said.
        let rules = json!("cxa");
        let mut offered_game = offer(false);
        offered_game["rules"] = rules.clone();
        let game = make(&hall, &ada, &offered_game).await;
        let by_link = ada.invite(&hall).await;
        offered(&hall, &bob, 0).await;
        let here = ada.join(&hall, &game).await;
        let also_here = ada.join(&hall, &by_link).await;
        let found = offered(&hall, &bob, 1).await;
        let challenge = &found["challenges"][0];
        assert_eq!(challenge["id"], json!(game));
        assert_eq!((&challenge["name"], &challenge["side"]), (&json!("Ada"), &json!("second")));
        assert_eq!(challenge["clock"], clock());
        assert_eq!((&challenge["variant"], &challenge["rules"]), (&json!("xiangqi"), &rules));
        assert_eq!((&challenge["rated"], &challenge["person"]), (&json!(false), &json!(ada.id)));
        assert_eq!(found["games"], json!([]), "nothing is played yet");
        offered(&hall, &stranger, 1).await;
        // Whose maker has left is offered no more, and again when the maker is back.
        drop(here);
        offered(&hall, &bob, 0).await;
        let _here = ada.join(&hall, &game).await;
        offered(&hall, &bob, 1).await;
        assert_eq!(sit(&hall, &stranger, &game, "x").await, (403, "no-identity".to_owned()));
        assert_eq!(sit(&hall, &ada, &game, "x").await, (409, "already-seated".to_owned()));
        assert_eq!(sit(&hall, &bob, &game, "x").await.0, 204);
        assert_eq!(sit(&hall, &bob, &game, "x").await.0, 204, "once more the same");
        assert_eq!(sit(&hall, &eve, &game, "y").await, (409, "no-open-seat".to_owned()));
        let found = offered(&hall, &eve, 0).await;
        // It is watched by everybody; what began with a link only among friends.
        assert_eq!(sit(&hall, &bob, &by_link, "z").await.0, 204);
        let watched = lobby(&hall, &eve).await["games"].as_array().unwrap().len();
        assert_eq!(watched, if mode == HallMode::Friends { 2 } else { 1 }, "{found}");
        let _looks = eve.join(&hall, &game).await;
        let games = lobby(&hall, &eve).await["games"].clone();
        let games = games.as_array().unwrap();
        let one = games.iter().find(|one| one["game"]["id"] == json!(game)).unwrap();
        assert_eq!(one["spectators"], json!(1), "{one}");
        drop(also_here);
        hall.close().await;
    }
}

#[tokio::test]
async fn who_wants_a_game_now_gets_the_offer_of_somebody_or_waits() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let seek = json!({"variant": "xiangqi", "clock": clock(), "rated": false});
    let pair = async |who: &Browser, sought: &Value| {
        let answer = who.ask(&hall, "POST", "/api/pairing", sought).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let pairing = answer.json();
        (pairing["game"].as_str().unwrap().to_owned(), pairing["found"] == json!(true))
    };
    let (own, found) = pair(&ada, &seek).await;
    assert!(!found);
    let _here = ada.join(&hall, &own).await;
    offered(&hall, &bob, 1).await;
    // Other times, another rule set, other rules of rating, and oneself are no partners.
    for other in [
        json!({"variant": "xiangqi", "rules": "cxa", "clock": clock()}),
        json!({"variant": "xiangqi", "clock": {"kind": "none"}}),
        json!({"variant": "reversi", "clock": clock()}),
        json!({"variant": "xiangqi", "clock": clock(), "rated": true}),
    ] {
        assert!(!pair(&eve, &other).await.1, "{other}");
    }
    let mut waiting = seek.clone();
    waiting["waiting"] = json!(own);
    assert_eq!(pair(&ada, &waiting).await, (own.clone(), false));
    // Bob waits elsewhere, and finds the older offer when he looks again.
    let other = make(&hall, &bob, &offer(false)).await;
    let _bob_here = bob.join(&hall, &other).await;
    offered(&hall, &bob, 2).await;
    waiting["waiting"] = json!(other);
    assert_eq!(pair(&bob, &waiting).await, (own.clone(), true));
    assert_eq!(sit(&hall, &bob, &own, "s").await.0, 204);
    hall.close().await;
}

/// One of the two wins a rated game against the other one.
async fn beats(hall: &Open, winner: &Browser, loser: &Browser) {
    let game = make(hall, winner, &offer(true)).await;
    let mut sitter = loser.join(hall, &game).await;
    sitter.change("s", &command("sit_down")).await;
    winner.join(hall, &game).await.play(1, "h2e2").await;
    sitter.change("r", &command("resign")).await;
}

#[tokio::test]
async fn who_wants_a_game_now_gets_the_offer_of_who_is_nearest_in_rating() {
    let hall = hall(HallMode::Public).await;
    let mut people = Vec::new();
    for name in ["Ada", "Bob", "Cleo", "Dan"] {
        people.push(Browser::new(&hall, name).await);
    }
    let [ada, bob, cleo, dan] = &people[..] else { panic!("four") };
    beats(&hall, ada, bob).await;
    beats(&hall, cleo, dan).await;
    // Bob, who has lost, waits longer than Ada, who has won.
    let weak = make(&hall, bob, &offer(true)).await;
    let _bob_is_here = bob.join(&hall, &weak).await;
    offered(&hall, dan, 1).await;
    let strong = make(&hall, ada, &offer(true)).await;
    let _ada_is_here = ada.join(&hall, &strong).await;
    let found = offered(&hall, dan, 2).await;
    let ratings = |of: &str| {
        let mut all = found["challenges"].as_array().unwrap().iter();
        all.find(|one| one["id"] == json!(of)).unwrap()["rating"]["rating"].clone()
    };
    assert_eq!((ratings(&weak), ratings(&strong)), (json!(1338), json!(1662)));
    let seek = json!({"variant": "xiangqi", "clock": clock(), "rated": true});
    for (who, game) in [(cleo, &strong), (dan, &weak)] {
        let answer = who.ask(&hall, "POST", "/api/pairing", &seek).await.json();
        assert_eq!((&answer["game"], &answer["found"]), (&json!(game), &json!(true)));
    }
    hall.close().await;
}

#[tokio::test]
async fn what_one_person_offers_is_bounded_and_makes_sense() {
    let hall = hall(HallMode::Public).await;
    let ada = Browser::new(&hall, "Ada").await;
    let mut there = Vec::new();
    for _ in 0..3 {
        let game = make(&hall, &ada, &offer(true)).await;
        there.push(ada.join(&hall, &game).await);
    }
    offered(&hall, &ada, 3).await;
    let refused = ada.ask(&hall, "POST", "/api/games", &offer(true)).await;
    let code = refused.json()["code"].clone();
    assert_eq!((refused.status, code), (409, json!("too-many-challenges")));
    there.pop();
    offered(&hall, &ada, 2).await;
    make(&hall, &ada, &offer(true)).await;
    for change in [
        json!({"players": [{"kind": "person"}, {"kind": "machine", "level": 1}]}),
        json!({"position": "4k4/9/9/9/9/9/9/9/9/4K4 w"}),
        json!({"in_lobby": false, "players": [{"kind": "person"}, {"kind": "person"}]}),
        json!({
            "in_lobby": false,
            "players": [{"kind": "person"}, {"kind": "machine", "level": 1, "depth": 1}],
        }),
    ] {
        let mut game = offer(true);
        game.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = ada.ask(&hall, "POST", "/api/games", &game).await;
        assert_eq!((refused.status, &refused.json()["code"]), (422, &json!("bad-game")), "{game}");
    }
    hall.close().await;
}

#[tokio::test]
async fn a_hall_of_one_user_has_no_lobby() {
    let hall = crate::common::open().await;
    let empty = json!({"challenges": [], "games": []});
    assert_eq!(hall.get("/api/lobby").await.json(), empty);
    for (path, body) in [
        ("/api/pairing", json!({"variant": "xiangqi", "clock": {"kind": "none"}})),
        ("/api/games", offer(false)),
        ("/api/games", {
            let mut game = offer(true);
            game["in_lobby"] = json!(false);
            game["players"][1] = json!({"kind": "machine", "level": 1});
            game
        }),
    ] {
        let refused = hall.send_json("POST", path, &body).await;
        assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("no-persons")));
    }
    let _ = command("ping");
    hall.close().await;
}
