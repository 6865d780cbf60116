//! Halls with several people: who is who, and who may do what. The table of the server is walked as owner, opponent,
//! spectator, stranger, and with a forged and an expired identity.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Answer, Open, Socket, open_with, persons};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use cookie::{Cookie, CookieJar, Key};
use serde_json::{Value, json};
use server::{HallMode, Need, ROUTES};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use std::time::SystemTime;
use wire::Event;

/// A browser. It comes from elsewhere, through a proxy that the hall believes.
pub(crate) struct Browser {
    pub(crate) cookie: String,
    pub(crate) id: String,
}

pub(crate) async fn hall(mode: HallMode) -> Open {
    open_with(|config| {
        config.mode = mode;
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    })
    .await
}

const ELSEWHERE: (&str, &str) = ("X-Forwarded-For", "192.0.2.7");

fn cookie_of(answer: &Answer) -> String {
    answer.headers["set-cookie"].split(';').next().unwrap().to_owned()
}

impl Browser {
    /// A new one, whose person takes a name.
    pub(crate) async fn new(hall: &Open, name: &str) -> Self {
        let me = hall.send("GET", "/api/me", &[ELSEWHERE], b"").await;
        let mut browser = Self { cookie: cookie_of(&me), id: String::new() };
        let named = browser.ask(hall, "PUT", "/api/me", &json!({"name": name})).await;
        assert_eq!(named.status, 200, "{}", named.text());
        browser.cookie = cookie_of(&named);
        browser.id = named.json()["person"]["id"].as_str().unwrap().to_owned();
        browser
    }

    pub(crate) fn stranger() -> Self {
        Self { cookie: "nothing=1".to_owned(), id: String::new() }
    }

    /// One whose cookie was made up from somebody's.
    pub(crate) fn forged(other: &Self) -> Self {
        let (name, value) = other.cookie.split_once('=').unwrap();
        let turned: String = value.chars().rev().collect();
        Self { cookie: format!("{name}={turned}"), id: String::new() }
    }

    /// One whose cookie the hall gave so many days ago.
    async fn given(hall: &Open, other: &Self, days_ago: i64) -> Self {
        let file = hall.data.as_ref().unwrap().path().join("hall.sqlite");
        let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
        let key = sqlx::query_scalar("SELECT body FROM secrets WHERE name = 'identities'");
        let key: String = key.fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let key = Key::from(&BASE64.decode(key).unwrap()[4..]);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let at = i64::try_from(now.as_millis()).unwrap() - days_ago * 86_400_000;
        let identity = json!({"id": other.id, "name": "Ada", "at": at}).to_string();
        let (name, _) = other.cookie.split_once('=').unwrap();
        let mut jar = CookieJar::new();
        jar.signed_mut(&key).add(Cookie::new(name.to_owned(), BASE64.encode(identity)));
        Self { cookie: jar.get(name).unwrap().to_string(), id: String::new() }
    }

    /// One who comes back too late: browsers keep nothing for so long.
    pub(crate) async fn expired(hall: &Open, other: &Self) -> Self {
        let current = Self::given(hall, other, 1).await;
        let me = current.ask(hall, "GET", "/api/me", &Value::Null).await.json();
        assert_eq!(me["person"]["id"], json!(other.id), "the cookie is as the hall writes it");
        Self::given(hall, other, 400).await
    }

    pub(crate) async fn ask(&self, hall: &Open, method: &str, path: &str, body: &Value) -> Answer {
        let headers =
            [("Content-Type", "application/json"), ("Cookie", self.cookie.as_str()), ELSEWHERE];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        hall.send(method, path, &headers, body.as_bytes()).await
    }

    pub(crate) async fn join(&self, hall: &Open, game: &str) -> Socket {
        let headers = [("cookie", self.cookie.as_str()), ("x-forwarded-for", "192.0.2.7")];
        let mut socket = hall.connect(game, &headers).await.unwrap();
        assert!(matches!(socket.next().await, Event::State { .. }));
        socket
    }

    /// Makes a game with an open seat for the second side.
    pub(crate) async fn invite(&self, hall: &Open) -> String {
        let mut game = persons();
        game["players"] = json!([{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}]);
        let made = self.ask(hall, "POST", "/api/games", &game).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn command(kind: &str) -> Value {
    json!({ "type": kind })
}

fn claim(outcome: &str) -> Value {
    json!({"type": "claim", "outcome": outcome})
}

fn phrase(phrase: &str) -> Value {
    json!({"type": "say", "saying": {"kind": "phrase", "phrase": phrase}})
}

fn text(text: &str) -> Value {
    json!({"type": "say", "saying": {"kind": "text", "text": text}})
}

/// The code of the refusal of what a person says in a game; empty if it was carried out.
async fn refusal(socket: &mut Socket, id: &str, command: &Value) -> String {
    socket.ask(id, command).await.err().map_or_else(String::new, |problem| problem.code)
}

#[tokio::test]
async fn two_browsers_play_each_other_and_a_third_one_watches() {
    let hall = hall(HallMode::Friends).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let id = ada.invite(&hall).await;
    let (mut first, mut second) = (ada.join(&hall, &id).await, bob.join(&hall, &id).await);
    let mut third = eve.join(&hall, &id).await;
    let game = second.change("sit", &command("sit_down")).await;
    let taken = |id: &str, name: &str| json!({"kind": "person", "name": name, "seat": {"kind": "taken", "person": id}});
    let players = serde_json::to_value(&game.players).unwrap();
    assert_eq!(players, json!([taken(&ada.id, "Ada"), taken(&bob.id, "Bob")]));
    first.play(1, "h2e2").await;
    let stolen = json!({"type": "move", "ply": 2, "text": "h9g7"});
    assert_eq!(refusal(&mut third, "m", &stolen).await, "not-yours");
    assert_eq!(refusal(&mut first, "m2", &stolen).await, "not-your-turn");
    second.play(2, "h9g7").await;
    // Ada asks to take back; Bob declines, and then consents.
    first.change("t1", &json!({"type": "take_back", "ply": 0})).await;
    assert_eq!(second.change("c1", &command("refuse_consent")).await.moves.len(), 2);
    first.change("t2", &json!({"type": "take_back", "ply": 0})).await;
    assert_eq!(second.change("c2", &command("give_consent")).await.moves.len(), 0);
    // A draw: who offered cannot accept, and who watches cannot either.
    first.change("d1", &command("offer_draw")).await;
    assert_eq!(refusal(&mut first, "d2", &command("accept_draw")).await, "own-offer");
    assert_eq!(refusal(&mut third, "d3", &command("accept_draw")).await, "not-yours");
    assert!(second.change("d4", &command("accept_draw")).await.end.is_some());
    // The rematch, once, with the other sides and the other seat kept.
    let path = format!("/api/games/{id}/rematch");
    let made = ada.ask(&hall, "POST", &path, &Value::Null).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let again = bob.ask(&hall, "POST", &path, &Value::Null).await;
    assert_eq!((again.status, &again.json()["id"]), (200, &made.json()["id"]));
    assert_eq!(eve.ask(&hall, "POST", &path, &Value::Null).await.status, 403);
    let next = made.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(made.json()["players"][1], taken(&ada.id, "Ada"));
    assert_eq!(
        refusal(&mut eve.join(&hall, &next).await, "s", &command("sit_down")).await,
        "kept-seat"
    );
    let game = bob.join(&hall, &next).await.change("s", &command("sit_down")).await;
    assert_eq!(serde_json::to_value(&game.players[0]).unwrap(), taken(&bob.id, "Bob"));
    first.wait_for(|game| game.rematch.is_some()).await;
    // Everybody lists the own games; friends see those of others to watch.
    for (browser, of, count) in
        [(&ada, "own", 2), (&bob, "own", 2), (&eve, "own", 0), (&eve, "others", 2)]
    {
        let list = browser.ask(&hall, "GET", &format!("/api/games?of={of}"), &Value::Null).await;
        assert_eq!(list.json()["total"], count, "{of}: {}", list.text());
        let found = browser.ask(&hall, "POST", "/api/archive", &json!({})).await.json();
        assert_eq!(found["total"], if of == "own" { count } else { 0 });
    }
    hall.close().await;
}

#[tokio::test]
async fn who_is_there_is_told() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let id = ada.invite(&hall).await;
    let mut first = ada.join(&hall, &id).await;
    let presence = async |socket: &mut Socket, wanted: ([bool; 2], u32)| loop {
        if let Event::Presence { present, spectators, .. } = socket.next().await
            && (present, spectators) == wanted
        {
            return;
        }
    };
    presence(&mut first, ([true, false], 0)).await;
    let mut second = bob.join(&hall, &id).await;
    presence(&mut first, ([true, false], 1)).await;
    second.change("sit", &command("sit_down")).await;
    let third = Browser::stranger().join(&hall, &id).await;
    presence(&mut first, ([true, true], 1)).await;
    drop(second);
    presence(&mut first, ([true, false], 1)).await;
    drop(third);
    presence(&mut first, ([true, false], 0)).await;
    hall.close().await;
}

#[tokio::test]
async fn who_has_left_can_lose_the_game_and_who_comes_back_does_not() {
    let hall = open_with(|config| {
        config.mode = HallMode::Public;
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
        config.claim_after = Some(std::time::Duration::from_millis(600));
    })
    .await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let id = ada.invite(&hall).await;
    let (mut first, mut second) = (ada.join(&hall, &id).await, bob.join(&hall, &id).await);
    second.change("sit", &command("sit_down")).await;
    first.play(1, "h2e2").await;
    second.play(2, "h9g7").await;
    first.play(3, "h0g2").await;
    assert_eq!(refusal(&mut first, "c1", &claim("win")).await, "not-away");
    drop(second);
    let due = loop {
        if let Event::Presence { claim_in_ms: [None, Some(due)], .. } = first.next().await {
            break due;
        }
    };
    assert!(due <= 600);
    assert_eq!(refusal(&mut first, "c2", &claim("win")).await, "not-away-long");
    tokio::time::sleep(std::time::Duration::from_millis(due + 50)).await;
    let mut second = bob.join(&hall, &id).await;
    assert_eq!(refusal(&mut first, "c3", &claim("win")).await, "not-away", "Bob is back");
    assert_eq!(refusal(&mut second, "c4", &claim("draw")).await, "not-away");
    drop(second);
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let end = first.change("c5", &claim("win")).await.end.unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(wire::Side::First), "left"));
    hall.close().await;
}

#[tokio::test]
async fn friends_talk_and_the_talk_is_there_after_a_restart() {
    let hall = hall(HallMode::Friends).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let id = ada.invite(&hall).await;
    let (mut first, mut second) = (ada.join(&hall, &id).await, bob.join(&hall, &id).await);
    second.change("sit", &command("sit_down")).await;
    first.change("s1", &phrase("good_luck")).await;
    let said = json!([
        {"person": ada.id, "kind": "phrase", "phrase": "good_luck"},
        {"person": bob.id, "kind": "text", "text": "你也是"},
    ]);
    let game = second.change("s2", &text(" 你也是 ")).await;
    assert_eq!(serde_json::to_value(&game.talk).unwrap(), said);
    drop((first, second));
    let stored = ada.ask(&hall, "GET", &format!("/api/games/{id}"), &Value::Null).await;
    assert_eq!(stored.json()["talk"], said);
    hall.close().await;
}

/// The refusals of who may not do what was asked for.
const RIGHTS: [&str; 6] =
    ["no-identity", "not-yours", "not-host", "shared-game", "no-account", "not-moderator"];

async fn is_allowed(hall: &Open, who: &Browser, method: &str, path: &str) -> bool {
    // The smallest body with which the route looks at whose the thing is.
    let body = match path {
        _ if method == "GET" || path.ends_with("/rematch") => Value::Null,
        _ if path.ends_with("/visibility") => json!({"visibility": "link"}),
        _ => json!({}),
    };
    let answer = who.ask(hall, method, path, &body).await;
    let code = serde_json::from_slice::<Value>(&answer.body).ok();
    let code = code.and_then(|body| body["code"].as_str().map(str::to_owned)).unwrap_or_default();
    assert_ne!(answer.status, 500, "{method} {path}: {}", answer.text());
    !RIGHTS.contains(&code.as_str())
}

#[tokio::test]
async fn the_table_of_rights_holds_for_everybody() {
    for mode in [HallMode::Friends, HallMode::Public] {
        let hall = hall(mode).await;
        let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
        let eve = Browser::new(&hall, "Eve").await;
        let (stranger, forged) = (Browser::stranger(), Browser::forged(&ada));
        let expired = Browser::expired(&hall, &ada).await;
        // Bob has a part in the first game; nobody else has one in the second.
        let (shared, own) = (ada.invite(&hall).await, ada.invite(&hall).await);
        bob.join(&hall, &shared).await.change("s", &command("sit_down")).await;
        ada.join(&hall, &shared).await.change("r", &command("resign")).await;
        let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
        let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
        let study = study.as_str().unwrap();
        let tournament = crate::tournaments::make(&hall, &ada, &json!({})).await;
        for (method, route, need) in ROUTES {
            if route.ends_with('*') || route.ends_with("/live") {
                continue;
            }
            let of_game = route.starts_with("/api/games/");
            for (who, name) in [
                (&stranger, "a stranger"),
                (&forged, "a forger"),
                (&expired, "who comes back too late"),
                (&eve, "a spectator"),
                (&bob, "the opponent"),
                (&ada, "the maker"),
            ] {
                let known = !matches!(name, "a stranger" | "a forger" | "who comes back too late");
                let expected = match need {
                    Need::Nothing => true,
                    Need::Identity => known,
                    Need::Seat => matches!(name, "the opponent" | "the maker"),
                    Need::Maker => name == "the maker",
                    Need::Host | Need::Account | Need::Moderator | Need::Owner => false,
                };
                // What deletes comes last, and each deletes the own thing.
                let game = if need == Need::Seat { &shared } else { &own };
                let id = match of_game {
                    true => game.as_str(),
                    false if route.starts_with("/api/tournaments/") => &tournament,
                    false => study,
                };
                let path = route.replace("{id}", id).replace("{variant}", "xiangqi");
                if method == "DELETE"
                    && expected
                    && need == Need::Maker
                    && !route.ends_with("review")
                {
                    continue;
                }
                let is = is_allowed(&hall, who, method, &path).await;
                assert_eq!(is, expected, "{mode}: {method} {route} by {name}");
            }
        }
        // Who made a thing deletes it, unless somebody else has a part in it.
        for (who, path, status) in [
            (&bob, format!("/api/games/{shared}"), 403),
            (&ada, format!("/api/games/{shared}"), 403),
            (&ada, format!("/api/games/{own}"), 204),
            (&ada, format!("/api/studies/{study}"), 204),
            (&ada, format!("/api/tournaments/{tournament}"), 204),
        ] {
            let answer = who.ask(&hall, "DELETE", &path, &Value::Null).await;
            assert_eq!(answer.status, status, "{path}: {}", answer.text());
        }
        hall.close().await;
    }
}

#[tokio::test]
async fn every_route_of_the_document_is_in_the_table() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let method = method.to_uppercase();
            let is_known = !path.starts_with("/api")
                || ROUTES.iter().any(|(known, at, _)| *known == method && at == path);
            assert!(is_known, "{method} {path} needs a line in rights.rs");
        }
    }
}

/// Everything that is tried in [`what_is_said_in_a_game_is_said_by_who_may`].
pub(crate) const SAID: [&str; 20] = [
    "move",
    "resign",
    "take_back",
    "restart",
    "swap_sides",
    "pause",
    "resume",
    "add_time",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "give_consent",
    "refuse_consent",
    "hint",
    "move_now",
    "sit_down",
    "abort",
    "claim",
    "say",
    "ping",
];

/// Who may say what in a game between two persons, after Ada's first move.
#[tokio::test]
async fn what_is_said_in_a_game_is_said_by_who_may() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let (stranger, forged) = (Browser::stranger(), Browser::forged(&bob));
    let expired = Browser::expired(&hall, &bob).await;
    let reply = json!({"type": "move", "ply": 2, "text": "h9g7"});
    let mut tried = Vec::new();
    // The command, and its refusal for the player to move, the opponent and a spectator; empty: it is carried out.
    for (said, mover, other, spectator) in [
        (reply, "", "not-your-turn", "not-yours"),
        (command("resign"), "", "", "not-yours"),
        (json!({"type": "take_back", "ply": 0}), "", "", "not-yours"),
        (command("restart"), "", "", "not-yours"),
        (command("swap_sides"), "", "", "not-yours"),
        (command("pause"), "", "", "not-yours"),
        (command("resume"), "not-paused", "not-paused", "not-yours"),
        (command("add_time"), "no-more-time", "no-more-time", "not-yours"),
        (command("offer_draw"), "", "", "not-yours"),
        (command("accept_draw"), "no-offer", "no-offer", "not-yours"),
        (command("decline_draw"), "no-offer", "no-offer", "not-yours"),
        (command("give_consent"), "no-request", "no-request", "not-yours"),
        (command("refuse_consent"), "no-request", "no-request", "not-yours"),
        (command("hint"), "between-persons", "between-persons", "not-yours"),
        (command("move_now"), "nobody-thinks", "nobody-thinks", "not-yours"),
        (command("sit_down"), "already-seated", "already-seated", "no-open-seat"),
        (command("abort"), "", "", "not-yours"),
        (claim("win"), "not-away", "not-away", "not-yours"),
        (claim("draw"), "not-away", "not-away", "not-yours"),
        (phrase("hello"), "", "", "not-yours"),
        (text("hello"), "no-free-text", "no-free-text", "not-yours"),
        (command("ping"), "", "", ""),
    ] {
        let kind = said["type"].as_str().unwrap().to_owned();
        tried.push(kind.clone());
        let unknown = if kind == "ping" { "" } else { "no-identity" };
        for (who, name, expected) in [
            (&stranger, "a stranger", unknown),
            (&forged, "a forger", unknown),
            (&expired, "who comes back too late", unknown),
            (&eve, "a spectator", spectator),
            (&ada, "the opponent", other),
            (&bob, "the player to move", mover),
        ] {
            let id = ada.invite(&hall).await;
            bob.join(&hall, &id).await.change("s", &command("sit_down")).await;
            ada.join(&hall, &id).await.play(1, "h2e2").await;
            let mut socket = who.join(&hall, &id).await;
            let code = refusal(&mut socket, "x", &said).await;
            assert_eq!(code, expected, "{kind} by {name}");
        }
    }
    tried.dedup();
    assert_eq!(tried, SAID);
    hall.close().await;
}

#[tokio::test]
async fn the_host_owns_what_was_made_before() {
    let data = {
        let hall = crate::common::open().await;
        hall.begin(&persons()).await;
        hall.close().await
    };
    let mut config = crate::common::config(data.path());
    config.mode = HallMode::Friends;
    let hall = crate::common::start(config).await;
    // Without a proxy it comes from the machine of the hall.
    let me = hall.get("/api/me").await;
    assert_eq!(me.json()["person"]["host"], true);
    let cookie = cookie_of(&me);
    let list = hall.send("GET", "/api/games", &[("Cookie", &cookie)], b"").await;
    assert_eq!(list.json()["total"], 1);
    let page = hall.send("GET", "/", &[], b"").await;
    assert!(page.headers.contains_key("set-cookie"));
    assert_eq!(page.headers["cache-control"], "private, no-cache");
    assert!(!page.text().contains("\"game\":{"), "nobody lands in somebody's game");
    hall.stop().await;
}

#[tokio::test]
async fn a_hall_of_one_user_knows_no_persons() {
    let hall = crate::common::open().await;
    let me = hall.get("/api/me").await;
    assert_eq!(me.json(), json!({"mode": "mine"}));
    assert!(!me.headers.contains_key("set-cookie"));
    let mut game = persons();
    game["players"][1] = json!({"kind": "person", "seat": {"kind": "open"}});
    let refused = hall.send_json("POST", "/api/games", &game).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("no-persons")));
    game["players"][1] = json!({"kind": "person", "seat": {"kind": "taken", "person": "x"}});
    assert_eq!(hall.send_json("POST", "/api/games", &game).await.status, 422);
    let code = hall.get("/api/qr?text=http://192.0.2.1:7717/").await;
    assert_eq!((code.status, code.headers["content-type"].as_str()), (200, "image/svg+xml"));
    hall.close().await;
}
