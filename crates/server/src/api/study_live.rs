use crate::api::Hands;
use crate::api::body::StudyId;
use crate::api::live::{Step, away, make_room, not_text, read};
use crate::door::Seat;
use crate::refusal::Refusal;
use crate::study::{Analyses, Asked, Done, Joined, json};
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use wire::{Analysis, Problem, StudyCommand, StudyEvent, StudyRequest};

/// Bytes a client may send in one message: comments are longer than anything in a game.
const MESSAGE: usize = 64 << 10;

/// Numbers the clients, so that the pool tells their searches apart.
static CLIENTS: AtomicU64 = AtomicU64::new(0);

/// A study as it is edited and analysed: a WebSocket. The client sends `StudyRequest`, the server sends
/// `StudyEvent`, one JSON text per message; the first event is a `state`.
#[utoipa::path(
    get,
    path = "/api/studies/{id}/live",
    operation_id = "live_study",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 101, description = "The connection becomes a WebSocket.", body = StudyEvent),
        (status = "4XX", description = "Why it does not.", body = Problem),
    )
)]
pub(crate) async fn live(
    State(hands): State<Hands>,
    StudyId(id): StudyId,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade
        .map_err(|rejection| Refusal::bad_request("not-a-websocket", rejection.body_text()))?;
    // The client joins first, so that a study that does not exist is refused in HTTP.
    let seat = hands.sockets.enter(&id)?;
    let joined = hands.studies.join(&id).await?;
    let number = CLIENTS.fetch_add(1, Ordering::Relaxed);
    let analyses = Analyses::new(
        hands.pool.clone(),
        hands.store.clone(),
        Arc::clone(&hands.config),
        format!("{id} {number}"),
    );
    Ok(upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| Client { hands, id, socket, joined, seat, analyses }.serve()))
}

/// One browser looking at one study.
struct Client {
    hands: Hands,
    id: String,
    socket: WebSocket,
    joined: Joined,
    seat: Seat,
    analyses: Analyses,
}

impl Client {
    /// Carries events out and requests in until either side leaves.
    async fn serve(mut self) {
        let step = self.converse().await;
        if let ControlFlow::Break(frame) = step {
            // The searches end before the client is told: it may not take the message.
            self.analyses.stop(None);
            let _ = self.socket.send(Message::Close(frame)).await;
        }
    }

    async fn converse(&mut self) -> Step {
        let config = Arc::clone(&self.hands.config);
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
                    Err(RecvError::Closed) => return away("the study was put away"),
                },
                analysis = self.analyses.next() => self.tell_analysis(analysis).await?,
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
        let (id, command) = match read(text, |request: &StudyRequest| &request.id) {
            Ok((id, request)) => (id, request.command),
            Err((id, refusal)) => return self.refuse(id, refusal.problem).await,
        };
        if command == StudyCommand::Ping {
            self.tell(&StudyEvent::Pong).await?;
            return self.tell(&StudyEvent::Done { id, node: None }).await;
        }
        self.seat.acts();
        let done = match command {
            StudyCommand::Analyse { node, engine, lines, only, threat, depth, ms } => {
                let asked = Asked { node, engine, lines, only, threat, depth, ms };
                match self.analyse(asked).await {
                    Ok(analysis) => {
                        self.tell_analysis(analysis).await?;
                        Ok(Done::default())
                    }
                    Err(refusal) => Err(refusal),
                }
            }
            StudyCommand::Stop { engine } => {
                for analysis in self.analyses.stop(engine.as_deref()) {
                    self.tell_analysis(analysis).await?;
                }
                Ok(Done::default())
            }
            command => self.hands.studies.command(&self.id, &id, &command).await,
        };
        // The effects of the request are sent before its answer.
        loop {
            match self.joined.events.try_recv() {
                Ok(event) => self.send(event).await?,
                Err(TryRecvError::Lagged(_)) => self.catch_up().await?,
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        match done {
            Ok(Done { node, position }) => {
                if let Some(position) = position {
                    self.tell(&StudyEvent::Position { position }).await?;
                }
                self.tell(&StudyEvent::Done { id, node }).await
            }
            Err(refusal) => self.refuse(id, refusal.problem).await,
        }
    }

    async fn analyse(&mut self, asked: Asked) -> Result<Analysis, Refusal> {
        let game = self.hands.studies.game(&self.id, asked.node).await?;
        self.analyses.begin(asked, game).await
    }

    /// Shows a client that fell behind the whole study.
    async fn catch_up(&mut self) -> Step {
        match self.hands.studies.join(&self.id).await {
            Ok(joined) => {
                self.joined = joined;
                self.send(self.joined.state.clone()).await
            }
            Err(_) => away("the study is gone"),
        }
    }

    async fn refuse(&mut self, id: String, problem: Problem) -> Step {
        self.tell(&StudyEvent::Error { id, problem }).await
    }

    async fn tell_analysis(&mut self, analysis: Analysis) -> Step {
        self.tell(&StudyEvent::Analysis { analysis: Box::new(analysis) }).await
    }

    async fn tell(&mut self, event: &StudyEvent) -> Step {
        self.send(json(event)).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Step {
        match self.socket.send(Message::Text(text)).await {
            Ok(()) => Step::Continue(()),
            Err(_) => Step::Break(None),
        }
    }
}
