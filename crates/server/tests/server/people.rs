//! Searches for people that workers do. The worker here is the test: it knows what the engine would say.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, against_machine, config, engines, in_databases, open_with, start};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use server::{Config, Engines, Tokens};
use std::time::Duration;
use wire::Event;

const TOKEN: &str = "worker-token-0123456789abcdef";

/// Makes it a hall whose only thread searches for ever, and that hands the rest out.
fn hands_out(config: &mut Config) {
    config.worker_tokens = Tokens::parse(TOKEN).unwrap();
    config.job_tokens = config.worker_tokens.clone();
    config.build = Some("a build".to_owned());
    config.metrics = Some("127.0.0.1:0".parse().unwrap());
    config.engine_searches = 1;
    config.engines = Engines::new(|_| Ok(Box::new(engines::Endless)));
}

async fn hall() -> Open {
    open_with(hands_out).await
}

async fn post(hall: &Open, path: &str, body: &Value) -> (u16, Value) {
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    let path = format!("/api/work/{path}");
    let answer = hall.send("POST", &path, &headers, body.to_string().as_bytes()).await;
    (answer.status, if answer.body.is_empty() { Value::Null } else { answer.json() })
}

async fn good(hall: &Open, path: &str, body: &Value) -> Value {
    let (status, answer) = post(hall, path, body).await;
    assert!(status < 300, "{path}: {status} {answer}");
    answer
}

fn claim(wait_ms: u64) -> Value {
    json!({
        "protocol": jobs::PROTOCOL, "build": "a build", "classes": ["move", "analysis"],
        "worker": "w", "most": 1, "wait_ms": wait_ms,
    })
}

fn result(held: &Value, best: &str) -> Value {
    let answer = json!({"best": best, "ponder": null, "info": null}).to_string();
    json!({"held": held, "done": {"result": {"bytes": BASE64_STANDARD.encode(answer)}}})
}

/// A game in which the machine is to move, and the thread of the hall thinks about it for ever.
async fn occupied(hall: &Open) -> crate::common::Socket {
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    loop {
        if matches!(socket.next().await, Event::Thinking { .. }) {
            return socket;
        }
    }
}

#[tokio::test]
async fn a_move_goes_out_is_hurried_and_comes_back_once() {
    let hall = hall().await;
    let _thinking = occupied(&hall).await;
    assert_eq!(good(&hall, "claim", &claim(0)).await["jobs"], json!([]), "nothing waits");
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    // A worker that waits is woken.
    let waiting = claim(15_000);
    let (answer, _) = tokio::join!(good(&hall, "claim", &waiting), socket.play(1, "b2e2"));
    let job = &answer["jobs"][0];
    assert_eq!(
        (&job["class"], &job["held"]["job"]["batch"]),
        (&json!("move"), &json!("hall:move"))
    );
    let order: Value = serde_json::from_str(job["payload"].as_str().unwrap()).unwrap();
    assert_eq!((&order["moves"], &order["limits"]["level"]), (&json!(["b2e2"]), &json!(1)));
    assert!(!job["payload"].as_str().unwrap().contains(&id), "a worker does not learn which game");
    let held = &job["held"];
    // Another build, and one that asks for other work, get nothing.
    let mut other = claim(0);
    other["build"] = json!("another build");
    assert_eq!(good(&hall, "claim", &other).await["jobs"], json!([]));
    // What it reports is seen.
    let info = json!({
        "depth": 4, "seldepth": 6, "line": 1, "score": {"cp": 21}, "bound": "exact",
        "wdl": [300, 500, 200], "nodes": 900, "time": {"secs": 0, "nanos": 5}, "hashfull": 1,
        "pv": ["h9g7", "a9a9"],
    });
    let report = json!({"held": held, "found": json!([info]).to_string()});
    assert_eq!(good(&hall, "report", &report).await, json!({"lost": [], "due": []}));
    loop {
        if let Event::Thinking { thinking } = socket.next().await {
            assert_eq!((thinking.depth, thinking.pv), (4, vec!["h9g7".to_owned()]));
            break;
        }
    }
    let text = hall.watch("/metrics").await.text();
    assert!(text.contains("yiqi_jobs{class=\"move\",state=\"running\"} 1"), "{text}");
    // A beat that waits is answered at once when the person wants the move now.
    let beat = json!({"jobs": [held], "wait_ms": 5_000});
    let (told, _) = tokio::join!(good(&hall, "beat", &beat), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        socket.send_text(r#"{"id": "n", "type": "move_now"}"#).await;
    });
    assert_eq!(told["due"], json!([held["job"]]));
    let moved = result(held, "h9g7");
    assert_eq!(good(&hall, "result", &moved).await["kept"], true);
    assert_eq!(good(&hall, "result", &moved).await["kept"], false, "a result counts once");
    socket.wait_for(|game| game.moves.len() == 2).await;
    assert_eq!(hall.game(&id).await.moves[1].text, "h9g7");
    let text = hall.watch("/metrics").await.text();
    assert!(
        text.contains("yiqi_worker_searches_total{class=\"move\",outcome=\"done\"} 1"),
        "{text}"
    );
    hall.close().await;
}

#[tokio::test]
async fn who_takes_back_and_who_is_not_believed_ends_a_lease() {
    let hall = hall().await;
    let _thinking = occupied(&hall).await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "b2e2").await;
    let held = good(&hall, "claim", &claim(15_000)).await["jobs"][0]["held"].clone();
    let beat = json!({"jobs": [held], "wait_ms": 5_000});
    let (told, _) = tokio::join!(good(&hall, "beat", &beat), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        socket.change("t", &json!({"type": "take_back", "ply": 0})).await;
    });
    assert_eq!((&told["lost"], &told["due"]), (&json!([held["job"]]), &json!([])));
    assert_eq!(good(&hall, "result", &result(&held, "h9g7")).await["kept"], false);
    // The next one gets an illegal answer: the hall does the search itself.
    socket.play(1, "h2e2").await;
    let held = good(&hall, "claim", &claim(15_000)).await["jobs"][0]["held"].clone();
    let (status, said) = post(&hall, "result", &result(&held, "a0i9")).await;
    assert_eq!((status, &said["code"]), (422, &json!("bad-value")), "{said}");
    assert_eq!(
        good(&hall, "claim", &claim(0)).await["jobs"],
        json!([]),
        "it does not go out again"
    );
    let listed = {
        let bearer = format!("Bearer {TOKEN}");
        let headers = [("Authorization", bearer.as_str())];
        hall.send("GET", "/api/work/batches", &headers, b"").await.json()
    };
    assert_eq!(listed[0]["key"], "hall:move");
    assert_eq!(listed[0]["sums"], json!({"cancelled": 1, "failed": 1}));
    assert!(listed[0]["errors"][0].as_str().unwrap().contains("a0i9"), "{listed}");
    hall.close().await;
}

#[tokio::test]
async fn another_node_passes_on_what_a_worker_says() {
    in_databases(async {
        let data = tempfile::tempdir().unwrap();
        let node = || {
            let mut config = config(data.path());
            hands_out(&mut config);
            start(config)
        };
        let (first, second) = (node().await, node().await);
        let _thinking = occupied(&first).await;
        let id = first.begin(&against_machine()).await;
        let (mut socket, _) = first.join(&id).await;
        socket.play(1, "b2e2").await;
        let held = good(&first, "claim", &claim(15_000)).await["jobs"][0]["held"].clone();
        let key = format!("hall:move@{}", first.addr);
        assert_eq!(held["job"]["batch"], key);
        let beat = json!({"jobs": [held], "wait_ms": 0});
        assert_eq!(good(&second, "beat", &beat).await, json!({"lost": [], "due": []}));
        assert_eq!(good(&second, "result", &result(&held, "h9g7")).await["kept"], true);
        socket.wait_for(|game| game.moves.len() == 2).await;
        first.stop().await;
        second.stop().await;
    })
    .await;
}

#[tokio::test]
async fn nobody_submits_searches() {
    let hall = hall().await;
    let batch = json!({
        "key": "hall:move", "class": "move", "build": "a build", "payload": "{}", "from": 0, "to": 1,
    });
    let (status, said) = post(&hall, "batches", &batch).await;
    let message = said["message"].as_str().unwrap();
    assert!(status == 422 && message.contains("key: ") && message.contains("class: "), "{said}");
    let nobody = json!({"job": {"batch": "hall:move@127.0.0.1:9", "unit": 1}, "holder": "h"});
    let beat = json!({"jobs": [nobody], "wait_ms": 0});
    assert_eq!(good(&hall, "beat", &beat).await["lost"], json!([nobody["job"]]));
    hall.close().await;
}
