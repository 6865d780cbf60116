use crate::api::AppState;
use crate::api::body::Body;
use crate::api::socket::{LiveAnswer, LiveTopic, Upgrade, serve};
use crate::events::{NextEvent, json};
use crate::lab::{MeasuredSearches, RecordingRequest, Recordings, WatchedSearches};
use crate::refusal::Refusal;
use crate::request;
use axum::Json;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use lab_messages::LabSearchPosition;
use std::sync::atomic::{AtomicU64, Ordering};
use wire::{
    Lab, LabCommand, LabEvaluate, LabEvaluation, LabEvent, LabLine, LabPosition, LabRequest,
    Problem,
};

/// Numbers the clients, so that the pool tells their searches apart.
static CLIENTS: AtomicU64 = AtomicU64::new(0);

/// What the lab can show.
#[utoipa::path(
    get,
    path = "/api/lab",
    operation_id = "lab",
    responses((status = 200, description = "Techniques, limits and variants.", body = Lab))
)]
pub(crate) async fn lab() -> Json<Lab> {
    Json(lab_messages::offer())
}

/// The moves to a position on the board, so that one of them can be chosen.
#[utoipa::path(
    post,
    path = "/api/lab/line",
    operation_id = "lab_line",
    request_body = LabPosition,
    responses(
        (status = 200, description = "The board and the moves from it.", body = LabLine),
        (status = "4XX", description = "The position does not exist, or a move is not legal.", body = Problem),
    )
)]
pub(crate) async fn line(
    State(app): State<AppState>,
    Body(at): Body<LabPosition>,
) -> Result<Json<LabLine>, Refusal> {
    work_out(&app, move || Ok(lab_messages::line(&at)?)).await
}

/// An evaluation of a position, taken apart.
#[utoipa::path(
    post,
    path = "/api/lab/evaluation",
    operation_id = "lab_evaluation",
    request_body = LabEvaluate,
    responses(
        (status = 200, description = "Its terms and what it sees on the board.", body = LabEvaluation),
        (status = "4XX", description = "The position or the evaluation does not exist.", body = Problem),
    )
)]
pub(crate) async fn evaluate(
    State(app): State<AppState>,
    Body(asked): Body<LabEvaluate>,
) -> Result<Json<LabEvaluation>, Refusal> {
    work_out(&app, move || {
        let place = LabSearchPosition::open(&asked.at)?;
        Ok(lab_messages::evaluation(&place, &asked.by)?)
    })
    .await
}

/// Does this on a thread of its own, in turn with the readers of files.
async fn work_out<T: Send + 'static>(
    app: &AppState,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let Some(_turn) = app.readers.wait(request::client()).await else {
        return Err(Refusal::busy("closing", "the hall is closing"));
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(found) => found.map(Json),
        Err(error) => Err(Refusal::internal("the lab", &error)),
    }
}

/// Searches recorded and watched: a WebSocket. The client sends `LabRequest`, the server sends `LabEvent`, one JSON
/// text per message, and pages of events as binary messages.
#[utoipa::path(
    get,
    path = "/api/lab/live",
    operation_id = "live_lab",
    responses(
        (status = 101, description = "The connection becomes a WebSocket.", body = LabEvent),
        (status = "4XX", description = "Why it does not.", body = Problem),
    )
)]
pub(crate) async fn live(
    State(app): State<AppState>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = Upgrade::new(upgrade)?;
    let slot = app.sockets.enter("lab")?;
    let name = format!("lab {}", CLIENTS.fetch_add(1, Ordering::Relaxed));
    let recordings = Recordings::new(app.pool.clone(), app.lab.clone(), name.clone());
    let measure = MeasuredSearches::new(app.pool.clone(), name.clone());
    let session =
        LabSession { recordings, measure, watched: WatchedSearches::new(app.pool.clone(), name) };
    Ok(serve(upgrade, app, slot, session))
}

/// The searches of one client of the lab.
struct LabSession {
    recordings: Recordings,
    measure: MeasuredSearches,
    watched: WatchedSearches,
}

impl LiveTopic for LabSession {
    const NAME: &'static str = "lab";
    // A position has moves before it.
    const MESSAGE: usize = 64 << 10;
    const PUT_AWAY: &'static str = "the lab was put away";
    const GONE: &'static str = "the lab is gone";
    type Request = LabRequest;
    type Event = LabEvent;

    fn id(request: &LabRequest) -> &str {
        &request.id
    }

    fn is_act(request: &LabRequest) -> bool {
        request.command != LabCommand::Ping
    }

    fn refusal(id: String, problem: Problem) -> LabEvent {
        LabEvent::Error { id, problem }
    }

    fn state(&self) -> Option<Utf8Bytes> {
        None
    }

    async fn join_again(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    async fn next(&mut self) -> NextEvent {
        tokio::select! {
            event = self.recordings.next() => NextEvent::Event(json(&event)),
            iteration = self.watched.next() => {
                NextEvent::Event(json(&LabEvent::Mind { iteration: Box::new(iteration) }))
            }
            measured = self.measure.next() => {
                NextEvent::Event(json(&LabEvent::Measured { measured: Box::new(measured) }))
            }
        }
    }

    fn waiting(&mut self) -> Option<NextEvent> {
        None
    }

    async fn answer(&mut self, request: LabRequest) -> Result<LiveAnswer<LabEvent>, Refusal> {
        let LabRequest { id, command } = request;
        let (mut first, mut binary) = (Vec::new(), None);
        match command {
            LabCommand::Search { slot, at, technique, depth, nodes } => {
                let asked = RecordingRequest { slot, technique, depth, nodes };
                first.push(self.recordings.begin(&asked, LabSearchPosition::open(&at)?)?);
            }
            LabCommand::Stop { slot } => self.recordings.stop(slot)?,
            LabCommand::Events { slot, from, most } => {
                let (moves, page) = self.recordings.page(slot, from, most)?;
                first.extend(moves);
                binary = Some(page);
            }
            LabCommand::Names { slot, nodes } => {
                first.push(self.recordings.names(slot, &nodes)?);
            }
            LabCommand::Node { slot, node } => {
                first.push(self.recordings.node(slot, node)?);
            }
            LabCommand::Mind { at, ms, depth, nodes } => {
                self.watched.begin(LabSearchPosition::open(&at)?, ms, depth, nodes)?;
            }
            LabCommand::MindStop => {
                let ended = self.watched.stop().map(Box::new);
                first.extend(ended.map(|iteration| LabEvent::Mind { iteration }));
            }
            LabCommand::Measure { at, by, depth, ms } => {
                self.measure.begin(&id, &LabSearchPosition::open(&at)?, by, depth, ms)?;
            }
            LabCommand::MeasureStop => self.measure.stop(),
            LabCommand::Ping => first.push(LabEvent::Pong),
        }
        Ok(LiveAnswer { first, binary, last: vec![LabEvent::Done { id }] })
    }

    /// The searches end before the client is told that the connection closes: it may not take the message.
    fn left(&mut self) {
        self.recordings.close();
        self.watched.stop();
        self.measure.stop();
    }
}
