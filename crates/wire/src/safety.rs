use crate::{AccountRole, ModerationAct, PersonId, ReportReason};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// `GET /api/blocks`: whom the person who asks has blocked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Blocks {
    /// The latest first.
    pub blocked: Vec<ShownBlock>,
}

/// A person whom somebody has blocked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownBlock {
    /// Who.
    pub person: PersonId,
    /// The name then.
    pub name: String,
    /// Since when (RFC 3339).
    pub at: String,
}

/// `POST /api/reports`: something for the moderators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewReport {
    /// Whom it is about.
    pub person: PersonId,
    /// The game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Why.
    pub reason: ReportReason,
    /// What happened: up to 500 characters.
    #[serde(default)]
    pub words: String,
}

/// `POST /api/me/data`: what became of the file of another hall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TakenHall {
    /// Games that were taken over.
    pub games: u64,
    /// Studies, with their reviews.
    pub studies: u64,
    /// Games and studies that were here already.
    pub known: u64,
    /// Those that cannot be read.
    pub damaged: u64,
    /// Those that have another id here than in the file, by their ids there; none in a hall of one user.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ids: BTreeMap<String, String>,
}

/// `GET /api/moderation`: what a moderator sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Moderation {
    /// The reports, those that are open first, and then the latest first; at most 200.
    pub reports: Vec<ShownReport>,
    /// Who is disabled, the latest first.
    pub disabled: Vec<ShownDisabled>,
    /// What moderators did, the latest first; at most 200.
    pub log: Vec<ShownModeration>,
    /// The accounts with a role.
    pub roles: Vec<AccountWithRole>,
    /// How often people choose the moves of the engine in rated games; at most 20, those who are farthest above what is
    /// usual first.
    pub agreements: Vec<ShownAgreement>,
    /// The nodes with which moves are compared; 0: they are not.
    pub compare_nodes: u64,
    /// The compared games that a person has to have.
    pub compare_games: u32,
}

/// How often a person chooses the moves of the engine in the last rated games of one kind. Shares are in per mille.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownAgreement {
    /// Who.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The family of games.
    pub family: String,
    /// The class of time.
    pub time: String,
    /// The mean of the ratings after these games.
    pub rating: i32,
    /// The share of the compared moves that the engine would choose.
    pub share: u16,
    /// The share is hardly lower than this in truth: one chance in 200.
    pub least: u16,
    /// What is usual; absent where too few others of about this rating are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<UsualShare>,
    /// Even the lowest share is far above what is usual.
    pub stands_out: bool,
    /// The games, the latest first.
    pub games: Vec<ComparedGame>,
}

/// How others of about the same rating agree with the engine, in per mille.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsualShare {
    /// How many they are.
    pub people: u32,
    /// The median of their shares.
    pub middle: u16,
    /// How far their shares lie from it, as a standard deviation.
    pub spread: u16,
}

/// A game whose moves were compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ComparedGame {
    /// Its id.
    pub game: String,
    /// When it ended (RFC 3339).
    pub at: String,
    /// The moves of the person that were compared.
    pub compared: u32,
    /// Those of them that the engine would choose.
    pub agreed: u32,
}

/// What a person said of another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownReport {
    /// Its id.
    pub id: String,
    /// When it was made (RFC 3339).
    pub at: String,
    /// Who made it.
    pub reporter: PersonId,
    /// The name of who made it.
    pub reporter_name: String,
    /// Whom it is about.
    pub reported: PersonId,
    /// The name of whom it is about.
    pub reported_name: String,
    /// The game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Why.
    pub reason: ReportReason,
    /// In the reporter's words.
    pub words: String,
    /// When it was closed (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<String>,
    /// What a moderator wrote then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
}

/// A person who may do nothing any more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownDisabled {
    /// Who.
    pub person: PersonId,
    /// The name then.
    pub name: String,
    /// Why.
    pub reason: String,
    /// Since when (RFC 3339).
    pub at: String,
}

/// What a moderator did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownModeration {
    /// Its id.
    pub id: String,
    /// When (RFC 3339).
    pub at: String,
    /// The name of who did it.
    pub moderator_name: String,
    /// What.
    pub act: ModerationAct,
    /// To whom.
    pub person: PersonId,
    /// The name then.
    pub person_name: String,
    /// Why, in the moderator's words.
    pub words: String,
}

/// An account with a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountWithRole {
    /// Whose.
    pub person: PersonId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: AccountRole,
}

/// `POST /api/moderation/reports/{id}`: closes a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloseReport {
    /// What came of it: up to 500 characters.
    #[serde(default)]
    pub verdict: String,
}

/// `PUT /api/moderation/persons/{id}`: whether a person may do what others may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SetDisabled {
    /// Whether the person may do nothing any more.
    pub disabled: bool,
    /// Why: the person reads it. Up to 500 characters.
    pub reason: String,
}

/// `PUT /api/moderation/roles`: what an account may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SetRole {
    /// The name of the account.
    pub name: String,
    /// `member` or `moderator`.
    pub role: AccountRole,
}

/// `GET /api/games/{id}/ratings`: what a game did to the ratings of its players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingChanges {
    /// One for each person; empty before the end, and if the game is not rated.
    pub changes: Vec<ShownRatingChange>,
}

/// What a game did to a rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownRatingChange {
    /// Whose.
    pub person: PersonId,
    /// The rating after it.
    pub rating: i32,
    /// What it changed.
    pub change: i32,
}

/// `POST /api/account/deletion`: deletes the account that is signed in.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct DeleteAccount {
    /// The name of the account, as it is: nobody deletes it by a slip.
    pub name: String,
    /// The present password.
    pub password: String,
}

impl std::fmt::Debug for DeleteAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeleteAccount").field("name", &self.name).finish_non_exhaustive()
    }
}
