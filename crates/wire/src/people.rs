use hall::{AccountRole, PersonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// For whom a hall is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HallMode {
    /// For one user: whoever reaches it is that user.
    Mine,
    /// For people who know each other: names, no passwords.
    Friends,
    /// For everybody, as guests.
    Public,
}

/// `GET /api/me`: the hall, and who asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// For whom the hall is.
    pub mode: HallMode,
    /// Whether it has accounts with passwords.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accounts: bool,
    /// Whether one signs in by passkeys at the address that was asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passkeys: bool,
    /// Who asks; absent in a hall of one user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<MyIdentity>,
    /// The address for others of a hall that is shared in a local network, as in `http://192.168.1.5:7717/`. If absent,
    /// it is the one that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether it serves the modules with which visitors search on their own processor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub modules: bool,
}

/// Who a browser is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyIdentity {
    /// The id, which seats in games have.
    pub id: PersonId,
    /// The name; empty before the person has said one.
    pub name: String,
    /// Whether the person uses the machine of the hall.
    pub host: bool,
    /// What the account may do that is signed in; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccountRole>,
    /// Why a moderator has disabled the person, who may only look; absent where none has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<String>,
}

/// `PUT /api/me`: another name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyName {
    /// 1 to 24 characters. Compatibility forms become the usual ones, and invisible characters are left out.
    pub name: String,
}

/// Who may see a game or a study.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody: the lists of what is open have it.
    Open,
    /// Whoever has its address.
    Link,
    /// Who made it; a game, and the study of a game, also who has a seat in the game.
    Private,
}

/// `PUT /api/games/{id}/visibility` and `PUT /api/studies/{id}/visibility`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetVisibility {
    /// Who may see it from now on.
    pub visibility: Visibility,
}

/// Who may see a game or a study, for somebody who sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShownVisibility {
    /// Who may see it.
    pub visibility: Visibility,
    /// Whether who asks made it, and may say so. Who has a seat in an open game gives it back to whoever has the
    /// link.
    pub yours: bool,
}
