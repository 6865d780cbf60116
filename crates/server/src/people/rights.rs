//! What each request needs in a hall with several people: one table, which tests walk and `docs/serve/people.md` sums up.
//! In a hall of one user everything is allowed.
//!
//! What somebody may say in a game, the laws of `hall` decide (`crates/hall/src/live/rights.rs`).

use crate::api::{AppState, accounts};
use crate::people::safety::is_disabled;
use crate::people::sight;
use crate::refusal::Refusal;
use crate::request;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hall::{AccountRole, Speaker, TokenScope};

/// What a request needs in a hall with several people.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing: whoever has the address of a thing may see it, unless it is private (`people/sight.rs`).
    Nothing,
    /// An identity: what is asked for becomes the person's, or is a list of what is.
    Identity,
    /// A seat in the game.
    Seat,
    /// To have made it; to delete a game, and to have its stored form, also that no other person has a part in it.
    Maker,
    /// To be the host.
    Host,
    /// To be signed in to an account; a token is not enough.
    Account,
    /// To be signed in as a moderator or the owner.
    Moderator,
    /// To be signed in as the owner.
    Owner,
}

use Need::{Account, Host, Identity, Maker, Moderator, Nothing, Owner, Seat};

/// Method, path, and what they need in a hall with several people; a `*` stands for any end of a path.
pub const ROUTES: [(&str, &str, Need); 95] = [
    ("GET", "/api/catalogue", Nothing),
    ("GET", "/api/catalogue/{variant}/presets", Nothing),
    ("GET", "/api/me", Nothing),
    ("PUT", "/api/me", Identity),
    ("POST", "/api/account", Identity),
    ("GET", "/api/account", Account),
    ("POST", "/api/account/sign-in", Nothing),
    ("POST", "/api/account/sign-out", Nothing),
    ("POST", "/api/account/recovery", Nothing),
    ("POST", "/api/account/recovery-code", Account),
    ("PUT", "/api/account/password", Account),
    ("DELETE", "/api/account/sessions/{id}", Account),
    ("POST", "/api/account/tokens", Account),
    ("POST", "/api/account/passkeys", Account),
    ("POST", "/api/account/passkeys/challenge", Account),
    ("DELETE", "/api/account/passkeys/{id}", Account),
    ("POST", "/api/account/sign-in/challenge", Nothing),
    ("POST", "/api/account/sign-in/passkey", Nothing),
    ("GET", "/api/account/kept", Account),
    ("PUT", "/api/account/kept/{name}", Account),
    ("POST", "/api/account/deletion", Account),
    ("GET", "/api/me/data", Identity),
    ("POST", "/api/me/data", Identity),
    ("GET", "/api/blocks", Identity),
    ("PUT", "/api/blocks/{id}", Identity),
    ("DELETE", "/api/blocks/{id}", Identity),
    ("POST", "/api/reports", Identity),
    ("GET", "/api/moderation", Moderator),
    ("POST", "/api/moderation/reports/{id}", Moderator),
    ("PUT", "/api/moderation/persons/{id}", Moderator),
    ("PUT", "/api/moderation/roles", Owner),
    ("GET", "/api/qr", Nothing),
    ("GET", "/api/preferences", Nothing),
    ("PUT", "/api/preferences", Host),
    ("GET", "/api/live", Nothing),
    ("GET", "/api/persons/{id}", Nothing),
    ("GET", "/api/lobby", Nothing),
    ("POST", "/api/pairing", Identity),
    ("GET", "/api/tournaments", Nothing),
    ("POST", "/api/tournaments", Identity),
    ("GET", "/api/tournaments/{id}", Nothing),
    ("DELETE", "/api/tournaments/{id}", Maker),
    ("POST", "/api/tournaments/{id}/command", Identity),
    ("GET", "/api/tournaments/{id}/export", Nothing),
    ("GET", "/api/games", Identity),
    ("POST", "/api/games", Identity),
    ("GET", "/api/games/{id}", Nothing),
    ("DELETE", "/api/games/{id}", Maker),
    ("GET", "/api/games/{id}/live", Nothing),
    ("GET", "/api/games/{id}/visibility", Nothing),
    ("PUT", "/api/games/{id}/visibility", Maker),
    ("POST", "/api/games/{id}/rematch", Seat),
    ("POST", "/api/games/{id}/seat", Identity),
    ("GET", "/api/games/{id}/conditional", Seat),
    ("PUT", "/api/games/{id}/conditional", Seat),
    ("GET", "/api/turns", Identity),
    ("GET", "/api/games/{id}/ratings", Nothing),
    ("GET", "/api/games/{id}/export", Nothing),
    ("GET", "/api/games/{id}/raw", Maker),
    ("DELETE", "/api/games/{id}/puzzles", Maker),
    ("GET", "/api/puzzles", Nothing),
    ("GET", "/api/puzzles/daily", Nothing),
    ("GET", "/api/puzzles/shipped", Nothing),
    ("GET", "/api/puzzles/{id}", Nothing),
    ("POST", "/api/puzzles/{id}/try", Nothing),
    ("GET", "/api/puzzles/{id}/solution", Nothing),
    ("POST", "/api/studies", Identity),
    ("GET", "/api/studies", Identity),
    ("GET", "/api/studies/{id}", Nothing),
    ("DELETE", "/api/studies/{id}", Maker),
    ("GET", "/api/studies/{id}/live", Nothing),
    ("GET", "/api/studies/{id}/export", Nothing),
    ("GET", "/api/studies/{id}/raw", Maker),
    ("GET", "/api/studies/{id}/visibility", Nothing),
    ("PUT", "/api/studies/{id}/visibility", Maker),
    ("POST", "/api/studies/{id}/review", Maker),
    ("PUT", "/api/studies/{id}/review", Maker),
    ("DELETE", "/api/studies/{id}/review", Maker),
    ("POST", "/api/archive", Identity),
    ("POST", "/api/archive/moves", Identity),
    ("GET", "/api/archive/tags", Host),
    ("POST", "/api/archive/tags", Host),
    ("POST", "/api/archive/export", Identity),
    ("POST", "/api/archive/import", Identity),
    ("POST", "/api/openings", Identity),
    ("GET", "/api/progress", Identity),
    ("GET", "/api/lab", Nothing),
    ("POST", "/api/lab/line", Nothing),
    ("POST", "/api/lab/evaluation", Nothing),
    ("GET", "/api/lab/live", Nothing),
    ("POST", "/api/positions", Nothing),
    ("POST", "/api/judgements", Nothing),
    ("POST", "/api/threats", Nothing),
    ("POST", "/api/import", Nothing),
    ("GET", "/api/openapi.json", Nothing),
];

/// What a request needs; `None` for one that is not in the table.
fn need(method: &str, path: &str) -> Option<Need> {
    let method = if method == "HEAD" { "GET" } else { method };
    let fits = |known: &str| match known.strip_suffix('*') {
        Some(start) => path.starts_with(start),
        None => known == path,
    };
    let found = ROUTES.iter().find(|(known, at, _)| *known == method && fits(at));
    found.map(|(_, _, need)| *need)
}

/// Refuses what who asks may not ask for. Whose a game or a study is, its route finds out.
pub(crate) async fn check(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = path.unwrap_or_default();
    let is_safe = request.method().is_safe();
    match app.config.mode.has_people().then(|| need(request.method().as_str(), &path)) {
        // The fallback answers for what is no route.
        None => next.run(request).await,
        Some(None) if is_safe => match must_be_in_scope("GET", &path) {
            Ok(()) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        },
        Some(need) => match must_have(need, &request::speaker())
            .and_then(|()| must_be_in_scope(request.method().as_str(), &path))
            .and_then(|()| must_be_enabled(request.method(), &path))
        {
            Ok(()) => match sight::check(&app.store, &path, request).await {
                Ok(request) => next.run(request).await,
                Err(refusal) => refusal.into_response(),
            },
            Err(refusal) => refusal.into_response(),
        },
    }
}

fn must_have(need: Option<Need>, speaker: &Speaker) -> Result<(), Refusal> {
    match need {
        Some(Nothing) => Ok(()),
        Some(Identity | Seat | Maker) => match speaker {
            Speaker::Stranger => Err(no_identity()),
            Speaker::House | Speaker::Person(_) => Ok(()),
        },
        Some(Account) => accounts::session().map(drop),
        Some(Moderator) if accounts::session()?.role >= AccountRole::Moderator => Ok(()),
        Some(Moderator) => {
            Err(forbidden("not-moderator", "only a moderator of this hall can do this"))
        }
        Some(Owner) if accounts::session()?.role == AccountRole::Owner => Ok(()),
        Some(Owner) => Err(forbidden("not-owner", "only the owner of this hall can do this")),
        Some(Host) if is_host(speaker) => Ok(()),
        Some(Host) => Err(forbidden("not-host", "only the host of this hall can do this")),
        None => Err(forbidden("not-yours", "nobody may do this in a hall with several people")),
    }
}

/// What a token must be good for, to send a request.
pub(crate) fn scope(method: &str, path: &str) -> TokenScope {
    let is_live = path.ends_with("/live");
    // These only look for something.
    const READING: [&str; 9] = [
        "/api/archive",
        "/api/archive/moves",
        "/api/archive/export",
        "/api/openings",
        "/api/positions",
        "/api/judgements",
        "/api/threats",
        "/api/lab/line",
        "/api/lab/evaluation",
    ];
    let is_safe = matches!(method, "GET" | "HEAD") || READING.contains(&path);
    match path {
        _ if path.starts_with("/api/games") && (is_live || !is_safe) => TokenScope::Play,
        _ if path.starts_with("/api/studies") && is_live => TokenScope::Study,
        _ if path.starts_with("/api/tournaments") && !is_safe => TokenScope::Play,
        _ if is_safe => TokenScope::Read,
        _ => TokenScope::Study,
    }
}

/// Refuses a token that is not for this.
fn must_be_in_scope(method: &str, path: &str) -> Result<(), Refusal> {
    let Some(scopes) = request::signed_in().and_then(|signed| signed.scopes) else { return Ok(()) };
    let scope = scope(method, path);
    if scopes.contains(&scope) {
        return Ok(());
    }
    let message = format!("this token is not for this: it lacks the scope `{}`", scope.word());
    Err(forbidden("token-scope", &message))
}

/// What a person may do whom a moderator has disabled, besides looking: leave, and become another one.
const LEAVING: [&str; 6] = [
    "/api/account/sign-in",
    "/api/account/sign-in/challenge",
    "/api/account/sign-in/passkey",
    "/api/account/sign-out",
    "/api/account/recovery",
    "/api/account/deletion",
];

/// Refuses a person whom a moderator has disabled.
fn must_be_enabled(method: &Method, path: &str) -> Result<(), Refusal> {
    if method.is_safe() || LEAVING.contains(&path) {
        return Ok(());
    }
    let disabled = request::current().and_then(|asked| asked.disabled.clone());
    disabled.map_or(Ok(()), |reason| Err(is_disabled(&reason)))
}

/// Refuses who is not signed in.
pub(crate) fn no_account() -> Refusal {
    Refusal::new(StatusCode::UNAUTHORIZED, "no-account", "sign in to an account of this hall first")
}

/// Whether everything without a maker belongs to who speaks.
pub(crate) fn is_host(speaker: &Speaker) -> bool {
    speaker.has_made(None)
}

/// Refuses who has not made a thing.
pub(crate) fn must_have_made(maker: Option<&hall::PersonId>) -> Result<(), Refusal> {
    match request::speaker() {
        Speaker::Stranger => Err(no_identity()),
        speaker if speaker.has_made(maker) => Ok(()),
        _ => Err(forbidden("not-yours", "only who made this can do this with it")),
    }
}

fn no_identity() -> Refusal {
    let message = "the hall does not know who you are: open its page, or ask for /api/me, and send the cookie";
    forbidden("no-identity", message)
}

pub(crate) fn forbidden(code: &str, message: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, code, message)
}
