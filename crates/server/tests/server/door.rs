//! Connections: slow, silent or many clients do not block others, and closing does not wait for any
//! client for ever.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open_with, persons};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

async fn connect(hall: &Open) -> TcpStream {
    TcpStream::connect(hall.addr).await.unwrap()
}

/// All bytes received until the other side closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("it closes");
    String::from_utf8_lossy(&all).into_owned()
}

/// The head of a request whose body follows.
fn head(hall: &Open, path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n",
        hall.addr
    )
}

#[tokio::test]
async fn half_a_request_does_not_keep_the_hall_open() {
    let hall = open_with(|config| {
        config.limits.closing_time = Duration::from_secs(1);
        // Nothing but the time to close ends what is half there.
        config.limits.head_time = Duration::from_secs(600);
        config.limits.body_time = Duration::from_secs(600);
        config.limits.idle_time = Duration::from_secs(600);
    })
    .await;
    let mut half = connect(&hall).await;
    half.write_all(b"GET / HT").await.unwrap();
    let mut body = connect(&hall).await;
    body.write_all(head(&hall, "/api/games", 100).as_bytes()).await.unwrap();
    body.write_all(b"{").await.unwrap();
    let idle = connect(&hall).await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let data = timeout(PATIENCE, hall.close()).await.expect("it closes");
    assert!(rest(&mut half).await.starts_with("HTTP/1.1 503"));
    assert!(socket.try_next().await.is_none(), "sockets hear that it closes");
    drop((idle, data));
}

#[tokio::test]
async fn a_head_or_a_body_that_comes_too_slowly_is_not_waited_for() {
    let hall = open_with(|config| {
        config.limits.head_time = Duration::from_millis(200);
        config.limits.body_time = Duration::from_millis(200);
        config.limits.idle_time = Duration::from_millis(300);
    })
    .await;
    let mut loris = connect(&hall).await;
    loris.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let dripping = async {
        // Each byte arrives in time; the complete head does not.
        for byte in b"X-Drop: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
            if loris.write_all(&[*byte]).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        rest(&mut loris).await
    };
    let mut body = connect(&hall).await;
    body.write_all(head(&hall, "/api/games", 1000).as_bytes()).await.unwrap();
    body.write_all(b"{\"variant\"").await.unwrap();
    let mut idle = connect(&hall).await;
    let (_, body, idle) = tokio::join!(dripping, rest(&mut body), rest(&mut idle));
    assert!(body.starts_with("HTTP/1.1 408") && body.contains("too-slow"), "{body}");
    assert_eq!(idle, "", "who has asked for nothing is told nothing");
    let mut half = connect(&hall).await;
    half.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let half = rest(&mut half).await;
    assert!(half.starts_with("HTTP/1.1 408") && half.contains("too-slow"), "{half}");
}

#[tokio::test]
async fn idle_and_half_sent_connections_keep_no_one_out() {
    let hall = open_with(|config| config.limits.connections = 20).await;
    let mut held = Vec::new();
    for i in 0..120 {
        let mut stream = connect(&hall).await;
        if i % 2 == 0 {
            stream.write_all(b"GET /api/catalogue HTTP/1.1\r\nHo").await.unwrap();
        }
        held.push(stream);
        if i % 20 == 19 {
            let id = hall.begin(&persons()).await;
            let (mut socket, _) = hall.join(&id).await;
            socket.play(1, "h2e2").await;
        }
    }
    // A flood of endless bodies does not block other clients either.
    for _ in 0..60 {
        let mut stream = connect(&hall).await;
        stream.write_all(head(&hall, "/api/games", 1000).as_bytes()).await.unwrap();
        held.push(stream);
    }
    let id = hall.begin(&persons()).await;
    assert_eq!(hall.game(&id).await.moves.len(), 0);
}

#[tokio::test]
async fn connections_that_are_all_served_refuse_one_more_in_words() {
    let hall = open_with(|config| config.limits.connections = 4).await;
    let id = hall.begin(&persons()).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(hall.join(&id).await);
    }
    let refused = hall.get("/api/catalogue").await;
    assert!(refused.problem(503, "too-many-connections").contains("come back"));
    assert_eq!(refused.headers["retry-after"], "2");
    drop(sockets);
    let free = async {
        while hall.get("/api/catalogue").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, free).await.expect("the places of closed sockets are free");
}

#[tokio::test]
async fn sockets_are_counted_by_game_and_in_all() {
    let hall = open_with(|config| {
        config.limits.sockets = 3;
        config.limits.sockets_per_game = 2;
    })
    .await;
    let first = hall.begin(&persons()).await;
    let second = hall.begin(&persons()).await;
    let one = hall.join(&first).await;
    let _two = hall.join(&first).await;
    assert_eq!(hall.connect(&first, &[]).await.err(), Some(503));
    let _three = hall.join(&second).await;
    assert_eq!(hall.connect(&second, &[]).await.err(), Some(503));
    drop(one);
    let free = async {
        while hall.connect(&second, &[]).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, free).await.expect("the place of a closed socket is free");
}

#[tokio::test]
async fn a_socket_that_does_not_read_is_closed() {
    let hall = open_with(|config| {
        config.limits.send_time = Duration::from_millis(300);
        config.limits.sockets_per_game = 2;
        config.silence = Duration::from_secs(600);
        config.heartbeat = Duration::from_secs(600);
    })
    .await;
    let id = hall.begin(&persons()).await;
    let deaf = tokio::net::TcpSocket::new_v4().unwrap();
    deaf.set_recv_buffer_size(4096).unwrap();
    let mut deaf = deaf.connect(hall.addr).await.unwrap();
    let upgrade = format!(
        "GET /api/games/{id}/live HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        hall.addr
    );
    deaf.write_all(upgrade.as_bytes()).await.unwrap();
    // Events of the game fill the buffers of a client that does not read.
    let (mut reads, _) = hall.join(&id).await;
    assert!(hall.connect(&id, &[]).await.is_err(), "both places are taken");
    let happening = async {
        for n in 0.. {
            reads.change(&format!("offer {n}"), &json!({"type": "offer_draw"})).await;
            reads.change(&format!("decline {n}"), &json!({"type": "decline_draw"})).await;
            if n % 20 == 0 && hall.connect(&id, &[]).await.is_ok() {
                break;
            }
        }
    };
    timeout(Duration::from_secs(60), happening).await.expect("the deaf one's place comes free");
}

#[tokio::test]
async fn unfinished_imports_hold_no_more_than_they_may() {
    let hall = open_with(|config| config.limits.file_bytes = 8 << 20).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(&hall).await;
        stream.write_all(head(&hall, "/api/import", 4 << 20).as_bytes()).await.unwrap();
        stream.write_all(&[b' '; 10_000]).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let file = json!({"variant": "xiangqi", "name": "a.pgn", "content": "1. C2=5 *"});
    let refused = hall.send_json("POST", "/api/import", &file).await;
    refused.problem(503, "too-many-files");
    assert_eq!(refused.headers["retry-after"], "2");
    // Bodies that have been arriving for a long time are dropped for new ones.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let answer = hall.send_json("POST", "/api/import", &file).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test]
async fn what_is_not_said_to_be_json_is_refused() {
    let hall = crate::common::open().await;
    let game = persons().to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"] {
        let headers = [("Content-Type", kind)];
        let answer = hall.send("POST", "/api/games", &headers, game.as_bytes()).await;
        let message = answer.problem(415, "wrong-type");
        assert!(message.contains("application/json") && message.contains(kind), "{message}");
        let answer = hall.send("POST", "/api/import", &headers, b"{}").await;
        answer.problem(415, "wrong-type");
    }
    for kind in ["application/json", "Application/JSON; charset=utf-8", "application/x+json"] {
        let headers = [("Content-Type", kind)];
        assert_eq!(hall.send("POST", "/api/games", &headers, game.as_bytes()).await.status, 201);
    }
    // A body without a content type is not accepted as JSON either.
    for path in ["/api/games", "/api/import", "/api/positions"] {
        let answer = hall.send("POST", path, &[], game.as_bytes()).await;
        let message = answer.problem(415, "wrong-type");
        assert!(message.contains("application/json, not nothing"), "{message}");
    }
    hall.send("PUT", "/api/preferences", &[], b"{}").await.problem(415, "wrong-type");
}

#[tokio::test]
async fn a_body_larger_than_it_may_be_is_refused_also_in_pieces() {
    let hall = crate::common::open().await;
    let mut stream = connect(&hall).await;
    let head = format!(
        "POST /api/games HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        hall.addr
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..20 {
        let chunk = format!("2000\r\n{}\r\n", " ".repeat(0x2000));
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too-large"), "{answer}");
}
