//! The lab: what a client is answered while searches run at once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use engine::Control;
use local_hall::{LocalHall, SearchQuestion, Searcher};
use serde_json::{Value, json};

/// A client of the lab, whose searches run as soon as they are wanted.
#[derive(Default)]
struct Client {
    hall: LocalHall,
    events: Vec<Value>,
    pages: Vec<Vec<u8>>,
}

impl Client {
    fn ask(&mut self, of: &Value) -> Value {
        let question = json!({ "ask": "lab", "of": of }).to_string();
        let answer = self.hall.answer(question.as_bytes());
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["problem"], Value::Null, "{answer}");
        answer["value"].clone()
    }

    fn say(&mut self, command: &Value) {
        let mut request = command.clone();
        request["id"] = json!("r");
        let of = json!({ "what": "command", "client": 1, "request": request });
        self.perform(&of);
    }

    fn perform(&mut self, of: &Value) {
        let answer = self.ask(of);
        self.events.extend(answer["events"].as_array().unwrap().iter().cloned());
        if let Some(page) = answer["page"].as_str() {
            self.pages.push(BASE64.decode(page).unwrap());
        }
        for started in answer["start"].as_array().unwrap() {
            let mut search = started[1].clone();
            search["of"] = json!("lab");
            let question: SearchQuestion = serde_json::from_value(search).unwrap();
            let mut told = Vec::new();
            let found = Searcher::default().search(question, &Control::new(), &mut |report| {
                told.push(serde_json::to_value(&report).unwrap());
            });
            let role = &started[0];
            for report in told {
                let of = json!({ "what": "told", "client": 1, "role": role, "report": report, "at": 1.0 });
                self.perform(&of);
            }
            self.perform(&json!({ "what": "ended", "client": 1, "role": role, "found": found }));
        }
    }

    fn of(&self, kind: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["type"] == kind).collect()
    }
}

#[test]
fn a_recorded_search_can_be_looked_at() {
    let mut client = Client::default();
    let at = json!({ "variant": "reversi", "moves": ["f5"] });
    client.say(&json!({
        "type": "search", "slot": 1, "at": at, "technique": "alpha-beta", "depth": 4,
    }));
    let last = client.of("recording").last().copied().cloned().unwrap();
    assert_eq!((&last["slot"], &last["recording"]["state"]), (&json!(1), &json!("done")));
    assert_eq!(client.of("minimax").len(), 1);
    let events = last["recording"]["events"].as_u64().unwrap();
    client.say(&json!({ "type": "events", "slot": 1, "from": 0 }));
    let page = &client.pages[0];
    assert_eq!((&page[..4], page.len() as u64), (&b"LAB1"[..], 16 + 16 * events));
    client.say(&json!({ "type": "node", "slot": 1, "node": 3 }));
    client.say(&json!({ "type": "names", "slot": 1, "nodes": [1, 2] }));
    assert_eq!(client.of("node")[0]["node"]["node"], 3);
    assert_eq!(client.of("names")[0]["names"].as_array().unwrap().len(), 2);
    assert_eq!(client.of("done").len(), 4);
    client.say(&json!({ "type": "node", "slot": 0, "node": 3 }));
    assert_eq!(client.of("error")[0]["problem"]["code"], "no-search");
}

#[test]
fn a_search_is_watched_and_measured() {
    let mut client = Client::default();
    let at = json!({ "variant": "xiangqi", "moves": [] });
    client.say(&json!({ "type": "mind", "at": at, "depth": 3 }));
    let depths: Vec<&Value> =
        client.of("mind").iter().map(|event| &event["iteration"]["depth"]).collect();
    assert_eq!(depths, [1, 2, 3, 3]);
    assert_eq!(client.of("mind").last().unwrap()["iteration"]["done"], true);
    client.say(&json!({ "type": "measure", "at": at, "by": "minimax", "depth": 2 }));
    let measured = &client.of("measured")[0]["measured"];
    assert_eq!((&measured["state"], &measured["leaves"]), (&json!("done"), &json!(1920)));
    client.say(&json!({ "type": "measure", "at": at, "by": "telepathy", "depth": 2 }));
    assert_eq!(client.of("error")[0]["problem"]["code"], "unknown-technique");
}

#[test]
fn a_search_without_its_module_has_failed() {
    let mut client = Client::default();
    let of = json!({ "what": "command", "client": 1, "request": {
        "id": "r", "type": "measure", "by": "minimax", "depth": 2,
        "at": { "variant": "reversi", "moves": [] },
    }});
    client.ask(&of);
    let found = json!({ "Err": "part-not-fetched" });
    client.perform(&json!({ "what": "ended", "client": 1, "role": "measure", "found": found }));
    assert_eq!(client.of("measured")[0]["measured"]["state"], "failed");
}
