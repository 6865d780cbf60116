use crate::api::AppState;
use crate::api::body::GameId;
use crate::api::socket::{LiveAnswer, LiveTopic, Upgrade, serve};
use crate::events::NextEvent;
use crate::live::{Games, JoinedGame};
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
    let watched = WatchedGame { games: app.games.clone(), id, joined };
    Ok(serve(upgrade, app, slot, watched))
}

/// The game that a client watches.
struct WatchedGame {
    games: Games,
    id: String,
    joined: JoinedGame,
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
        self.joined = self.games.join(&self.id).await?;
        Ok(())
    }

    async fn next(&mut self) -> NextEvent {
        self.joined.stream.next().await
    }

    fn waiting(&mut self) -> Option<NextEvent> {
        self.joined.stream.waiting()
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
        self.games.command(&self.id, request).await?;
        Ok(LiveAnswer { first: Vec::new(), binary: None, last: vec![Event::Done { id }] })
    }
}
