//! One client that asks for all that it can leaves the others what is theirs. Clients are told apart by what a trusted
//! proxy says.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::engines::{Patient, Seen};
use crate::common::study::PATIENCE;
use crate::common::{Answer, Open, against_machine, eventually, open_with, persons};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Engines};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const GREEDY: &str = "192.0.2.1";
const PERSON: &str = "192.0.2.2";

async fn hall(change: impl FnOnce(&mut Config)) -> Open {
    open_with(|config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        change(config);
    })
    .await
}

/// The same with patient engines and one thread, and what is seen of the searches.
async fn patient_hall(change: impl FnOnce(&mut Config)) -> (Open, Arc<Seen>) {
    let seen = Arc::<Seen>::default();
    let made = Arc::clone(&seen);
    let hall = hall(|config| {
        config.engine_searches = 1;
        config.engines = Engines::new(move |_| Ok(Box::new(Patient(Arc::clone(&made)))));
        change(config);
    })
    .await;
    (hall, seen)
}

/// The path of a new study of a client.
async fn study(hall: &Open, client: &str) -> String {
    let new = json!({"kind": "position", "variant": "xiangqi", "moves": ["h2e2", "h9g7"]});
    let answer = post(hall, client, "/api/studies", &new).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    format!("/api/studies/{}", answer.json()["id"].as_str().unwrap())
}

/// A client of a study that has asked for an analysis without an end; what was answered, if that was a refusal.
struct Analysing(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Analysing {
    async fn begin(hall: &Open, client: &str) -> (Self, Option<Value>) {
        let path = study(hall, client).await;
        let mut request = format!("ws://{}{path}/live", hall.addr).into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", client.parse().unwrap());
        let mut this = Self(connect_async(request).await.unwrap().0);
        let asked = json!({"id": "a", "type": "analyse", "node": 0, "engine": "own", "lines": 1});
        this.0.send(Message::text(asked.to_string())).await.unwrap();
        let answer = this.until(|event| event["id"] == "a").await;
        let refused = (answer["type"] == "error").then(|| answer["problem"].clone());
        (this, refused)
    }

    async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("in time");
            let Some(Ok(Message::Text(text))) = next else { continue };
            let event: Value = serde_json::from_str(&text).unwrap();
            if is_it(&event) {
                return event;
            }
        }
    }
}

async fn post(hall: &Open, client: &str, path: &str, body: &Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("X-Forwarded-For", client)];
    hall.send("POST", path, &headers, body.to_string().as_bytes()).await
}

async fn begin(hall: &Open, client: &str, game: &Value) -> String {
    let answer = post(hall, client, "/api/games", game).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_machine_answers_a_stranger_beside_thirty_games_with_an_hour_a_move() {
    let (hall, seen) = patient_hall(|_| {}).await;
    let mut long = against_machine();
    long["players"][1]["move_time_ms"] = json!(3_600_000);
    let mut greedy = Vec::new();
    for _ in 0..30 {
        let id = begin(&hall, GREEDY, &long).await;
        let mut socket = hall.connect(&id, &[("x-forwarded-for", GREEDY)]).await.unwrap();
        socket.next().await;
        socket.play(1, "h2e2").await;
        greedy.push(socket);
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let mut short = against_machine();
    short["players"][1]["move_time_ms"] = json!(200);
    let id = begin(&hall, PERSON, &short).await;
    let mut socket = hall.connect(&id, &[("x-forwarded-for", PERSON)]).await.unwrap();
    socket.next().await;
    let before = seen.long.load(Ordering::SeqCst);
    socket.play(1, "h2e2").await;
    socket.wait_for(|game| game.moves.len() == 2).await;
    // Its own search, the one that goes on after it, and a turn that changed in the meantime: not thirty.
    let begun = seen.long.load(Ordering::SeqCst) - before;
    assert!(begun <= 3, "{begun} searches began before the answer");
}

#[tokio::test]
async fn a_stranger_sees_a_first_line_beside_analyses_without_an_end() {
    let (hall, seen) = patient_hall(|_| {}).await;
    let (mut greedy, mut refused) = (Vec::new(), 0);
    for _ in 0..48 {
        let (analysing, problem) = Analysing::begin(&hall, GREEDY).await;
        match problem {
            Some(problem) => {
                assert_eq!(problem["code"], "too-many-analyses", "{problem}");
                refused += 1;
            }
            None => greedy.push(analysing),
        }
    }
    assert_eq!((greedy.len(), refused), (24, 24));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let before = seen.long.load(Ordering::SeqCst);
    let (mut person, problem) = Analysing::begin(&hall, PERSON).await;
    assert_eq!(problem, None);
    let has_line =
        |event: &Value| event["analysis"]["lines"].as_array().is_some_and(|all| !all.is_empty());
    person.until(has_line).await;
    let begun = seen.long.load(Ordering::SeqCst) - before;
    assert!(begun <= 3, "{begun} searches began before the first line");
}

#[tokio::test]
async fn a_strangers_review_is_done_beside_a_hundred_and_fifty_long_ones() {
    let (hall, seen) = patient_hall(|config| config.limits.client.begun_at_once = 1000).await;
    let mut statuses = std::collections::BTreeMap::<u16, usize>::new();
    for _ in 0..150 {
        let path = format!("{}/review", study(&hall, GREEDY).await);
        let answer = post(&hall, GREEDY, &path, &json!({"ms": 60_000})).await;
        if answer.status != 202 {
            answer.problem(429, "too-many-reviews");
        }
        *statuses.entry(answer.status).or_default() += 1;
    }
    assert_eq!(statuses, [(202, 8), (429, 142)].into());
    let path = study(&hall, PERSON).await;
    let before = seen.long.load(Ordering::SeqCst);
    let answer = post(&hall, PERSON, &format!("{path}/review"), &json!({"nodes": 500})).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    eventually("it is done", async || {
        let review = hall.get(&path).await.json()["review"].clone();
        if review["state"] == "done" { Ok(()) } else { Err(review) }
    })
    .await;
    // Between two of its positions one of the others has a turn.
    let turns = seen.long.load(Ordering::SeqCst) - before;
    let own = seen.quick.load(Ordering::SeqCst);
    assert!(turns <= own + 3, "{turns} turns of others beside {own} of its own");
}

#[tokio::test]
async fn a_strangers_file_is_read_beside_forty_large_ones() {
    let hall = Arc::new(hall(|_| {}).await);
    let large = "[Event \"e\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *\n\n".repeat(20_000);
    let large = Arc::new(json!({"variant": "xiangqi", "name": "a.pgn", "content": large}));
    let (read, refused) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    let mut greedy = JoinSet::new();
    for _ in 0..40 {
        let (hall, large) = (Arc::clone(&hall), Arc::clone(&large));
        let (read, refused) = (Arc::clone(&read), Arc::clone(&refused));
        greedy.spawn(async move {
            let answer = post(&hall, GREEDY, "/api/import", &large).await;
            match answer.status {
                200 => read.fetch_add(1, Ordering::SeqCst),
                _ => {
                    answer.problem(429, "too-many-imports");
                    refused.fetch_add(1, Ordering::SeqCst)
                }
            };
        });
    }
    // At most eight are received or read at a time.
    eventually("they are refused", async || {
        let count = refused.load(Ordering::SeqCst);
        if count >= 20 { Ok(()) } else { Err(count) }
    })
    .await;
    let before = read.load(Ordering::SeqCst);
    let small = json!({"variant": "xiangqi", "name": "a.pgn", "content": "1. C2=5 *"});
    let answer = post(&hall, PERSON, "/api/import", &small).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let meanwhile = read.load(Ordering::SeqCst) - before;
    assert!(meanwhile <= 2, "{meanwhile} large files were read before the small one");
    greedy.join_all().await;
    assert_eq!(read.load(Ordering::SeqCst) + refused.load(Ordering::SeqCst), 40);
}

#[tokio::test]
async fn five_hundred_games_at_once_are_too_many_of_one_client() {
    let hall = hall(|_| {}).await;
    let mut refused = None;
    for _ in 0..500 {
        let answer = post(&hall, GREEDY, "/api/games", &persons()).await;
        if answer.status != 201 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    refused.problem(429, "too-fast");
    assert!(refused.headers.contains_key("retry-after"));
    begin(&hall, PERSON, &persons()).await;
}

#[tokio::test]
async fn one_client_cannot_use_up_the_room_for_games() {
    let hall = hall(|config| config.limits.stored_games = 40).await;
    for _ in 0..2 {
        begin(&hall, GREEDY, &persons()).await;
    }
    let refused = post(&hall, GREEDY, "/api/games", &persons()).await;
    refused.problem(429, "client-share-used");
    begin(&hall, PERSON, &persons()).await;
}

#[tokio::test]
async fn one_client_cannot_use_up_the_room_for_studies() {
    let hall = hall(|config| config.limits.stored_studies = 40).await;
    let new = json!({"kind": "position", "variant": "xiangqi"});
    for _ in 0..2 {
        study(&hall, GREEDY).await;
    }
    post(&hall, GREEDY, "/api/studies", &new).await.problem(429, "client-share-used");
    study(&hall, PERSON).await;
}

#[tokio::test]
async fn a_hall_that_is_full_of_studies_says_so() {
    let hall = hall(|config| config.limits.stored_studies = 1).await;
    study(&hall, PERSON).await;
    let new = json!({"kind": "position", "variant": "xiangqi"});
    let message = post(&hall, PERSON, "/api/studies", &new).await.problem(409, "too-many-studies");
    assert!(message.contains("1 studies"), "{message}");
}

#[tokio::test]
async fn a_player_finds_room_in_a_game_that_one_client_fills() {
    let hall = hall(|config| {
        config.limits.sockets_per_game = 4;
        config.limits.client.sockets_per_game = 4;
    })
    .await;
    let id = begin(&hall, PERSON, &persons()).await;
    let mut greedy = Vec::new();
    for i in 0..4 {
        let mut socket = hall.connect(&id, &[("x-forwarded-for", GREEDY)]).await.unwrap();
        socket.next().await;
        let bad = json!({"type": "move", "ply": 1, "text": "a0a9"});
        socket.ask(&format!("bad {i}"), &bad).await.unwrap_err();
        greedy.push(socket);
    }
    let mut socket = hall.connect(&id, &[("x-forwarded-for", PERSON)]).await.expect("room");
    socket.next().await;
    socket.play(1, "h2e2").await;
}

#[tokio::test]
async fn machine_games_and_long_moves_of_one_client_have_a_limit() {
    let hall = hall(|config| config.limits.client.machine_games = 1).await;
    let first = begin(&hall, GREEDY, &against_machine()).await;
    let second = begin(&hall, GREEDY, &against_machine()).await;
    let header = [("x-forwarded-for", GREEDY)];
    let socket = hall.connect(&first, &header).await.unwrap();
    assert_eq!(hall.connect(&second, &header).await.err(), Some(429));
    assert!(hall.connect(&second, &[("x-forwarded-for", PERSON)]).await.is_ok());
    drop(socket);
    let mut day = against_machine();
    day["players"][1]["move_time_ms"] = json!(86_400_000);
    post(&hall, GREEDY, "/api/games", &day).await.problem(422, "bad-game");
}

#[tokio::test]
async fn an_export_has_each_game_once() {
    let hall = hall(|_| {}).await;
    let id = begin(&hall, PERSON, &persons()).await;
    let ids: Vec<_> = (0..400).map(|_| id.clone()).collect();
    let asked = json!({ "games": ids, "format": "pgn" });
    let answer = post(&hall, PERSON, "/api/archive/export", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.text().matches("[Event ").count(), 1);
}

/// Of eight exports that a client asks for at once, one is written and each of the seven others is refused; another client has
/// its own. Files of others are read meanwhile, so that the first one waits while the seven come.
#[tokio::test]
async fn one_export_at_a_time_is_written_for_a_client() {
    let hall = Arc::new(hall(|_| {}).await);
    let mut long = persons();
    long["moves"] = json!(["b0c2", "b9c7", "c2b0", "c7b9"]);
    let mut ids = Vec::new();
    for number in 0..30 {
        ids.push(begin(&hall, &format!("198.51.100.{number}"), &long).await);
    }
    let asked = json!({ "games": ids, "format": "pgn" });
    let large = "[Event \"e\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *\n\n".repeat(5_000);
    let large = Arc::new(json!({"variant": "xiangqi", "name": "a.pgn", "content": large}));
    eventually("eight exports at once", async || {
        let mut readers = JoinSet::new();
        for number in 0..8 {
            let (hall, large) = (Arc::clone(&hall), Arc::clone(&large));
            let client = format!("203.0.113.{number}");
            readers.spawn(async move { post(&hall, &client, "/api/import", &large).await });
        }
        let mut all = JoinSet::new();
        for client in [GREEDY; 8].into_iter().chain([PERSON]) {
            let (hall, asked) = (Arc::clone(&hall), asked.clone());
            all.spawn(async move {
                let answer = post(&hall, client, "/api/archive/export", &asked).await;
                (client, answer)
            });
        }
        let mut refused = 0;
        for (client, answer) in all.join_all().await {
            if client == PERSON || answer.status == 200 {
                assert_eq!(answer.status, 200, "{client}: {}", answer.text());
                assert_eq!(answer.text().matches("[Event ").count(), ids.len());
                // Nobody knew its length before it was written.
                assert!(!answer.headers.contains_key("content-length"), "{:?}", answer.headers);
            } else {
                answer.problem(429, "too-many-exports");
                refused += 1;
            }
        }
        for answer in readers.join_all().await {
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        if refused == 7 { Ok(()) } else { Err(refused) }
    })
    .await;
}

#[tokio::test]
async fn answers_of_the_api_are_not_kept() {
    let hall = hall(|_| {}).await;
    for path in ["/api/games", "/api/catalogue", "/api/games/none"] {
        let answer = hall.get(path).await;
        assert_eq!(answer.headers.get("cache-control").map(String::as_str), Some("no-store"));
    }
}
