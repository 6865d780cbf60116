//! No secret is in the log, however talkative it is: people sign up and in, are refused, and play by links.
//!
//! Each act has a process of its own, so that the limit of lines of one place in the program leaves nothing out.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const PASSWORD: &str = "correct-horse-battery-1";
const NEXT_PASSWORD: &str = "correct-horse-battery-2";
const RECOVERED_PASSWORD: &str = "correct-horse-battery-3";
const WRONG_PASSWORD: &str = "wrong-horse-battery-4";
const WORDS: &str = "words-between-friends";

/// A hall that writes everything into a file.
struct Talkative {
    process: Child,
    addr: String,
}

impl Talkative {
    fn open(folder: &Path, mode: &str, form: &str, act: &str) -> Self {
        let log = File::create(folder.join(format!("{act}.log"))).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["serve", "--listen", "127.0.0.1:0", "--mode", mode, "--trusted-proxies"])
            .args(["127.0.0.1", "--log-level", "trace", "--access-log", "--log-format", form])
            .arg("--data")
            .arg(folder.join("data"))
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap_or_else(|| panic!("an address: {line}"));
        Self { addr: rest.split('/').next().unwrap().to_owned(), process }
    }
}

impl Drop for Talkative {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with its cookies, over TLS as its proxy says.
#[derive(Default)]
struct Browser {
    cookies: Vec<(String, String)>,
    /// All that the hall has given it, and all that it was signed in by.
    secrets: Vec<String>,
}

impl Browser {
    fn cookie_line(&self) -> String {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("; ")
    }

    /// Sends a request with more lines in its head; the status and the JSON of the answer.
    fn send(
        &mut self,
        addr: &str,
        method: &str,
        path: &str,
        more: &str,
        body: &str,
    ) -> (u16, Value) {
        let mut stream = TcpStream::connect(addr).unwrap();
        let cookies = self.cookie_line();
        let length = body.len();
        // HTTP/1.0: the answer comes in one piece.
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {addr}\r\nCookie: {cookies}\r\nX-Forwarded-For: 192.0.2.1\r\n\
             X-Forwarded-Proto: https\r\nX-Forwarded-Host: localhost\r\n{more}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        for line in head.lines() {
            let Some((name, set)) = line.split_once(": ") else { continue };
            if name.eq_ignore_ascii_case("set-cookie") {
                let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
                self.cookies.retain(|(known, _)| known != name);
                self.cookies.push((name.to_owned(), value.to_owned()));
                self.secrets.push(value.to_owned());
            }
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn ask(&mut self, hall: &Talkative, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(&hall.addr, method, path, "", &body)
    }

    /// The same, which succeeds.
    #[track_caller]
    fn good(&mut self, hall: &Talkative, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(hall, method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    /// A text of an answer, which is a secret.
    fn told(&mut self, answer: &Value, field: &str) -> String {
        let secret = answer[field].as_str().unwrap().to_owned();
        self.secrets.push(secret.clone());
        secret
    }

    /// Comes over a WebSocket and says something; the answer to it.
    fn say(&self, addr: &str, path: &str, more: &[(&'static str, &str)], said: &Value) -> Value {
        let url = format!("ws://{addr}{path}");
        let mut request = url.into_client_request().unwrap();
        let cookies = self.cookie_line();
        let usual = [("cookie", cookies.as_str()), ("x-forwarded-for", "192.0.2.1")];
        for (name, value) in usual.iter().chain(more) {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
            socket.send(Message::text(said.to_string())).await.unwrap();
            loop {
                let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
                let event: Value = serde_json::from_str(&text).unwrap();
                if event["id"] == said["id"] {
                    return event;
                }
            }
        })
    }
}

/// Everything that people have who know each other: names with passwords, cookies, tokens, links.
struct Walk<'a> {
    folder: &'a Path,
    mode: &'a str,
    form: &'a str,
    ada: Browser,
    bob: Browser,
    /// The address of the game to which Ada invites.
    link: String,
}

impl<'a> Walk<'a> {
    fn new(folder: &'a Path, mode: &'a str, form: &'a str) -> Self {
        let (ada, bob) = (Browser::default(), Browser::default());
        Self { folder, mode, form, ada, bob, link: String::new() }
    }

    fn open(&self, act: &str) -> Talkative {
        Talkative::open(self.folder, self.mode, self.form, act)
    }

    /// No line of these acts has a secret, or the link of the game to which Ada invites; only the log of requests has paths.
    fn is_silent(&self, acts: &[&str]) {
        let mut secrets = [&self.ada.secrets[..], &self.bob.secrets].concat();
        let written =
            [PASSWORD, NEXT_PASSWORD, RECOVERED_PASSWORD, WRONG_PASSWORD, "short-1", WORDS];
        secrets.extend(written.map(str::to_owned));
        secrets.push(key_of_cookies(&self.folder.join("data")));
        // A cookie that was taken away is empty.
        secrets.retain(|secret| !secret.is_empty());
        for act in acts {
            let log = std::fs::read_to_string(self.folder.join(format!("{act}.log"))).unwrap();
            assert!(log.contains("answered"), "{act}: {log}");
            // What is said of the least importance is there.
            assert!(*act != "passkeys" || log.contains("a passkey is refused"), "{log}");
            for secret in &secrets {
                let found = log.lines().find(|line| line.contains(secret.as_str()));
                assert_eq!(found, None, "{}, {}, {act}: {secret}", self.mode, self.form);
            }
            for line in log.lines().filter(|line| line.contains(&self.link)) {
                assert!(line.contains("access"), "{}, {}, {act}: {line}", self.mode, self.form);
            }
        }
    }

    fn sign_up(&mut self) {
        let hall = self.open("sign-up");
        self.ada.good(&hall, "GET", "/api/me", &Value::Null);
        self.ada.good(&hall, "PUT", "/api/me", &json!({"name": "Ada"}));
        // What is refused is said in words, which quote what was sent.
        for wrong in [
            json!(PASSWORD),
            json!({"name": {"password": PASSWORD}, "password": PASSWORD}),
            json!({"name": "Ada", "password": [PASSWORD]}),
            json!({"name": "moderator", "password": PASSWORD}),
            json!({"name": "Ada", "password": "short-1"}),
        ] {
            let (status, answer) = self.ada.ask(&hall, "POST", "/api/account", &wrong);
            assert!((400..500).contains(&status), "{wrong}: {status} {answer}");
        }
        let form = json!({"name": "Ada", "password": PASSWORD});
        let made = self.ada.good(&hall, "POST", "/api/account", &form);
        self.ada.told(&made, "code");
    }

    fn sign_in(&mut self) {
        let hall = self.open("sign-in");
        self.bob.good(&hall, "GET", "/api/me", &Value::Null);
        let path = "/api/account/sign-in";
        let form = json!({"name": "Ada", "password": WRONG_PASSWORD});
        assert_eq!(self.bob.ask(&hall, "POST", path, &form).0, 403);
        // A form that was sent in the address.
        let asked = format!("{path}?name=Ada&password={WRONG_PASSWORD}");
        let (status, _) = self.bob.ask(&hall, "GET", &asked, &Value::Null);
        assert!((400..500).contains(&status), "{status}");
        let form = json!({"name": "Ada", "password": PASSWORD});
        let mut phone = Browser::default();
        phone.good(&hall, "POST", path, &form);
        phone.good(&hall, "GET", "/api/account", &Value::Null);
        phone.good(&hall, "POST", "/api/account/sign-out", &Value::Null);
        self.ada.secrets.append(&mut phone.secrets);
    }

    fn passwords_change(&mut self) {
        let hall = self.open("passwords");
        let (path, new) = ("/api/account/password", NEXT_PASSWORD);
        let form = json!({"old": WRONG_PASSWORD, "new": new});
        assert_eq!(self.ada.ask(&hall, "PUT", path, &form).0, 403);
        self.ada.good(&hall, "PUT", path, &json!({"old": PASSWORD, "new": new}));
        let asked = json!({"password": NEXT_PASSWORD});
        let made = self.ada.good(&hall, "POST", "/api/account/recovery-code", &asked);
        let code = self.ada.told(&made, "code");
        let path = "/api/account/recovery";
        let recover =
            |code: &str| json!({"name": "Ada", "code": code, "password": RECOVERED_PASSWORD});
        let wrong: String = code.chars().rev().collect();
        assert_eq!(self.ada.ask(&hall, "POST", path, &recover(&wrong)).0, 403);
        self.ada.secrets.push(wrong);
        let done = self.ada.good(&hall, "POST", path, &recover(&code));
        self.ada.told(&done, "code");
    }

    fn tokens(&mut self) {
        let hall = self.open("tokens");
        let form = json!({"label": "program", "scopes": ["read", "play"]});
        let made = self.ada.good(&hall, "POST", "/api/account/tokens", &form);
        let token = self.ada.told(&made, "token");
        let mut program = Browser::default();
        let wrong: String = token.chars().rev().collect();
        for (token, expected) in [(&token, 200), (&wrong, 401)] {
            let more = format!("Authorization: Bearer {token}\r\n");
            let (status, answer) = program.send(&hall.addr, "GET", "/api/games", &more, "");
            assert_eq!(status, expected, "{answer}");
        }
        let game = self.ada.good(&hall, "POST", "/api/games", &game(false));
        let path = format!("/api/games/{}/live", game["id"].as_str().unwrap());
        let bearer = format!("Bearer {token}");
        let more = [("authorization", bearer.as_str()), ("x-forwarded-proto", "https")];
        let said = json!({"type": "move", "ply": 1, "text": "h2e2", "id": "m"});
        assert_eq!(program.say(&hall.addr, &path, &more, &said)["type"], "done");
        self.ada.secrets.push(wrong);
        self.ada.secrets.append(&mut program.secrets);
    }

    /// The tests of the program have the feature `passkeys`; `server` has tests with what an authenticator signs.
    fn passkeys(&mut self) {
        let hall = self.open("passkeys");
        let asked = json!({"password": RECOVERED_PASSWORD});
        let create = self.ada.good(&hall, "POST", "/api/account/passkeys/challenge", &asked);
        let sign = self.bob.good(&hall, "POST", "/api/account/sign-in/challenge", &json!({}));
        for (options, path) in
            [(create, "/api/account/passkeys"), (sign, "/api/account/sign-in/passkey")]
        {
            let challenge = self.ada.told(&options, "challenge");
            let signed = "c2lnbmVkLWJ5LW5vYm9keS1hdC1hbGw";
            let answer = json!({
                "id": "a2V5LW9mLW5vYm9keQ", "rawId": "a2V5LW9mLW5vYm9keQ", "type": "public-key",
                "clientExtensionResults": {},
                "response": {
                    "clientDataJSON": challenge, "attestationObject": signed, "authenticatorData": signed,
                    "signature": signed, "userHandle": signed,
                },
            });
            assert_eq!(self.ada.ask(&hall, "POST", path, &answer).0, 403);
            self.ada.secrets.push(signed.to_owned());
        }
    }

    fn invitation(&mut self) {
        let hall = self.open("invitation");
        for (who, name) in [(&mut self.ada, "Ada"), (&mut self.bob, "Bob")] {
            who.good(&hall, "GET", "/api/me", &Value::Null);
            // Who has an account has its name.
            who.ask(&hall, "PUT", "/api/me", &json!({ "name": name }));
        }
        let game = self.ada.good(&hall, "POST", "/api/games", &game(true));
        let id = game["id"].as_str().unwrap().to_owned();
        let path = format!("/api/games/{id}/live");
        let sit = json!({"type": "sit_down", "id": "s"});
        assert_eq!(self.bob.say(&hall.addr, &path, &[], &sit)["type"], "done");
        // Free text is for friends; a cookie that was changed is nobody's.
        let words = json!({"type": "say", "id": "w", "saying": {"kind": "text", "text": WORDS}});
        let expected = if self.mode == "friends" { "done" } else { "error" };
        assert_eq!(self.bob.say(&hall.addr, &path, &[], &words)["type"], expected);
        let turned = |(name, value): &(String, String)| {
            (name.clone(), value.chars().rev().collect::<String>())
        };
        let mut forged = Browser {
            cookies: self.bob.cookies.iter().map(turned).collect(),
            ..Browser::default()
        };
        forged.secrets.extend(forged.cookies.iter().map(|(_, value)| value.clone()));
        let answer = forged.say(&hall.addr, &path, &[], &json!({"type": "resign", "id": "r"}));
        assert_eq!(answer["type"], "error");
        self.bob.secrets.append(&mut forged.secrets);
        self.link = id;
    }

    fn leave(&mut self) {
        let hall = self.open("leaving");
        self.ada.good(&hall, "GET", "/api/me/data", &Value::Null);
        let path = "/api/account/deletion";
        let form = json!({"name": "Ada", "password": WRONG_PASSWORD});
        assert_eq!(self.ada.ask(&hall, "POST", path, &form).0, 403);
        self.ada.good(&hall, "POST", path, &json!({"name": "Ada", "password": RECOVERED_PASSWORD}));
    }
}

/// A game of two persons, at one screen or by invitation.
fn game(is_open: bool) -> Value {
    let mut other = json!({"kind": "person"});
    if is_open {
        other["seat"] = json!({"kind": "open"});
    }
    json!({"variant": "xiangqi", "clock": {"kind": "none"}, "players": [{"kind": "person"}, other]})
}

/// The key that signs the cookies, as it is stored.
fn key_of_cookies(data: &Path) -> String {
    let mut bytes = std::fs::read(data.join("hall.sqlite")).unwrap();
    bytes.extend(std::fs::read(data.join("hall.sqlite-wal")).unwrap_or_default());
    let name = b"identities";
    let stored = bytes.windows(name.len() + 91).find_map(|window| {
        let key = window.strip_prefix(name)?;
        let is_text = key.iter().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'));
        is_text.then(|| String::from_utf8(key.to_vec()).unwrap())
    });
    stored.expect("the key")
}

#[test]
fn no_secret_is_in_the_log_however_talkative_it_is() {
    for form in ["text", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let mut walk = Walk::new(folder.path(), "public", form);
        walk.sign_up();
        walk.sign_in();
        walk.passwords_change();
        walk.tokens();
        walk.passkeys();
        walk.invitation();
        walk.leave();
        walk.is_silent(&[
            "sign-up",
            "sign-in",
            "passwords",
            "tokens",
            "passkeys",
            "invitation",
            "leaving",
        ]);
    }
}

/// What they write to each other is nobody else's.
#[test]
fn what_friends_say_is_not_in_the_log() {
    for form in ["text", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let mut walk = Walk::new(folder.path(), "friends", form);
        walk.invitation();
        walk.is_silent(&["invitation"]);
    }
}

/// The password of a database, in what is said of one that does not answer.
#[test]
fn the_password_of_a_database_is_in_no_line() {
    let done = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "trace", "--database"])
        .arg("postgres://yiqi:hidden-word@127.0.0.1:1/hall?sslmode=disable")
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && said.contains("127.0.0.1"), "{said}");
    assert!(!said.contains("hidden-word"), "{said}");
}
