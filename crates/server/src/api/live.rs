use crate::api::AppState;
use crate::api::body::GameId;
use crate::api::socket::{LiveAnswer, LiveTopic, Upgrade, serve};
use crate::events::{NextEvent, json};
use crate::hourly::HourlyKind;
use crate::live::{Games, JoinedGame};
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use wire::{Command, Event, Problem, Request};

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
    State(app): State<AppState>,
    GameId(id): GameId,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = Upgrade::new(upgrade)?;
    // The client joins first, so that a game that does not exist is refused in HTTP.
    let slot = app.sockets.enter(&id)?;
    let joined = app.games.join(&id).await?;
    // It may have become private before the client was among those that are told.
    app.games.must_be_seen(&id).await?;
    let (games, quotas) = (app.games.clone(), app.quotas.clone());
    let watched = WatchedGame { games, quotas, id, joined, is_veiled: false };
    Ok(serve(upgrade, app, slot, watched))
}

/// The game that a client watches.
struct WatchedGame {
    games: Games,
    quotas: Quotas,
    id: String,
    joined: JoinedGame,
    /// An event was held back: the client needs the game as it may see it.
    is_veiled: bool,
}

/// How an event begins that says who is there, and nothing of the game.
const PRESENCE: &str = "{\"type\":\"presence\"";

impl WatchedGame {
    /// In place of an event that tells more than the client may know now, the client is sent the game as it may see it.
    fn veiled(&mut self, next: NextEvent) -> NextEvent {
        match next {
            NextEvent::Event(event) if self.joined.is_held_back && !event.starts_with(PRESENCE) => {
                self.is_veiled = true;
                NextEvent::Missed
            }
            next => next,
        }
    }
}

impl LiveTopic for WatchedGame {
    const NAME: &'static str = "game";
    const MESSAGE: usize = 16 << 10;
    const PUT_AWAY: &'static str = "the game was put away";
    const GONE: &'static str = "the game is gone";
    type Request = Request;
    type Event = Event;

    fn id(request: &Request) -> &str {
        &request.id
    }

    fn is_act(request: &Request) -> bool {
        request.command != Command::Ping
    }

    fn refusal(id: String, problem: Problem) -> Event {
        Event::Error { id, problem }
    }

    fn state(&self) -> Option<Utf8Bytes> {
        Some(self.joined.stream.state.clone())
    }

    async fn join_again(&mut self) -> Result<(), Refusal> {
        // It may have become private.
        self.games.must_be_seen(&self.id).await?;
        if std::mem::take(&mut self.is_veiled) {
            // The connection goes on: only the game is asked for, as its client may see it now.
            let game = Box::new(self.games.shown(&self.id).await?);
            self.joined.is_held_back = game.held_back;
            self.joined.stream.state = json(&Event::State { game });
        } else {
            self.joined = self.games.join(&self.id).await?;
        }
        Ok(())
    }

    async fn next(&mut self) -> NextEvent {
        let next = self.joined.stream.next().await;
        self.veiled(next)
    }

    fn waiting(&mut self) -> Option<NextEvent> {
        let next = self.joined.stream.waiting()?;
        Some(self.veiled(next))
    }

    async fn answer(&mut self, request: Request) -> Result<LiveAnswer<Event>, Refusal> {
        let id = request.id.clone();
        if request.command == Command::Ping {
            return Ok(LiveAnswer {
                first: vec![Event::Pong],
                binary: None,
                last: vec![Event::Done { id }],
            });
        }
        if matches!(request.command, Command::Say { .. }) {
            self.quotas.hour(HourlyKind::Message)?;
        }
        self.games.command(&self.id, request).await?;
        Ok(LiveAnswer { first: Vec::new(), binary: None, last: vec![Event::Done { id }] })
    }
}
