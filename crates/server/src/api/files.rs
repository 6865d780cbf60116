use crate::api::AppState;
use crate::api::body::{GameId, Parameters};
use crate::dates;
use crate::live;
use crate::refusal::Refusal;
use crate::request;
use axum::Json;
use axum::extract;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use hall_messages::{GameDates, WrittenFile, written_game};
use serde::Deserialize;
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;

/// How to write a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameExportQuery {
    /// A format in which the variant's games are written (`pgn`; `pdn`; `sgf`, `psq`, `lib`, …),
    /// `moves` (the moves on one line) or `fen` (the position now).
    format: String,
    /// The notation's id, in `pgn` and `moves`; absent: the variant's default.
    notation: Option<String>,
}

/// A game as a file for download.
#[utoipa::path(
    get,
    path = "/api/games/{id}/export",
    params(("id" = String, Path, description = "The game's id."), GameExportQuery),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/plain"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
    Parameters(writing): Parameters<GameExportQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let state = app.games.stored_for(&id, &request::visitor()).await?;
    let notation = writing.notation.as_deref();
    let file = written_game(&state, &writing.format, notation, dates_of(&state).as_ref())?;
    let name = download(&state.setup().variant, &id, &file.ending);
    Ok(answered(name, file))
}

/// A file as an answer.
pub(super) fn answered(name: String, file: WrittenFile) -> impl IntoResponse {
    let kind = if file.is_text { "text/plain; charset=utf-8" } else { "application/octet-stream" };
    let head = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)];
    // Absent if everything is in the file.
    let left_out = HeaderValue::from_str(&file.left_out).ok().filter(|_| !file.left_out.is_empty());
    let left_out = left_out.map(|value| (HeaderName::from_static("x-left-out"), value));
    (head, left_out.into_iter().collect::<HeaderMap>(), file.bytes)
}

/// When a game began, for the tags of files.
pub(super) fn dates_of(state: &hall::GameState) -> Option<GameDates> {
    dates::of(&live::shown(state).created_at)
}

/// The stored bytes of a game, also of one that can no longer be read.
#[utoipa::path(
    get,
    path = "/api/games/{id}/raw",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "Every column of the game's rows.", body = serde_json::Value),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub(crate) async fn raw(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
) -> Result<impl IntoResponse, Refusal> {
    app.games.must_be_alone(&id).await?;
    let raw = app.store.raw(&id).await?.ok_or_else(|| Refusal::no_game(&id))?;
    let name = download("game", &id, "json");
    Ok(([(CONTENT_DISPOSITION, name)], Json(raw)))
}

/// The header with the name of a file. An id begins with the time: the ids of games begun within a minute
/// have equal beginnings and different ends.
pub(super) fn download(what: &str, id: &str, ending: &str) -> String {
    let own = id.get(id.len().saturating_sub(12)..).unwrap_or(id);
    format!("attachment; filename=\"{what}-{own}.{ending}\"")
}
