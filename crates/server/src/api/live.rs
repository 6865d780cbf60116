use crate::api::Hands;
use crate::api::body::{GameId, parse};
use crate::door::Seat;
use crate::live::Joined;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::ControlFlow;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use wire::{Command, Event, Problem, Request};

/// The largest message of a client.
const MESSAGE: usize = 16 << 10;
/// The largest number of characters of a request's id.
const LONGEST_ID: usize = 100;

/// A game in progress: a WebSocket. The client sends `Request`, the server sends
/// `Event`, one JSON text per message; the first event is a `state`.
#[utoipa::path(
    get,
    path = "/api/games/{id}/live",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 101, description = "The connection becomes a WebSocket.", body = Event),
        (status = "4XX", description = "Why it does not.", body = Problem),
    )
)]
pub(crate) async fn live(
    State(hands): State<Hands>,
    GameId(id): GameId,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade
        .map_err(|rejection| Refusal::bad_request("not-a-websocket", rejection.body_text()))?;
    // The client joins first, so that a game that does not exist is refused in HTTP.
    let seat = hands.sockets.enter(&id)?;
    let joined = hands.games.join(&id).await?;
    Ok(upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| Client { hands, id, socket, joined, seat }.serve()))
}

/// A connection of a client to a game.
struct Client {
    hands: Hands,
    id: String,
    socket: WebSocket,
    joined: Joined,
    seat: Seat,
}

pub(super) type Step = ControlFlow<Option<CloseFrame>>;

impl Client {
    /// Sends events and receives requests until either side leaves.
    async fn serve(mut self) {
        let step = self.converse().await;
        if let ControlFlow::Break(frame) = step {
            // A client that is gone does not receive the closing message.
            let _ = self.socket.send(Message::Close(frame)).await;
        }
    }

    async fn converse(&mut self) -> Step {
        let config = std::sync::Arc::clone(&self.hands.config);
        let mut closing = self.hands.closing.clone();
        let mut heartbeat = interval_at(Instant::now() + config.heartbeat, config.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        self.send(self.joined.state.clone()).await?;
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
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Step::Break(None),
                    }
                }
                event = self.joined.events.recv() => match event {
                    Ok(event) => self.send(event).await?,
                    Err(RecvError::Lagged(_)) => self.catch_up().await?,
                    Err(RecvError::Closed) => return away("the game was put away"),
                },
                _ = heartbeat.tick() => {
                    let ping = Message::Ping(Vec::new().into());
                    self.socket.send(ping).await.map_or(Step::Break(None), Step::Continue)?;
                }
                () = sleep_until(heard + config.silence) => return away("nothing was heard"),
                _ = closing.changed() => return away("the hall closes"),
                () = self.seat.told_to_leave() => return make_room(),
            }
        }
    }

    async fn received(&mut self, text: &str) -> Step {
        let (id, request) = match read(text, |request: &Request| &request.id) {
            Ok(read) => read,
            Err((id, refusal)) => return self.refuse(id, refusal.problem).await,
        };
        if request.command != Command::Ping {
            self.seat.acts();
        }
        if request.command == Command::Ping {
            self.tell(&Event::Pong).await?;
            return self.tell(&Event::Done { id }).await;
        }
        let done = self.hands.games.command(&self.id, request).await;
        // The effects of the request are sent before its answer.
        loop {
            match self.joined.events.try_recv() {
                Ok(event) => self.send(event).await?,
                Err(TryRecvError::Lagged(_)) => self.catch_up().await?,
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        match done {
            Ok(()) => self.tell(&Event::Done { id }).await,
            Err(refusal) => self.refuse(id, refusal.problem).await,
        }
    }

    /// Sends the whole state to a client that fell behind.
    async fn catch_up(&mut self) -> Step {
        match self.hands.games.join(&self.id).await {
            Ok(joined) => {
                self.joined = joined;
                self.send(self.joined.state.clone()).await
            }
            Err(_) => away("the game is gone"),
        }
    }

    async fn refuse(&mut self, id: String, problem: Problem) -> Step {
        self.tell(&Event::Error { id, problem }).await
    }

    async fn tell(&mut self, event: &Event) -> Step {
        self.send(crate::live::json(event)).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Step {
        match self.socket.send(Message::Text(text)).await {
            Ok(()) => Step::Continue(()),
            Err(_) => Step::Break(None),
        }
    }
}

/// Reads a request. If it cannot be read, its id is returned if there is one, so
/// that the client can identify it.
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    id_of: impl Fn(&T) -> &str,
) -> Result<(String, T), (String, Refusal)> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    let request: T = parse(text.as_bytes()).map_err(|refusal| {
        let id = serde_json::from_str::<Id>(text).map_or_else(|_| String::new(), |id| id.id);
        (if id.len() <= LONGEST_ID { id } else { String::new() }, refusal)
    })?;
    let id = id_of(&request).to_owned();
    if id.is_empty() || id.len() > LONGEST_ID {
        let message = format!("id: expected 1 to {LONGEST_ID} characters");
        return Err((String::new(), Refusal::bad_request("bad-id", message)));
    }
    Ok((id, request))
}

pub(super) fn not_text() -> Problem {
    let message = "expected a text message with JSON, not a binary one".to_owned();
    Problem { code: "bad-json".to_owned(), message, faults: Vec::new() }
}

/// Ends the connection because another client needs its place.
pub(super) fn make_room() -> Step {
    let reason = "too many connections: this place is needed for a player".into();
    Step::Break(Some(CloseFrame { code: close_code::AGAIN, reason }))
}

/// Ends the connection with a code that tells the client to connect again.
pub(super) fn away(reason: &'static str) -> Step {
    Step::Break(Some(CloseFrame { code: close_code::AWAY, reason: reason.into() }))
}
