//! Work for programs on other machines, over HTTP.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Answer, Open, open, open_with};
use serde_json::{Value, json};
use std::time::Duration;

const WORKER: &str = "worker-token-0123456789abcdef";
const OWNER: &str = "owner-token-0123456789abcdef";

fn tokens(token: &str) -> server::Tokens {
    server::Tokens::parse(&format!("# a test\n{token}\n")).unwrap()
}

async fn hall() -> Open {
    open_with(|config| {
        config.worker_tokens = tokens(WORKER);
        config.job_tokens = tokens(OWNER);
    })
    .await
}

async fn ask(hall: &Open, token: &str, method: &str, path: &str, body: &Value) -> Answer {
    let bearer = format!("Bearer {token}");
    let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    let body = if method == "GET" { String::new() } else { body.to_string() };
    hall.send(method, &format!("/api/work/{path}"), &headers, body.as_bytes()).await
}

async fn good(hall: &Open, token: &str, method: &str, path: &str, body: &Value) -> Value {
    let answer = ask(hall, token, method, path, body).await;
    assert!(answer.status < 300, "{path}: {} {}", answer.status, answer.text());
    answer.json()
}

fn batch(units: u64) -> Value {
    json!({
        "key": "a-batch", "class": "self-play", "build": "a build", "payload": "what to do",
        "from": 0, "to": units,
    })
}

fn claim(wait_ms: u64) -> Value {
    json!({
        "protocol": jobs::PROTOCOL, "build": "a build", "classes": ["self-play"], "worker": "w",
        "most": 1, "wait_ms": wait_ms,
    })
}

#[tokio::test]
async fn a_usual_hall_hands_out_no_work() {
    let hall = open().await;
    for (method, path) in [("POST", "hello"), ("POST", "claim"), ("GET", "batches")] {
        let answer = ask(&hall, WORKER, method, path, &claim(0)).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    hall.close().await;
}

#[tokio::test]
async fn each_use_has_its_own_token() {
    let hall = hall().await;
    let hello = json!({"protocol": jobs::PROTOCOL, "build": "a build"});
    assert_eq!(good(&hall, WORKER, "POST", "hello", &hello).await["lease_ms"], 30_000);
    for (token, method, path) in [
        ("", "POST", "hello"),
        ("worker-token-0123456789abcdeg", "POST", "hello"),
        (OWNER, "POST", "claim"),
        (WORKER, "GET", "batches"),
        (WORKER, "DELETE", "batches/a-batch"),
    ] {
        let answer = ask(&hall, token, method, path, &hello).await;
        assert_eq!(answer.status, 401, "{token} {path}");
        assert_eq!(answer.json()["code"], "wrong-token");
    }
    let answer = hall.send_json("POST", "/api/work/hello", &hello).await;
    assert_eq!(answer.status, 401);
    // A token in the address opens nothing.
    let path = format!("/api/work/hello?token={WORKER}");
    assert_eq!(hall.send_json("POST", &path, &hello).await.status, 401);
    hall.close().await;
}

#[tokio::test]
async fn a_worker_of_another_version_is_refused() {
    let hall = hall().await;
    let old = json!({"protocol": jobs::PROTOCOL + 1, "build": "a build"});
    let answer = ask(&hall, WORKER, "POST", "hello", &old).await;
    assert_eq!(answer.status, 409);
    assert_eq!(answer.json()["code"], "other-version");
    let mut old = claim(0);
    old["protocol"] = json!(0);
    assert_eq!(ask(&hall, WORKER, "POST", "claim", &old).await.status, 409);
    // Another build gets nothing that must be done by this one.
    good(&hall, OWNER, "POST", "batches", &batch(1)).await;
    let mut other = claim(0);
    other["build"] = json!("another build");
    assert_eq!(good(&hall, WORKER, "POST", "claim", &other).await["jobs"], json!([]));
    hall.close().await;
}

async fn work_goes_out_and_its_result_comes_back() {
    let hall = hall().await;
    // A worker that waits is woken by what is submitted.
    let waiting = claim(15_000);
    let (answer, _) = tokio::join!(ask(&hall, WORKER, "POST", "claim", &waiting), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        good(&hall, OWNER, "POST", "batches", &batch(2)).await
    });
    let job = answer.json()["jobs"][0].clone();
    assert_eq!((&job["payload"], &job["class"]), (&json!("what to do"), &json!("self-play")));
    let result = json!({
        "held": job["held"], "done": {"result": {"bytes": "cGxheWVk", "sums": {"games": 32}}},
    });
    for _ in 0..2 {
        assert_eq!(good(&hall, WORKER, "POST", "result", &result).await["kept"], true);
    }
    let news = good(&hall, OWNER, "GET", "batches/a-batch", &Value::Null).await;
    assert_eq!((&news["sums"]["games"], &news["counts"]["waiting"]), (&json!(32), &json!(1)));
    let found = good(&hall, OWNER, "GET", "batches/a-batch/results?from=0", &Value::Null).await;
    assert_eq!(found["results"], json!([{"unit": 0, "bytes": "cGxheWVk"}]));
    assert_eq!(found["next"], "waiting");
    // A job that cannot be done is tried three times.
    for _ in 0..jobs::MOST_TRIES {
        let job = good(&hall, WORKER, "POST", "claim", &claim(0)).await["jobs"][0].clone();
        let failed = json!({"held": job["held"], "done": {"failed": {"why": "no engine"}}});
        good(&hall, WORKER, "POST", "result", &failed).await;
    }
    let found = good(&hall, OWNER, "GET", "batches/a-batch/results?from=1", &Value::Null).await;
    assert_eq!((&found["next"], &found["error"]), (&json!("quarantined"), &json!("no engine")));
    let gone = ask(&hall, OWNER, "DELETE", "batches/a-batch", &Value::Null).await;
    assert_eq!(gone.status, 204);
    assert_eq!(ask(&hall, OWNER, "DELETE", "batches/a-batch", &Value::Null).await.status, 404);
    hall.close().await;
}

async fn the_next_beat_after_a_cancel_says_so() {
    let hall = hall().await;
    good(&hall, OWNER, "POST", "batches", &batch(1)).await;
    let job = good(&hall, WORKER, "POST", "claim", &claim(0)).await["jobs"][0].clone();
    let beat = json!({"jobs": [job["held"]]});
    assert_eq!(good(&hall, WORKER, "POST", "beat", &beat).await["lost"], json!([]));
    let news = good(&hall, OWNER, "POST", "batches/a-batch/cancel", &Value::Null).await;
    assert_eq!(news["counts"]["cancelled"], 1);
    let lost = good(&hall, WORKER, "POST", "beat", &beat).await;
    assert_eq!(lost["lost"], json!([job["held"]["job"]]));
    hall.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_named() {
    let hall = hall().await;
    let mut wrong = batch(2000);
    wrong["key"] = json!("");
    let answer = ask(&hall, OWNER, "POST", "batches", &wrong).await;
    assert_eq!(answer.status, 422);
    let said = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(said.contains("key: ") && said.contains("from, to: "), "{said}");
    good(&hall, OWNER, "POST", "batches", &batch(1)).await;
    let mut other = batch(1);
    other["payload"] = json!("other work");
    assert_eq!(ask(&hall, OWNER, "POST", "batches", &other).await.status, 409);
    let mut greedy = claim(0);
    greedy["most"] = json!(1000);
    assert_eq!(ask(&hall, WORKER, "POST", "claim", &greedy).await.status, 422);
    let job = good(&hall, WORKER, "POST", "claim", &claim(0)).await["jobs"][0].clone();
    let sums = json!({"games": i64::MAX});
    let broken = json!({"held": job["held"], "done": {"result": {"bytes": "?", "sums": sums}}});
    let answer = ask(&hall, WORKER, "POST", "result", &broken).await;
    let said = answer.text();
    assert!(answer.status == 422 && said.contains("bytes") && said.contains("sums"), "{said}");
    let large = "A".repeat(2 << 20);
    let large = json!({"held": job["held"], "done": {"result": {"bytes": large}}});
    assert_eq!(ask(&hall, WORKER, "POST", "result", &large).await.status, 413);
    hall.close().await;
}

crate::both! {
    work_goes_out_and_its_result_comes_back
    the_next_beat_after_a_cancel_says_so
}
