//! The listener for those who watch the hall: metrics and health. Its numbers are nobody else's business, so
//! it has an address of its own.

use crate::api::AppState;
use crate::health;
use crate::metrics::{CurrentFigures, QueuedFigures};
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// The media type of the text format of OpenMetrics.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves the present hall until it is dropped. An exchange of the store replaces the hall.
pub(crate) async fn serve(listener: TcpListener, halls: watch::Receiver<AppState>) {
    let routes = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(readyz))
        .with_state(halls);
    if let Err(error) = axum::serve(listener, routes).await {
        tracing::error!("the metrics are not served any more: {error}");
    }
}

async fn metrics(State(halls): State<watch::Receiver<AppState>>) -> Response {
    let app = halls.borrow().clone();
    ([(CONTENT_TYPE, TEXT)], app.metrics.text(&figures(&app))).into_response()
}

/// What a hall does at this moment.
fn figures(app: &AppState) -> CurrentFigures {
    let (held, asked) = app.nodes.figures();
    let (worker_searches, queued_searches) = of_workers(app);
    CurrentFigures {
        connections: app.connections.count(),
        sockets: app.sockets.count(),
        live_games: app.games.count(),
        open_studies: app.studies.count(),
        stored_games: app.stored.count(),
        stored_studies: app.studies.stored.count(),
        pool: app.pool.load(),
        disk_free: health::disk_free(&app.config),
        held,
        asked,
        worker_searches,
        queued_searches,
        store_failures: app.store.failures(),
    }
}

/// The searches that workers had, and those for them that wait or run.
#[cfg(feature = "cluster")]
fn of_workers(app: &AppState) -> (Vec<(&'static str, &'static str, u64)>, Vec<QueuedFigures>) {
    let Some(workers) = &app.workers else { return Default::default() };
    let ended = workers.searches.ended().into_iter();
    let queued = workers.searches.queued().into_iter();
    (
        ended.map(|(class, outcome, count)| (class.name(), outcome, count)).collect(),
        queued
            .map(|one| QueuedFigures {
                class: one.class.name(),
                state: one.state,
                count: one.count,
                age: one.age,
            })
            .collect(),
    )
}

#[cfg(not(feature = "cluster"))]
fn of_workers(_: &AppState) -> (Vec<(&'static str, &'static str, u64)>, Vec<QueuedFigures>) {
    Default::default()
}

async fn readyz(State(halls): State<watch::Receiver<AppState>>) -> Response {
    let app = halls.borrow().clone();
    health::readyz(State(app)).await
}
