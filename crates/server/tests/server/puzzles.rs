//! Puzzles over HTTP: found after a review, played, kept over a restart, and never looked for twice.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, config, eventually, open_with, start};
use serde_json::{Value, json};
use server::{Config, Engines};

/// Black (the first side) leaves a four of white alone: before that one move saves, after it one wins.
pub(crate) const MOVES: [&str; 10] =
    ["h8", "a1", "o14", "a2", "c13", "a3", "n3", "a4", "k11", "a5"];
/// More than any test waits for.
const ENDLESS: u64 = 1 << 50;

fn with_engines(nodes: u64) -> impl FnOnce(&mut Config) {
    move |config| {
        config.engines = Engines::default();
        config.puzzle_nodes = nodes;
    }
}

/// A game that is over, and the path of its study.
async fn played(hall: &Open) -> (String, String) {
    of_moves(hall, &MOVES).await
}

/// A game of these moves, and the path of its study.
async fn of_moves(hall: &Open, moves: &[&str]) -> (String, String) {
    let game = json!({
        "variant": "gomoku",
        "players": [{"kind": "person", "name": "An"}, {"kind": "person", "name": "Bo"}],
        "clock": {"kind": "none"},
        "moves": moves,
    });
    let id = hall.begin(&game).await;
    let study = hall.send_json("POST", "/api/studies", &json!({"kind": "game", "id": id})).await;
    let path = format!("/api/studies/{}", study.json()["id"].as_str().unwrap());
    (id, path)
}

/// Reviews a study.
async fn review(hall: &Open, path: &str) {
    let answer = hall.send_json("POST", &format!("{path}/review"), &json!({ "nodes": 300 })).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    eventually("the review ends", async || {
        let review = hall.get(path).await.json()["review"].clone();
        if review["state"] == "done" { Ok(()) } else { Err(review) }
    })
    .await;
}

/// The puzzles of a game, once its search goes on or has ended.
async fn found(hall: &Open, game: &str, under_way: bool) -> Value {
    eventually("the search", async || {
        let list = hall.get(&format!("/api/puzzles?game={game}")).await.json();
        if list["search"]["under_way"] == under_way { Ok(list) } else { Err(list) }
    })
    .await
}

fn ids(list: &Value) -> Vec<String> {
    list["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

async fn puzzles_are_found_played_and_go_with_their_game() {
    let hall = open_with(with_engines(500)).await;
    let empty = hall.get("/api/puzzles").await.json();
    assert_eq!((&empty["variants"], &empty["ids"]), (&json!([]), &json!([])));
    let (game, study) = played(&hall).await;
    assert_eq!(hall.get(&format!("/api/puzzles?game={game}")).await.json()["search"], Value::Null);
    review(&hall, &study).await;
    let list = found(&hall, &game, false).await;
    let both = ids(&list);
    assert_eq!(both, [format!("{game}-8"), format!("{game}-9")]);
    assert_eq!(list["variants"], json!([{"variant": "gomoku", "count": 2}]));

    let save = hall.get(&format!("/api/puzzles/{}", both[0])).await.json();
    assert_eq!((&save["kind"], &save["side"]), (&json!("save"), &json!("first")));
    let win = format!("/api/puzzles/{}", both[1]);
    let puzzle = hall.get(&win).await.json();
    assert_eq!((&puzzle["kind"], &puzzle["side"]), (&json!("win"), &json!("second")));
    assert_eq!((&puzzle["wins_in"], &puzzle["to_find"]), (&json!(1), &json!(1)));
    assert_eq!((&puzzle["game"], &puzzle["ply"]), (&json!(game), &json!(9)));
    assert_eq!(puzzle["last"]["text"], "k11");
    let position = &puzzle["position"];
    assert_eq!(position["board"]["pieces"].as_array().unwrap().len(), 9);
    assert!(position["board"]["moves"].as_array().unwrap().iter().any(|m| m["text"] == "a5"));

    let attempt = format!("{win}/try");
    let wrong = hall.send_json("POST", &attempt, &json!({"moves": ["h9"]})).await.json();
    assert_eq!((&wrong["right"], &wrong["done"]), (&json!(false), &json!(false)));
    assert_eq!(wrong["played"][0]["text"], "h9");
    assert_eq!(wrong["position"], *position);
    let right = hall.send_json("POST", &attempt, &json!({"moves": ["a5"]})).await.json();
    assert_eq!((&right["right"], &right["done"]), (&json!(true), &json!(true)));
    assert_eq!(right["position"]["end"]["outcome"], "0-1");
    assert_eq!(right["position"]["board"]["moves"], json!([]));
    let puzzle = hall.get(&win).await.json();
    assert_eq!((&puzzle["tries"], &puzzle["solved"]), (&json!(2), &json!(1)));
    let solution = hall.get(&format!("{win}/solution")).await.json();
    assert_eq!(solution["moves"].as_array().unwrap().len(), 1);
    assert_eq!(solution["moves"][0]["text"], "a5");

    // It is the same after a restart, and a second review looks for nothing.
    let data = hall.close().await;
    let mut again = config(data.path());
    with_engines(500)(&mut again);
    let hall = start(again).await;
    assert_eq!(hall.get(&win).await.json(), puzzle);
    review(&hall, &study).await;
    assert_eq!(found(&hall, &game, false).await, list);

    let gone = hall.send_json("DELETE", &format!("/api/games/{game}"), &Value::Null).await;
    assert_eq!(gone.status, 204, "{}", gone.text());
    hall.get(&win).await.problem(404, "not-found");
    assert_eq!(hall.get("/api/puzzles").await.json()["ids"], json!([]));
    hall.stop().await;
}

async fn what_differs_only_in_its_game_is_kept_once() {
    let hall = open_with(with_engines(500)).await;
    let (first, study) = played(&hall).await;
    review(&hall, &study).await;
    assert!(!ids(&found(&hall, &first, false).await).is_empty());
    // The same upside down: each rank from the other end of the board.
    let turned = MOVES.map(|m| {
        let (file, rank) = m.split_at(1);
        format!("{file}{}", 16 - rank.parse::<u8>().unwrap())
    });
    let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
    let (second, study) = of_moves(&hall, &turned).await;
    review(&hall, &study).await;
    assert_eq!(ids(&found(&hall, &second, false).await), [""; 0]);
    // When the first is gone, the question is new.
    hall.send_json("DELETE", &format!("/api/games/{first}"), &Value::Null).await;
    let (third, study) = of_moves(&hall, &turned).await;
    review(&hall, &study).await;
    assert!(!ids(&found(&hall, &third, false).await).is_empty());
    hall.close().await;
}

/// Black has an open three and white has two; black, to move, lets it be: each of its two ends would have won.
const THREES: [&str; 14] =
    ["h8", "k4", "h9", "l4", "h10", "m4", "a1", "d12", "a3", "e12", "o15", "f12", "o13", "n4"];

async fn each_of_two_right_moves_is_accepted_and_played_out() {
    let hall = open_with(with_engines(5_000)).await;
    let (game, study) = of_moves(&hall, &THREES).await;
    review(&hall, &study).await;
    let list = found(&hall, &game, false).await;
    let puzzle = format!("/api/puzzles/{game}-12");
    assert!(ids(&list).contains(&format!("{game}-12")), "{list}");
    assert_eq!(hall.get(&puzzle).await.json()["right"], 2);
    for m in ["h7", "h11"] {
        let answer =
            hall.send_json("POST", &format!("{puzzle}/try"), &json!({"moves": [m]})).await.json();
        assert_eq!(answer["right"], true, "{m}: {answer}");
        // The solution goes on, and the other move ends the puzzle.
        let goes_on = answer["played"].as_array().unwrap().len() == 2;
        assert_ne!(goes_on, answer["done"] == true, "{m}: {answer}");
    }
    let wrong = hall.send_json("POST", &format!("{puzzle}/try"), &json!({"moves": ["a9"]})).await;
    assert_eq!(wrong.json()["right"], false);
    hall.close().await;
}

/// White could make an open four on g7, and does not; d7 wins too, by more moves.
const SLOWER: [&str; 14] =
    ["g9", "j6", "j8", "h8", "f9", "g6", "i6", "i9", "h7", "g8", "e8", "f6", "g10", "a1"];

async fn a_move_that_wins_too_is_not_called_wrong() {
    let hall = open_with(|config| {
        with_engines(1_000)(config);
        config.limits.client.analyses = 1;
    })
    .await;
    let (game, study) = of_moves(&hall, &SLOWER).await;
    review(&hall, &study).await;
    let list = found(&hall, &game, false).await;
    let puzzle = format!("/api/puzzles/{game}-13");
    assert!(ids(&list).contains(&format!("{game}-13")), "{list}");
    let attempt = format!("{puzzle}/try");
    let answer = async |m: &str| {
        let answer = hall.send_json("POST", &attempt, &json!({"moves": [m]})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let slower = answer("d7").await;
    assert_eq!((&slower["right"], &slower["done"]), (&json!(true), &json!(true)), "{slower}");
    assert_eq!(slower["other"], "wins_slower");
    assert_eq!(slower["played"].as_array().unwrap().len(), 1);
    assert!(slower["after"].as_array().unwrap().len() > 1, "it is played out: {slower}");
    let wrong = answer("a2").await;
    assert_eq!((&wrong["right"], &wrong["other"]), (&json!(false), &Value::Null));
    assert_eq!(wrong["position"], hall.get(&puzzle).await.json()["position"]);
    let right = answer("g7").await;
    assert_eq!((&right["right"], &right["other"]), (&json!(true), &Value::Null));
    // It is remembered.
    assert_eq!(answer("d7").await, slower);
    let counted = hall.get(&puzzle).await.json();
    assert_eq!((&counted["tries"], &counted["solved"]), (&json!(4), &json!(3)));
    hall.close().await;
}

async fn the_search_goes_on_after_a_restart() {
    let hall = open_with(with_engines(ENDLESS)).await;
    let (game, study) = played(&hall).await;
    review(&hall, &study).await;
    let list = found(&hall, &game, true).await;
    assert!(list["search"]["total"].as_u64() >= Some(2), "{list}");
    let data = hall.close().await;
    // The engine of this hall answers at once, without a score: nothing more can be a puzzle.
    let hall = start(config(data.path())).await;
    found(&hall, &game, false).await;
    hall.stop().await;
}

async fn a_search_can_be_ended_and_is_not_begun_again() {
    let hall = open_with(with_engines(ENDLESS)).await;
    let (game, study) = played(&hall).await;
    let path = format!("/api/games/{game}/puzzles");
    hall.send_json("DELETE", &path, &Value::Null).await.problem(404, "not-found");
    review(&hall, &study).await;
    found(&hall, &game, true).await;
    assert_eq!(hall.send_json("DELETE", &path, &Value::Null).await.status, 204);
    found(&hall, &game, false).await;
    review(&hall, &study).await;
    assert_eq!(found(&hall, &game, false).await["search"]["under_way"], false);
    assert_eq!(hall.send_json("DELETE", &path, &Value::Null).await.status, 204);
    hall.stop().await;
}

async fn a_hall_without_puzzles_looks_for_none() {
    let hall = open_with(with_engines(0)).await;
    let (game, study) = played(&hall).await;
    review(&hall, &study).await;
    let list = hall.get(&format!("/api/puzzles?game={game}")).await.json();
    assert_eq!(list["search"], Value::Null);
    hall.stop().await;
}

async fn what_cannot_be_meant_is_refused() {
    let hall = open_with(with_engines(500)).await;
    let (game, study) = played(&hall).await;
    review(&hall, &study).await;
    found(&hall, &game, false).await;
    for (query, status, code) in [
        ("limit=0", 400, "bad-parameter"),
        ("limit=x", 400, "bad-parameter"),
        ("after=x-1", 400, "bad-parameter"),
        ("other=1", 400, "bad-parameter"),
        ("game=x", 404, "not-found"),
    ] {
        hall.get(&format!("/api/puzzles?{query}")).await.problem(status, code);
    }
    assert_eq!(hall.get("/api/puzzles?variant=chess").await.status, 422);
    for id in ["x", "x-1", &game, &format!("{game}-7"), &format!("{game}-+9"), &format!("{game}-")]
    {
        hall.get(&format!("/api/puzzles/{id}")).await.problem(404, "not-found");
        hall.get(&format!("/api/puzzles/{id}/solution")).await.problem(404, "not-found");
    }
    let attempt = format!("/api/puzzles/{game}-9/try");
    for (moves, code) in [
        (json!([]), "bad-try"),
        (json!(["a5", "a6"]), "bad-try"),
        (json!(["a4"]), "illegal-move"),
        (json!(["z99"]), "bad-move"),
    ] {
        let answer = hall.send_json("POST", &attempt, &json!({ "moves": moves })).await;
        assert_eq!(answer.status, 422, "{moves}: {}", answer.text());
        assert_eq!(answer.json()["code"], code, "{moves}");
    }
    hall.send_json("POST", &attempt, &json!({ "move": "a5" })).await.problem(400, "bad-json");
    // Nothing of that counts.
    assert_eq!(hall.get(&format!("/api/puzzles/{game}-9")).await.json()["tries"], 0);
    hall.stop().await;
}

/// The puzzles that come with the program are there from the first minute, and are solved like others.
async fn shipped_puzzles_are_listed_and_solved() {
    let hall = open_with(with_engines(500)).await;
    let all = hall.get("/api/puzzles/shipped").await.json();
    assert_eq!(all["puzzles"], json!([]));
    for one in all["variants"].as_array().unwrap() {
        let variant = one["variant"].as_str().unwrap();
        let list = hall.get(&format!("/api/puzzles/shipped?variant={variant}")).await.json();
        let puzzles = list["puzzles"].as_array().unwrap();
        assert_eq!(json!(puzzles.len()), one["count"]);
        let first = &puzzles[0];
        let id = first["id"].as_str().unwrap();
        let path = format!("/api/puzzles/{id}");
        let puzzle = hall.get(&path).await.json();
        assert_eq!((&puzzle["rating"], &puzzle["themes"]), (&first["rating"], &first["themes"]));
        assert_eq!((&puzzle["variant"], &puzzle["game"]), (&json!(variant), &Value::Null));
        let solution = hall.get(&format!("{path}/solution")).await.json();
        let moves = solution["moves"].as_array().unwrap().iter().step_by(2);
        let to_find = puzzle["to_find"].as_u64().unwrap() as usize;
        let own: Vec<&Value> = moves.map(|m| &m["text"]).take(to_find).collect();
        for n in 1..=own.len() {
            let tried = json!({ "moves": own[..n] });
            let answer = hall.send_json("POST", &format!("{path}/try"), &tried).await.json();
            assert_eq!(answer["right"], true, "{id}: {answer}");
            assert_eq!(answer["done"], n == own.len(), "{id}: {answer}");
        }
        let hard = format!("/api/puzzles/shipped?variant={variant}&from=2401");
        assert_eq!(hall.get(&hard).await.json()["puzzles"], json!([]));
    }
    let daily = hall.get("/api/puzzles/daily?day=20000").await.json();
    assert_eq!(hall.get("/api/puzzles/daily?day=20000").await.json(), daily);
    assert_ne!(hall.get("/api/puzzles/daily?day=20001").await.json()["id"], daily["id"]);
    hall.get("/api/puzzles/daily").await.problem(400, "bad-parameter");
    hall.get("/api/puzzles/reversi.none").await.problem(404, "not-found");
    assert_eq!(hall.get("/api/puzzles/shipped?variant=chess").await.status, 422);
    hall.stop().await;
}

crate::both! {
    shipped_puzzles_are_listed_and_solved
    puzzles_are_found_played_and_go_with_their_game
    what_differs_only_in_its_game_is_kept_once
    each_of_two_right_moves_is_accepted_and_played_out
    a_move_that_wins_too_is_not_called_wrong
    the_search_goes_on_after_a_restart
    a_search_can_be_ended_and_is_not_begun_again
    a_hall_without_puzzles_looks_for_none
    what_cannot_be_meant_is_refused
}
