//! The lab over HTTP and WebSocket, with the real search; and machines of textbooks as opponents.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, eventually, open};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wire::{
    Lab, LabEvaluation, LabEvent, LabIteration, LabLine, LabMeasured, LabRecording, LabState,
    Player, Problem, Side,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the lab.
struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    requests: u32,
    /// Events that came before they were waited for.
    seen: Vec<LabEvent>,
    pages: Vec<Vec<u8>>,
}

async fn join(hall: &Open) -> Socket {
    let url = format!("ws://{}/api/lab/live", hall.addr);
    let (stream, _) = connect_async(url).await.unwrap();
    Socket { stream, requests: 0, seen: Vec::new(), pages: Vec::new() }
}

impl Socket {
    async fn next(&mut self) -> LabEvent {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time");
            match message {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Binary(bytes))) => self.pages.push(bytes.to_vec()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("the connection is open: {other:?}"),
            }
        }
    }

    /// Sends a command and waits for its answer; other events are kept in `seen`.
    async fn ask(&mut self, command: &Value) -> Result<(), Problem> {
        self.requests += 1;
        let name = self.requests.to_string();
        let mut request = command.clone();
        request["id"] = json!(name);
        self.stream.send(Message::text(request.to_string())).await.unwrap();
        loop {
            match self.next().await {
                LabEvent::Done { id } if id == name => return Ok(()),
                LabEvent::Error { id, problem } if id == name => return Err(problem),
                event => self.seen.push(event),
            }
        }
    }

    /// The state in which the search in a slot ended. Events of the other slot stay in `seen`.
    async fn end_of(&mut self, slot: u32) -> LabRecording {
        let mut others = Vec::new();
        loop {
            let event = if self.seen.is_empty() { self.next().await } else { self.seen.remove(0) };
            match event {
                LabEvent::Recording { slot: of, recording } if of == slot => {
                    if !matches!(recording.state, LabState::Waiting | LabState::Searching) {
                        others.append(&mut self.seen);
                        self.seen = others;
                        return *recording;
                    }
                }
                other => others.push(other),
            }
        }
    }

    /// The next search that was measured.
    async fn measured(&mut self) -> LabMeasured {
        loop {
            let event = if self.seen.is_empty() { self.next().await } else { self.seen.remove(0) };
            if let LabEvent::Measured { measured } = event {
                return *measured;
            }
        }
    }

    /// All events of a recorded search.
    async fn events(&mut self, slot: u32) -> Vec<[i32; 4]> {
        let mut events: Vec<[i32; 4]> = Vec::new();
        loop {
            self.pages.clear();
            let from = events.len();
            self.ask(&json!({"type": "events", "slot": slot, "from": from})).await.unwrap();
            let [page] = self.pages.as_slice() else { panic!("one page comes") };
            let number = |at: usize| i32::from_le_bytes(page[at..at + 4].try_into().unwrap());
            assert_eq!(&page[..4], b"LAB1");
            assert_eq!([number(4), number(8)], [slot as i32, from as i32]);
            let count = number(12) as usize;
            assert_eq!(page.len(), 16 + 16 * count);
            if count == 0 {
                return events;
            }
            for at in (16..page.len()).step_by(16) {
                events.push([number(at), number(at + 4), number(at + 8), number(at + 12)]);
            }
        }
    }
}

fn search(variant: &str, technique: &str, depth: u32) -> Value {
    let at = json!({"variant": variant});
    json!({"type": "search", "slot": 0, "at": at, "technique": technique, "depth": depth})
}

#[tokio::test]
async fn a_search_is_recorded_and_looked_at_page_by_page() {
    let hall = open().await;
    let mut client = join(&hall).await;
    let mut command = search("xiangqi", "alpha-beta", 3);
    command["at"]["moves"] = json!(["h2e2", "h9g7"]);
    client.ask(&command).await.unwrap();
    let [LabEvent::Begun { root, techniques, .. }, ..] = client.seen.as_slice() else {
        panic!("{:?}", client.seen)
    };
    let mut session = games::new_session("xiangqi", None, None).unwrap();
    session.push("h2e2").unwrap();
    session.push("h9g7").unwrap();
    assert_eq!(root.legal.len(), session.legal_moves().len());
    assert_eq!(techniques, &["cut-offs"]);
    assert!(root.path.is_empty() && root.board.moves.is_empty());
    let end = client.end_of(0).await;
    assert_eq!(end.state, LabState::Done, "{end:?}");
    let events = client.events(0).await;
    assert_eq!(events.len(), end.events as usize);
    let entered = events.iter().filter(|event| event[0] & 15 == 1).count();
    assert_eq!(entered, end.nodes as usize);
    assert_eq!(end.nodes as u64, end.counters["inner"] + end.counters["leaves"]);
    let moves: Vec<String> = client
        .seen
        .iter()
        .filter_map(|event| match event {
            LabEvent::Moves { moves, .. } => Some(moves.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    assert!(events.iter().all(|e| e[0] & 15 != 1 || e[1] < moves.len() as i32));
    // The first child of the first child of the root.
    client.seen.clear();
    client.ask(&json!({"type": "node", "slot": 0, "node": 2})).await.unwrap();
    // The count of minimax may come between.
    let mut seen = client.seen.iter();
    let node = seen.find_map(|event| match event {
        LabEvent::Node { node, .. } => Some(node.clone()),
        _ => None,
    });
    let node = node.unwrap();
    let path: Vec<&str> = node.path.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(path, [&moves[0], &moves[1]]);
    assert!(node.path[0].notations.contains_key("chinese"));
    client.seen.clear();
    client.ask(&json!({"type": "names", "slot": 0, "nodes": [0, 1, 2]})).await.unwrap();
    let mut seen = client.seen.iter();
    let names = seen.find_map(|event| match event {
        LabEvent::Names { names, .. } => Some(names.clone()),
        _ => None,
    });
    let names = names.unwrap();
    assert_eq!(names[0].text, None);
    assert_eq!(names[2].notations, node.path[1].notations);
    let wrong = client.ask(&json!({"type": "node", "slot": 0, "node": 4_000_000})).await;
    assert_eq!(wrong.unwrap_err().code, "bad-node");
    hall.close().await;
}

#[tokio::test]
async fn minimax_is_counted_beside_a_search() {
    let hall = open().await;
    let mut client = join(&hall).await;
    client.ask(&search("xiangqi", "full", 2)).await.unwrap();
    let counted = loop {
        let event =
            if client.seen.is_empty() { client.next().await } else { client.seen.remove(0) };
        if let LabEvent::Minimax { leaves, exact, .. } = event {
            break (leaves, exact);
        }
    };
    assert_eq!(counted, (1920, true));
    hall.close().await;
}

#[tokio::test]
async fn two_searches_stand_side_by_side() {
    let hall = open().await;
    let mut client = join(&hall).await;
    client.ask(&search("reversi", "minimax", 4)).await.unwrap();
    let mut other = search("reversi", "alpha-beta", 4);
    other["slot"] = json!(1);
    client.ask(&other).await.unwrap();
    let first = client.end_of(0).await;
    let second = client.end_of(1).await;
    assert_eq!((first.state, second.state), (LabState::Done, LabState::Done));
    assert_eq!(first.score, second.score);
    assert!(second.nodes < first.nodes);
    hall.close().await;
}

#[tokio::test]
async fn limits_and_a_stop_end_a_search() {
    let hall = open().await;
    let mut client = join(&hall).await;
    let mut command = search("xiangqi", "minimax", 5);
    command["nodes"] = json!(3000);
    client.ask(&command).await.unwrap();
    let end = client.end_of(0).await;
    assert_eq!((end.state, end.nodes), (LabState::Limit, 3000));
    assert_eq!(end.message.as_deref(), Some("the search has more than 3000 nodes"));
    assert!(!client.events(0).await.is_empty(), "what was recorded can be looked at");
    client.ask(&search("xiangqi", "minimax", 6)).await.unwrap();
    client.seen.clear();
    client.ask(&json!({"type": "stop", "slot": 0})).await.unwrap();
    let end = client.end_of(0).await;
    assert!(matches!(end.state, LabState::Stopped | LabState::Limit), "{end:?}");
    hall.close().await;
}

#[tokio::test]
async fn bad_requests_are_refused_with_a_reason() {
    let hall = open().await;
    let mut client = join(&hall).await;
    let mut refused = async |change: &dyn Fn(&mut Value)| {
        let mut command = search("xiangqi", "alpha-beta", 3);
        change(&mut command);
        client.ask(&command).await.unwrap_err()
    };
    assert_eq!(refused(&|c| c["depth"] = json!(7)).await.message, "depth: expected 1 to 6");
    assert_eq!(refused(&|c| c["slot"] = json!(2)).await.code, "bad-slot");
    assert_eq!(refused(&|c| c["nodes"] = json!(2_000_000)).await.code, "bad-search");
    assert_eq!(refused(&|c| c["technique"] = json!("luck")).await.code, "unknown-technique");
    assert_eq!(refused(&|c| c["at"]["variant"] = json!("chess")).await.code, "unknown-variant");
    assert_eq!(refused(&|c| c["at"]["moves"] = json!(["a0a9"])).await.code, "illegal-move");
    assert_eq!(refused(&|c| c["at"]["position"] = json!("x")).await.code, "bad-position");
    let nothing = client.ask(&json!({"type": "events", "slot": 1, "from": 0})).await;
    assert_eq!(nothing.unwrap_err().code, "no-search");
    client.ask(&json!({"type": "ping"})).await.unwrap();
    assert_eq!(client.seen.pop(), Some(LabEvent::Pong));
    hall.close().await;
}

#[tokio::test]
async fn the_engine_is_watched_while_it_thinks() {
    let hall = open().await;
    let mut client = join(&hall).await;
    let command = json!({"type": "mind", "at": {"variant": "gomoku", "moves": ["h8"]}, "depth": 3});
    client.ask(&command).await.unwrap();
    let mut told: Vec<LabIteration> = Vec::new();
    loop {
        let event =
            if client.seen.is_empty() { client.next().await } else { client.seen.remove(0) };
        if let LabEvent::Mind { iteration } = event {
            let done = iteration.done;
            told.push(*iteration);
            if done {
                break;
            }
        }
    }
    let last = told.pop().unwrap();
    assert_eq!((last.message, told.len()), (None, 3));
    for (iteration, depth) in told.iter().zip(1..) {
        assert_eq!(iteration.depth, depth);
        assert_eq!(iteration.moves.iter().filter(|m| m.favourite).count(), 1);
        assert!(!iteration.best.is_empty() && iteration.moves[0].order == 1);
    }
    hall.close().await;
}

fn measure(variant: &str, by: &str, depth: u32) -> Value {
    json!({"type": "measure", "at": {"variant": variant}, "by": by, "depth": depth})
}

#[tokio::test]
async fn techniques_and_machines_are_measured_at_a_depth() {
    let hall = open().await;
    let mut client = join(&hall).await;
    let mut figures = Vec::new();
    for by in ["minimax", "alpha-beta", "history-only"] {
        client.ask(&measure("xiangqi", by, 2)).await.unwrap();
        let found = client.measured().await;
        assert_eq!((found.by.as_str(), found.depth, found.state), (by, 2, LabState::Done));
        assert!(found.nodes > found.leaves.unwrap() && found.time_us > 0 && found.best.is_some());
        figures.push((found.leaves.unwrap(), found.score));
    }
    // Minimax looks at every position in the last ply: the perft number.
    assert_eq!(figures[0].0, 1920);
    assert!(figures[1].0 < figures[0].0 && figures[2].0 < figures[0].0, "{figures:?}");
    assert!(figures.iter().all(|figure| figure.1 == figures[0].1), "{figures:?}");
    // A machine of a textbook counts no leaves.
    client.ask(&measure("xiangqi", "classic-4", 3)).await.unwrap();
    let machine = client.measured().await;
    assert_eq!((machine.state, machine.leaves), (LabState::Done, None));
    assert!(machine.nodes > 0);
    hall.close().await;
}

#[tokio::test]
async fn what_is_measured_ends_with_its_time_or_is_stopped() {
    let hall = open().await;
    let mut client = join(&hall).await;
    for by in ["minimax", "classic-5"] {
        let mut command = measure("xiangqi", by, 12);
        command["ms"] = json!(200);
        client.ask(&command).await.unwrap();
        assert_eq!(client.measured().await.state, LabState::Limit, "{by}");
    }
    // One that is stopped, or replaced, is not answered.
    client.ask(&measure("xiangqi", "minimax", 12)).await.unwrap();
    client.ask(&json!({"type": "measure_stop"})).await.unwrap();
    client.ask(&measure("xiangqi", "minimax", 12)).await.unwrap();
    client.ask(&measure("reversi", "full", 3)).await.unwrap();
    let found = client.measured().await;
    assert_eq!((found.by.as_str(), found.depth, found.state), ("full", 3, LabState::Done));
    let mut refused = async |change: &dyn Fn(&mut Value)| {
        let mut command = measure("xiangqi", "full", 2);
        change(&mut command);
        client.ask(&command).await.unwrap_err()
    };
    assert_eq!(refused(&|c| c["depth"] = json!(13)).await.message, "depth: expected 1 to 12");
    assert_eq!(refused(&|c| c["ms"] = json!(10_001)).await.message, "ms: expected 1 to 10000");
    assert_eq!(refused(&|c| c["by"] = json!("luck")).await.code, "unknown-technique");
    hall.close().await;
}

#[tokio::test]
async fn what_the_lab_offers_can_be_asked_for() {
    let hall = open().await;
    let offer: Lab = serde_json::from_slice(&hall.get("/api/lab").await.body).unwrap();
    assert_eq!((offer.deepest, offer.most_nodes), (6, 1_000_000));
    assert_eq!((offer.deepest_measured, offer.longest_ms), (12, 10_000));
    assert_eq!(offer.techniques[1].id, "alpha-beta");
    let with_openings = offer.variants.iter().filter(|variant| !variant.openings.is_empty());
    assert_eq!(with_openings.count(), 6);
    let variants: Vec<&str> = offer.variants.iter().map(|v| v.id.as_str()).collect();
    assert!(variants.contains(&"draughts-frisian") && variants.contains(&"reversi"));
    for variant in &offer.variants {
        for by in &variant.evaluations {
            let asked = json!({"at": {"variant": variant.id}, "by": by});
            let answer = hall.send_json("POST", "/api/lab/evaluation", &asked).await;
            assert_eq!(answer.status, 200, "{}: {}", variant.id, answer.text());
            let found: LabEvaluation = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(found.terms.iter().map(|term| term.total).sum::<i32>(), found.score_cp);
        }
    }
    let asked = json!({"at": {"variant": "xiangqi"}, "by": "luck"});
    let answer = hall.send_json("POST", "/api/lab/evaluation", &asked).await;
    answer.problem(422, "unknown-machine");
    hall.close().await;
}

#[tokio::test]
async fn the_moves_of_a_game_are_set_on_the_board() {
    let hall = open().await;
    let line = async |at: Value| hall.send_json("POST", "/api/lab/line", &at).await;
    let cannons = ["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"];
    let answer = line(json!({"variant": "xiangqi", "moves": cannons})).await;
    let found: LabLine = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((found.turn, found.moves.len(), found.over), (Side::First, 7, true));
    assert_eq!(found.board.pieces.len(), 32);
    let texts: Vec<&str> = found.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(texts, cannons);
    assert_eq!(found.moves[1].side, Side::Second);
    let capture = &found.moves[2];
    assert_eq!((capture.ply, capture.captured.len(), found.moves[6].check), (3, 1, true));
    assert_eq!((capture.removed.len(), capture.put.len()), (2, 1));
    // A start of its own, and an open game.
    let at = json!({"variant": "draughts", "position": "B:W31,32:B1", "moves": ["1-6"]});
    let found: LabLine = serde_json::from_slice(&line(at).await.body).unwrap();
    assert_eq!((found.turn, found.board.pieces.len(), found.over), (Side::Second, 3, false));
    let bad = json!({"variant": "xiangqi", "moves": ["h2e2", "a0a9"]});
    assert!(line(bad).await.problem(422, "illegal-move").contains("moves[1]"));
    line(json!({"variant": "xiangqi", "position": "3k5/9"})).await.problem(422, "bad-position");
    let long = vec!["h8"; 2001];
    line(json!({"variant": "gomoku", "moves": long})).await.problem(422, "bad-position");
    hall.close().await;
}

#[tokio::test]
async fn a_machine_of_a_textbook_plays_in_the_hall() {
    let hall = open().await;
    let catalogue = hall.get("/api/catalogue").await.json();
    let variants = catalogue["variants"].as_array().unwrap();
    let xiangqi = variants.iter().find(|variant| variant["id"] == "xiangqi").unwrap();
    let ids: Vec<&str> =
        xiangqi["presets"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    let partners = ["random", "greedy", "hasty", "careful"];
    assert_eq!(ids, [&["classic-3", "classic-4", "classic-5"][..], &partners].concat());
    // The catalogue comes with the page: what few read is asked for.
    assert_eq!(xiangqi["presets"][0].get("text"), None);
    let texts = hall.get("/api/catalogue/xiangqi/presets").await.json();
    for (i, id) in ids.iter().enumerate() {
        assert_eq!(texts["presets"][i]["id"], **id);
        assert!(texts["presets"][i]["text"].as_str().unwrap().len() > 20, "{texts}");
        assert!(texts["presets"][i]["text_zh"].as_str().unwrap().len() > 20, "{texts}");
    }
    let others = hall.get("/api/catalogue/draughts/presets").await.json();
    let others: Vec<_> = others["presets"].as_array().unwrap().iter().map(|p| &p["id"]).collect();
    assert_eq!(others, partners, "draughts has no machine of a textbook");
    hall.get("/api/catalogue/chess/presets").await.problem(422, "unknown-variant");
    hall.get("/api/catalogue/%FF/presets").await.problem(404, "not-found");
    let textbook = json!({"kind": "machine", "level": 1, "preset": "classic-3", "depth": 2});
    let game = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person", "name": ""}, textbook],
        "clock": {"kind": "none"},
    });
    let id = hall.begin(&game).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let played = eventually("the machine moves", async || {
        let game = hall.game(&id).await;
        if game.moves.len() == 2 { Ok(game) } else { Err("not yet") }
    })
    .await;
    // The machine itself chose it, not the engine of the hall.
    let mut session = games::new_session("xiangqi", None, None).unwrap();
    session.push("h2e2").unwrap();
    let mut machine = games::new_preset("xiangqi", "classic-3").unwrap();
    let limits = engine::Limits { depth: Some(2), ..engine::Limits::default() };
    let own = machine.search(session.as_ref(), &limits, &engine::Control::new(), &mut |_| {});
    assert_eq!(own.unwrap().best.as_deref(), Some(played.moves[1].text.as_str()));
    let Player::Machine { preset, .. } = &played.players[1] else { panic!("a machine") };
    assert_eq!(preset.as_deref(), Some("classic-3"));
    // It is stored with the game.
    let data = hall.close().await;
    let hall = crate::common::start(crate::common::config(data.path())).await;
    assert_eq!(hall.game(&id).await.players, played.players);
    hall.stop().await;
}

#[tokio::test]
async fn an_unknown_machine_is_refused() {
    let hall = open().await;
    let unknown = json!({"kind": "machine", "level": 1, "preset": "classic-9"});
    let game = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person", "name": ""}, unknown],
        "clock": {"kind": "none"},
    });
    let answer = hall.send_json("POST", "/api/games", &game).await;
    let message = answer.problem(422, "unknown-machine");
    assert!(message.starts_with("players[1].preset: "), "{message}");
    hall.close().await;
}
