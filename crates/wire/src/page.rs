use crate::{Catalogue, Game, Me};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The data that the page is sent with, as JSON in its element `page-data`: the page need not request them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PageData {
    /// The games of this server.
    pub catalogue: Catalogue,
    /// The game in progress that changed last; `null` if there is none.
    pub game: Option<Game>,
    /// The hall, and who asks.
    pub me: Me,
}
