use crate::view;
use axum::Json;
use wire::{Catalogue, LevelInfo};

/// What can be played here.
#[utoipa::path(
    get,
    path = "/api/catalogue",
    responses((status = 200, description = "What can be played here.", body = Catalogue))
)]
pub(crate) async fn catalogue() -> Json<Catalogue> {
    let levels = engine::Level::MIN.number()..=engine::Level::MAX.number();
    Json(Catalogue {
        variants: games::variants().iter().copied().map(view::variant).collect(),
        levels: levels.map(|number| LevelInfo { number }).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}
