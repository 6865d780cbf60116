//! What the reviews of somebody's games say over time.

use crate::api::AppState;
use crate::people::own_games;
use crate::refusal::Refusal;
use crate::{request, review, view};
use axum::Json;
use axum::extract::State;
use hall::review::Grade;
use hall::{Outcome, Player, Side};
use store::{ArchiveFilter, GameListItem};
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
        let Some(side) = person(&game.summary.players) else { continue };
        let Some(study) = app.store.study_of_game(&game.id).await? else { continue };
        let Some(review) = review::summary(&app.store, &study).await? else { continue };
        games.extend(shown(game, side, study, &review));
    }
    Ok(Json(Progress { games }))
}

/// The side of the only person of a game.
fn person(players: &[Player; 2]) -> Option<Side> {
    match players {
        [Player::Person { .. }, Player::Machine { .. }] => Some(Side::First),
        [Player::Machine { .. }, Player::Person { .. }] => Some(Side::Second),
        _ => None,
    }
}

fn shown(
    game: &GameListItem,
    side: Side,
    study: String,
    review: &hall::review::Review,
) -> Option<ProgressGame> {
    let own = &review.sides[side.index()];
    let result = game.summary.end.as_ref().and_then(|end| match end.winner {
        Some(winner) => Some(if winner == side { 1 } else { -1 }),
        None => (end.outcome == Some(Outcome::Draw)).then_some(0),
    });
    Some(ProgressGame {
        game: game.id.clone(),
        study,
        variant: game.setup.variant.clone(),
        side,
        updated_at: view::moment(game.updated_at),
        result,
        accuracy: own.accuracy? as f32,
        by_phase: own.by_phase.map(|value| value.map(|value| value as f32)),
        mistakes: own.count(Grade::Mistake) + own.count(Grade::Blunder),
        opening_name: review.opening_name.map(str::to_owned),
    })
}
