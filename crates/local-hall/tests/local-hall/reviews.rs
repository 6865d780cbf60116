//! Reviews of a browser.

use engine::Control;
use hall::openings::{OpeningBase, position_key};
use local_hall::{LocalHall, SearchQuestion, Searcher};
use serde_json::{Value, json};

/// The answer and the search that comes first, if one does.
fn ask(hall: &mut LocalHall, question: Value) -> (Value, Option<SearchQuestion>) {
    let answer = hall.ask(serde_json::from_value(question).unwrap());
    assert_eq!(answer.problem, None);
    (answer.value, answer.search.map(|search| SearchQuestion::Position(Box::new(search))))
}

/// A review of these moves, as the page is shown it at its end: the grades of the moves.
fn grades(hall: &mut LocalHall, moves: &[&str]) -> Vec<String> {
    let new = json!({ "kind": "position", "variant": "xiangqi", "moves": moves });
    let make = json!({ "what": "make", "of": new, "game": null, "date": null });
    let (made, _) = ask(hall, json!({ "ask": "study", "of": make }));
    let edits = made["edits"].as_array().unwrap();
    let log: Vec<Value> = edits.iter().map(|body| json!({ "body": body })).collect();
    let study = json!({
        "id": "s", "setup": made["setup"], "head": made["head"], "version": log.len(), "log": log,
        "created_at": 1, "updated_at": 1,
    });
    let open = json!({ "what": "open", "study": study, "review": null });
    ask(hall, json!({ "ask": "study", "of": open }));
    let begin = json!({ "what": "begin", "id": "s", "effort": { "nodes": 300 } });
    let (mut standing, mut search) = ask(hall, json!({ "ask": "review", "of": begin }));
    let mut searcher = Searcher::default();
    let mut rows = Vec::new();
    while let Some(question) = search {
        let found = searcher.search(question, &Control::new(), &mut |_| ());
        let found = json!({ "what": "found", "id": "s", "found": found, "searched_ms": 1 });
        (standing, search) = ask(hall, json!({ "ask": "review", "of": found }));
        rows.push(standing["row"].clone());
    }
    // They stay when the stored review is shown again, by another module without the base.
    let show = json!({ "what": "show", "head": standing["head"], "rows": rows });
    let (again, _) = ask(&mut LocalHall::default(), json!({ "ask": "review", "of": show }));
    assert_eq!(again["moves"], standing["shown"]["moves"]);
    let moves = standing["shown"]["moves"].as_array().unwrap();
    moves.iter().map(|m| m["grade"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_the_supplied_base_has_verified_is_theory() {
    let moves = ["a0a1", "a9a8", "a1f1", "i9i8", "f1f9"];
    let mut session = games::new_session("xiangqi", None, None).unwrap();
    let mut base = OpeningBase::new("xiangqi", session.rules());
    for text in moves {
        base.count(position_key(session.as_ref()).unwrap(), text, game::Outcome::Draw);
        session.push(text).unwrap();
    }
    base.verify(1_000, |_, one| one.text != "f1f9");
    let mut hall = LocalHall::default();
    assert_eq!(grades(&mut hall, &moves).iter().filter(|grade| *grade == "book").count(), 0);
    let supply = json!({ "what": "supply", "text": base.write() });
    ask(&mut hall, json!({ "ask": "opening", "of": supply }));
    assert_eq!(grades(&mut hall, &moves), ["book", "book", "book", "book", "blunder"]);
    // The line of a name is theory, too.
    assert_eq!(grades(&mut hall, &["c3c4", "b7c7", "h2e2", "c9e7"]), ["book"; 4]);
}
