//! The hall of a browser, driven as its worker does it: what a step says to store is stored, searches run at once.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "what fails here fails the test"
)]

mod files;
mod lab;
mod reviews;
mod threads;

use engine::Control;
use local_hall::{
    LocalHall, SearchQuestion, SearchRequest, Searcher, Step, StoredChange, StoredGame,
};
use serde_json::{Value, json};

/// A browser with one game in its store.
struct Browser {
    hall: LocalHall,
    searcher: Searcher,
    stored: StoredGame,
    /// What clients were told.
    told: Vec<Value>,
    at: f64,
}

impl Browser {
    fn begin(variant: &str, players: &Value) -> Self {
        let mut hall = LocalHall::default();
        let game = json!({ "variant": variant, "players": players, "clock": { "kind": "none" } });
        let ask = json!({ "ask": "begin", "id": "a", "game": game, "swap": false, "now": 1000 });
        let answer = hall.ask(serde_json::from_value(ask).unwrap());
        assert_eq!(answer.problem, None);
        let stored = serde_json::from_value(answer.value["made"]["game"].clone()).unwrap();
        Self { hall, searcher: Searcher::default(), stored, told: Vec::new(), at: 0.0 }
    }

    /// Asks, and does what the answer says until nothing is left; the value, or the code of the refusal.
    fn ask(&mut self, mut question: Value) -> Result<Value, String> {
        question["at"] = json!(self.at);
        let answer = self.hall.ask(serde_json::from_value(question).unwrap());
        let refused = answer.problem.map(|problem| problem.code);
        let value = answer.value;
        for step in answer.steps {
            self.perform(step);
        }
        refused.map_or(Ok(value), Err)
    }

    fn perform(&mut self, step: Step) {
        match step {
            Step::Store { before, request, changes, .. } => {
                assert_eq!(before, self.stored.version);
                for change in changes {
                    self.stored.version += 1;
                    let (version, request) = (self.stored.version, request.clone());
                    self.stored.log.push(StoredChange { version, at: 2000, request, change });
                }
                let version = self.stored.version;
                self.ask(json!({ "ask": "stored", "id": "a", "version": version, "now": 2000 }))
                    .unwrap();
            }
            Step::Search { job } => {
                let (game, number) = (self.stored.clone(), job.number);
                let request =
                    SearchQuestion::Game(Box::new(SearchRequest { game, job, now: self.at }));
                let found = self.searcher.search(request, &Control::new(), &mut |_| ());
                // A person could follow the game.
                self.at += 1000.0;
                self.ask(json!({ "ask": "found", "id": "a", "number": number, "found": found }))
                    .unwrap();
            }
            Step::Tell { event } => self.told.push(serde_json::to_value(event).unwrap()),
            Step::Stop | Step::Hurry | Step::Ended => {}
        }
    }

    fn command(&mut self, id: &str, command: &Value) -> Result<Value, String> {
        let mut request = command.clone();
        request["id"] = json!(id);
        self.ask(json!({ "ask": "command", "id": "a", "request": request }))
    }

    fn join(&mut self) -> Value {
        let game = json!(self.stored);
        self.ask(json!({ "ask": "join", "game": game })).unwrap()
    }
}

fn against_the_machine() -> Value {
    json!([{ "kind": "person", "name": "" }, { "kind": "machine", "level": 1 }])
}

#[test]
fn the_machine_answers_in_every_game_and_the_game_goes_on_after_a_reload() {
    for family in games::families() {
        let variant = family.variants()[0].id;
        let mut browser = Browser::begin(variant, &against_the_machine());
        let state = browser.join();
        assert_eq!(state["type"], "state", "{state}");
        let first = state["game"]["board"]["moves"][0]["text"].clone();
        browser.command("1", &json!({ "type": "move", "ply": 1, "text": first })).unwrap();
        let moved = browser.told.iter().filter(|event| event["type"] == "moved").count();
        assert_eq!((moved, browser.stored.log.len()), (2, 2), "{variant}: {:?}", browser.told);
        // The page is loaded again: another module reads what was stored.
        browser.hall = LocalHall::default();
        let state = browser.join();
        assert_eq!(state["game"]["moves"].as_array().unwrap().len(), 2, "{variant}");
        // A request that was answered is done once.
        browser.command("1", &json!({ "type": "move", "ply": 1, "text": first })).unwrap();
        assert_eq!(browser.stored.log.len(), 2, "{variant}");
    }
}

#[test]
fn a_search_of_moments_needs_no_endings_before_the_ending() {
    let mut hall = LocalHall::default();
    let mut files = |position: Value| {
        let ask = json!({ "ask": "data_files", "variant": "draughts", "position": position });
        hall.ask(serde_json::from_value(ask).unwrap()).value
    };
    let at = |start: &str| json!({ "rules": "official", "start": start, "moves": [] });
    let of_a_game = files(Value::Null);
    let start = games::new_session("draughts", None, None).unwrap().start_text();
    let opening = files(at(&start));
    assert!(opening.as_array().unwrap().len() < of_a_game.as_array().unwrap().len());
    assert_eq!(files(at("W:WK10,32:BK28")), of_a_game);
    // What is no position is refused by the search.
    assert_eq!(files(at("nothing")), of_a_game);
}

#[test]
fn refusals_are_those_of_a_server() {
    let variant = games::variants()[0].id;
    let mut browser = Browser::begin(variant, &against_the_machine());
    browser.join();
    let refused = browser.command("1", &json!({ "type": "move", "ply": 1, "text": "zz" }));
    assert_eq!(refused.unwrap_err(), "bad-move");
    let refused = browser.command("2", &json!({ "type": "move", "ply": 7, "text": "zz" }));
    assert_eq!(refused.unwrap_err(), "wrong-ply");
    assert_eq!(browser.ask(json!({ "ask": "passed", "id": "b" })).unwrap_err(), "not-found");
    let answer = browser.hall.answer(b"{}");
    assert!(String::from_utf8(answer).unwrap().contains("bad-json"));
}

#[test]
fn a_game_that_was_changed_elsewhere_goes_on_as_it_is_stored() {
    let variant = games::variants()[0].id;
    let two = json!([{ "kind": "person", "name": "" }, { "kind": "person", "name": "" }]);
    let mut browser = Browser::begin(variant, &two);
    let state = browser.join();
    let first = state["game"]["board"]["moves"][0]["text"].clone();
    let before = browser.stored.clone();
    browser.command("1", &json!({ "type": "move", "ply": 1, "text": first })).unwrap();
    // The store has refused it.
    browser.stored = before;
    let game = json!(browser.stored);
    browser.ask(json!({ "ask": "replaced", "game": game })).unwrap();
    let told = browser.told.last().unwrap();
    assert_eq!((&told["type"], &told["game"]["version"]), (&json!("state"), &json!(0)));
    browser.command("2", &json!({ "type": "move", "ply": 1, "text": first })).unwrap();
    assert_eq!(browser.stored.version, 1);
}
