//! Reviews of studies.

use crate::api::AppState;
use crate::api::body::{Body, StudyId};
use crate::hourly::HourlyKind;
use crate::refusal::Refusal;
use crate::request;
use crate::study::StudyRight;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{FindThreat, FoundThreat, JudgeMove, JudgedMove, NewReview, ShownReview, TakenReview};

// The progress comes as `review` events over the study's WebSocket.
/// Begins to review the main line of a study, in place of an earlier review.
#[utoipa::path(
    post,
    path = "/api/studies/{id}/review",
    operation_id = "begin_review",
    params(("id" = String, Path, description = "The study's id.")),
    request_body = NewReview,
    responses(
        (status = 202, description = "The review as it begins.", body = ShownReview),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn begin(
    State(app): State<AppState>,
    StudyId(id): StudyId,
    Body(asked): Body<NewReview>,
) -> Result<(StatusCode, Json<ShownReview>), Refusal> {
    app.studies.must_be_own(&id, StudyRight::Edit).await?;
    app.quotas.begin(HourlyKind::Review)?;
    let review = app.reviews.begin(&id, asked, request::client()).await?;
    Ok((StatusCode::ACCEPTED, Json(review)))
}

/// Takes a review that was searched in the visitor's browser, in place of an earlier one.
#[utoipa::path(
    put,
    path = "/api/studies/{id}/review",
    operation_id = "take_review",
    params(("id" = String, Path, description = "The study's id.")),
    request_body = TakenReview,
    responses(
        (status = 200, description = "The review as it is stored.", body = ShownReview),
        (status = "4XX", description = "Why it is not taken.", body = Problem),
    )
)]
pub(crate) async fn take(
    State(app): State<AppState>,
    StudyId(id): StudyId,
    Body(taken): Body<TakenReview>,
) -> Result<Json<ShownReview>, Refusal> {
    app.studies.must_be_own(&id, StudyRight::Edit).await?;
    app.quotas.begin(HourlyKind::Review)?;
    Ok(Json(app.reviews.take(&id, taken).await?))
}

/// Ends a review. What was found is kept.
#[utoipa::path(
    delete,
    path = "/api/studies/{id}/review",
    operation_id = "cancel_review",
    params(("id" = String, Path, description = "The study's id.")),
    responses(
        (status = 204, description = "It has ended."),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn cancel(
    State(app): State<AppState>,
    StudyId(id): StudyId,
) -> Result<StatusCode, Refusal> {
    app.studies.must_be_own(&id, StudyRight::Edit).await?;
    app.reviews.cancel(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Judges a move before it is played. It tells no better move.
#[utoipa::path(
    post,
    path = "/api/judgements",
    operation_id = "judge_move",
    request_body = JudgeMove,
    responses(
        (status = 200, description = "What it is worth.", body = JudgedMove),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn judge(
    State(app): State<AppState>,
    Body(asked): Body<JudgeMove>,
) -> Result<Json<JudgedMove>, Refusal> {
    Ok(Json(app.reviews.judge(asked, request::client()).await?))
}

/// What the opponent of the side to move threatens.
#[utoipa::path(
    post,
    path = "/api/threats",
    operation_id = "find_threat",
    request_body = FindThreat,
    responses(
        (status = 200, description = "The threat, or that there is none.", body = FoundThreat),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn threat(
    State(app): State<AppState>,
    Body(asked): Body<FindThreat>,
) -> Result<Json<FoundThreat>, Refusal> {
    Ok(Json(app.reviews.threat(asked, request::client()).await?))
}
