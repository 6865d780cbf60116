//! Games by correspondence: days for a move, whoever is there, and conditional moves that their person alone sees.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, config, eventually, start};
use crate::persons::{Browser, command, hall};
use hall::{AwaitedTurn, Change, GameSetup, GameState, Moment, Player, Seat, Side, TurnUpdate};
use serde_json::{Value, json};
use server::HallMode;

const DAY: i64 = 24 * 60 * 60 * 1000;

fn invitation(days: u32) -> Value {
    json!({
        "variant": "xiangqi", "clock": {"kind": "days", "days": days},
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    })
}

async fn make(hall: &Open, who: &Browser, game: &Value) -> String {
    let made = who.ask(hall, "POST", "/api/games", game).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn sit(hall: &Open, who: &Browser, game: &str) {
    let path = format!("/api/games/{game}/seat");
    assert_eq!(who.ask(hall, "POST", &path, &json!({"request": "sit"})).await.status, 204);
}

/// The games in which somebody is to move, and the time that is left.
async fn turns(hall: &Open, who: &Browser) -> Vec<(String, Option<i64>)> {
    let list = who.ask(hall, "GET", "/api/turns", &Value::Null).await;
    assert_eq!(list.status, 200, "{}", list.text());
    let list = list.json();
    let of =
        |one: &Value| (one["game"]["id"].as_str().unwrap().to_owned(), one["left_ms"].as_i64());
    list["games"].as_array().unwrap().iter().map(of).collect()
}

#[tokio::test]
async fn people_play_for_days_and_are_told_when_it_is_their_turn() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    // No machine plays for days, and nobody at one screen.
    for players in [
        json!([{"kind": "person"}, {"kind": "machine", "level": 1}]),
        json!([{"kind": "person"}, {"kind": "person"}]),
    ] {
        let mut game = invitation(3);
        game["players"] = players;
        let refused = ada.ask(&hall, "POST", "/api/games", &game).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains("days a move"), "{}", refused.text());
    }
    assert_eq!(ada.ask(&hall, "POST", "/api/games", &invitation(4)).await.status, 422);
    let mut offered = invitation(3);
    offered["in_lobby"] = json!(true);
    offered["rated"] = json!(true);
    let id = make(&hall, &ada, &offered).await;
    drop(ada.join(&hall, &id).await);
    // The offer stands although its maker has left.
    let lobby = eventually("the offer", async || {
        let lobby = bob.ask(&hall, "GET", "/api/lobby", &Value::Null).await.json();
        let is_there = lobby["challenges"].as_array().is_some_and(|all| all.len() == 1);
        if is_there { Ok(lobby) } else { Err(lobby) }
    })
    .await;
    assert_eq!(lobby["challenges"][0]["clock"], json!({"kind": "days", "days": 3}));
    assert_eq!(turns(&hall, &ada).await, []);
    sit(&hall, &bob, &id).await;
    assert_eq!(turns(&hall, &ada).await, [(id.clone(), None)], "no clock before the first move");
    let mut first = ada.join(&hall, &id).await;
    let game = first.play(1, "h2e2").await;
    assert_eq!(game.clock.running, Some(wire::Side::Second));
    assert_eq!(turns(&hall, &ada).await, []);
    let [(_, Some(left))] = turns(&hall, &bob).await[..] else { panic!("Bob is to move") };
    assert!((3 * DAY - 60_000..=3 * DAY).contains(&left), "{left}");
    let mut second = bob.join(&hall, &id).await;
    second.play(2, "h9g7").await;
    drop(first);
    // Nobody is claimed from because of being away.
    let claim = second.ask("c", &json!({"type": "claim", "outcome": "win"})).await;
    assert_eq!(claim.unwrap_err().code, "not-away");
    second.change("r", &command("resign")).await;
    assert_eq!((turns(&hall, &ada).await, turns(&hall, &bob).await), (vec![], vec![]));
    let profile = bob.ask(&hall, "GET", &format!("/api/persons/{}", ada.id), &Value::Null).await;
    assert_eq!(profile.json()["ratings"][0]["time"], "correspondence", "{}", profile.text());
    hall.close().await;
}

#[tokio::test]
async fn conditional_moves_are_played_at_once_and_seen_by_their_person_alone() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let (eve, stranger) = (Browser::new(&hall, "Eve").await, Browser::stranger());
    let id = make(&hall, &ada, &invitation(1)).await;
    sit(&hall, &bob, &id).await;
    let path = format!("/api/games/{id}/conditional");
    let lines = json!({"ply": 0, "lines": [
        ["h2e2", "h9g7", "h0g2", "b9c7"], ["b2e2", "b9c7"],
    ]});
    let mut first = ada.join(&hall, &id).await;
    let mut watches = eve.join(&hall, &id).await;
    let entered = bob.ask(&hall, "PUT", &path, &lines).await;
    assert_eq!(entered.status, 200, "{}", entered.text());
    assert_eq!(entered.json()["lines"][1][0]["notations"]["wxf"], "C2=5", "{}", entered.text());
    assert_eq!(ada.ask(&hall, "PUT", &path, &lines).await.json()["code"], "your-turn");
    assert_eq!(ada.ask(&hall, "GET", &path, &Value::Null).await.json()["state"], "none");
    for other in [&eve, &stranger] {
        for (method, body) in [("GET", &Value::Null), ("PUT", &lines)] {
            assert_eq!(other.ask(&hall, method, &path, body).await.status, 403, "{method}");
        }
    }
    let wrong = json!({"ply": 0, "lines": [["h2e2", "h9g8"]]});
    assert_eq!(bob.ask(&hall, "PUT", &path, &wrong).await.json()["code"], "bad-conditional");
    let late = json!({"ply": 2, "lines": [["h2e2", "h9g7"]]});
    assert_eq!(bob.ask(&hall, "PUT", &path, &late).await.json()["code"], "wrong-ply");
    // Nothing that others see has changed, not even the version.
    let before = eve.ask(&hall, "GET", &format!("/api/games/{id}"), &Value::Null).await;
    assert_eq!(before.json()["version"], 1);
    assert_eq!(before.json()["moves"], json!([]));
    // They outlive the process.
    drop((first, watches));
    let data = hall.close().await;
    let mut again = config(data.path());
    again.mode = HallMode::Public;
    again.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = start(again).await;
    first = ada.join(&hall, &id).await;
    watches = eve.join(&hall, &id).await;
    let mine = bob.ask(&hall, "GET", "/api/me/data", &Value::Null).await.json();
    assert_eq!(mine["conditional_moves"][0]["game"], json!(id));
    let played = json!({"type": "move", "ply": 1, "text": "h2e2"});
    let game = first.change("m1", &played).await;
    assert_eq!(game.moves.len(), 2, "the answer came with the move");
    assert_eq!(watches.wait_for(|game| game.moves.len() == 2).await.turn, wire::Side::First);
    let left = bob.ask(&hall, "GET", &path, &Value::Null).await.json();
    assert_eq!((&left["state"], &left["lines"][0][1]["text"]), (&json!("waiting"), &json!("b9c7")));
    first.change("m3", &json!({"type": "move", "ply": 3, "text": "h0i2"})).await;
    let left = bob.ask(&hall, "GET", &path, &Value::Null).await.json();
    assert_eq!((&left["state"], &left["lines"]), (&json!("left"), &json!([])));
    hall.stop().await;
}

fn seat(id: &str) -> Player {
    let person = wire::PersonId(id.to_owned());
    Player::Person { name: id.to_owned(), seat: Some(Seat::Taken { person }) }
}

/// A game in which Bob is to move since so long.
async fn waits_since(store: &store::Store, id: &str, ago: i64, days: u32) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let at = Moment(i64::try_from(now.as_millis()).unwrap() - ago);
    let session = games::new_session("xiangqi", None, None).unwrap();
    let setup = GameSetup {
        variant: "xiangqi".to_owned(),
        rules: session.rules().to_owned(),
        players: [seat("ada"), seat("bob")],
        clock: wire::ClockSetting::Days { days },
        start: session.start_text(),
        opening: None,
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: true,
        delay: 0,
    };
    let mut state = GameState::new(&games::REGISTRY, id, setup.clone(), at).unwrap();
    store.create(id, &setup, at, &[], &state.summary()).await.unwrap();
    let left = i64::from(days) * DAY;
    let left_ms = [u64::try_from(left).unwrap(); 2];
    let moved = Change::Moved { text: "h2e2".to_owned(), time_ms: 0, left_ms, score_cp: None };
    state.apply(&moved).unwrap();
    let person = wire::PersonId("bob".to_owned());
    let turn = TurnUpdate::Of(AwaitedTurn { person, due: Some(Moment(at.0 + left)) });
    let follows = store::Consequences { rated: None, turn };
    store.append_with(id, 0, (None, at), &[moved], &state.summary(), follows).await.unwrap();
}

#[tokio::test]
async fn time_runs_while_the_hall_is_closed_and_is_lost_although_nobody_comes() {
    let data = tempfile::tempdir().unwrap();
    let (over, not_yet) =
        ("01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002");
    {
        let store = store::Store::open(data.path(), |_| "xiangqi".to_owned()).await.unwrap();
        waits_since(&store, over, 2 * DAY + 1000, 2).await;
        waits_since(&store, not_yet, 2 * DAY, 3).await;
        store.close().await;
    }
    let mut public = config(data.path());
    public.mode = HallMode::Public;
    let hall = start(public).await;
    let end = eventually("the end", async || {
        let game = hall.get(&format!("/api/games/{over}")).await.json();
        if game["end"].is_object() { Ok(game["end"].clone()) } else { Err(game) }
    })
    .await;
    assert_eq!((&end["reason"], &end["winner"]), (&json!("time"), &json!("first")));
    // Of the other one a day is left, and who looks or comes sees it run.
    let game = hall.get(&format!("/api/games/{not_yet}")).await.json();
    assert_eq!(game["clock"]["running"], "second", "{game}");
    assert!(game["clock"]["left_ms"][1].as_i64().unwrap() <= DAY, "{game}");
    let (_socket, game) = hall.join(not_yet).await;
    assert_eq!(game.clock.running, Some(Side::Second));
    let left = i64::try_from(game.clock.left_ms[1]).unwrap();
    assert!((DAY - 60_000..=DAY).contains(&left), "{left}");
    hall.stop().await;
}
