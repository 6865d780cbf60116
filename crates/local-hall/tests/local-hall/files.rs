//! Files and the archive of a browser.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use local_hall::LocalHall;
use serde_json::{Value, json};

fn ask(hall: &mut LocalHall, question: Value) -> Result<Value, String> {
    let answer = hall.ask(serde_json::from_value(question).unwrap());
    answer.problem.map_or(Ok(answer.value), |problem| Err(problem.code))
}

fn file(hall: &mut LocalHall, of: Value) -> Result<Value, String> {
    ask(hall, json!({ "ask": "file", "of": of }))
}

fn begin(hall: &mut LocalHall, game: Value) -> Result<Value, String> {
    ask(hall, json!({ "ask": "begin", "id": "a", "game": game, "swap": false, "now": 1000 }))
}

fn content(file: &Value) -> String {
    let bytes = BASE64.decode(file["base64"].as_str().unwrap()).unwrap();
    String::from_utf8(bytes).unwrap()
}

const TWO: &str = "d3 c3 b3 d2\nf5 d6\nz9 z9\n";

fn two_people() -> Value {
    let person = |name: &str| json!({ "kind": "person", "name": name });
    json!([person("A"), person("B")])
}

#[test]
fn a_game_of_a_file_becomes_a_game_and_a_study_and_is_written_again() {
    let mut hall = LocalHall::default();
    let sgf = "(;GM[4]SZ[15]PB[Anna]PW[Bert];B[hh]C[the middle];W[hi])";
    let asked = json!({ "variant": "gomoku", "name": "a.sgf", "content": sgf });
    let read = file(&mut hall, json!({ "what": "read", "id": "f", "file": asked })).unwrap();
    assert_eq!((&read["id"], &read["games"][0]["players"][0]), (&json!("f"), &json!("Anna")));
    let new = json!({
        "variant": "gomoku", "players": two_people(), "clock": { "kind": "none" },
        "imported": { "file": "f", "game": 0 },
    });
    let made = begin(&mut hall, new.clone()).unwrap();
    let game = &made["made"]["game"];
    assert_eq!(game["version"], json!(2));
    // What its file says besides the moves.
    assert!(made["study"]["edits"].to_string().contains("the middle"), "{}", made["study"]);
    let dates = json!({ "local": "2026-11-28", "utc": "2026-11-27", "utc_time": "23:00:00" });
    let of =
        json!({ "what": "game", "game": game, "format": "sgf", "notation": null, "dates": dates });
    let written = content(&file(&mut hall, of).unwrap());
    assert!(written.contains("B[hh]") && written.contains("2026-11-28"), "{written}");
    let imported = json!({ "kind": "imported", "file": "f", "game": 0 });
    let study = json!({ "what": "make", "of": imported, "game": null, "date": null });
    assert!(ask(&mut hall, json!({ "ask": "study", "of": study })).is_ok());
    // One that is not kept, and one that is not in it.
    for (of, why) in [
        (json!({ "file": "g", "game": 0 }), "no-such-import"),
        (json!({ "file": "f", "game": 7 }), "no-such-game"),
    ] {
        let mut other = new.clone();
        other["imported"] = of;
        assert_eq!(begin(&mut hall, other).unwrap_err(), why);
    }
    let unknown =
        json!({ "what": "game", "game": game, "format": "doc", "notation": null, "dates": null });
    assert_eq!(file(&mut hall, unknown).unwrap_err(), "bad-parameter");
}

#[test]
fn a_whole_file_is_read_piece_by_piece_and_its_games_are_found() {
    let mut hall = LocalHall::default();
    let whole = json!({ "name": "a.txt", "base64": BASE64.encode(TWO), "variant": "reversi" });
    let sample = json!({ "what": "sample", "file": whole });
    assert_eq!(file(&mut hall, sample).unwrap(), json!(2));
    file(&mut hall, json!({ "what": "begin", "number": 1, "file": whole })).unwrap();
    let next = file(&mut hall, json!({ "what": "next", "number": 1, "now": 5 })).unwrap();
    assert_eq!((&next["faulty"], &next["done"]), (&json!(1), &json!(true)));
    let games = next["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["summary"]["plies"], json!(4));
    file(&mut hall, json!({ "what": "end", "number": 1 })).unwrap();
    let gone = file(&mut hall, json!({ "what": "next", "number": 1, "now": 5 }));
    assert_eq!(gone.unwrap_err(), "not-found");
    // Both go into one file, the first into an archive.
    let both: Vec<_> = games.iter().map(|one| json!([one["game"], null])).collect();
    let moves = json!({ "what": "games", "games": both, "format": "moves" });
    assert_eq!(content(&file(&mut hall, moves).unwrap()), "d3 c3 b3 d2\nf5 d6\n");
    let part = json!({ "what": "part", "game": games[0]["game"], "dates": null });
    assert!(!content(&file(&mut hall, part).unwrap()).is_empty());

    let mut archive = |of: Value| ask(&mut hall, json!({ "ask": "archive", "of": of }));
    let facts = archive(json!({ "what": "facts", "game": games[0]["game"] })).unwrap();
    assert_eq!(facts["line"], json!(["d3", "c3", "b3", "d2"]));
    assert_eq!(facts["keys"].as_array().unwrap().len(), 5);
    let now = json!({ "variant": "reversi", "text": games[0]["summary"]["position"] });
    let key = archive(json!({ "what": "key", "position": now })).unwrap();
    assert!(facts["keys"].as_array().unwrap().contains(&json!([key, 4])), "{key}");
    let squares = json!([{ "file": 1, "rank": 5 }]);
    let pattern = json!({ "variant": "reversi", "squares": squares });
    let find = json!({ "what": "find", "pattern": pattern, "tracks": [facts["track"], ""] });
    assert_eq!(archive(find).unwrap(), json!([3, null]));
    let counted = json!([["c3", 2, [1, 0, 1]], ["a1", 9, [0, 0, 0]]]);
    let next =
        json!({ "what": "next", "variant": "reversi", "opening": ["d3"], "counted": counted });
    let next = archive(next).unwrap();
    // One that cannot be played is left out.
    assert_eq!(next.as_array().unwrap().len(), 1);
    assert_eq!((&next[0]["written"]["text"], &next[0]["games"]), (&json!("c3"), &json!(2)));
}
