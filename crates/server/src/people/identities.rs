use crate::proxies::ClientOrigin;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HeaderValue};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::time::Duration as Days;
use cookie::{Cookie, CookieJar, Key, SameSite};
use hall::{Moment, PersonId, cleaned_name};
use rand::Rng as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use store::{Store, StoreError};
use uuid::Uuid;

/// For how long a browser keeps its identity after its last visit; browsers keep nothing for longer.
const KEPT_DAYS: i64 = 400;
/// An identity that is older is given anew, so that a visitor who comes back keeps it.
const RENEWED_AFTER_DAYS: i64 = 7;
const DAY_MS: i64 = 86_400_000;
/// Bytes of the key, and of what tells this hall's cookie from those of other halls on the machine.
const KEY: usize = 64;
const TAG: usize = 4;

/// Gives identities to browsers and recognises them: cookies signed with a key that all nodes of the hall share.
#[derive(Clone)]
pub(crate) struct Identities {
    key: Key,
    /// The name of the cookie. Browsers give the cookies of a host to all its ports.
    cookie: Arc<str>,
}

impl std::fmt::Debug for Identities {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identities").field("cookie", &self.cookie).finish_non_exhaustive()
    }
}

/// Who a browser is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub(crate) id: PersonId,
    /// Empty before the person has said one.
    pub(crate) name: String,
    /// When it was given, in milliseconds since 1970.
    at: i64,
}

impl Identity {
    /// A new one.
    pub(crate) fn new(now: Moment) -> Self {
        let id = uuid::Builder::from_random_bytes(rand::random()).into_uuid();
        Self { id: PersonId(id.simple().to_string()), name: String::new(), at: now.0 }
    }

    /// That of a person with an account.
    pub(crate) fn of_account(person: &PersonId, name: &str, now: Moment) -> Self {
        Self { id: person.clone(), name: name.to_owned(), at: now.0 }
    }

    /// The same under another name, given now.
    pub(crate) fn named(&self, name: String, now: Moment) -> Self {
        Self { id: self.id.clone(), name, at: now.0 }
    }

    /// The same given now, if it was given long ago.
    pub(crate) fn renewed(&self, now: Moment) -> Option<Self> {
        let is_old = now.0.saturating_sub(self.at) > RENEWED_AFTER_DAYS * DAY_MS;
        is_old.then(|| Self { at: now.0, ..self.clone() })
    }

    fn is_valid(&self, now: Moment) -> bool {
        let age = now.0.saturating_sub(self.at);
        // A clock may have been set back.
        (-DAY_MS..KEPT_DAYS * DAY_MS).contains(&age)
            && (self.name.is_empty() || cleaned_name(&self.name).as_deref() == Some(&self.name))
    }
}

impl Identities {
    /// Those of the hall with this store.
    pub(crate) async fn open(store: &Store) -> Result<Self, StoreError> {
        let new = || {
            let mut bytes = [0_u8; TAG + KEY];
            rand::rng().fill_bytes(&mut bytes);
            BASE64_URL_SAFE_NO_PAD.encode(bytes)
        };
        let secret = store.secret("identities", new).await?;
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&secret).ok().filter(|it| it.len() == TAG + KEY);
        let bytes = bytes.ok_or_else(|| StoreError::Damaged {
            id: None,
            what: "the key of identities is not what this program wrote".to_owned(),
        })?;
        let (tag, key) = bytes.split_at(TAG);
        let tag: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { key: Key::from(key), cookie: format!("yiqi-{tag}").into() })
    }

    /// What tells this hall from others: letters and digits, the same at all its nodes.
    #[cfg(feature = "cluster")]
    pub(crate) fn hall(&self) -> &str {
        self.cookie.trim_start_matches("yiqi-")
    }

    /// Who sent a request with these headers; `None` for nobody whom the hall knows.
    pub(crate) fn of(&self, headers: &HeaderMap, now: Moment) -> Option<Identity> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut found = cookies
            .flat_map(|line| Cookie::split_parse(line.to_owned()))
            .filter_map(Result::ok)
            .filter(|cookie| cookie.name() == &*self.cookie);
        let cookie = found.next()?;
        let jar = CookieJar::new();
        let signed = jar.signed(&self.key).verify(cookie)?;
        let json = BASE64_URL_SAFE_NO_PAD.decode(signed.value()).ok()?;
        serde_json::from_slice::<Identity>(&json).ok().filter(|identity| identity.is_valid(now))
    }

    /// The id that a thing of another hall has here for a person: the same each time, and one that nobody else can work out. It
    /// begins as the other one does, which says when the thing was made.
    pub(crate) fn id_here(&self, person: &PersonId, there: Uuid) -> String {
        let hash = Sha256::new().chain_update("taken over").chain_update(self.key.signing());
        let hash = hash.chain_update(&person.0).chain_update(there).finalize();
        let mut bytes = there.into_bytes();
        bytes[6..].copy_from_slice(&hash[..10]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string()
    }

    /// The name of the cookie.
    pub(crate) fn cookie_name(&self) -> Arc<str> {
        Arc::clone(&self.cookie)
    }

    /// What makes a browser forget who it was.
    pub(crate) fn no_cookie(&self, origin: Option<&ClientOrigin>) -> Option<HeaderValue> {
        let is_https = origin.and_then(|origin| origin.is_https) == Some(true);
        let cookie = Cookie::build((self.cookie.to_string(), ""))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https)
            .max_age(Days::ZERO);
        HeaderValue::from_str(&cookie.to_string()).ok()
    }

    /// What tells a browser who it is.
    pub(crate) fn cookie(
        &self,
        identity: &Identity,
        origin: Option<&ClientOrigin>,
    ) -> Option<HeaderValue> {
        let json = serde_json::to_vec(identity).ok()?;
        let value = BASE64_URL_SAFE_NO_PAD.encode(json);
        let is_https = origin.and_then(|origin| origin.is_https) == Some(true);
        let cookie = Cookie::build((self.cookie.to_string(), value))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_https)
            .max_age(Days::days(KEPT_DAYS));
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.key).add(cookie);
        let signed = jar.get(&self.cookie)?.to_string();
        HeaderValue::from_str(&signed).ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    fn identities(tag: &str, byte: u8) -> Identities {
        Identities { key: Key::from(&[byte; KEY]), cookie: format!("yiqi-{tag}").into() }
    }

    fn headers(set_cookie: &HeaderValue) -> HeaderMap {
        let pair = set_cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, format!("other=1; {pair}; more=2").parse().unwrap());
        headers
    }

    #[test]
    fn who_was_given_a_cookie_is_recognised_and_nobody_else() {
        let (hall, now) = (identities("00", 1), Moment(1_700_000_000_000));
        let ada = Identity::new(now).named("Ada 胡".to_owned(), now);
        let cookie = hall.cookie(&ada, None).unwrap();
        let text = cookie.to_str().unwrap();
        assert!(text.contains("HttpOnly") && text.contains("SameSite=Lax"), "{text}");
        assert!(!text.contains("Secure"), "{text}");
        assert_eq!(hall.of(&headers(&cookie), now), Some(ada.clone()));
        // Another key, another hall on the machine, and none at all.
        assert_eq!(identities("00", 2).of(&headers(&cookie), now), None);
        assert_eq!(identities("01", 1).of(&headers(&cookie), now), None);
        assert_eq!(hall.of(&HeaderMap::new(), now), None);
        // Over TLS the cookie stays there.
        let origin = ClientOrigin {
            client: [127, 0, 0, 1].into(),
            by_proxy: true,
            host: None,
            is_https: Some(true),
            request_id: None,
        };
        assert!(hall.cookie(&ada, Some(&origin)).unwrap().to_str().unwrap().contains("Secure"));
    }

    #[test]
    fn a_cookie_that_was_changed_or_is_old_is_nobodys() {
        let (hall, now) = (identities("00", 1), Moment(1_700_000_000_000));
        let ada = Identity::new(now).named("Ada".to_owned(), now);
        let text = hall.cookie(&ada, None).unwrap().to_str().unwrap().to_owned();
        let (name, value) = text.split(';').next().unwrap().split_once('=').unwrap();
        // Every character of it counts, but those in which base64 has bits to spare.
        for i in 0..value.len() {
            let mut bytes = value.as_bytes().to_vec();
            bytes[i] = if bytes[i] == b'A' { b'Q' } else { b'A' };
            let changed = format!("{name}={}", String::from_utf8(bytes).unwrap());
            let of = hall.of(&headers(&changed.parse().unwrap()), now);
            assert!(of.is_none() || of == Some(ada.clone()), "{i}: {of:?}");
        }
        let kept = Moment(now.0 + (KEPT_DAYS - 1) * DAY_MS);
        let cookie: HeaderValue = text.parse().unwrap();
        assert!(hall.of(&headers(&cookie), kept).is_some());
        assert!(ada.renewed(kept).is_some() && ada.renewed(now).is_none());
        assert_eq!(hall.of(&headers(&cookie), Moment(now.0 + KEPT_DAYS * DAY_MS)), None);
        assert_eq!(hall.of(&headers(&cookie), Moment(now.0 - 2 * DAY_MS)), None, "of the future");
    }
}
