//! What proves that a browser or a program acts for an account: secrets that the hall made, kept as hashes.

use crate::people::passwords::{digest, random};
use crate::proxies::ClientOrigin;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderValue, USER_AGENT};
use cookie::time::Duration as CookieTime;
use cookie::{Cookie, SameSite};
use hall::{AccountRole, Moment, PersonId, TokenScope};
use store::{Account, Credential, NewCredential, Store, StoreError};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 86_400_000;
/// Use is noted after this time at the latest.
const NOTED_AFTER_MS: i64 = 10 * MINUTE_MS;
/// Before the secret of a token, so that it is recognised where it should not be.
const TOKEN: &str = "yiqi_";
/// The longest name of a browser that is kept.
const LONGEST_LABEL: usize = 120;

/// Who signed in, by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignedIn {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) role: AccountRole,
    /// The id of the session or the token.
    pub(crate) credential: String,
    /// Of a token, what it is good for.
    pub(crate) scopes: Option<Vec<TokenScope>>,
    /// The hash of the secret.
    pub(crate) hash: String,
}

impl SignedIn {
    pub(crate) fn is_session(&self) -> bool {
        self.scopes.is_none()
    }
}

/// How long a session lasts after its last use, and in all, in days. Who may do more signs in more often.
const fn lasts(role: AccountRole) -> (i64, i64) {
    match role {
        AccountRole::Member => (30, 180),
        AccountRole::Moderator | AccountRole::Owner => (1, 14),
    }
}

/// A new session or token, and its secret.
pub(crate) fn new_credential(
    person: &PersonId,
    label: &str,
    scopes: Option<&[TokenScope]>,
    now: Moment,
) -> (NewCredential, String) {
    let secret = random::<32>();
    let secret = if scopes.is_some() { format!("{TOKEN}{secret}") } else { secret };
    let words =
        |scopes: &[TokenScope]| scopes.iter().map(|it| it.word()).collect::<Vec<_>>().join(" ");
    let credential = Credential {
        id: random::<9>(),
        label: label.to_owned(),
        scopes: scopes.map(words),
        made_at: now,
        seen_at: now,
    };
    (NewCredential { person: person.clone(), hash: digest(&secret), credential }, secret)
}

/// Whose this secret is, if it is anybody's at this time.
pub(crate) async fn of_hash(
    store: &Store,
    hash: &str,
    now: Moment,
) -> Result<Option<SignedIn>, StoreError> {
    let Some((credential, account)) = store.credential(hash).await? else { return Ok(None) };
    let is_token = credential.scopes.is_some();
    if !is_token && is_over(&credential, &account, now) {
        return Ok(None);
    }
    if now.0.saturating_sub(credential.seen_at.0) > NOTED_AFTER_MS {
        store.credential_seen(hash, now).await?;
    }
    let scopes = credential.scopes.as_deref();
    let scopes = scopes.map(|words| words.split(' ').filter_map(TokenScope::of).collect());
    let Account { person, name, role, .. } = account;
    let hash = hash.to_owned();
    Ok(Some(SignedIn { person, name, role, credential: credential.id, scopes, hash }))
}

fn is_over(credential: &Credential, account: &Account, now: Moment) -> bool {
    let (idle, whole) = lasts(account.role);
    let is_older = |since: Moment, days: i64| now.0.saturating_sub(since.0) >= days * DAY_MS;
    is_older(credential.seen_at, idle) || is_older(credential.made_at, whole)
}

/// The secret in an `Authorization` of the kind `Bearer`; `Some("")` when there is one that is no token.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (kind, secret) = text.split_once(' ').unwrap_or((text, ""));
    let is_token = |secret: &&str| secret.starts_with(TOKEN) && secret.len() < 100;
    kind.eq_ignore_ascii_case("bearer")
        .then(|| Some(secret.trim()).filter(is_token).unwrap_or_default())
}

/// The name of the cookie of a session; over TLS browsers hold what its prefix says.
fn cookie_name(tag: &str, is_https: bool) -> String {
    if is_https { format!("__Host-{tag}-session") } else { format!("{tag}-session") }
}

fn is_https(origin: Option<&ClientOrigin>) -> bool {
    origin.and_then(|origin| origin.is_https) == Some(true)
}

/// The secret of the session of a browser. `tag`: the name of the hall's other cookie.
pub(crate) fn cookie_secret(
    headers: &HeaderMap,
    tag: &str,
    origin: Option<&ClientOrigin>,
) -> Option<String> {
    let name = cookie_name(tag, is_https(origin));
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut found = lines
        .flat_map(|line| Cookie::split_parse(line.to_owned()))
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name);
    let secret = found.next()?.value().to_owned();
    (secret.len() < 100 && !secret.starts_with(TOKEN)).then_some(secret)
}

/// What gives a browser the secret of its session; without one, what takes it away.
pub(crate) fn cookie(
    secret: Option<&str>,
    role: AccountRole,
    tag: &str,
    origin: Option<&ClientOrigin>,
) -> Option<HeaderValue> {
    let is_https = is_https(origin);
    let age = if secret.is_some() { lasts(role).1 } else { 0 };
    let cookie = Cookie::build((cookie_name(tag, is_https), secret.unwrap_or_default().to_owned()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https)
        .max_age(CookieTime::days(age));
    HeaderValue::from_str(&cookie.to_string()).ok()
}

/// What a browser says of itself, as far as a person recognises it by it.
pub(crate) fn label(headers: &HeaderMap) -> String {
    let text = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(LONGEST_LABEL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_end_after_their_last_use_and_in_all() {
        let days = |days: i64| Moment(days * DAY_MS);
        let account = |role| Account {
            person: PersonId("ada".to_owned()),
            name: "Ada".to_owned(),
            look: "ada".to_owned(),
            password: String::new(),
            recovery: String::new(),
            role,
            created_at: Moment(0),
        };
        let session = |made, seen| Credential {
            id: String::new(),
            label: String::new(),
            scopes: None,
            made_at: days(made),
            seen_at: days(seen),
        };
        for (role, idle, whole) in [
            (AccountRole::Member, 30, 180),
            (AccountRole::Moderator, 1, 14),
            (AccountRole::Owner, 1, 14),
        ] {
            let account = account(role);
            assert!(!is_over(&session(0, 0), &account, Moment(days(idle).0 - 1)));
            assert!(is_over(&session(0, 0), &account, days(idle)));
            assert!(!is_over(&session(0, whole - 1), &account, Moment(days(whole).0 - 1)));
            assert!(is_over(&session(0, whole), &account, days(whole)));
        }
    }
}
