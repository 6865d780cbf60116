//! Studies and their clients.

use super::{Open, open_with};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Engines;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wire::{Analysis, Problem, ShownStudy, StudyEvent, StudyNode, StudyPosition};

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Numbers the clients of all tests.
pub(crate) static CLIENTS: AtomicU32 = AtomicU32::new(0);

/// A client of a study. It follows the events as the page does.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) study: ShownStudy,
    /// Its number among all clients of the tests.
    pub(crate) number: u32,
    pub(crate) requests: u32,
    pub(crate) seen: Vec<StudyEvent>,
}

pub(crate) async fn make(hall: &Open, new: &Value) -> ShownStudy {
    let answer = hall.send_json("POST", "/api/studies", new).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let study: ShownStudy = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(answer.headers["location"], format!("/api/studies/{}", study.id));
    study
}

pub(crate) async fn position(hall: &Open, variant: &str) -> ShownStudy {
    make(hall, &json!({"kind": "position", "variant": variant})).await
}

pub(crate) async fn get(hall: &Open, id: &str) -> ShownStudy {
    let answer = hall.get(&format!("/api/studies/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

pub(crate) async fn join(hall: &Open, id: &str) -> Socket {
    let url = format!("ws://{}/api/studies/{id}/live", hall.addr);
    joined(url.into_client_request().unwrap()).await
}

async fn joined(request: Request<()>) -> Socket {
    let (mut stream, _) = connect_async(request).await.unwrap();
    let Some(Ok(Message::Text(text))) = stream.next().await else { panic!("a state comes first") };
    let StudyEvent::State { study } = serde_json::from_str(&text).unwrap() else {
        panic!("{text}")
    };
    let number = CLIENTS.fetch_add(1, Ordering::Relaxed);
    Socket { stream, study: *study, number, requests: 0, seen: Vec::new() }
}

impl Socket {
    /// A client with a cookie, from elsewhere, at the path of a study.
    pub(crate) async fn of(hall: &Open, path: &str, cookie: &str) -> Self {
        let url = format!("ws://{}{path}/live", hall.addr);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        request.headers_mut().insert("x-forwarded-for", "192.0.2.7".parse().unwrap());
        joined(request).await
    }

    pub(crate) async fn next(&mut self) -> StudyEvent {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time");
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                other => panic!("the connection is open: {other:?}"),
            };
            let event: StudyEvent = serde_json::from_str(&text).unwrap();
            if let StudyEvent::Changed {
                after,
                version,
                nodes,
                gone,
                title,
                can_undo,
                can_redo,
                ..
            } = &event
            {
                assert_eq!(*after, self.study.version, "no event is missing");
                let mut all: BTreeMap<u32, StudyNode> =
                    self.study.nodes.drain(..).map(|node| (node.id, node)).collect();
                all.retain(|id, _| !gone.contains(id));
                all.extend(nodes.iter().map(|node| (node.id, node.clone())));
                self.study.nodes = all.into_values().collect();
                self.study.version = *version;
                self.study.can_undo = *can_undo;
                self.study.can_redo = *can_redo;
                self.study.title = title.clone().unwrap_or(std::mem::take(&mut self.study.title));
            }
            if let StudyEvent::State { study } = &event {
                self.study = (**study).clone();
            }
            return event;
        }
    }

    pub(crate) async fn send(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Sends a command and waits for its answer: the node it led to.
    pub(crate) async fn ask_as(
        &mut self,
        id: &str,
        command: &Value,
    ) -> Result<Option<u32>, Problem> {
        let mut request = command.clone();
        request["id"] = json!(id);
        self.send(request.to_string()).await;
        self.seen.clear();
        loop {
            match self.next().await {
                StudyEvent::Done { id: done, node } if done == id => return Ok(node),
                StudyEvent::Error { id: of, problem } if of == id => return Err(problem),
                event => self.seen.push(event),
            }
        }
    }

    pub(crate) async fn ask(&mut self, command: Value) -> Result<Option<u32>, Problem> {
        self.requests += 1;
        // The ids of all clients are different.
        let id = format!("r{}-{}", self.number, self.requests);
        self.ask_as(&id, &command).await
    }

    pub(crate) async fn done(&mut self, command: Value) -> Option<u32> {
        self.ask(command).await.unwrap_or_else(|problem| panic!("{problem:?}"))
    }

    pub(crate) async fn play(&mut self, node: u32, text: &str) -> u32 {
        self.done(json!({"type": "play", "node": node, "text": text})).await.unwrap()
    }

    pub(crate) async fn look(&mut self, node: u32) -> StudyPosition {
        self.done(json!({"type": "look", "node": node})).await;
        let position = self.seen.drain(..).find_map(|event| match event {
            // What is proven of another position may come at any time.
            StudyEvent::Position { position } if position.node == node => Some(*position),
            _ => None,
        });
        position.expect("a position before the answer")
    }

    pub(crate) async fn analysis(&mut self, wanted: impl Fn(&Analysis) -> bool) -> Analysis {
        loop {
            let seen = std::mem::take(&mut self.seen).into_iter().find_map(|event| match event {
                StudyEvent::Analysis { analysis } if wanted(&analysis) => Some(*analysis),
                _ => None,
            });
            if let Some(analysis) = seen {
                return analysis;
            }
            let event = self.next().await;
            self.seen.push(event);
        }
    }

    pub(crate) fn node(&self, id: u32) -> &StudyNode {
        self.study.nodes.iter().find(|node| node.id == id).expect("the node is there")
    }
}

pub(crate) async fn with_real_engines() -> Open {
    open_with(|config| {
        config.engines = Engines::default();
        config.engine_searches = 1;
    })
    .await
}
