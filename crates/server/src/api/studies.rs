//! Studies over HTTP.

use crate::api::AppState;
use crate::api::body::{Body, Parameters, StudyId};
use crate::api::files::{answered, download};
use crate::api::{import, visibility};
use crate::hourly::HourlyKind;
#[cfg(feature = "cluster")]
use crate::nodes::NodeRequest;
use crate::people::own_games;
use crate::people::rights::forbidden;
use crate::refusal::{Refusal, shortened};
use crate::request;
use crate::study;
use crate::study::StudyRight;
use axum::Json;
use axum::extract;
use axum::http::header::{CONTENT_DISPOSITION, LOCATION};
use axum::http::{StatusCode, header::HeaderValue};
use axum::response::{IntoResponse, Response};
use hall::study::StudyExtent;
use hall::{Player, Seat};
use hall_messages::{StudyFile, study_of_export, study_of_position, study_of_record};
use serde::Deserialize;
use store::{ListCursor, StoreError};
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{NewStudy, ShownStudy, StudyList};

/// Moves a study may begin with.
const MOST_MOVES: usize = 5_000;
/// Characters a position's text may have.
const LONGEST_POSITION: usize = 4_000;

/// Makes a study of a game, a position or a file.
#[utoipa::path(
    post,
    path = "/api/studies",
    operation_id = "create_study",
    request_body = NewStudy,
    responses(
        (status = 200, description = "The study that the game has already.", body = ShownStudy),
        (status = 201, description = "The study; `Location` says where it is.", body = ShownStudy),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn create(
    extract::State(app): extract::State<AppState>,
    Body(new): Body<NewStudy>,
) -> Result<Response, Refusal> {
    let made = match new {
        NewStudy::Game { id } => {
            uuid::Uuid::try_parse(&id).map_err(|_| Refusal::no_game(&id))?;
            app.games.must_be_seen(&id).await?;
            let state = app.games.stored(&id).await?;
            if state.setup().delay > 0 && state.end().is_none() {
                let message = "watchers see this game later: it has to end before it is studied";
                return Err(Refusal::conflict("held-back", message));
            }
            if let Some(known) = app.store.study_of_game(&id).await? {
                if app.studies.must_be_seen(&known).await.is_err() {
                    app.games.must_have_part(&id).await?;
                    let message = "the study of this game is somebody else's, and private";
                    return Err(forbidden("not-yours", message));
                }
                return Ok(Json(app.studies.view(&known).await?).into_response());
            }
            app.games.must_have_part(&id).await?;
            study::of_game(&app.games.view(&id).await?)?
        }
        NewStudy::Position { variant, rules, position, moves, title } => {
            let bad = |message: String| Err(Refusal::impossible("bad-study", message));
            if position.as_ref().is_some_and(|text| text.len() > LONGEST_POSITION) {
                return bad(format!("position: at most {LONGEST_POSITION} characters"));
            }
            if moves.len() > MOST_MOVES {
                return bad(format!("moves: at most {MOST_MOVES}"));
            }
            let (rules, position) = (rules.as_deref(), position.as_deref());
            study_of_position(&variant, rules, position, &moves, &title)?
        }
        NewStudy::Export { study } => {
            let made = tokio::task::spawn_blocking(move || study_of_export(*study));
            made.await.map_err(|error| Refusal::internal("making a study", &error))??
        }
        NewStudy::Imported { game } => {
            let record = app.imports.game(&game.file, game.game)?;
            let made = tokio::task::spawn_blocking(move || study_of_record(&record, None));
            made.await.map_err(|error| Refusal::internal("making a study", &error))??
        }
        NewStudy::File { file, game } => {
            let made = import::with_game(&app, file, game, |record| study_of_record(record, None));
            made.await??
        }
    };
    app.quotas.begin(HourlyKind::Study)?;
    let made = made.made_by(request::speaker().person().map(|person| person.id.clone()))?;
    let game = made.game.clone();
    match app.studies.keep(made).await? {
        Ok(id) => {
            let location = HeaderValue::from_str(&format!("/api/studies/{id}"));
            let study = app.studies.view(&id).await?;
            let mut answer = (StatusCode::CREATED, Json(study)).into_response();
            answer.headers_mut().extend(location.ok().map(|location| (LOCATION, location)));
            Ok(answer)
        }
        // Another client has made a study of the same game at this moment.
        Err(StoreError::Conflict) => {
            let known = match game {
                Some(game) => app.store.study_of_game(&game).await?,
                None => None,
            };
            let known = known.ok_or(Refusal::from(StoreError::Conflict))?;
            Ok(Json(app.studies.view(&known).await?).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// Which studies to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyPageQuery {
    /// What `next` of the page before was; absent: the first page.
    before: Option<String>,
    /// How many at most, 1 to 200.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200)]
    limit: u32,
    /// In a hall with several people: `own` (the default), or `open` for those that are open to everybody.
    #[serde(default = "own")]
    of: String,
}

fn usual_limit() -> u32 {
    50
}

fn own() -> String {
    "own".to_owned()
}

/// Studies, the latest change first.
#[utoipa::path(
    get,
    path = "/api/studies",
    operation_id = "list_studies",
    params(StudyPageQuery),
    responses(
        (status = 200, description = "A page of the list.", body = StudyList),
        (status = "4XX", description = "What is wrong with the parameters.", body = Problem),
    )
)]
pub(crate) async fn list(
    extract::State(app): extract::State<AppState>,
    Parameters(page): Parameters<StudyPageQuery>,
) -> Result<Json<StudyList>, Refusal> {
    let bad = |message: String| Refusal::bad_request("bad-parameter", message);
    if !(1..=200).contains(&page.limit) {
        return Err(bad(format!("limit: {} is not between 1 and 200", page.limit)));
    }
    let before = page.before.as_deref().map(str::parse::<ListCursor>).transpose();
    let before = before.map_err(|error| bad(format!("before: {error}")))?;
    let of = match page.of.as_str() {
        "own" => own_games(&request::speaker()),
        "open" => visibility::open_to_all(&app).await?,
        other => return Err(bad(format!("of: {:?} is not own or open", shortened(other)))),
    };
    let listing = app.store.list_studies(&of, before.as_ref(), page.limit).await?;
    Ok(Json(StudyList {
        studies: listing.studies.into_iter().map(study::summary).collect(),
        next: listing.next.map(|next| next.to_string()),
        total: listing.total,
    }))
}

/// A study, whole.
#[utoipa::path(
    get,
    path = "/api/studies/{id}",
    operation_id = "study",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 200, description = "The study.", body = ShownStudy),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn study(
    extract::State(app): extract::State<AppState>,
    StudyId(id): StudyId,
) -> Result<Json<ShownStudy>, Refusal> {
    Ok(Json(*app.studies.view(&id).await?))
}

/// Deletes a study. The game that it came from stays.
#[utoipa::path(
    delete,
    path = "/api/studies/{id}",
    operation_id = "delete_study",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn delete(
    extract::State(app): extract::State<AppState>,
    StudyId(id): StudyId,
) -> Result<StatusCode, Refusal> {
    app.studies.must_be_own(&id, StudyRight::Delete).await?;
    must_be_alone(&app, &id).await?;
    delete_own(&app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses to delete a study that another person has a part in: both players of a game write into its study.
async fn must_be_alone(app: &AppState, id: &str) -> Result<(), Refusal> {
    let speaker = request::speaker();
    let Some(person) = speaker.person() else { return Ok(()) };
    // One that cannot be read has nothing to lose.
    let Some(game) = app.studies.view(id).await.ok().and_then(|study| study.game) else {
        return Ok(());
    };
    let Ok(state) = app.games.stored(&game).await else { return Ok(()) };
    let is_other =
        |seat: &Seat| matches!(seat, Seat::Taken { person: sitter } if *sitter != person.id);
    if state.players().iter().filter_map(Player::seat).any(is_other) {
        let message = "the other player of its game has a part in this study: it cannot be deleted";
        return Err(forbidden("shared-study", message));
    }
    Ok(())
}

/// Deletes a study of who asks, with its review.
pub(super) async fn delete_own(app: &AppState, id: &str) -> Result<(), Refusal> {
    app.studies.must_be_own(id, StudyRight::Delete).await?;
    #[cfg(feature = "cluster")]
    if let Some(there) = app.studies.elsewhere(id).await? {
        return there.ask::<()>(NodeRequest::Delete).await;
    }
    app.reviews.drop_of(id).await;
    app.studies.delete(id).await
}

/// What is stored of a study, as it is: also of one that cannot be read any more.
#[utoipa::path(
    get,
    path = "/api/studies/{id}/raw",
    operation_id = "raw_study",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 200, description = "Every column of the study's rows.", body = serde_json::Value),
        (status = "4XX", description = "There is no such study.", body = Problem),
    )
)]
pub(crate) async fn raw(
    extract::State(app): extract::State<AppState>,
    StudyId(id): StudyId,
) -> Result<impl IntoResponse, Refusal> {
    app.studies.must_be_own(&id, StudyRight::Delete).await?;
    let raw = app.store.raw_study(&id).await?;
    let raw = raw.ok_or_else(|| Refusal::no_study(&id))?;
    let name = download("study", &id, "json");
    Ok(([(CONTENT_DISPOSITION, name)], Json(raw)))
}

/// How to write a study.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyExportQuery {
    /// `json` (everything, as `GET /api/studies/{id}` has it), or a format in which the variant's games
    /// are written. A format that holds no variations or no comments gets what it can hold.
    format: String,
    /// The notation's id, in `pgn` and `moves`; absent: the variant's default.
    notation: Option<String>,
}

/// A study as a file for download.
#[utoipa::path(
    get,
    path = "/api/studies/{id}/export",
    operation_id = "export_study",
    params(("id" = String, Path, description = "The study's id."), StudyExportQuery),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/plain"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    extract::State(app): extract::State<AppState>,
    StudyId(id): StudyId,
    Parameters(asked): Parameters<StudyExportQuery>,
) -> Result<Response, Refusal> {
    let study = app.studies.view(&id).await?;
    let name = |ending: &str| [(CONTENT_DISPOSITION, download(&study.variant, &id, ending))];
    if asked.format == "json" {
        return Ok((name("json"), Json(&study)).into_response());
    }
    let file = StudyFile::new(&study, &asked.format, asked.notation.as_deref())?;
    let whole = app.studies.record(&id, StudyExtent::Whole).await?;
    let main_line = app.studies.record(&id, StudyExtent::MainLine).await?;
    let file = file.written(whole, main_line)?;
    let name = download(&study.variant, &id, &file.ending);
    Ok(answered(name, file).into_response())
}
