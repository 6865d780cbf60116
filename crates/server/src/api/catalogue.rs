use crate::view;
use axum::Json;
use wire::{Catalogue, LevelInfo};

/// The games of this server.
#[utoipa::path(
    get,
    path = "/api/catalogue",
    responses((status = 200, description = "What can be played here.", body = Catalogue))
)]
pub(crate) async fn catalogue() -> Json<Catalogue> {
    Json(what_can_be_played())
}

/// It is the same for every client until the program ends.
pub(crate) fn what_can_be_played() -> Catalogue {
    let levels = engine::Level::MIN.number()..=engine::Level::MAX.number();
    Catalogue {
        variants: games::variants().iter().copied().map(view::variant).collect(),
        levels: levels.map(|number| LevelInfo { number }).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
