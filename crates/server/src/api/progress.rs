//! What the reviews of somebody's games say over time.

use crate::api::AppState;
use crate::people::own_games;
use crate::refusal::Refusal;
use crate::{request, review};
use axum::Json;
use axum::extract::State;
use hall_messages::{ReviewedGame, only_person, progress_game};
use store::ArchiveFilter;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::Progress;

/// The greatest number of games.
const MOST: u32 = 100;

/// The reviewed games of one person against the machine, as far as who asks may see them.
#[utoipa::path(
    get,
    path = "/api/progress",
    operation_id = "progress",
    responses(
        (status = 200, description = "The games, the latest first.", body = Progress),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn progress(State(app): State<AppState>) -> Result<Json<Progress>, Refusal> {
    app.archive.catch_up().await?;
    let filter = ArchiveFilter {
        of: own_games(&request::speaker()),
        // Only reviewed games have a number of mistakes.
        mistakes: (Some(0), None),
        limit: MOST,
        ..ArchiveFilter::default()
    };
    let (found, _) = app.store.search(&filter).await?;
    let mut games = Vec::new();
    for entry in app.store.archive_entries(found).await? {
        let Some(game) = entry.entry.game() else { continue };
        let hall::GameSummary { ref players, ref end, .. } = game.summary;
        let Some(side) = only_person(players) else { continue };
        let Some(study) = app.store.study_of_game(&game.id).await? else { continue };
        let Some(review) = review::summary(&app.store, &study).await? else { continue };
        let of = ReviewedGame {
            game: &game.id,
            study: &study,
            variant: &game.setup.variant,
            updated_at: game.updated_at,
            end: end.as_ref(),
        };
        games.extend(progress_game(of, side, &review));
    }
    Ok(Json(Progress { games }))
}
