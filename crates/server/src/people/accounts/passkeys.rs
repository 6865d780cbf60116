//! Passkeys: signing in by an authenticator in the place of the name and the password. `webauthn_rp` checks what an
//! authenticator says; here is to which challenge it answers, whose passkey it is, and how often that may be tried.

use super::{Accounts, too_often};
use crate::people::passwords::{digest, random};
use crate::people::rights::forbidden;
use crate::people::{SignedIn, Site};
use crate::refusal::Refusal;
use crate::{request, view};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hall::{Moment, PersonId};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Display;
use std::time::{Instant, SystemTime};
use store::{Account, MOST_PASSKEYS, Passkey, PasskeyChallenge, StoreError};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, RegistrationVerificationOptions, USER_HANDLE_MAX_LEN, UserHandle64,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId, TimedCeremony};
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId, SentChallenge};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication64, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

/// What the answer to a challenge is for.
const ADD: &str = "add";
const SIGN_IN: &str = "sign-in";

/// What the hall keeps of a public key.
type PublicKey = StaticState<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>;

impl Accounts {
    /// What an authenticator is asked for a new passkey of the account that is signed in and says its password.
    pub(crate) async fn begin_passkey(
        &self,
        signed: &SignedIn,
        password: &str,
    ) -> Result<Value, Refusal> {
        let (_, party) = party()?;
        let account = self.must_know(signed, password).await?;
        let known = self.0.store.passkeys(&account.person).await?;
        if known.len() >= MOST_PASSKEYS as usize {
            return Err(too_many());
        }
        // An account has one name for authenticators, which is nobody's name.
        let handle = known.iter().find_map(|passkey| handle(&passkey.handle));
        let handle = handle.unwrap_or_else(UserHandle64::new);
        let known = known.iter().filter_map(descriptor).collect();
        let mut options =
            PublicKeyCredentialCreationOptions::passkey(&party, (&handle).into(), known);
        // Authenticators without this extension would refuse. Who uses the passkey is verified without it, too.
        options.extensions.cred_protect = CredProtect::None;
        let (state, options) = options.start_ceremony().map_err(|error| failed(&error))?;
        let mut options = shown(&options)?;
        // The authenticator shows the name. That of `webauthn_rp` has no spaces.
        options["user"]["name"] = json!(account.name);
        options["user"]["displayName"] = json!(account.name);
        let body = state.encode().map_err(|error| failed(&error))?;
        self.keep_challenge(ADD, account.person.0, &state, body).await?;
        Ok(options)
    }

    /// Adds the passkey that an authenticator has made.
    pub(crate) async fn add_passkey(
        &self,
        signed: &SignedIn,
        answer: &Value,
        label: String,
    ) -> Result<(), Refusal> {
        let (site, party) = party()?;
        let answer = Registration::from_json_relaxed(answer.to_string().as_bytes());
        let answer = answer.map_err(|error| refused(&error))?;
        let challenge = answer.challenge_relaxed().map_err(|error| refused(&error))?;
        let state = self.take_challenge(ADD, challenge, Some(&signed.person)).await?;
        let state = RegistrationServerState::<USER_HANDLE_MAX_LEN>::decode(&state);
        let state = state.map_err(|error| failed(&error))?;
        let new = new_passkey(&site, &party, state, &answer, &signed.person, label)?;
        match self.0.store.add_passkey(new).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(too_many()),
            Err(StoreError::Conflict) => Err(refused(&"it is known")),
            Err(error) => Err(error.into()),
        }
    }

    /// What an authenticator is asked for to sign in by any passkey of the hall.
    pub(crate) async fn begin_passkey_sign_in(&self) -> Result<Value, Refusal> {
        let (_, party) = party()?;
        let options = DiscoverableCredentialRequestOptions::passkey(&party);
        let (state, options) = options.start_ceremony().map_err(|error| failed(&error))?;
        let options = shown(&options)?;
        let body = state.encode().map_err(|error| failed(&error))?;
        let asker = digest(&request::client().to_string());
        self.keep_challenge(SIGN_IN, asker, &state, body).await?;
        Ok(options)
    }

    /// The account of a passkey with which an authenticator has signed.
    pub(crate) async fn sign_in_by_passkey(&self, answer: &Value) -> Result<Account, Refusal> {
        let (site, party) = party()?;
        let client = request::client();
        self.0.of_client.begin(client, Instant::now()).map_err(too_often)?;
        let answer = DiscoverableAuthentication64::from_json_relaxed(answer.to_string().as_bytes());
        let answer = answer.map_err(|error| refused(&error))?;
        let challenge = answer.challenge_relaxed().map_err(|error| refused(&error))?;
        let state = self.take_challenge(SIGN_IN, challenge, None).await?;
        let state = DiscoverableAuthenticationServerState::decode(&state);
        let state = state.map_err(|error| failed(&error))?;
        let credential = BASE64_URL_SAFE_NO_PAD.encode(answer.raw_id());
        let known = self.0.store.passkey(&credential).await?;
        let known = known.ok_or_else(|| refused(&"it is not known"))?;
        let used = used_state(&site, &party, state, &answer, &known)?;
        let account = self.0.store.account(&known.person).await?;
        let account = account.ok_or_else(|| refused(&"it is nobody's"))?;
        // It may have been removed meanwhile.
        if !self.0.store.passkey_used(&credential, used, view::now()).await? {
            return Err(refused(&"it is gone"));
        }
        self.0.of_client.take_back(&client);
        Ok(account)
    }

    async fn keep_challenge(
        &self,
        act: &str,
        asker: String,
        asked: &impl TimedCeremony,
        state: Vec<u8>,
    ) -> Result<(), Refusal> {
        let until = asked.expiration().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let until = Moment(i64::try_from(until.as_millis()).unwrap_or(i64::MAX));
        let (challenge, act) = (number(&asked.sent_challenge()), act.to_owned());
        let new = PasskeyChallenge { challenge, act, asker, state, until };
        Ok(self.0.store.begin_challenge(new, view::now()).await?)
    }

    /// By what an answer is checked; the challenge is good for no other one.
    async fn take_challenge(
        &self,
        act: &str,
        challenge: SentChallenge,
        asker: Option<&PersonId>,
    ) -> Result<Vec<u8>, Refusal> {
        let taken = self.0.store.take_challenge(&number(&challenge), view::now()).await?;
        let is_for_this = |taken: &PasskeyChallenge| {
            taken.act == act && asker.is_none_or(|asker| asker.0 == taken.asker)
        };
        let message = "this took too long: ask for the passkey again";
        let late = || Refusal::conflict("passkey-late", message);
        Ok(taken.filter(is_for_this).ok_or_else(late)?.state)
    }
}

/// Where the browser has asked, and the name that its passkeys are for.
fn party() -> Result<(Site, RpId), Refusal> {
    let message = "passkeys need the name of the hall with https://, or localhost";
    let refusal = || Refusal::conflict("no-passkeys", message);
    let site = request::current().and_then(|asked| asked.site.clone()).ok_or_else(refusal)?;
    let name = AsciiDomain::try_from(site.name.clone()).map_err(|_| refusal())?;
    Ok((site, RpId::Domain(name)))
}

fn new_passkey(
    site: &Site,
    party: &RpId,
    state: RegistrationServerState<USER_HANDLE_MAX_LEN>,
    answer: &Registration,
    person: &PersonId,
    label: String,
) -> Result<Passkey, Refusal> {
    let origins = [site.origin.as_str()];
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let made = state.verify(party, answer, &options).map_err(|error| refused(&error))?;
    let now = view::now();
    Ok(Passkey {
        credential: BASE64_URL_SAFE_NO_PAD.encode(made.id()),
        id: random::<9>(),
        person: person.clone(),
        label,
        handle: made.user_id().as_ref().to_vec(),
        key: made.static_state().encode().map_err(|error| failed(&error))?,
        state: encoded(made.dynamic_state()),
        made_at: now,
        seen_at: now,
    })
}

/// What has changed with the use of a passkey, if the answer is that of its authenticator.
fn used_state(
    site: &Site,
    party: &RpId,
    state: DiscoverableAuthenticationServerState,
    answer: &DiscoverableAuthentication64,
    known: &Passkey,
) -> Result<Vec<u8>, Refusal> {
    let damaged = || Refusal::damaged("this passkey");
    let key = PublicKey::decode(&known.key).map_err(|_| damaged())?;
    let before = known.state.as_slice().try_into().ok();
    let before = before.and_then(|bytes| DynamicState::decode(bytes).ok()).ok_or_else(damaged)?;
    let handle = handle(&known.handle).ok_or_else(damaged)?;
    let mut credential = AuthenticatedCredential::new(answer.raw_id(), &handle, key, before)
        .map_err(|error| failed(&error))?;
    let origins = [site.origin.as_str()];
    let options = AuthenticationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let checked = state.verify(party, answer, &mut credential, &options);
    checked.map_err(|error| refused(&error))?;
    Ok(encoded(credential.dynamic_state()))
}

fn encoded(state: DynamicState) -> Vec<u8> {
    let Ok(bytes) = state.encode();
    bytes.to_vec()
}

fn handle(bytes: &[u8]) -> Option<UserHandle64> {
    let bytes: [u8; USER_HANDLE_MAX_LEN] = bytes.try_into().ok()?;
    UserHandle64::decode(bytes).ok()
}

/// A passkey that an authenticator shall not make again.
fn descriptor(known: &Passkey) -> Option<PublicKeyCredentialDescriptor<Vec<u8>>> {
    let id = BASE64_URL_SAFE_NO_PAD.decode(&known.credential).ok()?;
    let id = CredentialId::<Vec<u8>>::decode(id).ok()?;
    Some(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(0).ok()? })
}

fn number(challenge: &SentChallenge) -> String {
    format!("{:032x}", challenge.0)
}

fn shown(options: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(options).map_err(|error| failed(&error))
}

/// One answer to whatever is wrong with a passkey; the log says more.
fn refused(why: &dyn Display) -> Refusal {
    tracing::info!("a passkey is refused: {why}");
    forbidden("passkey-refused", "this passkey is not good for this")
}

fn too_many() -> Refusal {
    let message = format!("{MOST_PASSKEYS} passkeys at most: remove one before");
    Refusal::conflict("too-many-passkeys", message)
}

fn failed(error: &dyn Display) -> Refusal {
    Refusal::internal("a passkey", error)
}
