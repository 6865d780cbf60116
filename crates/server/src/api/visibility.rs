//! Who may see a game or a study: everybody finds it, whoever has its link sees it, or only its own people do.

use crate::api::AppState;
use crate::api::body::{Body, GameId, StudyId};
use crate::people::rights::must_have_made;
use crate::people::sight;
use crate::refusal::Refusal;
use crate::request;
use crate::study::StudyRight;
use axum::Json;
use axum::extract::State;
use hall::{Player, Seat, Speaker};
use store::{Audience, Sight, Whose};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{SetVisibility, ShownVisibility, Visibility};

/// Who may see a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/visibility",
    operation_id = "game_visibility",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "Who may see it.", body = ShownVisibility),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn of_game(
    State(app): State<AppState>,
    GameId(id): GameId,
) -> Result<Json<ShownVisibility>, Refusal> {
    must_have_people()?;
    let sight = sight::of_game(&app.store, &id).await?;
    let state = app.games.stored(&id).await?;
    Ok(shown(sight, state.is_made_by(&request::speaker())))
}

/// Says who may see a game. A rated game and one of a tournament cannot be private, one with a seat for whoever has the link neither
/// private nor open; with a game its study becomes private. Who has a part in an open game gives it back to whoever has the link.
#[utoipa::path(
    put,
    path = "/api/games/{id}/visibility",
    operation_id = "set_game_visibility",
    params(("id" = String, Path, description = "The game's id.")),
    request_body = SetVisibility,
    responses(
        (status = 200, description = "Who may see it now.", body = ShownVisibility),
        (status = "4XX", description = "Why that cannot be.", body = Problem),
    )
)]
pub(crate) async fn set_of_game(
    State(app): State<AppState>,
    GameId(id): GameId,
    Body(asked): Body<SetVisibility>,
) -> Result<Json<ShownVisibility>, Refusal> {
    must_have_people()?;
    let state = app.games.stored(&id).await?;
    let setup = state.setup();
    let speaker = request::speaker();
    let made = must_have_made(setup.maker.as_ref());
    let takes_back = asked.visibility == Visibility::Link
        && !state.sides_of(&speaker).is_empty()
        && sight::of_game(&app.store, &id).await? == Sight::Open;
    if !takes_back {
        made?;
    }
    let is_private = asked.visibility == Visibility::Private;
    if asked.visibility != Visibility::Link {
        let open = Seat::Open { only: None };
        if state.players().iter().filter_map(Player::seat).any(|seat| *seat == open) {
            let message = "a seat is open to whoever has the link: it can be private or open to everybody when somebody has sat down";
            return Err(Refusal::conflict("seat-by-link", message));
        }
    }
    if is_private && (setup.rated || setup.tournament.is_some()) {
        let message =
            "a rated game and one of a tournament are shown to everybody: they cannot be private";
        return Err(Refusal::conflict("public-game", message));
    }
    if !app.store.show_game_to(&id, audience(asked.visibility)).await? {
        return Err(Refusal::no_game(&id));
    }
    // Whoever watches is looked at again; with a private game its study is private.
    app.games.look_again(&id).await?;
    if is_private && let Some(study) = app.store.study_of_game(&id).await? {
        app.studies.look_again(&study).await?;
    }
    Ok(Json(ShownVisibility { visibility: asked.visibility, yours: state.is_made_by(&speaker) }))
}

/// Who may see a study.
#[utoipa::path(
    get,
    path = "/api/studies/{id}/visibility",
    operation_id = "study_visibility",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 200, description = "Who may see it.", body = ShownVisibility),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn of_study(
    State(app): State<AppState>,
    StudyId(id): StudyId,
) -> Result<Json<ShownVisibility>, Refusal> {
    must_have_people()?;
    let sight = sight::of_study(&app.store, &id).await?;
    if sight == Sight::Missing {
        return Err(Refusal::no_study(&id));
    }
    Ok(shown(sight, app.studies.must_be_own(&id, StudyRight::Delete).await.is_ok()))
}

/// Says who may see a study. That of a private game is private.
#[utoipa::path(
    put,
    path = "/api/studies/{id}/visibility",
    operation_id = "set_study_visibility",
    params(("id" = String, Path, description = "The study's id.")),
    request_body = SetVisibility,
    responses(
        (status = 200, description = "Who may see it now.", body = ShownVisibility),
        (status = "4XX", description = "Why that cannot be.", body = Problem),
    )
)]
pub(crate) async fn set_of_study(
    State(app): State<AppState>,
    StudyId(id): StudyId,
    Body(asked): Body<SetVisibility>,
) -> Result<Json<ShownVisibility>, Refusal> {
    must_have_people()?;
    app.studies.must_be_own(&id, StudyRight::Delete).await?;
    if !app.store.show_study_to(&id, audience(asked.visibility)).await? {
        if asked.visibility == Visibility::Private {
            return Err(Refusal::no_study(&id));
        }
        let message = "the game of this study is private: the study is as long as the game";
        return Err(Refusal::conflict("private-game", message));
    }
    app.studies.look_again(&id).await?;
    Ok(Json(ShownVisibility { visibility: asked.visibility, yours: true }))
}

/// What everybody finds in lists, as far as who asks is shown it: nothing of disabled persons, of those whom the person blocks,
/// and of those who block the person; nothing in a hall of one user.
pub(super) async fn open_to_all(app: &AppState) -> Result<Whose, Refusal> {
    if !app.config.mode.has_people() {
        return Ok(Whose::Nobody);
    }
    Ok(Whose::Open { without: app.safety.hidden_from(&request::speaker()).await? })
}

const fn audience(visibility: Visibility) -> Audience {
    match visibility {
        Visibility::Open => Audience::Everybody,
        Visibility::Link => Audience::Link,
        Visibility::Private => Audience::Own,
    }
}

fn shown(sight: Sight, yours: bool) -> Json<ShownVisibility> {
    let visibility = match sight {
        Sight::Open => Visibility::Open,
        Sight::Link => Visibility::Link,
        Sight::Missing | Sight::Hidden | Sight::Private => Visibility::Private,
    };
    Json(ShownVisibility { visibility, yours })
}

/// Refuses in a hall of one user: there is nobody else to see anything.
fn must_have_people() -> Result<(), Refusal> {
    if request::speaker() == Speaker::House {
        let message = "this hall has one user: nobody else sees anything";
        return Err(Refusal::conflict("no-persons", message));
    }
    Ok(())
}
