//! What the nodes of a hall say to one another. A node is a number, that of its fence in the database: a question to it goes to
//! the subject of the number, and who is no node any more has no subject. Events are told once, however many nodes hear them.

use crate::connection::{Nats, NatsError, away};
use async_nats::{Message, StatusCode, Subscriber};
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::HallChanges;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// The largest part of an answer in one message; a server takes a mebibyte.
const PART: usize = 512 << 10;
/// The largest event. One that is larger is told without its text, so that who hears it asks for the whole state.
const EVENT: usize = 768 << 10;
/// How many answers may be read in parts from one question.
const PARTS: usize = 256;
/// What begins a part that others follow, and the last one.
const MORE: u8 = b'+';
const LAST: u8 = b'.';

/// Why another node gives no answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PeerError {
    /// Nobody listens for this node: it has ended, or has lost its connection. It has not done what it was asked for.
    Nobody,
    /// It was silent for too long, or NATS is away. Whether it has done what it was asked for is not known.
    Silent,
}

/// An event of a game or a study, as another node tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEvent {
    /// The event with this number.
    Told(u64, String),
    /// The event with this number is larger than a message: the whole state has to be asked for.
    TooLarge(u64),
    /// No further event comes from this node.
    Over,
}

/// This node among the others of its hall. Clones are the same node.
#[derive(Clone)]
pub struct Peers(Arc<PeersState>);

struct PeersState {
    nats: Nats,
    /// What tells this hall from others at the same NATS server.
    hall: String,
    node: i64,
    /// When each of the others last gave a sign of life.
    heard: Mutex<HashMap<i64, Instant>>,
    /// What is said without waiting, in this order.
    outbox: mpsc::UnboundedSender<(String, Vec<u8>)>,
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peers").field("node", &self.0.node).finish_non_exhaustive()
    }
}

/// A question of another node.
#[derive(Debug)]
pub struct PeerQuestion {
    /// What is asked.
    pub question: Vec<u8>,
    message: Message,
    peers: Peers,
}

impl Peers {
    /// The node with this number, in the hall with this name: letters and digits.
    #[must_use]
    pub fn new(nats: Nats, hall: &str, node: i64) -> Self {
        let (outbox, mut waiting) = mpsc::unbounded_channel::<(String, Vec<u8>)>();
        let speaker = nats.clone();
        tokio::spawn(async move {
            while let Some((subject, payload)) = waiting.recv().await {
                speaker.say(subject, payload).await;
            }
        });
        let state =
            PeersState { nats, hall: hall.to_owned(), node, heard: Mutex::default(), outbox };
        Self(Arc::new(state))
    }

    /// The number of this node.
    #[must_use]
    pub fn node(&self) -> i64 {
        self.0.node
    }

    /// Changes when the connection comes about again: what was told meanwhile may be lost.
    #[must_use]
    pub fn connections(&self) -> watch::Receiver<u64> {
        self.0.nats.connections()
    }

    /// Asks another node, which may take so long to answer.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn ask(
        &self,
        node: i64,
        question: Vec<u8>,
        most: Duration,
    ) -> Result<Vec<u8>, PeerError> {
        if !self.0.nats.is_connected() {
            return Err(PeerError::Silent);
        }
        match timeout(most, self.asked(node, question)).await {
            Ok(answer) => answer,
            Err(_) => Err(PeerError::Silent),
        }
    }

    async fn asked(&self, node: i64, question: Vec<u8>) -> Result<Vec<u8>, PeerError> {
        let silent = |error: String| {
            tracing::debug!("NATS: {error}");
            PeerError::Silent
        };
        let client = &self.0.nats.client;
        let inbox = client.new_inbox();
        let mut heard = client.subscribe(inbox.clone()).await.map_err(|e| silent(e.to_string()))?;
        let asked = client.publish_with_reply(self.question_subject(node), inbox, question.into());
        asked.await.map_err(|error| silent(error.to_string()))?;
        let mut answer = Vec::new();
        for _ in 0..PARTS {
            let Some(part) = heard.next().await else { return Err(PeerError::Silent) };
            if part.status == Some(StatusCode::NO_RESPONDERS) {
                return Err(PeerError::Nobody);
            }
            let Some((&first, rest)) = part.payload.split_first() else {
                return Err(PeerError::Silent);
            };
            answer.extend_from_slice(rest);
            if first == LAST {
                return Ok(answer);
            }
        }
        Err(PeerError::Silent)
    }

    /// Tells a node something without waiting. What is told to one node arrives in this order, or not at all.
    pub fn tell(&self, node: i64, what: Vec<u8>) {
        self.say_soon(self.question_subject(node), what);
    }

    /// The questions to this node from now on.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn questions(&self) -> Result<PeerQuestions, NatsError> {
        let subject = self.question_subject(self.0.node);
        let heard = self.0.nats.client.subscribe(subject).await.map_err(away)?;
        Ok(PeerQuestions { heard, peers: self.clone() })
    }

    /// Tells an event of a topic, as in `game/ID`, to every node that follows it.
    pub async fn tell_event(&self, topic: &str, event: &PeerEvent) {
        self.0.nats.say(self.event_subject(self.0.node, topic), written(event)).await;
    }

    /// As [`Self::tell_event`], without waiting.
    pub fn tell_event_soon(&self, topic: &str, event: &PeerEvent) {
        self.say_soon(self.event_subject(self.0.node, topic), written(event));
    }

    /// The events of a topic that another node serves. A question that is asked after this is answered after the events before
    /// it were sent.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn follow(&self, node: i64, topic: &str) -> Result<PeerEvents, NatsError> {
        let subject = self.event_subject(node, topic);
        Ok(PeerEvents(self.0.nats.client.subscribe(subject).await.map_err(away)?))
    }

    /// Says that this node lives.
    pub fn say_alive(&self) {
        self.say_soon(self.subject("alive"), self.0.node.to_string().into_bytes());
    }

    /// Tells all nodes, this one among them, that lists have changed.
    pub async fn tell_lists(&self, changes: HallChanges) {
        self.0.nats.say(self.subject("lists"), changes.written()).await;
    }

    /// What any node tells of lists.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn lists(&self) -> Result<PeerLists, NatsError> {
        Ok(PeerLists(self.0.nats.client.subscribe(self.subject("lists")).await.map_err(away)?))
    }

    /// Whether NATS is reached at this moment.
    #[must_use]
    pub fn are_reached(&self) -> bool {
        self.0.nats.is_connected()
    }

    /// Notes signs of life without end.
    pub async fn hear_signs_of_life(&self) {
        if let Ok(mut heard) = self.0.nats.client.subscribe(self.subject("alive")).await {
            while let Some(message) = heard.next().await {
                let node = std::str::from_utf8(&message.payload).ok();
                if let Some(node) = node.and_then(|text| text.parse().ok()) {
                    self.heard().insert(node, Instant::now());
                }
            }
        }
        // The connection was closed for good.
        std::future::pending::<()>().await;
    }

    /// Whether a node gave a sign of life within this time. The first one of a node is waited for as long.
    #[must_use]
    pub fn lives(&self, node: i64, lease: Duration) -> bool {
        self.heard().entry(node).or_insert_with(Instant::now).elapsed() < lease
    }

    /// Forgets nodes that ended long ago.
    pub fn forget_dead(&self, lease: Duration) {
        self.heard().retain(|_, heard| heard.elapsed() < 10 * lease);
    }

    fn heard(&self) -> MutexGuard<'_, HashMap<i64, Instant>> {
        self.0.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say_soon(&self, subject: String, payload: Vec<u8>) {
        // The task that says it ends with the last of these values.
        let _ = self.0.outbox.send((subject, payload));
    }

    fn subject(&self, rest: &str) -> String {
        format!("yiqi.hall.{}.{rest}", self.0.hall)
    }

    fn question_subject(&self, node: i64) -> String {
        self.subject(&format!("node.{node}"))
    }

    fn event_subject(&self, node: i64, topic: &str) -> String {
        self.subject(&format!("events.{node}.{}", topic.replace('/', ".")))
    }
}

/// The questions to a node.
#[derive(Debug)]
pub struct PeerQuestions {
    heard: Subscriber,
    peers: Peers,
}

impl PeerQuestions {
    /// The next one; `None` when the connection is closed.
    pub async fn next(&mut self) -> Option<PeerQuestion> {
        let message = self.heard.next().await?;
        Some(PeerQuestion {
            question: message.payload.to_vec(),
            message,
            peers: self.peers.clone(),
        })
    }
}

impl PeerQuestion {
    /// Answers it, in as many messages as it takes. What was told without waiting before is not waited for.
    pub async fn answer(&self, answer: &[u8]) {
        let Some(reply) = &self.message.reply else { return };
        let mut parts = answer.chunks(PART).peekable();
        loop {
            let part = parts.next().unwrap_or_default();
            let is_last = parts.peek().is_none();
            let mut payload = Vec::with_capacity(part.len() + 1);
            payload.push(if is_last { LAST } else { MORE });
            payload.extend_from_slice(part);
            self.peers.0.nats.say(reply.to_string(), payload).await;
            if is_last {
                return;
            }
        }
    }
}

/// What nodes tell of lists.
#[derive(Debug)]
pub struct PeerLists(Subscriber);

impl PeerLists {
    /// What has changed; `None` when the connection is closed. It may be dropped before it is ready without loss.
    pub async fn next(&mut self) -> Option<HallChanges> {
        let message = self.0.next().await?;
        Some(HallChanges::read(&String::from_utf8_lossy(&message.payload)))
    }
}

/// The events of a topic.
#[derive(Debug)]
pub struct PeerEvents(Subscriber);

impl PeerEvents {
    /// The next one; `None` when the connection is closed.
    pub async fn next(&mut self) -> Option<PeerEvent> {
        let message = self.0.next().await?;
        let Some((number, text)) = message.payload.split_first_chunk::<8>() else {
            return Some(PeerEvent::Over);
        };
        let number = u64::from_be_bytes(*number);
        Some(match std::str::from_utf8(text) {
            Ok("") | Err(_) => PeerEvent::TooLarge(number),
            Ok(text) => PeerEvent::Told(number, text.to_owned()),
        })
    }
}

fn written(event: &PeerEvent) -> Vec<u8> {
    let (number, text) = match event {
        PeerEvent::Over => return Vec::new(),
        PeerEvent::Told(number, text) if text.len() <= EVENT => (number, text.as_bytes()),
        PeerEvent::Told(number, _) | PeerEvent::TooLarge(number) => (number, &[][..]),
    };
    [&number.to_be_bytes()[..], text].concat()
}
