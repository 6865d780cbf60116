//! The routes under `/api`, and everything else as the page.

pub(crate) mod accounts;
pub(crate) mod archive;
mod body;
pub(crate) mod catalogue;
pub(crate) mod correspondence;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod hall_live;
pub(crate) mod import;
mod imports;
mod json_path;
pub(crate) mod lab;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod moderation;
pub(crate) mod modules;
pub(crate) mod openings;
pub(crate) mod own_data;
mod page;
#[cfg(feature = "passkeys")]
pub(crate) mod passkeys;
pub(crate) mod people;
pub(crate) mod positions;
pub(crate) mod preferences;
pub(crate) mod progress;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod reviews;
pub(crate) mod safety;
mod seats;
mod socket;
pub(crate) mod studies;
pub(crate) mod study_live;
mod taken_ids;
pub(crate) mod taking_over;
pub(crate) mod tournaments;
pub(crate) mod visibility;

pub(crate) use imports::ImportedFiles;

use crate::acceptor::{Connections, Sockets};
use crate::archive::Archive;
use crate::config::Config;
use crate::fair::FairSemaphore;
use crate::guard;
use crate::health::{self, Health};
use crate::live::Games;
use crate::metrics::Metrics;
use crate::news::HallNews;
use crate::nodes::Nodes;
use crate::people::{Accounts, Identities, Safety, rights};
use crate::proxies::Proxies;
use crate::puzzles::Puzzles;
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::request::{self, RequestLayer};
use crate::review::Reviews;
use crate::storage_quota::StorageQuota;
use crate::study::{Programs, Studies};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Uri;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post, put};
use lab_messages::EventBudget;
use pool::Pool;
use std::any::Any;
use std::sync::Arc;
use store::Store;
use tokio::sync::{Semaphore, watch};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::set_header::SetResponseHeaderLayer;

/// The largest body of a request; only files may be larger.
const BODY: usize = 64 << 10;
/// The content of a file to import.
const FILE: usize = 4 << 20;

/// Where an answer to a wrong path sends the reader: to the API document, in a program that contains it.
const SEE_DOCUMENT: &str = if cfg!(feature = "schema") {
    "/api/openapi.json lists what there is"
} else {
    "the documents of the program say what there is"
};

/// The state of the routes.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) store: Store,
    /// What this node of several serves.
    pub(crate) nodes: Nodes,
    pub(crate) games: Games,
    pub(crate) studies: Studies,
    /// Programs on other machines that work for the hall.
    #[cfg(feature = "cluster")]
    pub(crate) workers: Option<crate::hall_workers::HallWorkers>,
    /// Tells of changes of the whole hall.
    pub(crate) news: HallNews,
    /// What is searched for in the stored games.
    pub(crate) archive: Archive,
    /// Reviews of studies.
    pub(crate) reviews: Reviews,
    /// The search for puzzles.
    pub(crate) puzzles: Puzzles,
    /// Where engines search.
    pub(crate) pool: Pool,
    /// Engines of other programs.
    pub(crate) programs: Programs,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) health: Arc<Health>,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
    /// The number of stored games.
    pub(crate) stored: StorageQuota,
    /// Connections.
    pub(crate) connections: Connections,
    /// The part of them that are WebSockets of games.
    pub(crate) sockets: Sockets,
    /// The memory of recorded searches that is left.
    pub(crate) lab: EventBudget,
    /// Kibibytes of files to import that can still be accepted.
    pub(crate) files: Arc<Semaphore>,
    /// Files that were read a moment ago.
    pub(crate) imports: ImportedFiles,
    /// The largest number of files that are read at the same time.
    pub(crate) readers: FairSemaphore,
    /// Whole files go into the archive one after the other.
    pub(crate) archivists: Arc<Semaphore>,
    /// What clients have.
    pub(crate) quotas: Quotas,
    /// Who browsers are.
    pub(crate) identities: Identities,
    /// Who signs in as whom.
    pub(crate) accounts: Accounts,
    /// Who may meet whom, and who is disabled.
    pub(crate) safety: Safety,
    /// The address for others in the local network.
    pub(crate) share_address: Option<Arc<str>>,
}

pub(crate) fn router(
    app: AppState,
    guard: Arc<guard::Guard>,
    document: Router<AppState>,
) -> Router {
    let api = Router::new()
        .route("/catalogue", get(catalogue::catalogue))
        .route("/catalogue/{variant}/presets", get(catalogue::presets))
        .route("/me", get(people::me).put(people::set_name))
        .merge(account_routes())
        .merge(safety_routes())
        .route("/qr", get(people::qr))
        .route("/preferences", get(preferences::preferences).put(preferences::set_preferences))
        .route("/live", any(hall_live::live))
        .route("/persons/{id}", get(ratings::person))
        .route("/lobby", get(lobby::lobby))
        .route("/pairing", post(lobby::pair))
        .route("/tournaments", get(tournaments::list).post(tournaments::create))
        .route("/tournaments/{id}", get(tournaments::tournament).delete(tournaments::delete))
        .route("/tournaments/{id}/command", post(tournaments::command))
        .route("/tournaments/{id}/export", get(tournaments::export))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::game).delete(games::delete))
        .route("/games/{id}/live", any(live::live))
        .route("/games/{id}/visibility", get(visibility::of_game).put(visibility::set_of_game))
        .route("/games/{id}/rematch", post(games::rematch))
        .route("/games/{id}/seat", post(lobby::sit_down))
        .route("/turns", get(correspondence::turns))
        .route(
            "/games/{id}/conditional",
            get(correspondence::conditional).put(correspondence::set_conditional),
        )
        .route("/games/{id}/ratings", get(ratings::of_game_ended))
        .route("/games/{id}/puzzles", delete(puzzles::cancel))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/shipped", get(puzzles::shipped))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzles/{id}", get(puzzles::puzzle))
        .route("/puzzles/{id}/try", post(puzzles::attempt))
        .route("/puzzles/{id}/solution", get(puzzles::solution))
        .route("/games/{id}/export", get(files::export))
        .route("/games/{id}/raw", get(files::raw))
        .route(
            "/studies",
            post(studies::create)
                .layer(DefaultBodyLimit::max(FILE))
                .layer(from_fn_with_state(app.clone(), import::take_turns))
                .get(studies::list),
        )
        .route("/studies/{id}", get(studies::study).delete(studies::delete))
        .route("/studies/{id}/visibility", get(visibility::of_study).put(visibility::set_of_study))
        .route("/studies/{id}/export", get(studies::export))
        .route(
            "/studies/{id}/review",
            post(reviews::begin)
                .delete(reviews::cancel)
                .merge(put(reviews::take).layer(DefaultBodyLimit::max(FILE))),
        )
        .route("/studies/{id}/live", any(study_live::live))
        .route("/studies/{id}/raw", get(studies::raw))
        .route("/archive", post(archive::list))
        .route("/archive/moves", post(archive::moves))
        .route("/archive/tags", get(archive::tags).post(archive::tag))
        .route("/archive/export", post(archive::export))
        .route(
            "/archive/import",
            post(archive::import).layer(DefaultBodyLimit::max(archive::LARGEST)),
        )
        .route("/openings", post(openings::explore))
        .route("/progress", get(progress::progress))
        .route("/lab", get(lab::lab))
        .route("/lab/line", post(lab::line))
        .route("/lab/evaluation", post(lab::evaluate))
        .route("/lab/live", any(lab::live))
        .route("/positions", post(positions::check_position))
        .route("/judgements", post(reviews::judge))
        .route("/threats", post(reviews::threat))
        .route(
            "/import",
            post(import::import)
                .layer(DefaultBodyLimit::max(FILE))
                .layer(from_fn_with_state(app.clone(), import::take_turns)),
        )
        .merge(document)
        .route_layer(from_fn_with_state(app.clone(), rights::check))
        .fallback(no_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(BODY))
        // What the hall answers may change at any moment.
        .layer(SetResponseHeaderLayer::if_not_present(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    // The build compresses the files of the page; its font is a compressed format already.
    // The lines of a report under way are not held back for it.
    let worth_it = DefaultPredicate::new()
        .and(NotForContentType::const_new("font/"))
        .and(NotForContentType::const_new(archive::LINES));
    let layer_state = Arc::new(RequestLayer {
        proxies: Proxies::new(&app.config.trusted_proxies),
        connections: app.connections.clone(),
        metrics: Arc::clone(&app.metrics),
        quotas: app.quotas.clone(),
        mode: app.config.mode,
        identities: app.identities.clone(),
        accounts: app.accounts.clone(),
        safety: app.safety.clone(),
        most_of_client: app.config.limits.connections_per_address,
    });
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/modules/{name}", get(modules::module))
        .fallback(page::page)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().compress_when(worth_it))
        .layer(from_fn_with_state(guard, guard::guard))
        .layer(from_fn_with_state(layer_state, request::receive))
        .with_state(app)
}

/// What concerns accounts.
fn account_routes() -> Router<AppState> {
    let routes = Router::new();
    #[cfg(feature = "passkeys")]
    let routes = routes.merge(passkeys::routes());
    routes
        .route("/account", get(accounts::my_account).post(accounts::sign_up))
        .route("/account/sign-in", post(accounts::sign_in))
        .route("/account/sign-out", post(accounts::sign_out))
        .route("/account/recovery", post(accounts::recover))
        .route("/account/recovery-code", post(accounts::new_recovery_code))
        .route("/account/password", put(accounts::change_password))
        .route("/account/sessions/{id}", delete(accounts::end_session))
        .route("/account/passkeys/{id}", delete(accounts::remove_passkey))
        .route("/account/tokens", post(accounts::new_token))
        .route("/account/kept", get(accounts::kept))
        .route(
            "/account/kept/{name}",
            put(accounts::keep).layer(DefaultBodyLimit::max(accounts::KEPT_BODY)),
        )
}

/// What keeps people safe from each other, and their data theirs.
fn safety_routes() -> Router<AppState> {
    Router::new()
        .route("/account/deletion", post(own_data::delete_account))
        .route(
            "/me/data",
            get(own_data::my_data).merge(
                post(taking_over::take_over).layer(DefaultBodyLimit::max(taking_over::LARGEST)),
            ),
        )
        .route("/blocks", get(safety::blocks))
        .route("/blocks/{id}", put(safety::block).delete(safety::unblock))
        .route("/reports", post(safety::report))
        .route("/moderation", get(moderation::moderation))
        .route("/moderation/reports/{id}", post(moderation::close_report))
        .route("/moderation/persons/{id}", put(moderation::set_disabled))
        .route("/moderation/roles", put(moderation::set_role))
}

/// The answer when a route panics. The message of the panic is only logged.
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let words = match panic.downcast::<String>() {
        Ok(words) => *words,
        Err(panic) => panic.downcast_ref::<&str>().map_or_else(String::new, ToString::to_string),
    };
    Refusal::internal("a panic", &words).into_response()
}

async fn no_route(uri: Uri) -> Refusal {
    let path = crate::refusal::shortened(uri.path());
    Refusal::not_found(format!("there is nothing at {path}; {SEE_DOCUMENT}"))
}

async fn wrong_method(method: axum::http::Method, uri: Uri) -> Refusal {
    let path = crate::refusal::shortened(uri.path());
    Refusal::new(
        axum::http::StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        format!("{path} does not accept {method}; {SEE_DOCUMENT}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode};
    use tower::ServiceExt as _;

    #[tokio::test]
    async fn a_panic_is_one_answer_with_a_number() {
        async fn falls() -> &'static str {
            panic!("a secret of the house")
        }
        let routes: Router =
            Router::new().route("/", get(falls)).layer(CatchPanicLayer::custom(panicked));
        for _ in 0..2 {
            let answer = routes.clone().oneshot(Request::new(Body::empty())).await.unwrap();
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let body = to_bytes(answer.into_body(), 10_000).await.unwrap();
            let problem: wire::Problem = serde_json::from_slice(&body).unwrap();
            assert_eq!(problem.code, "internal");
            let id = problem.message.rsplit(' ').next().unwrap();
            assert!(id.len() == 8 && id.bytes().all(|b| b.is_ascii_hexdigit()), "{id}");
            assert!(!problem.message.contains("secret"));
        }
    }
}
