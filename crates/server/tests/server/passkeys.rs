//! Passkeys: what an authenticator has signed, and what is refused.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::accounts::{Browser, PASSWORD, code, hall, with_token};
use crate::common::{Answer, Open, persons};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use server::HallMode;
use server::accounts::OfflineAccounts;
use server::copies::HallLocation;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

/// The origin of the page, as the browsers of these tests have it.
const ORIGIN: &str = "https://localhost";

/// An authenticator with one passkey, which always verifies who uses it.
struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    handle: String,
    count: u32,
}

impl Authenticator {
    fn new(seed: u8) -> Self {
        let key = SigningKey::from_slice(&[seed; 32]).unwrap();
        Self { key, id: vec![seed; 20], handle: String::new(), count: 0 }
    }

    /// What begins all that it says: the hash of the name, its flags and its counter.
    fn head(&mut self, name: &str, flags: u8) -> Vec<u8> {
        self.count += 1;
        let mut bytes = Sha256::digest(name).to_vec();
        bytes.push(flags);
        bytes.extend(self.count.to_be_bytes());
        bytes
    }

    /// The answer to the question for a new passkey.
    fn create(&mut self, options: &Value, origin: &str) -> Value {
        self.handle = options["user"]["id"].as_str().unwrap().to_owned();
        let client = client_data("webauthn.create", options, origin);
        // Present, verified, and with the key.
        let mut data = self.head(options["rp"]["id"].as_str().unwrap(), 0x45);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // COSE, for ES256.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        let mut object = vec![0xa3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "attestationObject": BASE64.encode(object),
                "transports": ["internal"],
            },
        })
    }

    /// The answer to the question who it is.
    fn sign(&mut self, options: &Value, origin: &str) -> Value {
        self.sign_with(options, origin, 0x05)
    }

    fn sign_with(&mut self, options: &Value, origin: &str, flags: u8) -> Value {
        let client = client_data("webauthn.get", options, origin);
        let data = self.head(options["rpId"].as_str().unwrap(), flags);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client));
        let signature: Signature = self.key.sign(&signed);
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client),
                "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(signature.to_der().as_bytes()),
                "userHandle": self.handle,
            },
        })
    }
}

/// What a browser has the authenticator sign.
fn client_data(kind: &str, options: &Value, origin: &str) -> String {
    let challenge = options["challenge"].as_str().unwrap();
    format!(
        r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#
    )
}

impl Browser {
    async fn post(&mut self, hall: &Open, path: &str, body: &Value) -> Answer {
        self.ask(hall, "POST", &format!("/api/account{path}"), body).await
    }

    /// What an authenticator is asked for a new passkey.
    async fn asked_to_create(&mut self, hall: &Open) -> Value {
        let asked = self.post(hall, "/passkeys/challenge", &json!({"password": PASSWORD})).await;
        assert_eq!(asked.status, 200, "{}", asked.text());
        asked.json()
    }

    /// Adds a passkey; the answer.
    async fn add(&mut self, hall: &Open, authenticator: &mut Authenticator) -> Answer {
        let options = self.asked_to_create(hall).await;
        self.post(hall, "/passkeys", &authenticator.create(&options, ORIGIN)).await
    }

    async fn asked_to_sign(&mut self, hall: &Open) -> Value {
        let asked = self.post(hall, "/sign-in/challenge", &json!({})).await;
        assert_eq!(asked.status, 200, "{}", asked.text());
        asked.json()
    }

    async fn sign_in_by(&mut self, hall: &Open, authenticator: &mut Authenticator) -> Answer {
        let options = self.asked_to_sign(hall).await;
        self.post(hall, "/sign-in/passkey", &authenticator.sign(&options, ORIGIN)).await
    }
}

/// The account of this name, signed in, with a passkey.
async fn with_passkey(hall: &Open, name: &str, seed: u8) -> (Browser, Authenticator) {
    let mut browser = Browser::guest(hall, "192.0.2.1", name).await;
    browser.sign_up(hall, name).await;
    let mut authenticator = Authenticator::new(seed);
    let added = browser.add(hall, &mut authenticator).await;
    assert_eq!(added.status, 201, "{}", added.text());
    (browser, authenticator)
}

#[tokio::test]
async fn who_has_a_passkey_signs_in_without_a_name() {
    let hall = hall().await;
    let (mut ada, mut key) = with_passkey(&hall, "Ada Lovelace", 1).await;
    let options = ada.asked_to_create(&hall).await;
    assert_eq!(options["user"]["name"], "Ada Lovelace");
    assert_eq!(options["user"]["id"].as_str(), Some(key.handle.as_str()), "one for the account");
    let chosen = &options["authenticatorSelection"];
    assert_eq!(
        (&chosen["userVerification"], &chosen["residentKey"]),
        (&json!("required"), &json!("required"))
    );
    // Many authenticators know none of these, and would refuse.
    assert_eq!(options["extensions"], json!({}));
    assert_eq!(options["excludeCredentials"][0]["id"], BASE64.encode(&key.id));
    // It is hers in another browser, as by the password.
    let me = ada.me(&hall).await;
    let mut phone = Browser::guest(&hall, "192.0.2.2", "Someone").await;
    assert_eq!(phone.ask(&hall, "GET", "/api/me", &Value::Null).await.json()["passkeys"], true);
    let signed = phone.sign_in_by(&hall, &mut key).await;
    assert_eq!(signed.status, 200, "{}", signed.text());
    assert!(signed.headers["set-cookie"].contains("HttpOnly"));
    assert_eq!(phone.me(&hall).await["id"], me["id"]);
    // The list has it, and the person's data have its public parts.
    let account = phone.ask(&hall, "GET", "/api/account", &Value::Null).await.json();
    let listed = account["passkeys"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    let data = phone.ask(&hall, "GET", "/api/me/data", &Value::Null).await.json();
    assert_eq!(data["passkeys"][0]["credential"], BASE64.encode(&key.id));
    // Another password does not remove it; the person does, and it is good for nothing more.
    let change = json!({"old": PASSWORD, "new": "another horse battery"});
    assert_eq!(ada.ask(&hall, "PUT", "/api/account/password", &change).await.status, 200);
    assert_eq!(phone.sign_in_by(&hall, &mut key).await.status, 200);
    let path = format!("/api/account/passkeys/{}", listed[0]["id"].as_str().unwrap());
    let left = phone.ask(&hall, "DELETE", &path, &Value::Null).await;
    assert_eq!((left.status, &left.json()["passkeys"]), (200, &Value::Null));
    assert_eq!(phone.ask(&hall, "DELETE", &path, &Value::Null).await.status, 404);
    assert_eq!(code(&phone.sign_in_by(&hall, &mut key).await), "passkey-refused");
    hall.close().await;
}

#[tokio::test]
async fn what_an_authenticator_did_not_sign_for_this_is_refused() {
    let hall = hall().await;
    let (_, mut key) = with_passkey(&hall, "Ada", 1).await;
    let mut phone = Browser::guest(&hall, "192.0.2.2", "Someone").await;
    let path = "/sign-in/passkey";
    // A page of another origin, and one of another name.
    for origin in ["https://evil.example", "http://localhost", "https://localhost:8443"] {
        let options = phone.asked_to_sign(&hall).await;
        let answer = phone.post(&hall, path, &key.sign(&options, origin)).await;
        assert_eq!((answer.status, code(&answer).as_str()), (403, "passkey-refused"), "{origin}");
    }
    let mut options = phone.asked_to_sign(&hall).await;
    options["rpId"] = json!("evil.example");
    let answer = key.sign(&options, ORIGIN);
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-refused");
    // Nobody was verified.
    let options = phone.asked_to_sign(&hall).await;
    let answer = key.sign_with(&options, ORIGIN, 0x01);
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-refused");
    // Another key that calls itself the same, and an account that is not the passkey's.
    let options = phone.asked_to_sign(&hall).await;
    let mut thief = Authenticator { handle: key.handle.clone(), ..Authenticator::new(2) };
    thief.id.clone_from(&key.id);
    let answer = thief.sign(&options, ORIGIN);
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-refused");
    let options = phone.asked_to_sign(&hall).await;
    let mut answer = key.sign(&options, ORIGIN);
    answer["response"]["userHandle"] = json!(BASE64.encode([9; 64]));
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-refused");
    // A challenge that the hall has not made.
    let unknown = json!({"challenge": BASE64.encode([7; 16]), "rpId": "localhost"});
    let answer = phone.post(&hall, path, &key.sign(&unknown, ORIGIN)).await;
    assert_eq!((answer.status, code(&answer).as_str()), (409, "passkey-late"));
    // The same answer twice; the counter of a copy stands still.
    let options = phone.asked_to_sign(&hall).await;
    let answer = key.sign(&options, ORIGIN);
    assert_eq!(phone.post(&hall, path, &answer).await.status, 200);
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-late");
    key.count -= 1;
    assert_eq!(code(&phone.sign_in_by(&hall, &mut key).await), "passkey-refused");
    // One that has waited for too long.
    let options = phone.asked_to_sign(&hall).await;
    let file = hall.data.as_ref().unwrap().path().join("hall.sqlite");
    let mut link = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query("UPDATE passkey_challenges SET until = 1").execute(&mut link).await.unwrap();
    link.close().await.unwrap();
    let answer = key.sign(&options, ORIGIN);
    assert_eq!(code(&phone.post(&hall, path, &answer).await), "passkey-late");
    for nonsense in [json!({}), json!([]), json!({"id": "x", "response": {}})] {
        assert_eq!(code(&phone.post(&hall, path, &nonsense).await), "passkey-refused");
    }
    assert_eq!(phone.sign_in_by(&hall, &mut key).await.status, 200);
    hall.close().await;
}

#[tokio::test]
async fn a_passkey_is_added_by_who_says_the_password() {
    let hall = hall().await;
    let (mut ada, mut key) = with_passkey(&hall, "Ada", 1).await;
    let mut eve = Browser::guest(&hall, "192.0.2.3", "Eve").await;
    let asked = json!({"password": PASSWORD});
    let begin = "/passkeys/challenge";
    assert_eq!(code(&eve.post(&hall, begin, &asked).await), "no-account");
    eve.sign_up(&hall, "Eve").await;
    let wrong = json!({"password": "not the password"});
    assert_eq!(code(&eve.post(&hall, begin, &wrong).await), "wrong-password");
    // A token is not enough.
    let form = json!({"label": "program", "scopes": ["read", "play", "study"]});
    let token = ada.post(&hall, "/tokens", &form).await.json()["token"].clone();
    let token = token.as_str().unwrap();
    let refused = with_token(&hall, token, "POST", "/api/account/passkeys/challenge", &asked).await;
    assert_eq!(code(&refused), "token-scope");
    // The challenge of another person, that of another act, and one for the second time.
    let options = ada.asked_to_create(&hall).await;
    let mut new = Authenticator::new(3);
    let answer = new.create(&options, ORIGIN);
    assert_eq!(code(&eve.post(&hall, "/passkeys", &answer).await), "passkey-late");
    assert_eq!(code(&ada.post(&hall, "/passkeys", &answer).await), "passkey-late", "it was taken");
    let mut options = ada.asked_to_create(&hall).await;
    options["challenge"] = ada.asked_to_sign(&hall).await["challenge"].clone();
    let answer = new.create(&options, ORIGIN);
    assert_eq!(code(&ada.post(&hall, "/passkeys", &answer).await), "passkey-late");
    // A page of another origin, and a passkey that is somebody's.
    let options = ada.asked_to_create(&hall).await;
    let answer = new.create(&options, "https://evil.example");
    assert_eq!(code(&ada.post(&hall, "/passkeys", &answer).await), "passkey-refused");
    assert_eq!(code(&eve.add(&hall, &mut key).await), "passkey-refused");
    // Ten, and no more.
    for seed in 10..19 {
        let added = ada.add(&hall, &mut Authenticator::new(seed)).await;
        assert_eq!(added.status, 201, "{}", added.text());
    }
    assert_eq!(code(&ada.post(&hall, begin, &asked).await), "too-many-passkeys");
    hall.close().await;
}

#[tokio::test]
async fn a_passkey_opens_no_more_than_the_password() {
    let hall = hall().await;
    let (mut ada, mut key) = with_passkey(&hall, "Ada", 1).await;
    let (mut bob, mut key_of_bob) = with_passkey(&hall, "Bob", 2).await;
    // Not where others could listen, and not where the hall has no name.
    let plain = [("Content-Type", "application/json"), ("X-Forwarded-For", "192.0.2.1")];
    let path = "/api/account/sign-in/challenge";
    assert_eq!(code(&hall.send("POST", path, &plain, b"{}").await), "needs-tls");
    let nameless = [plain[0], plain[1], ("X-Forwarded-Proto", "https")];
    assert_eq!(code(&hall.send("POST", path, &nameless, b"{}").await), "no-passkeys");
    assert_eq!(hall.send("GET", "/api/me", &nameless, b"").await.json()["passkeys"], Value::Null);
    // With an account its passkeys go.
    let deletion = json!({"name": "Bob", "password": PASSWORD});
    assert_eq!(bob.post(&hall, "/deletion", &deletion).await.status, 204);
    assert_eq!(code(&bob.sign_in_by(&hall, &mut key_of_bob).await), "passkey-refused");
    // Who is disabled signs in as by the password, and may only look.
    let data = hall.close().await;
    let accounts = OfflineAccounts::open(&HallLocation::Folder(data.path().to_owned())).await;
    let accounts = accounts.unwrap();
    assert_eq!(accounts.set_disabled("Ada", true, "insults").await.unwrap(), Some(true));
    accounts.close().await;
    let mut config = crate::common::config(data.path());
    config.mode = HallMode::Public;
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = crate::common::start(config).await;
    let asked = json!({"password": PASSWORD});
    assert_eq!(code(&ada.post(&hall, "/passkeys/challenge", &asked).await), "disabled");
    assert_eq!(ada.sign_in_by(&hall, &mut key).await.status, 200);
    assert_eq!(ada.me(&hall).await["disabled"], "insults");
    assert_eq!(code(&ada.ask(&hall, "POST", "/api/games", &persons()).await), "disabled");
    hall.stop().await;
}

#[tokio::test]
async fn who_tries_passkeys_waits() {
    let hall = hall().await;
    let mut guesser = Browser::at("192.0.2.66");
    let mut last = String::new();
    for _ in 0..31 {
        last = code(&guesser.post(&hall, "/sign-in/passkey", &json!({})).await);
    }
    assert_eq!(last, "too-often");
    hall.close().await;
}
