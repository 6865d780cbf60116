use crate::api::AppState;
use crate::api::socket::{LiveAnswer, LiveTopic, Upgrade, serve};
use crate::events::{EventStream, NextEvent};
use crate::news::HallNews;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
#[cfg(feature = "schema")]
use wire::Problem as Refused;
use wire::{HallCommand, HallEvent, HallRequest, Problem};

/// What changes in the whole hall: a WebSocket. The client sends `HallRequest`, the server sends
/// `HallEvent`, one JSON text per message.
#[utoipa::path(
    get,
    path = "/api/live",
    operation_id = "hall_live",
    responses(
        (status = 101, description = "The connection becomes a WebSocket.", body = HallEvent),
        (status = "4XX", description = "Why it does not.", body = Refused),
    )
)]
pub(crate) async fn live(
    State(app): State<AppState>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = Upgrade::new(upgrade)?;
    let slot = app.sockets.enter_hall()?;
    let news = app.news.clone();
    let joined = news.stream();
    Ok(serve(upgrade, app, slot, HallListener { news, joined, missed: false }))
}

/// A client that follows the hall.
struct HallListener {
    news: HallNews,
    joined: EventStream,
    /// Whether the client fell behind: everything may have changed for it.
    missed: bool,
}

impl LiveTopic for HallListener {
    const NAME: &'static str = "hall";
    const MESSAGE: usize = 4 << 10;
    const PUT_AWAY: &'static str = "the hall closes";
    const GONE: &'static str = "the hall closes";
    type Request = HallRequest;
    type Event = HallEvent;

    fn id(request: &HallRequest) -> &str {
        &request.id
    }

    fn is_act(_: &HallRequest) -> bool {
        false
    }

    fn refusal(id: String, problem: Problem) -> HallEvent {
        HallEvent::Error { id, problem }
    }

    fn state(&self) -> Option<Utf8Bytes> {
        self.missed.then(|| self.joined.state.clone())
    }

    async fn join_again(&mut self) -> Result<(), Refusal> {
        self.joined = self.news.stream();
        self.missed = true;
        Ok(())
    }

    async fn next(&mut self) -> NextEvent {
        self.joined.next().await
    }

    fn waiting(&mut self) -> Option<NextEvent> {
        self.joined.waiting()
    }

    async fn answer(&mut self, request: HallRequest) -> Result<LiveAnswer<HallEvent>, Refusal> {
        let HallRequest { id, command: HallCommand::Ping } = request;
        Ok(LiveAnswer {
            first: vec![HallEvent::Pong],
            binary: None,
            last: vec![HallEvent::Done { id }],
        })
    }
}
