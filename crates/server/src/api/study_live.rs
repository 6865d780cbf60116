use crate::api::AppState;
use crate::api::body::StudyId;
use crate::api::socket::{LiveAnswer, LiveTopic, Upgrade, serve};
use crate::events::{EventStream, NextEvent, json};
use crate::fair::FairSemaphore;
use crate::people::rights::forbidden;
use crate::refusal::Refusal;
use crate::study::StudyRight;
use crate::study::{Analyses, KnownMoveLookup, MoveValueSearch, Studies};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use hall_messages::{AnalysisRequest, EditOutcome};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wire::{Analysis, Problem, StudyCommand, StudyEvent, StudyRequest};

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
    State(app): State<AppState>,
    StudyId(id): StudyId,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = Upgrade::new(upgrade)?;
    // The client joins first, so that a study that does not exist is refused in HTTP.
    let slot = app.sockets.enter(&id)?;
    let joined = app.studies.join(&id).await?;
    // It may have become private before the client was among those that are told.
    app.studies.must_be_seen(&id).await?;
    let may_edit = app.studies.must_be_own(&id, StudyRight::Edit).await.is_ok();
    let number = CLIENTS.fetch_add(1, Ordering::Relaxed);
    let name = format!("{id} {number}");
    let values = MoveValueSearch::new(app.pool.clone(), &app.config, &name);
    let analyses = Analyses::new(
        app.pool.clone(),
        app.programs.clone(),
        app.store.clone(),
        Arc::clone(&app.config),
        name,
        app.quotas.clone(),
    );
    let watched = WatchedStudy {
        studies: app.studies.clone(),
        readers: app.readers.clone(),
        id,
        may_edit,
        joined,
        analyses,
        values,
        proofs: KnownMoveLookup::default(),
    };
    Ok(serve(upgrade, app, slot, watched))
}

/// The study that a client edits, and the analyses that it sees.
struct WatchedStudy {
    studies: Studies,
    id: String,
    /// Whether the client may change the study, and does not only look at it.
    may_edit: bool,
    joined: EventStream,
    analyses: Analyses,
    values: MoveValueSearch,
    proofs: KnownMoveLookup,
    /// How many clients are served with proofs at the same time.
    readers: FairSemaphore,
}

impl WatchedStudy {
    async fn analyse(&mut self, asked: AnalysisRequest) -> Result<Analysis, Refusal> {
        let game = self.studies.game(&self.id, asked.node).await?;
        self.analyses.begin(asked, game).await
    }

    async fn value(&mut self, node: u32) -> Result<EditOutcome, Refusal> {
        let game = self.studies.game(&self.id, node).await?;
        self.values.begin(node, game)?;
        Ok(EditOutcome::default())
    }

    /// Looks for proofs in a position that was shown.
    async fn prove(&mut self, node: u32) {
        // A node that is gone by now needs none.
        if let Ok(game) = self.studies.game(&self.id, node).await {
            self.proofs.begin(node, game, self.readers.clone());
        }
    }
}

fn told(analysis: Analysis) -> StudyEvent {
    StudyEvent::Analysis { analysis: Box::new(analysis) }
}

impl LiveTopic for WatchedStudy {
    // Comments are longer than anything in a game.
    const NAME: &'static str = "study";
    const MESSAGE: usize = 64 << 10;
    const PUT_AWAY: &'static str = "the study was put away";
    const GONE: &'static str = "the study is gone";
    type Request = StudyRequest;
    type Event = StudyEvent;

    fn id(request: &StudyRequest) -> &str {
        &request.id
    }

    fn is_act(request: &StudyRequest) -> bool {
        request.command != StudyCommand::Ping
    }

    fn refusal(id: String, problem: Problem) -> StudyEvent {
        StudyEvent::Error { id, problem }
    }

    fn state(&self) -> Option<Utf8Bytes> {
        Some(self.joined.state.clone())
    }

    async fn join_again(&mut self) -> Result<(), Refusal> {
        // It may have become private.
        self.studies.must_be_seen(&self.id).await?;
        self.joined = self.studies.join(&self.id).await?;
        Ok(())
    }

    async fn next(&mut self) -> NextEvent {
        tokio::select! {
            news = self.joined.next() => news,
            analysis = self.analyses.next() => NextEvent::Event(json(&told(analysis))),
            values = self.values.next() => {
                NextEvent::Event(json(&StudyEvent::Values { values: Box::new(values) }))
            }
            position = self.proofs.next() => {
                NextEvent::Event(json(&StudyEvent::Position { position: Box::new(position) }))
            }
        }
    }

    fn waiting(&mut self) -> Option<NextEvent> {
        self.joined.waiting()
    }

    async fn answer(&mut self, request: StudyRequest) -> Result<LiveAnswer<StudyEvent>, Refusal> {
        let id = request.id;
        let mut first = Vec::new();
        let done = match request.command {
            StudyCommand::Ping => {
                first.push(StudyEvent::Pong);
                EditOutcome::default()
            }
            StudyCommand::Analyse { node, engine, lines, only, threat, depth, ms } => {
                let asked = AnalysisRequest { node, engine, lines, only, threat, depth, ms };
                first.push(told(self.analyse(asked).await?));
                EditOutcome::default()
            }
            StudyCommand::Values { node } => self.value(node).await?,
            StudyCommand::Stop { engine } => {
                if engine.is_none() {
                    self.values.stop();
                }
                first.extend(self.analyses.stop(engine.as_deref()).into_iter().map(told));
                EditOutcome::default()
            }
            command if !self.may_edit && !matches!(command, StudyCommand::Look { .. }) => {
                let message = "this study is somebody else's: you can look at it";
                return Err(forbidden("not-yours", message));
            }
            command => self.studies.command(&self.id, &id, &command).await?,
        };
        if let Some(position) = &done.position {
            self.prove(position.node).await;
        }
        let position = done.position.map(|position| StudyEvent::Position { position });
        let last = position.into_iter().chain([StudyEvent::Done { id, node: done.node }]).collect();
        Ok(LiveAnswer { first, binary: None, last })
    }

    /// The searches end before the client is told that the connection closes: it may not take the message.
    fn left(&mut self) {
        self.analyses.stop(None);
        self.values.stop();
    }
}
