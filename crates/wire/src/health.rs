use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /readyz`: whether the hall can serve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Readiness {
    /// Whether all parts are well.
    pub ready: bool,
    /// Each part.
    pub parts: Vec<ReadinessPart>,
}

/// One part of the hall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReadinessPart {
    /// `hall`, `store`, `disk`, `pool` or `lag`.
    pub name: String,
    /// Whether it is well.
    pub ok: bool,
    /// What is wrong with it, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
