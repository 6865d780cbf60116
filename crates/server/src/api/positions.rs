//! Positions that are set up or typed, and the moves behind them.

use crate::api::body::Body;
use crate::refusal::Refusal;
use axum::Json;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{CheckPosition, PositionReport};

/// Checks a position and returns all its faults.
#[utoipa::path(
    post,
    path = "/api/positions",
    request_body = CheckPosition,
    responses(
        (status = 200, description = "The position, or all its faults.", body = PositionReport),
        (status = "4XX", description = "The question makes no sense.", body = Problem),
    )
)]
pub(crate) async fn check_position(
    Body(asked): Body<CheckPosition>,
) -> Result<Json<PositionReport>, Refusal> {
    Ok(Json(hall_messages::check_position(asked)?))
}
