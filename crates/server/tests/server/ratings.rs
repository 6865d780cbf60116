//! Rated games: what they change, once, and what is not allowed in them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, eventually};
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;

fn rated(second: &Value) -> Value {
    json!({
        "variant": "xiangqi", "rated": true,
        "clock": {"kind": "increment", "base_ms": 300_000, "increment_ms": 3000},
        "players": [{"kind": "person"}, second],
    })
}

async fn make(hall: &Open, who: &Browser, game: &Value) -> String {
    let made = who.ask(hall, "POST", "/api/games", game).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn profile(hall: &Open, of: &Browser) -> Value {
    let path = format!("/api/persons/{}", of.id);
    Browser::stranger().ask(hall, "GET", &path, &Value::Null).await.json()
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_once() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let open = json!({"kind": "person", "seat": {"kind": "open"}});
    let game = make(&hall, &ada, &rated(&open)).await;
    let mut second = bob.join(&hall, &game).await;
    second.change("s", &command("sit_down")).await;
    let mut first = ada.join(&hall, &game).await;
    first.play(1, "h2e2").await;
    // Nothing is taken back, also with consent.
    for refused in
        [json!({"type": "take_back", "ply": 0}), command("restart"), command("swap_sides")]
    {
        let error = first.ask("r", &refused).await.unwrap_err();
        assert_eq!(error.code, "rated-game", "{refused}");
    }
    assert_eq!(profile(&hall, &ada).await["ratings"], json!([]));
    first.change("e", &command("resign")).await;
    let after = [profile(&hall, &ada).await, profile(&hall, &bob).await];
    let [loser, winner] = &after;
    assert_eq!((&loser["name"], &winner["name"]), (&json!("Ada"), &json!("Bob")));
    let rating = |of: &Value| of["ratings"][0]["rating"].as_i64().unwrap();
    // Two of whom nothing is known: the example of the first game in Glicko-2.
    assert_eq!((rating(loser), rating(winner)), (1338, 1662));
    assert_eq!(winner["ratings"][0]["family"], "xiangqi");
    assert_eq!(winner["ratings"][0]["time"], "blitz");
    assert_eq!(winner["ratings"][0]["provisional"], true);
    assert_eq!(winner["games"][0]["points"], 2);
    assert_eq!(winner["games"][0]["opponent"], json!(ada.id));
    // What comes after the end changes nothing more, also in another life of the hall.
    let thanks = json!({"type": "say", "saying": {"kind": "phrase", "phrase": "thanks"}});
    first.change("t", &thanks).await;
    let path = format!("/api/games/{game}/rematch");
    assert_eq!(ada.ask(&hall, "POST", &path, &Value::Null).await.status, 201);
    assert_eq!([profile(&hall, &ada).await, profile(&hall, &bob).await], after);
    // The rematch is rated; what is called off is not.
    let next = ada.ask(&hall, "POST", &path, &Value::Null).await.json();
    assert_eq!(next["rated"], true);
    let next = next["id"].as_str().unwrap();
    let mut again = bob.join(&hall, next).await;
    again.change("s", &command("sit_down")).await;
    again.change("a", &command("abort")).await;
    assert_eq!([profile(&hall, &ada).await, profile(&hall, &bob).await], after);
    hall.close().await;
}

#[tokio::test]
async fn a_game_that_is_not_rated_changes_nothing_and_each_game_and_class_has_its_number() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let open = json!({"kind": "person", "seat": {"kind": "open"}});
    let usual = rated(&open);
    let with = |name: &str, value: Value| {
        let mut game = usual.clone();
        game[name] = value;
        game
    };
    let slow = json!({"kind": "increment", "base_ms": 1_200_000, "increment_ms": 0});
    let mut known = json!([]);
    for (game, kind) in [
        (with("rated", json!(false)), None),
        (usual.clone(), Some("xiangqi blitz")),
        (with("rated", json!(false)), None),
        (with("variant", json!("reversi")), Some("reversi blitz")),
        (with("clock", slow), Some("xiangqi rapid")),
    ] {
        let game = make(&hall, &ada, &game).await;
        let mut second = bob.join(&hall, &game).await;
        second.change("s", &command("sit_down")).await;
        second.change("r", &command("resign")).await;
        let profile = profile(&hall, &ada).await;
        let kinds = |of: &Value| {
            let of = of.as_array().unwrap().iter();
            of.map(|one| {
                format!("{} {}", one["family"].as_str().unwrap(), one["time"].as_str().unwrap())
            })
            .collect::<Vec<_>>()
        };
        match kind {
            None => assert_eq!(profile["ratings"], known, "nothing has changed"),
            Some(kind) => {
                assert!(!kinds(&known).contains(&kind.to_owned()));
                let one = profile["ratings"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|one| kinds(&json!([one])) == [kind]);
                let one = one.unwrap_or_else(|| panic!("{kind}: {profile}"));
                assert_eq!((&one["rating"], &one["won"]), (&json!(1662), &json!(1)), "{profile}");
                // The others are as they were.
                for old in known.as_array().unwrap() {
                    assert!(profile["ratings"].as_array().unwrap().contains(old), "{profile}");
                }
            }
        }
        known = profile["ratings"].clone();
    }
    assert_eq!(known.as_array().unwrap().len(), 3);
    hall.close().await;
}

#[tokio::test]
async fn a_reviewed_game_says_how_accurate_each_of_both_was() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let open = json!({"kind": "person", "seat": {"kind": "open"}});
    let game = make(&hall, &ada, &rated(&open)).await;
    let mut second = bob.join(&hall, &game).await;
    second.change("s", &command("sit_down")).await;
    let mut first = ada.join(&hall, &game).await;
    // Moves that no opening knows.
    first.play(1, "a0a1").await;
    second.play(2, "i9i8").await;
    first.play(3, "i0i1").await;
    second.play(4, "a9a8").await;
    first.change("e", &command("resign")).await;
    assert!(profile(&hall, &ada).await["games"][0].get("accuracy").is_none(), "there is no review");
    let study = json!({"kind": "game", "id": game});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let path = format!("/api/studies/{}/review", study.as_str().unwrap());
    let begun = ada.ask(&hall, "POST", &path, &json!({"nodes": 500})).await;
    assert_eq!(begun.status, 202, "{}", begun.text());
    for who in [&ada, &bob] {
        let accuracy = eventually("the accuracy", async || {
            let profile = profile(&hall, who).await;
            profile["games"][0]["accuracy"].as_f64().ok_or(profile)
        });
        assert!((0.0..=100.0).contains(&accuracy.await));
    }
    hall.close().await;
}

#[tokio::test]
async fn a_game_against_a_level_is_rated_against_its_number() {
    let hall = hall(HallMode::Friends).await;
    let ada = Browser::new(&hall, "Ada").await;
    let game = make(&hall, &ada, &rated(&json!({"kind": "machine", "level": 3}))).await;
    let mut socket = ada.join(&hall, &game).await;
    for refused in [command("hint"), command("move_now"), command("restart")] {
        let error = socket.ask("h", &refused).await.unwrap_err();
        assert_eq!(error.code, "rated-game", "{refused}");
    }
    socket.change("e", &command("resign")).await;
    let back = socket.ask("b", &json!({"type": "take_back", "ply": 0})).await.unwrap_err();
    assert_eq!(back.code, "rated-game", "nor after the end");
    let after = profile(&hall, &ada).await;
    assert_eq!(after["levels"][2], 1000);
    let one = &after["games"][0];
    assert_eq!((&one["level"], &one["opponent_rating"]), (&json!(3), &json!(1000)));
    assert!(one["opponent"].is_null() && one["change"].as_i64().unwrap() < 0, "{one}");
    // Another loss weighs less: more is known now.
    let game = make(&hall, &ada, &rated(&json!({"kind": "machine", "level": 3}))).await;
    ada.join(&hall, &game).await.change("e", &command("resign")).await;
    let later = profile(&hall, &ada).await;
    assert_eq!(later["ratings"][0]["lost"], 2);
    assert!(later["games"][0]["change"].as_i64() > one["change"].as_i64(), "{later}");
    hall.close().await;
}
