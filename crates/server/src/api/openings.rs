//! The explorer of openings: what was played in a position, by the machine and in the archive.

use crate::api::AppState;
use crate::api::body::Body;
use crate::people::own_games;
use crate::refusal::Refusal;
use crate::request;
use axum::Json;
use axum::extract::State;
use hall_messages::{OpeningPosition, stored_key};
use store::ArchiveFilter;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{ExploreOpening, ExploredOpening};

/// The moves that were played in a position, however it was reached.
#[utoipa::path(
    post,
    path = "/api/openings",
    operation_id = "explore_opening",
    request_body = ExploreOpening,
    responses(
        (status = 200, description = "The moves, the most frequent first.", body = ExploredOpening),
        (status = "4XX", description = "What is wrong with the question.", body = Problem),
    )
)]
pub(crate) async fn explore(
    State(app): State<AppState>,
    Body(asked): Body<ExploreOpening>,
) -> Result<Json<ExploredOpening>, Refusal> {
    let at = OpeningPosition::new(&asked)?;
    let key = at.key;
    app.archive.catch_up().await?;
    let filter = ArchiveFilter {
        of: own_games(&request::speaker()),
        variant: Some(asked.variant.clone()),
        key: key.map(stored_key),
        ..ArchiveFilter::default()
    };
    let own = if key.is_some() { app.store.moves_at(&filter).await? } else { Vec::new() };
    let found = own.iter().map(|one| (one.text.as_str(), one.games, one.results));
    Ok(Json(at.explored(shipped::openings::of(&asked.variant), found)))
}
