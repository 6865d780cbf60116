//! What the page asks of single moves: a move that is judged before it is played, and positions after moves.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open, open_with};
use serde_json::{Value, json};
use server::Engines;

async fn judge(hall: &Open, moves: &[&str]) -> (u16, Value) {
    let asked = json!({
        "variant": "xiangqi", "rules": "wxf", "start": "startpos", "moves": moves,
    });
    let answer = hall.send_json("POST", "/api/judgements", &asked).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn a_move_is_judged_before_it_is_played_and_no_better_one_is_told() {
    // With the engines of the hall: those of other tests find nothing.
    let hall = open_with(|config| config.engines = Engines::default()).await;
    let before = ["a0a1", "b9c7", "a1d1", "h9g7"];
    // The chariot takes an advisor and is taken.
    let (status, bad) = judge(&hall, &[&before[..], &["d1d9"]].concat()).await;
    assert_eq!(status, 200, "{bad}");
    assert!(bad["loss"].as_f64().unwrap() > 0.2, "{bad}");
    assert_eq!((&bad["side"], bad.get("best")), (&json!("first"), None), "{bad}");
    let answer = bad["answer"].as_array().unwrap();
    assert_eq!((&answer[0]["to"], &answer[0]["ply"]), (&json!("d9"), &json!(6)), "{bad}");
    let (status, good) = judge(&hall, &[&before[..], &["b0c2"]].concat()).await;
    assert_eq!(status, 200, "{good}");
    assert!(good["loss"].as_f64().unwrap() < 0.1, "{good}");
    let (status, none) = judge(&hall, &[]).await;
    assert_eq!((status, &none["code"]), (422, &json!("bad-judgement")), "{none}");
    let (status, illegal) = judge(&hall, &["a0a9"]).await;
    assert_eq!((status, &illegal["code"]), (422, &json!("illegal-move")), "{illegal}");
}

#[tokio::test]
async fn a_threat_is_told_and_that_there_is_none() {
    // With the engines of the hall: those of other tests find nothing.
    let hall = open_with(|config| config.engines = Engines::default()).await;
    let ask = async |variant: &str, rules: &str, moves: &[&str]| {
        let asked = json!({
            "variant": variant, "rules": rules, "start": "startpos", "moves": moves,
        });
        let answer = hall.send_json("POST", "/api/threats", &asked).await;
        (answer.status, answer.json())
    };
    // Each side has three stones in a row, both ends open: who moves wins, and who passes loses.
    let threes = ["h8", "g9", "h9", "g8", "h10", "g7"];
    let (status, threat) = ask("gomoku", "official", &threes).await;
    assert_eq!(status, 200, "{threat}");
    let line = threat["line"].as_array().unwrap();
    assert!(["g6", "g10"].contains(&line[0]["to"].as_str().unwrap()), "{threat}");
    assert_eq!((&line[0]["side"], &line[0]["ply"]), (&json!("second"), &json!(7)), "{threat}");
    assert!(threat["loss"].as_f64().unwrap() > 0.2, "{threat}");
    let (status, none) = ask("xiangqi", "wxf", &[]).await;
    assert_eq!((status, &none["line"]), (200, &json!([])), "{none}");
    // Where a capture must be made nobody passes.
    let (status, none) = ask("draughts", "official", &["32-28", "19-23"]).await;
    assert_eq!((status, &none["line"]), (200, &json!([])), "{none}");
    let (status, wrong) = ask("gomoku", "official", &["h8", "h8"]).await;
    assert_eq!(status, 422, "{wrong}");
    assert!(wrong["message"].as_str().unwrap().contains("moves[1]"), "{wrong}");
}

#[tokio::test]
async fn a_position_can_be_asked_for_after_moves() {
    let hall = open().await;
    let ask = async |moves: &[&str]| {
        let asked = json!({
            "variant": "draughts", "turn": "first", "moves": moves,
            "pieces": [
                { "at": "32", "side": "first", "kind": "man" },
                { "at": "28", "side": "second", "kind": "man" },
                { "at": "6", "side": "second", "kind": "man" },
            ],
        });
        let answer = hall.send_json("POST", "/api/positions", &asked).await;
        (answer.status, answer.json())
    };
    let (status, start) = ask(&[]).await;
    assert_eq!((status, start.get("last")), (200, None), "{start}");
    let (status, after) = ask(&["32x23", "6-11"]).await;
    assert_eq!((status, &after["turn"]), (200, &json!("first")), "{after}");
    assert_eq!((&after["last"]["text"], &after["last"]["ply"]), (&json!("6-11"), &json!(2)));
    assert_eq!(after["board"]["pieces"].as_array().unwrap().len(), 2);
    let (status, wrong) = ask(&["32x23", "1-7"]).await;
    assert_eq!(status, 422, "{wrong}");
    assert!(wrong["message"].as_str().unwrap().contains("moves[1]"), "{wrong}");
}
