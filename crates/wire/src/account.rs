use crate::{AccountRole, Me, TokenScope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /api/account` and `POST /api/account/sign-in`: a name and a password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct NameAndPassword {
    /// The name of the account.
    pub name: String,
    /// The password: 15 characters or more, of which a Han character counts two, up to 256 bytes.
    pub password: String,
}

/// `POST /api/account/recovery`: another password by the recovery code.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// The recovery code.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// `PUT /api/account/password`.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct NewPassword {
    /// The present password.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// The present password, for what cannot be undone.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct PresentPassword {
    /// The password.
    pub password: String,
}

/// Nobody reads a password in a log.
macro_rules! without_secrets {
    ($($of:ident),*) => {$(
        impl std::fmt::Debug for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($of)).finish_non_exhaustive()
            }
        }
    )*};
}

without_secrets!(NameAndPassword, Recovery, NewPassword, PresentPassword, RecoveryCode, TokenMade);

/// Who signs in now, and the recovery code of the account. It is told once.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCode {
    /// Who signs in now.
    pub me: Me,
    /// The code: by it the account gets another password.
    pub code: String,
}

/// `GET /api/account`: the account that is signed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyAccount {
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: AccountRole,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// The browsers that are signed in, those last used first.
    pub sessions: Vec<AccountSession>,
    /// The tokens for other programs.
    pub tokens: Vec<AccountToken>,
    /// The passkeys, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passkeys: Vec<AccountPasskey>,
}

/// What an authenticator has, with which one signs in without the password.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountPasskey {
    /// What names it.
    pub id: String,
    /// What the browser said of itself in which it was made.
    pub browser: String,
    /// When it was made (RFC 3339).
    pub made_at: String,
    /// When somebody last signed in with it (RFC 3339).
    pub seen_at: String,
}

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountSession {
    /// What names it.
    pub id: String,
    /// What the browser said of itself.
    pub browser: String,
    /// When it signed in (RFC 3339).
    pub made_at: String,
    /// When it was last used, to ten minutes (RFC 3339).
    pub seen_at: String,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// A token for another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountToken {
    /// What names it.
    pub id: String,
    /// The name that the person gave it.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<TokenScope>,
    /// When it was made (RFC 3339).
    pub made_at: String,
    /// When it was last used, to ten minutes (RFC 3339).
    pub seen_at: String,
}

/// `POST /api/account/tokens`: a new token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewToken {
    /// A name for it: 1 to 40 characters.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<TokenScope>,
}

/// A token. It is told once.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TokenMade {
    /// For `Authorization: Bearer`.
    pub token: String,
}
