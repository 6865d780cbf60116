//! What is private is private at every node of a hall, and who watches it at another node is sent away.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Hall;
use crate::nodes::Ground;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::time::Duration;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

const PATIENCE: Duration = Duration::from_secs(60);

/// Head and body of the answer to somebody with a cookie.
fn ask(at: &Hall, cookie: &str, method: &str, path: &str, body: &Value) -> (String, Value) {
    let mut stream = std::net::TcpStream::connect(at.addr()).unwrap();
    let (addr, body) = (at.addr(), body.to_string());
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: {addr}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null))
}

/// The cookie of somebody whom a node does not know yet.
fn cookie(at: &Hall) -> String {
    let (head, _) = ask(at, "", "GET", "/api/me", &Value::Null);
    let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    line.split(';').next().unwrap().to_owned()
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).unwrap().parse().unwrap()
}

/// A stranger's connection, or the refusal.
async fn watch(at: &Hall, path: &str) -> Result<impl futures_util::Stream<Item = Message>, u16> {
    match connect_async(format!("ws://{}{path}/live", at.addr())).await {
        Ok((stream, _)) => Ok(Box::pin(stream.map(Result::unwrap))),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

/// Why a connection is closed.
async fn closed(mut stream: impl futures_util::Stream<Item = Message> + Unpin) -> String {
    loop {
        let next = tokio::time::timeout(PATIENCE, stream.next()).await.expect("in time");
        if let Message::Close(frame) = next.unwrap() {
            return frame.unwrap().reason.to_string();
        }
    }
}

#[tokio::test]
async fn what_is_private_is_so_at_every_node() {
    let Some(ground) = Ground::new() else { return };
    let nodes = [0; 2].map(|_| ground.node_with(&["--mode", "public"]));
    let [a, b] = &nodes;
    let ada = cookie(a);
    let game = json!({
        "variant": "xiangqi",
        "players": [{"kind": "person"}, {"kind": "person"}],
        "clock": {"kind": "none"},
    });
    let (head, made) = ask(a, &ada, "POST", "/api/games", &game);
    assert_eq!(status(&head), 201, "{made}");
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
    let (head, made) = ask(a, &ada, "POST", "/api/studies", &study);
    assert_eq!(status(&head), 201, "{made}");
    let study = format!("/api/studies/{}", made["id"].as_str().unwrap());
    for (path, gone) in [(&game, "the game is gone"), (&study, "the study is gone")] {
        // Whoever comes first makes that node serve it.
        let watching = [watch(a, path).await.unwrap(), watch(b, path).await.unwrap()];
        // Said at the node that serves it.
        let set = |at: &Hall, visibility: &str| {
            let body = json!({ "visibility": visibility });
            let (head, said) = ask(at, &ada, "PUT", &format!("{path}/visibility"), &body);
            assert_eq!((status(&head), &said["visibility"]), (200, &json!(visibility)), "{said}");
        };
        set(a, "private");
        for stream in watching {
            assert_eq!(closed(stream).await, gone);
        }
        for node in &nodes {
            assert_eq!(watch(node, path).await.err(), Some(404));
            assert_eq!(status(&ask(node, "", "GET", path, &Value::Null).0), 404);
            assert_eq!(status(&ask(node, &ada, "GET", path, &Value::Null).0), 200);
        }
        // And at the other one.
        set(b, "link");
        let watching = [watch(a, path).await.unwrap(), watch(b, path).await.unwrap()];
        set(b, "private");
        for stream in watching {
            assert_eq!(closed(stream).await, gone);
        }
    }
    for node in nodes {
        node.close();
    }
}
