//! The listener for those who watch the hall: metrics and health. Its numbers are nobody else's business, so
//! it has an address of its own.

use crate::api::AppState;
use crate::health;
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
    ([(CONTENT_TYPE, TEXT)], app.metrics.text(&app)).into_response()
}

async fn readyz(State(halls): State<watch::Receiver<AppState>>) -> Response {
    let app = halls.borrow().clone();
    health::readyz(State(app)).await
}
