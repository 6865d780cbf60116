//! The archive over HTTP: searches, patterns, tags, exports.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open};
use serde_json::{Value, json};
use std::io::Read as _;

async fn begin(hall: &Open, variant: &str, names: [&str; 2], moves: &[&str]) -> String {
    let players = names.map(|name| json!({ "kind": "person", "name": name }));
    let game = json!({
        "variant": variant,
        "players": players,
        "clock": { "kind": "none" },
        "moves": moves,
    });
    hall.begin(&game).await
}

/// Sends a request; returns the status and the answer as JSON, `null` where it has no body.
async fn ask(hall: &Open, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
    let answer = match body {
        Some(body) => hall.send_json(method, path, body).await,
        None => hall.send(method, path, &[], b"").await,
    };
    let json = if answer.body.is_empty() { Value::Null } else { answer.json() };
    (answer.status, json)
}

async fn exported(hall: &Open, asked: &Value) -> (u16, Vec<u8>) {
    let answer = hall.send_json("POST", "/api/archive/export", asked).await;
    (answer.status, answer.body)
}

async fn search(hall: &Open, query: Value) -> Value {
    let (status, body) = ask(hall, "POST", "/api/archive", Some(&query)).await;
    assert_eq!(status, 200, "{query}: {body}");
    body
}

async fn ids(hall: &Open, query: Value) -> Vec<String> {
    let list = search(hall, query).await;
    assert_eq!(list["pending"], 0);
    let games = list["games"].as_array().unwrap();
    games.iter().map(|game| game["game"]["id"].as_str().unwrap().to_owned()).collect()
}

const CANNONS: [&str; 7] = ["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"];

async fn games_are_found_by_opening_position_and_pattern() {
    let hall = open().await;
    let mate = begin(&hall, "xiangqi", ["Ada", "Bo"], &CANNONS).await;
    let other = begin(&hall, "xiangqi", ["Cy", "Ada"], &["h2e2", "h9g7", "h0g2"]).await;
    let go = begin(&hall, "gomoku", ["Ada", "Cy"], &["h8", "i9", "h9"]).await;

    assert_eq!(ids(&hall, json!({})).await, [go.clone(), other.clone(), mate.clone()]);
    assert_eq!(ids(&hall, json!({ "ended_as": "first" })).await, std::slice::from_ref(&mate));
    assert_eq!(
        ids(&hall, json!({ "ended_as": "won", "player": "ada" })).await,
        std::slice::from_ref(&mate)
    );
    assert_eq!(
        ids(&hall, json!({ "ended_as": "lost", "player": "Bo" })).await,
        std::slice::from_ref(&mate)
    );
    let opening = json!({ "variant": "xiangqi", "opening": ["h2e2", "h9g7"] });
    assert_eq!(ids(&hall, opening).await, std::slice::from_ref(&other));
    let longest = json!({ "order": "length" });
    assert_eq!(ids(&hall, longest).await, [mate.clone(), go.clone(), other.clone()]);

    // The position after the first move, by its text: as a FEN counts it, its numbers differ.
    let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 7 9";
    let position = json!({ "position": { "variant": "xiangqi", "text": text } });
    let found = search(&hall, position.clone()).await;
    assert_eq!(found["total"], 2, "{found}");
    assert_eq!(found["games"][0]["ply"], 1);
    // With the other side to move it is another position.
    let text = text.replace(" b ", " w ");
    let red = json!({ "position": { "variant": "xiangqi", "text": text } });
    assert_eq!(ids(&hall, red).await, Vec::<String>::new());

    // Two cannons of one side on a file, and an empty square beside.
    let cannon = |rank: u8| json!({ "file": 4, "rank": rank, "side": "first", "kind": "cannon" });
    let squares = json!([cannon(4), cannon(6), { "file": 3, "rank": 4, "empty": true }]);
    let pattern = json!({ "pattern": { "variant": "xiangqi", "squares": squares } });
    let found = search(&hall, pattern).await;
    assert_eq!((&found["total"], &found["looked_through"]), (&json!(2), &json!(2)));
    assert_eq!(found["games"][0]["game"]["id"], *mate);
    assert_eq!(found["games"][0]["ply"], 7);
    // Not: no piece on the point where the first stone of gomoku stands.
    let squares =
        json!([{ "file": 7, "rank": 7, "not": true }, { "file": 8, "rank": 8, "side": "second" }]);
    let none = json!({ "pattern": { "variant": "gomoku", "squares": squares } });
    assert_eq!(ids(&hall, none).await, Vec::<String>::new());
    let squares =
        json!([{ "file": 7, "rank": 7 }, { "file": 8, "rank": 8, "side": "first", "not": true }]);
    let some = json!({ "pattern": { "variant": "gomoku", "squares": squares, "turn": "second" } });
    assert_eq!(ids(&hall, some).await, std::slice::from_ref(&go));

    // The moves after an opening, in every notation.
    let asked = json!({ "variant": "xiangqi", "opening": ["h2e2"] });
    let (status, moves) = ask(&hall, "POST", "/api/archive/moves", Some(&asked)).await;
    assert_eq!(status, 200, "{moves}");
    let moves = moves.as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[0]["written"]["text"], "a9a8");
    assert_eq!(moves[0]["results"], json!([1, 0, 0]));
    assert!(moves[1]["written"]["notations"]["wxf"].is_string(), "{moves:?}");

    // A game that was deleted is no longer found, by its positions neither.
    let (status, _) = ask(&hall, "DELETE", &format!("/api/games/{mate}"), None).await;
    assert_eq!(status, 204);
    assert_eq!(ids(&hall, position).await, [other]);
    hall.close().await;
}

async fn openings_are_explored_by_position() {
    let hall = open().await;
    // Two orders of moves to one position, and two ways on.
    begin(&hall, "xiangqi", ["Ada", "Bo"], &["h2e2", "h9g7", "b0c2", "i9h9"]).await;
    begin(&hall, "xiangqi", ["Ada", "Bo"], &["b0c2", "h9g7", "h2e2", "b9c7"]).await;
    let explore = async |moves: &[&str]| {
        let asked = json!({ "variant": "xiangqi", "moves": moves });
        ask(&hall, "POST", "/api/openings", Some(&asked)).await
    };
    let (status, found) = explore(&["h2e2", "h9g7", "b0c2"]).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(found["played"][1]["text"], "h9g7", "{found}");
    let own = found["own"].as_array().unwrap();
    let texts: Vec<_> = own.iter().map(|one| one["written"]["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["b9c7", "i9h9"], "{found}");
    assert!(own.iter().all(|one| one["games"] == 1 && one["results"] == json!([0, 0, 0])));
    // The machine's games begin at the start, and moves with a name of their own are told.
    let (_, start) = explore(&[]).await;
    let machine = &start["machine"];
    assert!(machine["games"].as_u64().unwrap() > 0 && machine["nodes"].as_u64().unwrap() > 0);
    let moves = machine["moves"].as_array().unwrap();
    let counted: u64 = moves.iter().map(|one| one["games"].as_u64().unwrap()).sum();
    assert_eq!(machine["games"], counted);
    assert!(moves[0]["written"]["notations"]["wxf"].is_string(), "{start}");
    let named = start["named"].as_array().unwrap();
    assert!(named.iter().any(|one| one["written"]["text"] == "h2e2"), "{start}");
    let (status, wrong) = explore(&["h2e2", "a0a9"]).await;
    assert_eq!(status, 422, "{wrong}");
    assert!(wrong["message"].as_str().unwrap().contains("moves[1]"), "{wrong}");
    let asked = json!({ "variant": "xiangqi", "start": "nonsense" });
    assert!(ask(&hall, "POST", "/api/openings", Some(&asked)).await.0 >= 400);
    hall.close().await;
}

async fn what_a_query_has_wrong_is_named() {
    let hall = open().await;
    for (query, part) in [
        (json!({ "state": "old" }), "state"),
        (json!({ "limit": 0 }), "limit"),
        (json!({ "limit": 201 }), "limit"),
        (json!({ "offset": 1_000_001 }), "offset"),
        (json!({ "family": "chess" }), "family"),
        (json!({ "opening": ["h2e2"] }), "variant"),
        (json!({ "variant": "xiangqi", "opening": ["a b"] }), "opening[0]"),
        (json!({ "from": "yesterday" }), "from"),
        (json!({ "nothing": 1 }), "nothing"),
        (
            json!({ "pattern": { "variant": "xiangqi", "squares": [{ "file": 9, "rank": 0 }] } }),
            "squares[0]",
        ),
        (
            json!({ "family": "gomoku", "pattern": { "variant": "xiangqi", "squares": [] } }),
            "xiangqi",
        ),
        (json!({ "position": { "variant": "xiangqi", "text": "nonsense" } }), ""),
    ] {
        let (status, body) = ask(&hall, "POST", "/api/archive", Some(&query)).await;
        assert!((400..500).contains(&status), "{query}: {status} {body}");
        let message = body["message"].as_str().unwrap();
        assert!(message.contains(part), "{query}: {message}");
    }
    hall.close().await;
}

async fn tags_are_given_searched_and_counted() {
    let hall = open().await;
    let a = begin(&hall, "xiangqi", ["Ada", "Bo"], &["h2e2"]).await;
    let b = begin(&hall, "gomoku", ["Ada", "Bo"], &["h8"]).await;
    let tagged = json!({ "games": [a, b], "add": ["club  night", "棋社"] });
    let (status, body) = ask(&hall, "POST", "/api/archive/tags", Some(&tagged)).await;
    assert_eq!(status, 204, "{body}");
    let less = json!({ "games": [b], "remove": ["club night"] });
    assert_eq!(ask(&hall, "POST", "/api/archive/tags", Some(&less)).await.0, 204);
    let (_, tags) = ask(&hall, "GET", "/api/archive/tags", None).await;
    assert_eq!(tags, json!([{ "tag": "club night", "games": 1 }, { "tag": "棋社", "games": 2 }]));
    assert_eq!(ids(&hall, json!({ "tag": "club night" })).await, std::slice::from_ref(&a));
    let list = search(&hall, json!({ "tag": "棋社" })).await;
    assert_eq!(list["games"][1]["tags"], json!(["club night", "棋社"]));
    for wrong in [
        json!({ "games": [], "add": ["x"] }),
        json!({ "games": [a], "add": [" "] }),
        json!({ "games": [a], "add": ["x".repeat(41)] }),
        json!({ "games": [a], "add": ["a\u{202e}b"] }),
    ] {
        let (status, _) = ask(&hall, "POST", "/api/archive/tags", Some(&wrong)).await;
        assert!((400..500).contains(&status), "{wrong}");
    }
    // Tags are kept.
    let data = hall.close().await;
    let hall = crate::common::start(crate::common::config(data.path())).await;
    let (_, tags) = ask(&hall, "GET", "/api/archive/tags", None).await;
    assert_eq!(tags[0]["tag"], "club night");
    hall.stop().await;
}

async fn a_selection_is_one_file_or_a_zip() {
    let hall = open().await;
    let a = begin(&hall, "xiangqi", ["Ada", "Bo"], &["h2e2"]).await;
    let b = begin(&hall, "xiangqi", ["Cy", "Bo"], &["c3c4", "c6c5"]).await;
    let c = begin(&hall, "gomoku", ["Ada", "Bo"], &["h8"]).await;
    let (status, pgn) = exported(&hall, &json!({ "games": [a, b], "format": "pgn" })).await;
    let pgn = String::from_utf8(pgn).unwrap();
    assert_eq!((status, pgn.matches("[Event ").count()), (200, 2), "{pgn}");
    let file = wire::ImportFile {
        variant: "xiangqi".to_owned(),
        name: "games.pgn".to_owned(),
        content: Some(pgn),
        base64: None,
    };
    let file = serde_json::to_value(file).unwrap();
    let (_, read) = ask(&hall, "POST", "/api/import", Some(&file)).await;
    assert_eq!(read["games"].as_array().unwrap().len(), 2, "{read}");

    let all = json!({ "games": [a, b, c], "format": "zip" });
    let (status, zip) = exported(&hall, &all).await;
    assert_eq!(status, 200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    assert_eq!(zip.len(), 3);
    let mut first = String::new();
    zip.by_index(0).unwrap().read_to_string(&mut first).unwrap();
    assert!(first.contains("[Red \"Ada\"]"), "{first}");

    // Games of two kinds do not fit in one file.
    let mixed = json!({ "games": [a, c], "format": "pgn" });
    let (status, body) = ask(&hall, "POST", "/api/archive/export", Some(&mixed)).await;
    assert!((400..500).contains(&status), "{body}");
    let gone = json!({ "games": ["none"], "format": "pgn" });
    assert_eq!(ask(&hall, "POST", "/api/archive/export", Some(&gone)).await.0, 404);
    hall.close().await;
}

crate::both! {
    openings_are_explored_by_position
    games_are_found_by_opening_position_and_pattern
    what_a_query_has_wrong_is_named
    tags_are_given_searched_and_counted
    a_selection_is_one_file_or_a_zip
}
