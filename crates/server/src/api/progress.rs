//! What the reviews of somebody's games say over time.

use crate::api::AppState;
use crate::people::own_games;
use crate::refusal::Refusal;
use crate::{request, review};
use axum::Json;
use axum::extract::State;
use hall::{Player, Side};
use hall_messages::{ReviewedGame, only_person, progress_game};
use store::{ArchiveFilter, Whose};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Progress, ProgressGame};

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
    let of = own_games(&request::speaker());
    Ok(Json(Progress { games: reviewed_games(&app, of, MOST, only_person).await? }))
}

/// What the reviews of somebody's latest games say, for the side that this function names.
pub(super) async fn reviewed_games(
    app: &AppState,
    of: Whose,
    limit: u32,
    side_of: impl Fn(&[Player; 2]) -> Option<Side>,
) -> Result<Vec<ProgressGame>, Refusal> {
    app.archive.catch_up().await?;
    let filter = ArchiveFilter {
        of,
        // Only reviewed games have a number of mistakes.
        mistakes: (Some(0), None),
        limit,
        ..ArchiveFilter::default()
    };
    let (found, _) = app.store.search(&filter).await?;
    let mut games = Vec::new();
    for entry in app.store.archive_entries(found).await? {
        let Some(game) = entry.entry.game() else { continue };
        let hall::GameSummary { ref players, ref end, .. } = game.summary;
        let Some(side) = side_of(players) else { continue };
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
    Ok(games)
}
