//! Games by correspondence: in which of them one is to move, and conditional moves.

use crate::api::AppState;
use crate::api::body::{Body, GameId};
use crate::api::games;
use crate::refusal::Refusal;
use crate::request;
use crate::view;
use axum::Json;
use axum::extract::State;
use store::ListEntry;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{AwaitedGame, SetConditionalMoves, ShownConditionalMoves, TurnList};

/// The most games that are listed.
const SHOWN: u32 = 50;

/// The games by correspondence in which one is to move; none in a hall of one user.
#[utoipa::path(
    get,
    path = "/api/turns",
    responses(
        (status = 200, description = "That with the least time first.", body = TurnList),
        (status = "4XX", description = "Why there is no list.", body = Problem),
    )
)]
pub(crate) async fn turns(State(app): State<AppState>) -> Result<Json<TurnList>, Refusal> {
    let speaker = request::speaker();
    let Some(person) = speaker.person() else { return Ok(Json(TurnList { games: Vec::new() })) };
    let now = view::now();
    let awaited = app.store.awaited(&person.id, SHOWN).await?.into_iter().map(|awaited| {
        let left = |due: hall::Moment| u64::try_from(due.0.saturating_sub(now.0)).unwrap_or(0);
        let left_ms = awaited.due.map(left);
        AwaitedGame { game: games::summary(ListEntry::Game(Box::new(awaited.game))), left_ms }
    });
    Ok(Json(TurnList { games: awaited.collect() }))
}

/// One's own conditional moves in a game by correspondence.
#[utoipa::path(
    get,
    path = "/api/games/{id}/conditional",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "What is left of them.", body = ShownConditionalMoves),
        (status = "4XX", description = "Why there are none.", body = Problem),
    )
)]
pub(crate) async fn conditional(
    State(app): State<AppState>,
    GameId(id): GameId,
) -> Result<Json<ShownConditionalMoves>, Refusal> {
    app.games.conditional(&id, None).await.map(Json)
}

/// Enters conditional moves in place of those before.
#[utoipa::path(
    put,
    path = "/api/games/{id}/conditional",
    operation_id = "set_conditional",
    params(("id" = String, Path, description = "The game's id.")),
    request_body = SetConditionalMoves,
    responses(
        (status = 200, description = "They are kept.", body = ShownConditionalMoves),
        (status = "4XX", description = "Why they are not.", body = Problem),
    )
)]
pub(crate) async fn set_conditional(
    State(app): State<AppState>,
    GameId(id): GameId,
    Body(lines): Body<SetConditionalMoves>,
) -> Result<Json<ShownConditionalMoves>, Refusal> {
    app.games.conditional(&id, Some(lines)).await.map(Json)
}
