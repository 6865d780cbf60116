use crate::api::AppState;
use crate::config::Config;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Catalogue, PresetTexts};

/// The games of this server.
#[utoipa::path(
    get,
    path = "/api/catalogue",
    responses((status = 200, description = "What can be played here.", body = Catalogue))
)]
pub(crate) async fn catalogue(State(app): State<AppState>) -> Json<Catalogue> {
    Json(what_can_be_played(&app.config))
}

/// How the machines of textbooks play that a variant offers.
#[utoipa::path(
    get,
    path = "/api/catalogue/{variant}/presets",
    params(("variant" = String, Path, description = "The variant's id.")),
    responses(
        (status = 200, description = "Their texts, in the order of the catalogue.", body = PresetTexts),
        (status = "4XX", description = "The variant is unknown.", body = Problem),
    )
)]
pub(crate) async fn presets(
    variant: Result<Path<String>, PathRejection>,
) -> Result<Json<PresetTexts>, Refusal> {
    let Path(variant) = variant.map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
    Ok(Json(hall_messages::preset_texts(&variant)?))
}

/// It is the same for every client until the program ends.
pub(crate) fn what_can_be_played(config: &Config) -> Catalogue {
    hall_messages::catalogue(config.is_public() && !config.mode.has_people())
}
