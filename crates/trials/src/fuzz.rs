//! Requests and messages that are almost valid: none causes an internal error of the server.

use crate::hall::{Hall, Lots, ask_with};
use crate::person::{Mode, Person};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Messages of one socket before another one is opened.
const OF_ONE_SOCKET: u64 = 50;

#[derive(Default)]
struct FuzzFindings {
    statuses: BTreeMap<u16, u64>,
    codes: BTreeMap<String, u64>,
    silent: u64,
    wrong: Vec<String>,
}

/// A hall in one of its modes, and who speaks there.
struct Stage {
    hall: Hall,
    /// Who sends what is nearly right.
    speaker: Option<Person>,
}

/// The modes of a hall, and who speaks in them.
const STAGES: [(Mode, Who); 7] = [
    (Mode::Mine, Who::Maker),
    (Mode::Friends, Who::Maker),
    (Mode::Friends, Who::Unknown),
    (Mode::Friends, Who::Forged),
    (Mode::Public, Who::Maker),
    (Mode::Public, Who::Unknown),
    (Mode::Public, Who::Forged),
];

#[derive(Copy, Clone, Debug)]
enum Who {
    Maker,
    Unknown,
    Forged,
}

impl Stage {
    async fn open(data: &std::path::Path, mode: Mode, who: Who) -> Self {
        let mut maker = None;
        let opened = mode.open(data, &mut maker).await;
        let hall = opened.unwrap_or_else(|why| panic!("an empty hall opens: {why}"));
        // From another address, so that the limits of the one are not those of the other.
        let speaker = maker.as_ref().map(Person::elsewhere).map(|maker| match who {
            Who::Maker => maker,
            Who::Unknown => maker.unknown(),
            Who::Forged => maker.forged(),
        });
        Self { hall, speaker }
    }

    /// A request of the maker; what is made has an id.
    fn made(&self, path: &str, body: &Value) -> Option<String> {
        let (status, answer) = self.hall.ask("POST", path, &body.to_string())?;
        (status == 201).then(|| answer["id"].as_str().unwrap_or_default().to_owned())
    }

    fn begun(&self) -> String {
        let person = json!({"kind": "person"});
        let game =
            json!({"variant": "gomoku", "players": [person, person], "clock": {"kind": "none"}});
        self.made("/api/games", &game).unwrap_or_else(|| panic!("no game begins"))
    }
}

/// In each mode, and there with an identity, without one, and with a forged one.
pub(crate) async fn run(rounds: u64, mut lots: Lots) -> bool {
    let mut kept = true;
    for (mode, who) in STAGES {
        let data = tempfile::tempdir().unwrap();
        let stage = Stage::open(data.path(), mode, who).await;
        println!("{mode:?}, {who:?}:");
        kept &= on_stage(stage, rounds.div_ceil(STAGES.len() as u64), &mut lots).await;
    }
    kept
}

async fn on_stage(stage: Stage, rounds: u64, lots: &mut Lots) -> bool {
    let mut found = FuzzFindings::default();
    let game = stage.begun();
    for _ in 0..rounds {
        request(&stage, &game, lots, &mut found);
    }
    let mut left = rounds;
    while left > 0 {
        // Earlier messages may have ended the game.
        let id = stage.begun();
        let most = left.min(OF_ONE_SOCKET);
        messages(&stage, "games", &id, Use::Message, most, lots, &mut found).await;
        // Studies of a game, whose tree the messages change.
        match stage.made("/api/studies", &json!({"kind": "game", "id": id})) {
            Some(id) => {
                messages(&stage, "studies", &id, Use::Edit, most, lots, &mut found).await;
            }
            None => found.wrong.push("no study".to_owned()),
        }
        messages(&stage, "lab", "", Use::Lab, most, lots, &mut found).await;
        left -= most;
    }
    if stage.hall.moves(&game).is_none() {
        found.wrong.push("the game of the beginning is gone".to_owned());
    }
    let (in_order, said) = stage.hall.close();
    if !in_order || said.contains("panicked") {
        found.wrong.push(format!("the hall said: {said:.2000}"));
    }
    for wrong in found.wrong.iter().take(20) {
        println!("{wrong}");
    }
    println!("statuses: {:?}; refusals on sockets: {:?}", found.statuses, found.codes);
    println!(
        "fuzz: {rounds} requests and {rounds} messages, {} without an answer, {} wrong",
        found.silent,
        found.wrong.len()
    );
    found.wrong.is_empty()
}

/// The purpose of a body.
#[derive(Copy, Clone)]
enum Use {
    Game,
    Import,
    Position,
    Preferences,
    Message,
    Study,
    Edit,
    Lab,
    Archive,
    Evaluation,
    Review,
    People,
}

/// Valid and nearly valid bodies.
fn bodies(of: Use, game: &str) -> Vec<Value> {
    let person = json!({"kind": "person", "name": "A"});
    let begin = json!({
        "variant": "xiangqi", "players": [person, {"kind": "machine", "level": 1}],
        "draw_lots": true, "clock": {"kind": "per_move", "ms": 60000},
        "position": "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", "moves": ["a0a1"],
    });
    match of {
        Use::Game => vec![
            begin,
            json!({"variant": "gomoku", "players": [person, person], "opening": "swap2",
                   "clock": {"kind": "increment", "base_ms": 1000, "increment_ms": 100}}),
            json!({"variant": "draughts", "rules": "standard", "players": [person, person],
                   "clock": {"kind": "none"}, "position": "W:W31:B5"}),
        ],
        Use::Import => vec![
            json!({"variant": "xiangqi", "text": "[Event \"?\"]\n1. h2e2 *"}),
            json!({"variant": "gomoku", "text": "(;GM[4]SZ[15];B[hh];W[ih])"}),
            json!({"text": "h8 h9 i9", "name": "a.psq"}),
        ],
        Use::Position => vec![
            json!({"variant": "reversi", "pieces": [{"at": "a1", "piece": "x"}], "turn": "first"}),
            json!({"variant": "xiangqi", "position": "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"}),
        ],
        Use::Preferences => vec![json!({"language": "zh", "game": game}), Value::Null],
        Use::Message => vec![
            json!({"id": "1", "type": "move", "ply": 1, "text": "h8"}),
            json!({"id": "2", "type": "choose", "choice": "swap"}),
            json!({"id": "3", "type": "take_back", "ply": 0}),
            json!({"id": "4", "type": "hint"}),
            json!({"id": "5", "type": "offer_draw"}),
            json!({"id": "6", "type": "swap_sides"}),
            json!({"id": "7", "type": "restart"}),
            json!({"id": "8", "type": "resign"}),
        ],
        Use::Study => vec![
            json!({"kind": "game", "id": game}),
            json!({"kind": "position", "variant": "draughts", "moves": ["32-28"], "title": "t"}),
            json!({"kind": "file", "game": 0, "file": {"variant": "xiangqi", "name": "a.pgn",
                   "content": "1. h2e2 {[%cal Gh2e2][%eval 0.3]} (1. b0c2) h9g7 *"}}),
        ],
        Use::Edit => vec![
            json!({"id": "1", "type": "play", "node": 0, "text": "h2e2"}),
            json!({"id": "2", "type": "insert", "node": 0, "moves": ["b0c2", "h9g7"]}),
            json!({"id": "3", "type": "comment", "node": 1, "text": "a"}),
            json!({"id": "4", "type": "shapes", "node": 1, "shapes": [
                   {"color": "red", "from": "e2", "to": "e4"}]}),
            json!({"id": "5", "type": "evaluate", "node": 1, "evaluation":
                   {"score": {"cp": 3}, "chance": 0.5, "depth": 1, "engine": "own"}}),
            json!({"id": "6", "type": "delete", "node": 1}),
            json!({"id": "7", "type": "undo"}),
            json!({"id": "8", "type": "make_main", "node": 2}),
            json!({"id": "9", "type": "analyse", "node": 0, "engine": "own", "lines": 2,
                   "only": [], "threat": true, "depth": 2}),
            json!({"id": "10", "type": "look", "node": 1}),
            json!({"id": "11", "type": "glyphs", "node": 1, "glyphs": [1]}),
            json!({"id": "12", "type": "title", "title": "t"}),
            json!({"id": "13", "type": "values", "node": 0}),
            json!({"id": "14", "type": "collapse", "node": 1, "collapsed": true}),
            json!({"id": "15", "type": "stop"}),
        ],
        Use::Lab => vec![
            json!({"id": "1", "type": "search", "slot": 0, "technique": "alpha-beta", "depth": 2,
                   "nodes": 2000, "at": {"variant": "xiangqi", "moves": ["h2e2"]}}),
            json!({"id": "2", "type": "search", "slot": 1, "technique": "minimax", "depth": 1,
                   "at": {"variant": "draughts", "position": "W:W31:B5"}}),
            json!({"id": "3", "type": "events", "slot": 0, "from": 0, "most": 10}),
            json!({"id": "4", "type": "names", "slot": 0, "nodes": [0, 1]}),
            json!({"id": "5", "type": "node", "slot": 0, "node": 1}),
            json!({"id": "6", "type": "mind", "ms": 20, "depth": 2, "nodes": 1000,
                   "at": {"variant": "gomoku", "rules": "official", "moves": ["h8"]}}),
            json!({"id": "7", "type": "mind_stop"}),
            json!({"id": "8", "type": "stop", "slot": 0}),
        ],
        Use::Archive => vec![
            json!({"variant": "xiangqi", "opening": ["h2e2"], "order": "opening", "limit": 3,
                   "least_plies": 1, "from": "2026-11-22T18:00:00Z", "state": "over"}),
            json!({"position": {"variant": "gomoku", "text": "h8 h9"}, "ended_as": "first"}),
            json!({"pattern": {"variant": "draughts", "turn": "first", "squares": [
                   {"file": 1, "rank": 2, "side": "first", "kind": "man", "not": true}]}}),
            json!({"games": [game], "add": ["a"], "remove": ["b"]}),
        ],
        Use::Evaluation => vec![
            json!({"at": {"variant": "xiangqi", "moves": ["h2e2"]}, "by": "own"}),
            json!({"at": {"variant": "reversi", "position": "startpos"}, "by": "classic-5"}),
        ],
        Use::Review => vec![json!({"nodes": 100}), json!({"ms": 1}), json!({})],
        Use::People => vec![
            json!({"name": "Ada"}),
            json!({"name": "Ada", "password": "correct horse battery staple"}),
            json!({"name": "Ada", "code": "aaaa-bbbb", "password": "correct horse battery staple"}),
            json!({"person": game, "reason": "insults", "words": "w", "game": game}),
            json!({"variant": "xiangqi", "clock": {"kind": "none"}, "rated": false}),
            json!({"name": "Evening", "variant": "reversi", "listed": true, "clock": {"kind": "none"},
                   "system": {"kind": "swiss", "rounds": 2}}),
            json!({"type": "enter"}),
            json!({"request": "r"}),
            json!({"disabled": true, "reason": "r"}),
            json!({"label": "l", "scopes": ["read", "play"]}),
        ],
    }
}

/// Paths of every kind, some of them malformed.
fn path(game: &str, lots: &mut Lots) -> String {
    let odd = ["%", "%00", "..%2f..", "0", "-1", "9999999999999999999999", "%F0%9F%98%80", "a'b"];
    let word = odd[usize::try_from(lots.below(odd.len() as u64)).unwrap()];
    let paths = [
        "/api/games".to_owned(),
        format!("/api/games?limit={word}"),
        format!("/api/games?after={word}&player={word}&family={word}&state={word}"),
        format!("/api/games?offset={word}&result={word}"),
        format!("/api/games/{game}"),
        format!("/api/games/{word}"),
        format!("/api/games/{game}/raw"),
        format!("/api/games/{game}/{word}"),
        format!("/api/games/{game}/export?format={word}"),
        format!("/api/import?kind={word}"),
        "/api/import".to_owned(),
        "/api/studies".to_owned(),
        "/api/studies".to_owned(),
        format!("/api/studies?before={word}&limit={word}"),
        format!("/api/studies/{word}"),
        format!("/api/studies/{game}/export?format={word}"),
        format!("/api/studies/{game}/review"),
        "/api/archive".to_owned(),
        "/api/archive/moves".to_owned(),
        "/api/archive/tags".to_owned(),
        "/api/archive/export".to_owned(),
        "/api/lab".to_owned(),
        "/api/lab/evaluation".to_owned(),
        "/api/lab/line".to_owned(),
        format!("/api/studies/{word}/raw"),
        "/api/positions".to_owned(),
        "/api/preferences".to_owned(),
        "/api/catalogue".to_owned(),
        "/api/openapi.json".to_owned(),
        "/api/me".to_owned(),
        "/api/account".to_owned(),
        "/api/account/sign-in".to_owned(),
        "/api/account/recovery".to_owned(),
        "/api/account/password".to_owned(),
        "/api/account/tokens".to_owned(),
        format!("/api/account/sessions/{word}"),
        format!("/api/account/kept/{word}"),
        format!("/api/blocks/{word}"),
        "/api/reports".to_owned(),
        "/api/moderation".to_owned(),
        format!("/api/moderation/persons/{word}"),
        "/api/lobby".to_owned(),
        "/api/pairing".to_owned(),
        "/api/tournaments".to_owned(),
        format!("/api/tournaments/{word}/command"),
        format!("/api/persons/{word}"),
        format!("/api/games/{game}/seat"),
        format!("/api/games/{game}/rematch"),
        format!("/{word}"),
    ];
    paths[usize::try_from(lots.below(paths.len() as u64)).unwrap()].clone()
}

/// What the paths of people contain.
const PEOPLE: [&str; 11] = [
    "/me",
    "/account",
    "/blocks",
    "/reports",
    "/moderation",
    "/pairing",
    "/tournaments",
    "/persons",
    "/seat",
    "/rematch",
    "/lobby",
];

fn request(stage: &Stage, game: &str, lots: &mut Lots, found: &mut FuzzFindings) {
    let method = ["POST", "PUT", "GET", "DELETE", "PATCH", "HEAD", "POST", "PUT", "GET", "POST"];
    let method = method[usize::try_from(lots.below(method.len() as u64)).unwrap()];
    let path = path(game, lots);
    // The first game is requested at the end.
    let method = if method == "DELETE" && path.ends_with(game) { "POST" } else { method };
    let of = match path.split('?').next() {
        _ if lots.below(5) == 0 => Use::Message,
        Some("/api/import") => Use::Import,
        Some("/api/studies") => Use::Study,
        Some("/api/positions") => Use::Position,
        Some("/api/lab/evaluation") => Use::Evaluation,
        Some(path) if path.starts_with("/api/archive") => Use::Archive,
        Some(path) if path.ends_with("/review") => Use::Review,
        Some("/api/preferences") => Use::Preferences,
        Some(path) if PEOPLE.iter().any(|people| path.contains(people)) => Use::People,
        _ => Use::Game,
    };
    let body = mutated(of, game, lots);
    let lines = stage.speaker.as_ref().map(Person::lines).unwrap_or_default();
    match ask_with(stage.hall.addr(), &lines, method, &path, &body) {
        Some((status, answer)) => {
            *found.statuses.entry(status).or_default() += 1;
            if status >= 500 {
                found.wrong.push(format!("{method} {path} {body}: {status} {answer}"));
            }
        }
        None => found.silent += 1,
    }
}

async fn messages(
    stage: &Stage,
    what: &str,
    id: &str,
    of: Use,
    most: u64,
    lots: &mut Lots,
    found: &mut FuzzFindings,
) {
    let path = if id.is_empty() { what.to_owned() } else { format!("{what}/{id}") };
    let (addr, path) = (stage.hall.addr(), format!("/api/{path}/live"));
    let request = match &stage.speaker {
        Some(person) => person.socket(addr, &path).unwrap(),
        None => format!("ws://{addr}{path}").into_client_request().unwrap(),
    };
    let Ok((mut socket, _)) = tokio_tungstenite::connect_async(request).await else {
        found.wrong.push("no socket".to_owned());
        return;
    };
    for _ in 0..most {
        let text = mutated(of, id, lots);
        let message = match lots.below(20) {
            0 => Message::binary(text.into_bytes()),
            _ => Message::text(text),
        };
        if socket.send(message).await.is_err() {
            break;
        }
    }
    // The answers to all of them, and then to a valid one.
    let last = json!({"id": "the last", "type": "ping"}).to_string();
    if socket.send(Message::text(last)).await.is_err() {
        found.silent += 1;
        return;
    }
    loop {
        let next = tokio::time::timeout(Duration::from_secs(30), socket.next()).await;
        let Ok(Some(Ok(message))) = next else {
            found.silent += 1;
            return;
        };
        let Message::Text(text) = message else { continue };
        let event: Value = serde_json::from_str(&text).unwrap_or_default();
        if event["type"] == "pong" {
            return;
        }
        if let Some(code) = event["problem"]["code"].as_str() {
            *found.codes.entry(code.to_owned()).or_default() += 1;
            if code == "internal" {
                found.wrong.push(format!("on a socket: {text}"));
            }
        }
    }
}

/// A body with a change: in a value, a key, some characters, or its end.
fn mutated(of: Use, game: &str, lots: &mut Lots) -> String {
    let bodies = bodies(of, game);
    let mut body = bodies[usize::try_from(lots.below(bodies.len() as u64)).unwrap()].clone();
    for _ in 0..lots.below(3) {
        change(&mut body, lots);
    }
    let mut text: Vec<char> = body.to_string().chars().collect();
    let mut place = |end: usize| usize::try_from(lots.below(end.max(1) as u64)).unwrap();
    match place(8) {
        0 => text.truncate(place(text.len())),
        1 => {
            let at = place(text.len());
            if let Some(c) = text.get_mut(at) {
                *c = ['"', '{', '\u{0}', '\u{202e}', '9', '-', '\\', '𠀀'][place(8)];
            }
        }
        _ => {}
    }
    text.into_iter().collect()
}

/// Replaces some part of a value by an unusual one.
fn change(value: &mut Value, lots: &mut Lots) {
    let size = match value {
        Value::Object(map) => map.len(),
        Value::Array(list) => list.len(),
        _ => 0,
    };
    if size > 0 && lots.below(4) > 0 {
        let at = usize::try_from(lots.below(size as u64)).unwrap();
        let inner = match value {
            Value::Object(map) => map.values_mut().nth(at),
            Value::Array(list) => list.get_mut(at),
            _ => None,
        };
        return inner.into_iter().for_each(|inner| change(inner, lots));
    }
    let odd = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(u64::MAX),
        json!(1e308),
        json!(""),
        json!("\u{0}\u{202e}\u{7f}"),
        json!("𠀀".repeat(300)),
        json!([]),
        json!({}),
        json!([[[[[[[[]]]]]]]]),
        json!("a0a9"),
        json!("gomoku20"),
    ];
    *value = odd[usize::try_from(lots.below(odd.len() as u64)).unwrap()].clone();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn nearly_right_requests_break_no_mode() {
        assert!(run(350, Lots(7717)).await);
    }
}
