use crate::{Catalogue, Game};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the page is sent with, so that it need not ask for it: JSON in its element `page-data`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PageData {
    /// What can be played here.
    pub catalogue: Catalogue,
    /// The game that is being played and changed last; `null`: there is none.
    pub game: Option<Game>,
}
