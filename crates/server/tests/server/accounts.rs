//! Accounts: signing up, in and out, what sessions and tokens are good for, and what attackers try.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Answer, Open, open_with, persons};
use serde_json::{Value, json};
use server::HallMode;

pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) async fn hall() -> Open {
    open_with(|config| {
        config.mode = HallMode::Public;
        config.owner = Some("Olga".to_owned());
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    })
    .await
}

/// A browser over TLS at an address, with its cookies.
pub(crate) struct Browser {
    pub(crate) cookies: Vec<(String, String)>,
    pub(crate) address: &'static str,
}

impl Browser {
    pub(crate) const fn at(address: &'static str) -> Self {
        Self { cookies: Vec::new(), address }
    }

    /// One that has opened the page, under a name.
    pub(crate) async fn guest(hall: &Open, address: &'static str, name: &str) -> Self {
        let mut browser = Self::at(address);
        browser.ask(hall, "GET", "/api/me", &Value::Null).await;
        browser.ask(hall, "PUT", "/api/me", &json!({ "name": name })).await;
        browser
    }

    pub(crate) fn cookie_line(&self) -> String {
        let pairs: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    /// Sends a request and keeps the cookie that comes back.
    pub(crate) async fn ask(
        &mut self,
        hall: &Open,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let line = self.cookie_line();
        let headers = [
            ("Content-Type", "application/json"),
            ("Cookie", line.as_str()),
            ("X-Forwarded-For", self.address),
            ("X-Forwarded-Proto", "https"),
            ("X-Forwarded-Host", "localhost"),
        ];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = hall.send(method, path, &headers, body.as_bytes()).await;
        if let Some(set) = answer.headers.get("set-cookie") {
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    async fn sign(&mut self, hall: &Open, path: &str, name: &str, password: &str) -> Answer {
        let body = json!({"name": name, "password": password});
        self.ask(hall, "POST", path, &body).await
    }

    pub(crate) async fn sign_up(&mut self, hall: &Open, name: &str) -> String {
        let answer = self.sign(hall, "/api/account", name, PASSWORD).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["code"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn sign_in(&mut self, hall: &Open, name: &str, password: &str) -> Answer {
        self.sign(hall, "/api/account/sign-in", name, password).await
    }

    pub(crate) async fn me(&mut self, hall: &Open) -> Value {
        self.ask(hall, "GET", "/api/me", &Value::Null).await.json()["person"].clone()
    }

    fn session(&self) -> String {
        let mut found = self.cookies.iter().filter(|(name, _)| name.ends_with("-session"));
        found.next().unwrap().1.clone()
    }
}

pub(crate) fn code(answer: &Answer) -> String {
    answer.json()["code"].as_str().unwrap_or_default().to_owned()
}

pub(crate) async fn with_token(
    hall: &Open,
    token: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> Answer {
    let line = format!("Bearer {token}");
    let headers = [
        ("Content-Type", "application/json"),
        ("Authorization", line.as_str()),
        ("X-Forwarded-For", "192.0.2.99"),
        ("X-Forwarded-Proto", "https"),
    ];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    hall.send(method, path, &headers, body.as_bytes()).await
}

#[tokio::test]
async fn a_guest_who_signs_up_stays_who_it_was_in_every_browser() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    let guest = ada.me(&hall).await;
    let game = ada.ask(&hall, "POST", "/api/games", &persons()).await.json()["id"].clone();
    let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let cookie_of_guest = ada.cookies.clone();
    let code_of_ada = ada.sign_up(&hall, "Ada").await;
    assert_eq!(code_of_ada.len(), 23);
    let me = ada.me(&hall).await;
    assert_eq!((&me["id"], &me["role"]), (&guest["id"], &json!("member")));
    // The cookie of the guest speaks for nobody any more.
    let mut thief = Browser { cookies: cookie_of_guest, address: "192.0.2.66" };
    assert_ne!(thief.me(&hall).await["id"], guest["id"]);
    // Another browser becomes that person, with the games.
    let mut phone = Browser::guest(&hall, "192.0.2.2", "Someone").await;
    let before = phone.session_or_none();
    let signed = phone.sign_in(&hall, "ADA", PASSWORD).await;
    assert_eq!(signed.status, 200, "{}", signed.text());
    let set = &signed.headers["set-cookie"];
    assert!(set.starts_with("__Host-"), "{set}");
    for flag in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(set.contains(flag), "{set}");
    }
    assert_ne!(Some(phone.session()), before);
    assert_eq!(phone.me(&hall).await["id"], guest["id"]);
    let games = phone.ask(&hall, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(games["games"][0]["id"], game);
    let studies = phone.ask(&hall, "GET", "/api/studies", &Value::Null).await.json();
    assert_eq!((&studies["total"], &studies["studies"][0]["id"]), (&json!(1), &study));
    let archive = phone.ask(&hall, "POST", "/api/archive", &json!({})).await.json();
    assert_eq!(archive["total"], 1, "{archive}");
    assert_eq!(phone.ask(&hall, "GET", "/api/progress", &Value::Null).await.status, 200);
    // Signed out it is somebody else.
    let old = phone.cookies.clone();
    assert_eq!(phone.ask(&hall, "POST", "/api/account/sign-out", &Value::Null).await.status, 204);
    assert_ne!(phone.me(&hall).await["id"], guest["id"]);
    let mut copy = Browser { cookies: old, address: "192.0.2.2" };
    assert_ne!(copy.me(&hall).await["id"], guest["id"], "a copy of the cookie is nobody's");
    hall.close().await;
}

impl Browser {
    fn session_or_none(&self) -> Option<String> {
        let mut found = self.cookies.iter().filter(|(name, _)| name.ends_with("-session"));
        found.next().map(|(_, value)| value.clone())
    }
}

#[tokio::test]
async fn a_session_that_was_planted_is_not_taken_over() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let name = ada.cookies.iter().find(|(name, _)| name.ends_with("-session")).unwrap().0.clone();
    // Somebody else knows what the browser sends before it signs in.
    let mut victim = Browser::at("192.0.2.3");
    victim.cookies.push((name.clone(), "planted-by-somebody".to_owned()));
    assert_eq!(victim.sign_in(&hall, "Ada", PASSWORD).await.status, 200);
    let first = victim.session();
    assert_ne!(first, "planted-by-somebody");
    // Each sign-in has a session of its own, and the one before it has ended.
    assert_eq!(victim.sign_in(&hall, "Ada", PASSWORD).await.status, 200);
    assert_ne!(victim.session(), first);
    for session in ["planted-by-somebody", &first, "", "yiqi_x", &first.to_uppercase()] {
        let mut thief = Browser::at("192.0.2.66");
        thief.cookies.push((name.clone(), session.to_owned()));
        let asked = thief.ask(&hall, "GET", "/api/account", &Value::Null).await;
        assert_eq!((asked.status, code(&asked).as_str()), (401, "no-account"), "{session:?}");
    }
    hall.close().await;
}

#[tokio::test]
async fn who_guesses_waits_and_learns_nothing() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let mut guesser = Browser::at("192.0.2.66");
    let mut told = Vec::new();
    for name in ["Ada", "Nobody at all"] {
        let mut answers = Vec::new();
        for i in 0..6 {
            let answer = guesser.sign_in(&hall, name, &format!("guess number {i}")).await;
            answers.push((answer.status, answer.json()["code"].clone()));
        }
        told.push(answers);
    }
    assert_eq!(told[0], told[1], "a name that nobody has is answered in the same way");
    assert_eq!(told[0][4], (403, json!("not-signed-in")));
    assert_eq!(told[0][5], (429, json!("too-often")));
    // The right password does not help before the time, and who has it elsewhere is not kept out.
    let mut guesser = Browser::at("192.0.2.67");
    for _ in 0..5 {
        guesser.sign_in(&hall, "Ada", "another guess").await;
    }
    let refused = guesser.sign_in(&hall, "Ada", PASSWORD).await;
    assert_eq!(refused.status, 429);
    assert!(refused.headers["retry-after"].parse::<u64>().unwrap() >= 1);
    assert_eq!(ada.sign_in(&hall, "Ada", PASSWORD).await.status, 200);
    // A password is not taken where others could read it.
    let body = json!({"name": "Ada", "password": PASSWORD}).to_string();
    let plain = [("Content-Type", "application/json"), ("X-Forwarded-For", "192.0.2.1")];
    let refused = hall.send("POST", "/api/account/sign-in", &plain, body.as_bytes()).await;
    assert_eq!(code(&refused), "needs-tls");
    hall.close().await;
}

#[tokio::test]
async fn names_are_unique_by_what_they_look_like() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Alice").await;
    ada.sign_up(&hall, "Alice").await;
    let mut other = Browser::guest(&hall, "192.0.2.2", "Bob").await;
    for (name, expected) in [
        ("alice", "name-taken"),
        ("A1ice", "name-taken"),
        ("\u{0410}lice", "bad-name"),
        ("Moderator", "name-taken"),
        ("a", "bad-name"),
    ] {
        let answer = other.sign(&hall, "/api/account", name, PASSWORD).await;
        assert_eq!(code(&answer), expected, "{name}: {}", answer.text());
    }
    for (password, expected) in [("short", "weak-password"), ("password1234", "weak-password")] {
        let answer = other.sign(&hall, "/api/account", "Bob", password).await;
        assert_eq!(code(&answer), expected);
    }
    // Guests do not take the name of an account either, and an account keeps its own.
    let answer = other.ask(&hall, "PUT", "/api/me", &json!({"name": "ALICE"})).await;
    assert_eq!(code(&answer), "name-taken");
    let answer = ada.ask(&hall, "PUT", "/api/me", &json!({"name": "Bob"})).await;
    assert_eq!(code(&answer), "name-of-account");
    // One address makes so many accounts in an hour.
    let mut last = String::new();
    for i in 0..12 {
        let mut next = Browser::guest(&hall, "192.0.2.9", "x").await;
        last = code(&next.sign(&hall, "/api/account", &format!("Number {i}"), PASSWORD).await);
    }
    assert_eq!(last, "hour-used");
    hall.close().await;
}

#[tokio::test]
async fn sessions_end_and_passwords_change() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    let recovery = ada.sign_up(&hall, "Ada").await;
    let (mut phone, mut tablet) = (Browser::at("192.0.2.2"), Browser::at("192.0.2.3"));
    phone.sign_in(&hall, "Ada", PASSWORD).await;
    tablet.sign_in(&hall, "Ada", PASSWORD).await;
    let account = ada.ask(&hall, "GET", "/api/account", &Value::Null).await.json();
    let sessions = account["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|it| it["is_this"] == true).count(), 1);
    // One is ended, and then the others.
    let other = phone.ask(&hall, "GET", "/api/account", &Value::Null).await.json();
    let other = other["sessions"].as_array().unwrap().iter().find(|it| it["is_this"] == true);
    let path = format!("/api/account/sessions/{}", other.unwrap()["id"].as_str().unwrap());
    assert_eq!(ada.ask(&hall, "DELETE", &path, &Value::Null).await.status, 200);
    assert_eq!(phone.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 401);
    assert_eq!(tablet.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 200);
    let left = ada.ask(&hall, "DELETE", "/api/account/sessions/others", &Value::Null).await;
    assert_eq!(left.json()["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(tablet.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 401);
    // Another password needs the present one, and ends what was signed in.
    phone.sign_in(&hall, "Ada", PASSWORD).await;
    let change = |old: &str| json!({"old": old, "new": "another horse battery"});
    let path = "/api/account/password";
    assert_eq!(code(&ada.ask(&hall, "PUT", path, &change("wrong")).await), "wrong-password");
    let before = ada.session();
    assert_eq!(ada.ask(&hall, "PUT", path, &change(PASSWORD)).await.status, 200);
    assert_ne!(ada.session(), before);
    assert_eq!(ada.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 200);
    assert_eq!(phone.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 401);
    assert_eq!(phone.sign_in(&hall, "Ada", PASSWORD).await.status, 403);
    // The recovery code works once, and gives the next one.
    let recover =
        |code: &str| json!({"name": "ada", "code": code, "password": "third horse battery"});
    let path = "/api/account/recovery";
    assert_eq!(code(&phone.ask(&hall, "POST", path, &recover("AAAA")).await), "not-recovered");
    let done = phone.ask(&hall, "POST", path, &recover(&recovery.to_lowercase())).await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert_ne!(done.json()["code"], json!(recovery));
    assert_eq!(code(&tablet.ask(&hall, "POST", path, &recover(&recovery)).await), "not-recovered");
    assert_eq!(tablet.sign_in(&hall, "Ada", "third horse battery").await.status, 200);
    hall.close().await;
}

#[tokio::test]
async fn a_token_is_good_for_its_scopes_until_it_is_revoked() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let mut tokens = Vec::new();
    for scopes in [json!(["read"]), json!(["play"]), json!(["study", "read"])] {
        let form = json!({"label": "program", "scopes": scopes});
        let made = ada.ask(&hall, "POST", "/api/account/tokens", &form).await;
        assert_eq!(made.status, 201, "{}", made.text());
        tokens.push(made.json()["token"].as_str().unwrap().to_owned());
    }
    let game = persons();
    let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
    for (token, read, play, made) in [(0, 200, 403, 403), (1, 403, 201, 403), (2, 200, 403, 201)] {
        let token = &tokens[token];
        let none = Value::Null;
        assert_eq!(with_token(&hall, token, "GET", "/api/games", &none).await.status, read);
        assert_eq!(with_token(&hall, token, "POST", "/api/games", &game).await.status, play);
        assert_eq!(with_token(&hall, token, "POST", "/api/studies", &study).await.status, made);
        // No token changes the account, or makes another token.
        for (method, path) in [
            ("GET", "/api/account"),
            ("DELETE", "/api/account/sessions/others"),
            ("POST", "/api/account/tokens"),
            ("PUT", "/api/account/password"),
        ] {
            let refused = with_token(&hall, token, method, path, &none).await;
            assert_eq!(code(&refused), "token-scope", "{method} {path}");
        }
    }
    // The game that a program made is the person's.
    let games = ada.ask(&hall, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(games["total"], 1);
    // A token is no session, and a session no token.
    let secret = ada.session();
    for wrong in [secret.as_str(), "yiqi_nonsense", ""] {
        let refused = with_token(&hall, wrong, "GET", "/api/games", &Value::Null).await;
        assert_eq!((refused.status, code(&refused).as_str()), (401, "bad-token"), "{wrong}");
    }
    let mut thief = Browser::at("192.0.2.66");
    let name = ada.cookies.iter().find(|(name, _)| name.ends_with("-session")).unwrap().0.clone();
    thief.cookies.push((name, tokens[0].clone()));
    assert_eq!(thief.ask(&hall, "GET", "/api/account", &Value::Null).await.status, 401);
    // Revoked, it is none any more.
    let account = ada.ask(&hall, "GET", "/api/account", &Value::Null).await.json();
    for token in account["tokens"].as_array().unwrap() {
        let path = format!("/api/account/sessions/{}", token["id"].as_str().unwrap());
        assert_eq!(ada.ask(&hall, "DELETE", &path, &Value::Null).await.status, 200);
    }
    for token in &tokens {
        assert_eq!(with_token(&hall, token, "GET", "/api/games", &Value::Null).await.status, 401);
    }
    hall.close().await;
}

#[tokio::test]
async fn what_the_page_keeps_is_the_persons() {
    let hall = hall().await;
    let mut ada = Browser::guest(&hall, "192.0.2.1", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let kept = json!({"theme": "dark", "board": "slate"});
    let path = "/api/account/kept/preferences";
    assert_eq!(ada.ask(&hall, "PUT", path, &kept).await.status, 204);
    let mut phone = Browser::at("192.0.2.2");
    phone.sign_in(&hall, "Ada", PASSWORD).await;
    let found = phone.ask(&hall, "GET", "/api/account/kept", &Value::Null).await.json();
    assert_eq!(found, json!({ "preferences": kept }));
    for document in ["puzzles", "learning"] {
        let path = format!("/api/account/kept/{document}");
        let progress = json!({ "of": document });
        assert_eq!(phone.ask(&hall, "PUT", &path, &progress).await.status, 204);
        let found = ada.ask(&hall, "GET", "/api/account/kept", &Value::Null).await.json();
        assert_eq!(found[document], progress, "what is learnt at the phone is known at home");
    }
    let large = json!({"x": "y".repeat(200_000)});
    assert_eq!(code(&ada.ask(&hall, "PUT", path, &large).await), "bad-document");
    let other = ada.ask(&hall, "PUT", "/api/account/kept/other", &kept).await;
    assert_eq!(code(&other), "bad-parameter");
    let mut guest = Browser::guest(&hall, "192.0.2.3", "Guest").await;
    assert_eq!(guest.ask(&hall, "PUT", path, &kept).await.status, 401);
    hall.close().await;
}

#[tokio::test]
async fn halls_without_accounts_have_none() {
    for mode in [HallMode::Mine, HallMode::Friends] {
        let hall = open_with(|config| config.mode = mode).await;
        let mut browser = Browser::at("192.0.2.1");
        browser.ask(&hall, "GET", "/api/me", &Value::Null).await;
        let answer = browser.sign(&hall, "/api/account", "Ada", PASSWORD).await;
        assert_eq!(code(&answer), "no-accounts", "{mode}");
        let me = browser.ask(&hall, "GET", "/api/me", &Value::Null).await.json();
        assert_eq!(me["accounts"], Value::Null);
        hall.close().await;
    }
}
