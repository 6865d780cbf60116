//! Accounts: who signs in as whom, how often that may be tried, and which sessions have ended.

#[cfg(feature = "passkeys")]
mod passkeys;

use crate::client::ClientId;
use crate::config::Config;
use crate::hourly::HourlyKind;
use crate::people::attempts::Attempts;
use crate::people::names::{account_name, look};
use crate::people::passwords::{self, Hasher, recovery_code, recovery_hash};
use crate::people::rights::forbidden;
use crate::people::sessions::{self, SignedIn};
use crate::people::{HallMode, Identities};
use crate::proxies::ClientOrigin;
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::{request, view};
use axum::http::{HeaderMap, StatusCode};
use hall::{AccountRole, PersonId, TokenScope};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Account, Store, StoreError};
use tokio::sync::broadcast;

const MINUTE: Duration = Duration::from_secs(60);
/// Sessions that end at the same moment, for those who hear of it late.
const ENDINGS: usize = 64;
/// The most sessions and tokens of one account.
const MOST_CREDENTIALS: usize = 50;

/// The accounts of a hall.
#[derive(Clone, Debug)]
pub(crate) struct Accounts(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    /// Whether the hall has any.
    is_open: bool,
    /// Whether passwords are taken over TLS only.
    is_public: bool,
    store: Store,
    /// The name of the hall's cookie of guests.
    tag: Arc<str>,
    hasher: Hasher,
    /// By the look of the name and the client; by the look; and by the client.
    of_both: Attempts<(String, ClientId)>,
    of_account: Attempts<String>,
    of_client: Attempts<ClientId>,
    sign_ups: Attempts<ClientId>,
    quotas: Quotas,
    ended: broadcast::Sender<EndedSessions>,
}

/// Sessions and tokens that have ended.
#[derive(Clone, Debug)]
pub(crate) struct EndedSessions {
    person: PersonId,
    /// This one alone.
    only: Option<String>,
    /// All but this one.
    but: Option<String>,
}

impl EndedSessions {
    fn has(&self, signed: &SignedIn) -> bool {
        self.person == signed.person
            && self.only.as_ref().is_none_or(|only| *only == signed.credential)
            && self.but.as_ref() != Some(&signed.credential)
    }
}

impl Accounts {
    /// Those of a hall. The account that the configuration names is the owner's.
    pub(crate) async fn open(
        store: &Store,
        config: &Config,
        identities: &Identities,
        quotas: &Quotas,
    ) -> Result<Self, StoreError> {
        let is_public = config.mode == HallMode::Public;
        let accounts = Self(Arc::new(Parts {
            is_open: config.has_accounts(),
            is_public,
            store: store.clone(),
            tag: identities.cookie_name(),
            hasher: Hasher::new(),
            of_both: Attempts::new(5, 15 * MINUTE),
            of_account: Attempts::new(50, MINUTE),
            of_client: Attempts::new(30, 15 * MINUTE),
            sign_ups: Attempts::new(config.limits.client.sign_ups, 60 * MINUTE),
            quotas: quotas.clone(),
            ended: broadcast::Sender::new(ENDINGS),
        }));
        if let Some(owner) = &config.owner
            && let Some(account) = store.account_that_looks(&look(owner)).await?
            && account.role != AccountRole::Owner
        {
            store.set_role(&account.person, AccountRole::Owner).await?;
        }
        Ok(accounts)
    }

    /// Whether the hall has accounts.
    pub(crate) fn is_open(&self) -> bool {
        self.0.is_open
    }

    /// Who signed in to send a request with these headers.
    ///
    /// # Errors
    /// When it names a token that is none.
    pub(crate) async fn signed_in(
        &self,
        headers: &HeaderMap,
        origin: &ClientOrigin,
    ) -> Result<Option<SignedIn>, Refusal> {
        if !self.is_open() {
            return Ok(None);
        }
        if let Some(secret) = sessions::bearer(headers) {
            let found = self.of_secret(secret).await.filter(|signed| !signed.is_session());
            let message = "Authorization: this is no token of an account, or it was revoked";
            let refusal = || Refusal::new(StatusCode::UNAUTHORIZED, "bad-token", message);
            return found.map(Some).ok_or_else(refusal);
        }
        let Some(secret) = sessions::cookie_secret(headers, &self.0.tag, Some(origin)) else {
            return Ok(None);
        };
        Ok(self.of_secret(&secret).await.filter(SignedIn::is_session))
    }

    async fn of_secret(&self, secret: &str) -> Option<SignedIn> {
        self.of_hash(&passwords::digest(secret)).await
    }

    /// Without an answer of the store nobody is signed in.
    async fn of_hash(&self, hash: &str) -> Option<SignedIn> {
        match sessions::of_hash(&self.0.store, hash, view::now()).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!("a session cannot be looked up: {error}");
                None
            }
        }
    }

    /// Whether this person has an account, or had one: the cookie of a guest does not speak for it.
    pub(crate) async fn has(&self, person: &PersonId) -> bool {
        self.is_open()
            && (!matches!(self.0.store.account(person).await, Ok(None))
                || !matches!(self.0.store.is_deleted(person).await, Ok(false)))
    }

    /// Whether a guest may have this name.
    pub(crate) async fn is_free(&self, name: &str) -> Result<bool, Refusal> {
        if !self.is_open() {
            return Ok(true);
        }
        if account_name(name).is_err_and(|(code, _)| code == "name-taken") {
            return Ok(false);
        }
        Ok(self.0.store.account_that_looks(&look(name)).await?.is_none())
    }

    /// Makes an account of a guest, who keeps the id; also the recovery code.
    pub(crate) async fn sign_up(
        &self,
        person: PersonId,
        name: &str,
        password: &str,
    ) -> Result<(Account, String), Refusal> {
        let client = request::client();
        let name = account_name(name).map_err(|(code, words)| Refusal::impossible(code, words))?;
        passwords::check(password, &name)?;
        self.0.quotas.hour(HourlyKind::Account)?;
        self.0.sign_ups.begin(client, Instant::now()).map_err(too_often)?;
        if !self.is_free(&name).await? {
            return Err(name_taken());
        }
        let code = recovery_code();
        let account = Account {
            look: look(&name),
            password: self.0.hasher.hash(client, password).await?,
            recovery: recovery_hash(&code),
            role: AccountRole::Member,
            created_at: view::now(),
            person,
            name,
        };
        match self.0.store.create_account(account.clone()).await {
            Ok(()) => Ok((account, code)),
            Err(StoreError::Conflict) => Err(name_taken()),
            Err(error) => Err(error.into()),
        }
    }

    /// The account of a name and a password.
    pub(crate) async fn sign_in(&self, name: &str, password: &str) -> Result<Account, Refusal> {
        let client = request::client();
        must_be_short(password)?;
        let look = look(name);
        self.may_try(&look, client)?;
        let account = self.0.store.account_that_looks(&look).await?;
        let hash = account.as_ref().map(|account| account.password.as_str());
        let fits = self.0.hasher.fits(client, password, hash).await?;
        let Some(account) = account.filter(|_| fits) else {
            let message = "the name or the password is not right";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "not-signed-in", message));
        };
        self.succeeded(&look, client);
        Ok(account)
    }

    /// Gives an account another password by its recovery code; also the next code.
    pub(crate) async fn recover(
        &self,
        name: &str,
        code: &str,
        password: &str,
    ) -> Result<(Account, String), Refusal> {
        let client = request::client();
        passwords::check(password, name)?;
        let look = look(name);
        self.may_try(&look, client)?;
        let account = self.0.store.account_that_looks(&look).await?;
        // The work is the same for a name that nobody has.
        let hash = self.0.hasher.hash(client, password).await?;
        let known = recovery_hash(code);
        let Some(account) = account.filter(|account| account.recovery == known) else {
            let message = "the name or the recovery code is not right";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "not-recovered", message));
        };
        self.succeeded(&look, client);
        let next = recovery_code();
        self.0.store.set_password(&account.person, hash, Some(recovery_hash(&next))).await?;
        self.end_sessions(&account.person, None).await?;
        Ok((account, next))
    }

    /// Refuses who does not say the present password of the account that is signed in.
    pub(crate) async fn must_know(
        &self,
        signed: &SignedIn,
        password: &str,
    ) -> Result<Account, Refusal> {
        let client = request::client();
        must_be_short(password)?;
        let look = look(&signed.name);
        self.may_try(&look, client)?;
        let account = self.0.store.account(&signed.person).await?;
        let hash = account.as_ref().map(|account| account.password.as_str());
        let fits = self.0.hasher.fits(client, password, hash).await?;
        let Some(account) = account.filter(|_| fits) else {
            let message = "this is not the present password";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "wrong-password", message));
        };
        self.succeeded(&look, client);
        Ok(account)
    }

    /// Gives the account another password, and ends all sessions.
    pub(crate) async fn change_password(
        &self,
        signed: &SignedIn,
        old: &str,
        new: &str,
    ) -> Result<Account, Refusal> {
        passwords::check(new, &signed.name)?;
        let account = self.must_know(signed, old).await?;
        let hash = self.0.hasher.hash(request::client(), new).await?;
        self.0.store.set_password(&account.person, hash, None).await?;
        self.end_sessions(&account.person, None).await?;
        Ok(account)
    }

    /// Gives an account another recovery code.
    pub(crate) async fn new_recovery(&self, account: &Account) -> Result<String, Refusal> {
        let code = recovery_code();
        let (password, hash) = (account.password.clone(), recovery_hash(&code));
        self.0.store.set_password(&account.person, password, Some(hash)).await?;
        Ok(code)
    }

    /// The secret of a new session or token.
    pub(crate) async fn begin(
        &self,
        person: &PersonId,
        label: &str,
        scopes: Option<&[TokenScope]>,
    ) -> Result<String, Refusal> {
        let known = self.0.store.credentials(person).await?;
        if known.len() >= MOST_CREDENTIALS {
            match known.iter().rfind(|it| it.scopes.is_none()) {
                Some(oldest) if scopes.is_none() => self.end(person, &oldest.id).await?,
                _ => {
                    let message = format!("{MOST_CREDENTIALS} at most: end one before");
                    return Err(Refusal::conflict("too-many-sessions", message));
                }
            };
        }
        let (new, secret) = sessions::new_credential(person, label, scopes, view::now());
        self.0.store.add_credential(new).await?;
        Ok(secret)
    }

    /// Ends a session or a token; `false` when there is none.
    pub(crate) async fn end(&self, person: &PersonId, id: &str) -> Result<bool, Refusal> {
        let is_ended = self.0.store.end_credential(person, id).await?;
        self.tell(EndedSessions { person: person.clone(), only: Some(id.to_owned()), but: None });
        Ok(is_ended)
    }

    /// Ends all sessions but this one.
    pub(crate) async fn end_sessions(
        &self,
        person: &PersonId,
        but: Option<&str>,
    ) -> Result<(), Refusal> {
        self.0.store.end_sessions(person, but).await?;
        self.tell(EndedSessions {
            person: person.clone(),
            only: None,
            but: but.map(str::to_owned),
        });
        Ok(())
    }

    fn tell(&self, ended: EndedSessions) {
        // Nobody may be connected.
        let _ = self.0.ended.send(ended);
    }

    /// Is ready when what this person signed in with has ended: in this process at once, and else within a minute.
    pub(crate) async fn has_ended(&self, signed: Option<&SignedIn>) {
        let Some(signed) = signed else { return std::future::pending().await };
        let mut endings = self.0.ended.subscribe();
        loop {
            match tokio::time::timeout(MINUTE, endings.recv()).await {
                Ok(Ok(ended)) if ended.has(signed) => return,
                Ok(Ok(_)) => {}
                Ok(Err(_)) | Err(_) if self.of_hash(&signed.hash).await.is_none() => return,
                Ok(Err(broadcast::error::RecvError::Closed)) => std::future::pending().await,
                Ok(Err(_)) | Err(_) => {}
            }
        }
    }

    /// Refuses to take a password that others could read on its way.
    pub(crate) fn must_be_private(&self, origin: Option<&ClientOrigin>) -> Result<(), Refusal> {
        if !self.is_open() {
            let message = "this hall has no accounts";
            return Err(Refusal::conflict("no-accounts", message));
        }
        let is_safe = |origin: &ClientOrigin| {
            origin.is_https == Some(true) || origin.client.to_canonical().is_loopback()
        };
        if self.0.is_public && !origin.is_some_and(is_safe) {
            let message = "passwords are taken over TLS only: ask for the page with https://";
            return Err(forbidden("needs-tls", message));
        }
        Ok(())
    }

    /// The name of the hall's cookie of guests.
    pub(crate) fn tag(&self) -> &str {
        &self.0.tag
    }

    fn may_try(&self, look: &str, client: ClientId) -> Result<(), Refusal> {
        let now = Instant::now();
        let tried = self.0.of_both.begin((look.to_owned(), client), now);
        tried
            .and_then(|()| self.0.of_client.begin(client, now))
            .and_then(|()| self.0.of_account.begin(look.to_owned(), now))
            .map_err(too_often)
    }

    fn succeeded(&self, look: &str, client: ClientId) {
        self.0.of_both.forgive(&(look.to_owned(), client));
        self.0.of_client.take_back(&client);
        self.0.of_account.take_back(&look.to_owned());
    }
}

fn must_be_short(password: &str) -> Result<(), Refusal> {
    if password.len() <= passwords::LONGEST {
        return Ok(());
    }
    let message = format!("password: at most {} bytes", passwords::LONGEST);
    Err(Refusal::impossible("weak-password", message))
}

fn name_taken() -> Refusal {
    Refusal::conflict("name-taken", "name: it is taken, or looks like one that is")
}

fn too_often(wait: Duration) -> Refusal {
    let message = format!("too many attempts: wait {} s", wait.as_secs() + 1);
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message).after(wait)
}
