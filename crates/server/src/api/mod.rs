//! The routes under `/api`, and everything else as the page.

mod body;
pub(crate) mod catalogue;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod live;
mod page;
pub(crate) mod preferences;

use crate::config::Config;
use crate::guard;
use crate::live::Games;
use crate::openapi::openapi;
use crate::refusal::Refusal;
use axum::extract::DefaultBodyLimit;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use axum::{Json, Router};
use std::sync::Arc;
use store::Store;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

/// Bodies of requests; only files may be larger.
const BODY: usize = 64 << 10;
/// The content of a file to import.
const FILE: usize = 4 << 20;

/// What the routes work with.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    pub(crate) store: Store,
    pub(crate) games: Games,
    pub(crate) config: Arc<Config>,
    /// Turns true when the hall closes.
    pub(crate) closing: watch::Receiver<bool>,
}

pub(crate) fn router(hands: Hands, guard: guard::Guard) -> Router {
    let api = Router::new()
        .route("/catalogue", get(catalogue::catalogue))
        .route("/preferences", get(preferences::preferences).put(preferences::set_preferences))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::game).delete(games::delete))
        .route("/games/{id}/export", get(files::export))
        .route("/games/{id}/live", any(live::live))
        .route("/positions", post(games::check_position))
        .route("/import", post(import::import).layer(DefaultBodyLimit::max(FILE)))
        .route("/openapi.json", get(async || Json(openapi())))
        .fallback(no_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(BODY));
    Router::new()
        .nest("/api", api)
        .fallback(page::page)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::new(guard), guard::guard))
        .with_state(hands)
}

async fn no_route(uri: Uri) -> Refusal {
    let path = crate::refusal::shortened(uri.path());
    Refusal::not_found(format!("there is nothing at {path}; /api/openapi.json says what there is"))
}

async fn wrong_method(method: axum::http::Method, uri: Uri) -> Refusal {
    let path = crate::refusal::shortened(uri.path());
    Refusal::new(
        axum::http::StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        format!("{path} does not take {method}; /api/openapi.json says what it takes"),
    )
}
