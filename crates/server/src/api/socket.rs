//! A WebSocket that shows what changes and takes requests: the same for games and studies.

use crate::acceptor::SocketSlot;
use crate::api::AppState;
use crate::api::body::parse;
use crate::events::{NextEvent, json};
use crate::refusal::Refusal;
use crate::request;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use hall::PersonId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use tokio_tungstenite::tungstenite;
use tracing::{Instrument as _, Span};
use wire::Problem;

/// The largest number of characters of a request's id.
const LONGEST_ID: usize = 100;

/// What one client watches and changes.
pub(super) trait LiveTopic: Send + Sized + 'static {
    /// What it is, for the metrics.
    const NAME: &'static str;
    /// The largest message of a client, in bytes.
    const MESSAGE: usize;
    /// Why the connection ends when no further event comes.
    const PUT_AWAY: &'static str;
    /// Why the connection ends when the topic cannot be joined again.
    const GONE: &'static str;
    /// A message of the client. Its id is repeated in the answer.
    type Request: DeserializeOwned + Send;
    /// A message of the server.
    type Event: Serialize + Send + Sync;

    /// The id of a request.
    fn id(request: &Self::Request) -> &str;

    /// Whether a person did something with the request: a connection without such requests is the first
    /// to make room.
    fn is_act(request: &Self::Request) -> bool;

    /// Tells that a request was refused.
    fn refusal(id: String, problem: Problem) -> Self::Event;

    /// The whole state, as JSON; `None` where a client begins with nothing.
    fn state(&self) -> Option<Utf8Bytes>;

    /// Joins again, so that `state` is that of now.
    fn join_again(&mut self) -> impl Future<Output = Result<(), Refusal>> + Send;

    /// What comes next. It may be dropped before it is ready without loss.
    fn next(&mut self) -> impl Future<Output = NextEvent> + Send;

    /// What comes next, if it is there already.
    fn waiting(&mut self) -> Option<NextEvent>;

    /// Does what the client asks for.
    fn answer(
        &mut self,
        request: Self::Request,
    ) -> impl Future<Output = Result<LiveAnswer<Self::Event>, Refusal>> + Send;

    /// The client has left.
    fn left(&mut self) {}
}

/// The answer to a request: the events that other watchers receive too are sent between the two.
pub(super) struct LiveAnswer<E> {
    /// Sent at once.
    pub(super) first: Vec<E>,
    /// Sent after these as a binary message.
    pub(super) binary: Option<Vec<u8>>,
    /// Sent at the end.
    pub(super) last: Vec<E>,
}

/// Makes a WebSocket of a request and serves it until either side leaves.
pub(super) fn serve<T: LiveTopic>(
    upgrade: Upgrade,
    app: AppState,
    slot: SocketSlot,
    topic: T,
) -> Response {
    upgrade.0.max_message_size(T::MESSAGE).max_frame_size(T::MESSAGE).on_upgrade(move |socket| {
        let asked = slot.request();
        let span = asked.as_ref().map_or_else(Span::none, |asked| asked.span.clone());
        let connection = SocketSession { app, socket, slot, topic };
        request::within(asked, connection.serve().instrument(span))
    })
}

/// A request that asks for a WebSocket.
pub(super) struct Upgrade(WebSocketUpgrade);

impl Upgrade {
    /// # Errors
    /// The request does not ask for a WebSocket.
    pub(super) fn new(
        upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    ) -> Result<Self, Refusal> {
        upgrade
            .map(Self)
            .map_err(|rejection| Refusal::bad_request("not-a-websocket", rejection.body_text()))
    }
}

type SocketStep = ControlFlow<Option<CloseFrame>>;

/// A connection of a client to its topic.
struct SocketSession<T> {
    app: AppState,
    socket: WebSocket,
    slot: SocketSlot,
    topic: T,
}

impl<T: LiveTopic> SocketSession<T> {
    /// Sends events and receives requests until either side leaves.
    async fn serve(mut self) {
        let step = self.converse().await;
        self.topic.left();
        if let ControlFlow::Break(frame) = step {
            // A client that is gone does not receive the closing message.
            let _ = self.socket.send(Message::Close(frame)).await;
        }
    }

    async fn converse(&mut self) -> SocketStep {
        let config = Arc::clone(&self.app.config);
        let mut closing = self.app.closing.clone();
        let mut heartbeat = interval_at(Instant::now() + config.heartbeat, config.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let accounts = self.app.accounts.clone();
        let signed = self.slot.asked().and_then(|asked| asked.signed_in.clone());
        let mut ended = std::pin::pin!(accounts.has_ended(signed.as_ref()));
        let safety = self.app.safety.clone();
        let mut disabled = std::pin::pin!(safety.is_disabled_from_now(self.enabled_person()));
        self.send_state().await?;
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.received(&text).await?,
                        Some(Ok(Message::Binary(_))) => {
                            self.refuse(String::new(), not_text()).await?;
                        }
                        // Pings are answered by the library.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Err(error)) => return broken(&error),
                        Some(Ok(Message::Close(_))) | None => return SocketStep::Break(None),
                    }
                }
                news = self.topic.next() => self.tell_news(news).await?,
                _ = heartbeat.tick() => {
                    let ping = Message::Ping(Vec::new().into());
                    self.socket.send(ping).await.map_or(SocketStep::Break(None), SocketStep::Continue)?;
                }
                () = sleep_until(heard + config.silence) => return away("nothing was heard"),
                () = &mut ended => return away("signed out"),
                () = &mut disabled => return away("disabled"),
                _ = closing.changed() => return away("the hall closes"),
                () = self.slot.closed() => return make_room(),
            }
        }
    }

    /// Whose connection it is, if that person may act.
    fn enabled_person(&self) -> Option<PersonId> {
        let asked = self.slot.asked().filter(|asked| asked.disabled.is_none())?;
        asked.speaker.person().map(|person| person.id.clone())
    }

    async fn received(&mut self, text: &str) -> SocketStep {
        if let Some(asked) = self.slot.asked() {
            self.app.quotas.turn(asked.client).await;
        }
        let (id, request) = match read(text, T::id) {
            Ok(read) => read,
            Err(refused) => {
                let (id, refusal) = *refused;
                return self.refuse(id, refusal).await;
            }
        };
        let is_act = T::is_act(&request);
        let speaker = self.slot.asked().map(|asked| asked.speaker.clone()).unwrap_or_default();
        if is_act && let Err(refusal) = self.app.safety.must_be_enabled(&speaker).await {
            return self.refuse(id, refusal).await;
        }
        let began = Instant::now();
        let span = tracing::error_span!("message", id);
        let answer = self.topic.answer(request).instrument(span).await;
        let is_done = answer.is_ok();
        if answer.as_ref().is_err_and(|refusal| refusal.problem.code == Refusal::NODE_SILENT) {
            // It is not known whether it was done: the client joins again, and asks once more.
            return away("the node that serves it does not answer");
        }
        if is_act && is_done {
            // Whose requests are all refused takes no part.
            self.slot.acts();
        }
        let answer = answer.unwrap_or_else(|refusal| {
            let last = vec![self.refusal(id, refusal)];
            LiveAnswer { first: Vec::new(), binary: None, last }
        });
        for event in &answer.first {
            self.send(json(event)).await?;
        }
        if let Some(binary) = answer.binary {
            self.send_message(Message::Binary(binary.into())).await?;
        }
        // The effects of the request are sent before its answer.
        while let Some(news) = self.topic.waiting() {
            self.tell_news(news).await?;
        }
        for event in &answer.last {
            self.send(json(event)).await?;
        }
        if is_act {
            self.app.metrics.acknowledged(T::NAME, is_done, began.elapsed());
        }
        SocketStep::Continue(())
    }

    async fn tell_news(&mut self, news: NextEvent) -> SocketStep {
        match news {
            NextEvent::Event(event) => self.send(event).await,
            // The whole state for a client that fell behind.
            NextEvent::Missed => match self.topic.join_again().await {
                Ok(()) => self.send_state().await,
                Err(_) => away(T::GONE),
            },
            NextEvent::Over => away(T::PUT_AWAY),
        }
    }

    async fn refuse(&mut self, id: String, refusal: Refusal) -> SocketStep {
        self.send(json(&self.refusal(id, refusal))).await
    }

    /// A refusal with the id of the connection, which the log has too.
    fn refusal(&self, id: String, refusal: Refusal) -> T::Event {
        let refusal = match self.slot.asked() {
            Some(asked) => refusal.with_request(&asked.id),
            None => refusal,
        };
        T::refusal(id, refusal.problem)
    }

    async fn send_state(&mut self) -> SocketStep {
        match self.topic.state() {
            Some(state) => self.send(state).await,
            None => SocketStep::Continue(()),
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> SocketStep {
        self.send_message(Message::Text(text)).await
    }

    async fn send_message(&mut self, message: Message) -> SocketStep {
        match self.socket.send(message).await {
            Ok(()) => SocketStep::Continue(()),
            Err(_) => SocketStep::Break(None),
        }
    }
}

/// Reads a request. If it cannot be read, its id is returned if there is one, so
/// that the client can identify it.
fn read<R: DeserializeOwned>(
    text: &str,
    id_of: impl Fn(&R) -> &str,
) -> Result<(String, R), Box<(String, Refusal)>> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    let request: R = parse(text.as_bytes()).map_err(|refusal| {
        let id = serde_json::from_str::<Id>(text).map_or_else(|_| String::new(), |id| id.id);
        Box::new((if id.len() <= LONGEST_ID { id } else { String::new() }, refusal))
    })?;
    let id = id_of(&request).to_owned();
    if id.is_empty() || id.len() > LONGEST_ID {
        let message = format!("id: expected 1 to {LONGEST_ID} characters");
        return Err(Box::new((String::new(), Refusal::bad_request("bad-id", message))));
    }
    Ok((id, request))
}

fn not_text() -> Refusal {
    Refusal::bad_request("bad-json", "expected a text message with JSON, not a binary one")
}

/// Ends the connection with the code of what is wrong with a frame of the client.
fn broken(error: &axum::Error) -> SocketStep {
    let wrong = std::error::Error::source(error)
        .and_then(|source| source.downcast_ref::<tungstenite::Error>());
    let (code, reason) = match wrong {
        Some(tungstenite::Error::Protocol(_)) => (close_code::PROTOCOL, "a broken frame"),
        Some(tungstenite::Error::Capacity(_)) => (close_code::SIZE, "the message is too large"),
        Some(tungstenite::Error::Utf8(_)) => (close_code::INVALID, "the text is not UTF-8"),
        // The client is gone.
        _ => return SocketStep::Break(None),
    };
    SocketStep::Break(Some(CloseFrame { code, reason: reason.into() }))
}

/// Ends the connection because another client needs its place.
fn make_room() -> SocketStep {
    let reason = "too many connections: this place is needed for a player".into();
    SocketStep::Break(Some(CloseFrame { code: close_code::AGAIN, reason }))
}

/// Ends the connection with a code that tells the client to connect again.
fn away(reason: &'static str) -> SocketStep {
    SocketStep::Break(Some(CloseFrame { code: close_code::AWAY, reason: reason.into() }))
}
