//! Blocking, reporting, moderators, and a person's own data; rated games that are left.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::accounts::{Browser as Account, PASSWORD, code, hall as hall_with_owner, with_token};
use crate::common::{Open, Socket};
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;
use std::time::Duration;
use wire::Event;

fn clock(base_ms: u64) -> Value {
    json!({"kind": "increment", "base_ms": base_ms, "increment_ms": 0})
}

fn offer(rated: bool) -> Value {
    json!({
        "variant": "xiangqi", "clock": clock(300_000), "in_lobby": true, "rated": rated,
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    })
}

fn against_level(clock: &Value) -> Value {
    json!({
        "variant": "xiangqi", "clock": clock, "rated": true,
        "players": [{"kind": "person"}, {"kind": "machine", "level": 1}],
    })
}

async fn make(hall: &Open, who: &Browser, game: &Value) -> String {
    let made = who.ask(hall, "POST", "/api/games", game).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().to_owned()
}

/// The status and the code of an answer.
async fn said(hall: &Open, who: &Browser, method: &str, path: &str, body: &Value) -> (u16, String) {
    let answer = who.ask(hall, method, path, body).await;
    let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    (answer.status, body["code"].as_str().unwrap_or_default().to_owned())
}

async fn profile(hall: &Open, id: &str) -> Value {
    let path = format!("/api/persons/{id}");
    Browser::stranger().ask(hall, "GET", &path, &Value::Null).await.json()
}

async fn offers(hall: &Open, who: &Browser) -> usize {
    let lobby = who.ask(hall, "GET", "/api/lobby", &Value::Null).await.json();
    lobby["challenges"].as_array().unwrap().len()
}

/// Waits for what comes a moment later.
async fn soon(what: &str, mut is: impl AsyncFnMut() -> bool) {
    for _ in 0..500 {
        if is().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{what} does not come");
}

#[tokio::test]
async fn who_leaves_a_rated_game_against_a_level_loses_it_and_cannot_delete_it() {
    let open = hall(HallMode::Public).await;
    let ada = Browser::new(&open, "Ada").await;
    let none = against_level(&json!({"kind": "none"}));
    assert_eq!(
        said(&open, &ada, "POST", "/api/games", &none).await,
        (422, "bad-game".to_owned()),
        "a rated game against a level needs a clock"
    );
    // Before the second move it is deleted like any other one.
    let early = make(&open, &ada, &against_level(&clock(300_000))).await;
    let path = format!("/api/games/{early}");
    assert_eq!(said(&open, &ada, "DELETE", &path, &Value::Null).await.0, 204);
    let game = make(&open, &ada, &against_level(&clock(3000))).await;
    let mut socket = ada.join(&open, &game).await;
    socket.play(1, "h2e2").await;
    socket.wait_for(|game| game.moves.len() == 2).await;
    drop(socket);
    let path = format!("/api/games/{game}");
    let refused = said(&open, &ada, "DELETE", &path, &Value::Null).await;
    assert_eq!(refused, (409, "rated-goes-on".to_owned()));
    assert_eq!(said(&open, &ada, "GET", &format!("{path}/raw"), &Value::Null).await.0, 200);
    // Also in another life of the hall, in which nobody opens the game.
    let data = open.close().await;
    let mut config = crate::common::config(data.path());
    config.mode = HallMode::Public;
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let open = crate::common::start(config).await;
    soon("the loss", async || profile(&open, &ada.id).await["ratings"][0]["lost"] == 1).await;
    let changes = ada.ask(&open, "GET", &format!("{path}/ratings"), &Value::Null).await.json();
    let change = &changes["changes"][0];
    assert_eq!(change["person"], json!(ada.id));
    assert_eq!(change["rating"].as_i64().unwrap() - change["change"].as_i64().unwrap(), 1500);
    assert_eq!(said(&open, &ada, "DELETE", &path, &Value::Null).await.0, 204, "after its end");
    assert_eq!(profile(&open, &ada.id).await["ratings"][0]["lost"], 1);
    open.stop().await;
}

#[tokio::test]
async fn two_of_whom_one_has_blocked_the_other_neither_play_nor_talk() {
    let hall = hall(HallMode::Friends).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    // They have played before.
    let old = ada.invite(&hall).await;
    let mut first = ada.join(&hall, &old).await;
    let mut second = bob.join(&hall, &old).await;
    second.change("s", &command("sit_down")).await;
    let hello = json!({"type": "say", "saying": {"kind": "phrase", "phrase": "hello"}});
    second.change("h", &hello).await;
    let block = format!("/api/blocks/{}", bob.id);
    let blocked = ada.ask(&hall, "PUT", &block, &Value::Null).await.json();
    assert_eq!(
        (&blocked["blocked"][0]["name"], &blocked["blocked"][0]["person"]),
        (&json!("Bob"), &json!(bob.id))
    );
    assert_eq!(
        bob.ask(&hall, "GET", "/api/blocks", &Value::Null).await.json()["blocked"],
        json!([])
    );
    for (socket, id) in [(&mut first, "a"), (&mut second, "b")] {
        assert_eq!(socket.ask(id, &hello).await.unwrap_err().code, "blocked");
    }
    // The game that goes on goes on.
    first.play(1, "h2e2").await;
    first.change("r", &command("resign")).await;
    let rematch = format!("/api/games/{old}/rematch");
    assert_eq!(
        said(&hall, &bob, "POST", &rematch, &Value::Null).await,
        (403, "blocked".to_owned())
    );
    // Neither sees the other's offers, and Eve sees both.
    let (of_ada, of_bob) =
        (make(&hall, &ada, &offer(false)).await, make(&hall, &bob, &offer(false)).await);
    let (_here, _there) = (ada.join(&hall, &of_ada).await, bob.join(&hall, &of_bob).await);
    soon("both offers", async || offers(&hall, &eve).await == 2).await;
    assert_eq!((offers(&hall, &ada).await, offers(&hall, &bob).await), (1, 1));
    for (who, game) in [(&ada, &of_bob), (&bob, &of_ada)] {
        let seat = format!("/api/games/{game}/seat");
        let refused = said(&hall, who, "POST", &seat, &json!({"request": "x"})).await;
        assert_eq!(refused, (403, "blocked".to_owned()));
    }
    let seek = json!({"variant": "xiangqi", "clock": clock(300_000), "rated": false});
    let found = bob.ask(&hall, "POST", "/api/pairing", &seek).await.json();
    assert_eq!(found["found"], false, "{found}");
    // Nobody blocks nobody, or oneself; and it can be taken back.
    let own = format!("/api/blocks/{}", ada.id);
    assert_eq!(said(&hall, &ada, "PUT", &own, &Value::Null).await, (409, "yourself".to_owned()));
    let nobody = "/api/blocks/00000000000000000000000000000001";
    assert_eq!(said(&hall, &ada, "PUT", nobody, &Value::Null).await.0, 404);
    let free = ada.ask(&hall, "DELETE", &block, &Value::Null).await.json();
    assert_eq!(free["blocked"], json!([]));
    let seat = format!("/api/games/{of_ada}/seat");
    assert_eq!(said(&hall, &bob, "POST", &seat, &json!({"request": "y"})).await.0, 204);
    let one = bob.id.clone();
    let report = json!({"person": one, "reason": "insults"});
    let refused = said(&hall, &ada, "POST", "/api/reports", &report).await;
    assert_eq!(refused, (409, "no-moderators".to_owned()), "there are no accounts");
    hall.close().await;
}

/// A browser of the accounts joins a game.
pub(crate) async fn join(hall: &Open, who: &Account, game: &str) -> Socket {
    let line = who.cookie_line();
    let headers = [
        ("cookie", line.as_str()),
        ("x-forwarded-for", who.address),
        ("x-forwarded-proto", "https"),
    ];
    let mut socket = hall.connect(game, &headers).await.unwrap();
    assert!(matches!(socket.next().await, Event::State { .. }));
    socket
}

async fn id_of(hall: &Open, who: &mut Account) -> String {
    who.me(hall).await["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn moderators_read_reports_and_disable_people() {
    let hall = hall_with_owner().await;
    let mut owner = Account::guest(&hall, "192.0.2.1", "Olga").await;
    owner.sign_up(&hall, "Olga").await;
    let mut mona = Account::guest(&hall, "192.0.2.2", "Mona").await;
    mona.sign_up(&hall, "Mona").await;
    let mut ada = Account::guest(&hall, "192.0.2.3", "Ada").await;
    let mut bob = Account::guest(&hall, "192.0.2.4", "Bob").await;
    // The owner says who is a moderator, and nobody else.
    let role = json!({"name": "mona", "role": "moderator"});
    let refused = mona.ask(&hall, "PUT", "/api/moderation/roles", &role).await;
    assert_eq!((refused.status, code(&refused).as_str()), (403, "not-owner"));
    assert_eq!(mona.ask(&hall, "GET", "/api/moderation", &Value::Null).await.status, 403);
    // `--owner` makes the account the owner's when the hall opens.
    let data = hall.close().await;
    let mut config = crate::common::config(data.path());
    config.mode = HallMode::Public;
    config.owner = Some("Olga".to_owned());
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = crate::common::start(config).await;
    let set = owner.ask(&hall, "PUT", "/api/moderation/roles", &role).await;
    assert_eq!(set.status, 200, "{}", set.text());
    let desk = mona.ask(&hall, "GET", "/api/moderation", &Value::Null).await;
    assert_eq!(desk.status, 200, "{}", desk.text());
    // Bob insults Ada in a game.
    let game = ada.ask(&hall, "POST", "/api/games", &offer(false)).await.json()["id"].clone();
    let game = game.as_str().unwrap().to_owned();
    let mut second = join(&hall, &bob, &game).await;
    second.change("s", &command("sit_down")).await;
    let (of_ada, of_bob) = (id_of(&hall, &mut ada).await, id_of(&hall, &mut bob).await);
    let report =
        json!({"person": of_bob, "game": game, "reason": "insults", "words": "He shouts.\u{202e}"});
    assert_eq!(ada.ask(&hall, "POST", "/api/reports", &report).await.status, 204);
    let elsewhere = json!({"person": of_bob, "game": "00000000-0000-7000-8000-000000000000", "reason": "other"});
    assert_eq!(ada.ask(&hall, "POST", "/api/reports", &elsewhere).await.status, 404);
    for _ in 0..4 {
        assert_eq!(ada.ask(&hall, "POST", "/api/reports", &report).await.status, 204);
    }
    let limited = ada.ask(&hall, "POST", "/api/reports", &report).await;
    assert_eq!((limited.status, code(&limited).as_str()), (429, "too-many-reports"));
    let desk = mona.ask(&hall, "GET", "/api/moderation", &Value::Null).await.json();
    let one = desk["reports"][0].clone();
    assert_eq!(desk["reports"].as_array().unwrap().len(), 5);
    assert_eq!(
        (&one["reported_name"], &one["reporter_name"], &one["words"]),
        (&json!("Bob"), &json!("Ada"), &json!("He shouts."))
    );
    assert_eq!((&one["game"], &one["reporter"]), (&json!(game), &json!(of_ada)));
    let close = format!("/api/moderation/reports/{}", one["id"].as_str().unwrap());
    let refused = ada.ask(&hall, "POST", &close, &json!({"verdict": "x"})).await;
    assert_eq!((refused.status, code(&refused).as_str()), (401, "no-account"));
    let closed = mona.ask(&hall, "POST", &close, &json!({"verdict": "warned"})).await.json();
    assert_eq!(closed["reports"][4]["verdict"], "warned", "{closed}");
    let again = mona.ask(&hall, "POST", &close, &json!({})).await;
    assert_eq!((again.status, code(&again).as_str()), (409, "report-closed"));
    // Bob offers a game, and is disabled: the offer goes, and each command is refused in words.
    let other = bob.ask(&hall, "POST", "/api/games", &offer(false)).await.json()["id"].clone();
    let other = other.as_str().unwrap().to_owned();
    let mut waiting = join(&hall, &bob, &other).await;
    let eve = Browser::new(&hall, "Eve").await;
    soon("the offer", async || offers(&hall, &eve).await == 1).await;
    let person = format!("/api/moderation/persons/{of_bob}");
    let words = json!({"disabled": true, "reason": "insults after a warning"});
    let empty = json!({"disabled": true, "reason": " "});
    assert_eq!(code(&mona.ask(&hall, "PUT", &person, &empty).await), "no-reason");
    let of_owner = format!("/api/moderation/persons/{}", id_of(&hall, &mut owner).await);
    assert_eq!(code(&mona.ask(&hall, "PUT", &of_owner, &words).await), "greater-role");
    let done = mona.ask(&hall, "PUT", &person, &words).await;
    assert_eq!(done.status, 200, "{}", done.text());
    soon("the end of the offer", async || offers(&hall, &eve).await == 0).await;
    // The sockets close; who comes again looks on, and nothing is carried out.
    while waiting.try_next().await.is_some() {}
    while second.try_next().await.is_some() {}
    let mut second = join(&hall, &bob, &game).await;
    for said in [command("resign"), json!({"type": "move", "ply": 1, "text": "h2e2"})] {
        let refused = second.ask("x", &said).await.unwrap_err();
        assert_eq!(refused.code, "disabled", "{said}");
        assert!(refused.message.contains("insults after a warning"), "{}", refused.message);
    }
    let requests = [
        ("POST", "/api/games".to_owned(), offer(false)),
        ("POST", "/api/account".to_owned(), json!({"name": "Bob", "password": PASSWORD})),
        ("PUT", "/api/me".to_owned(), json!({"name": "Rob"})),
        ("POST", "/api/reports".to_owned(), report.clone()),
        ("PUT", format!("/api/blocks/{of_ada}"), Value::Null),
        ("DELETE", format!("/api/games/{other}"), Value::Null),
    ];
    for (method, path, body) in requests {
        let refused = bob.ask(&hall, method, &path, &body).await;
        assert_eq!((refused.status, code(&refused).as_str()), (403, "disabled"), "{method} {path}");
    }
    let seat = format!("/api/games/{other}/seat");
    let refused = eve.ask(&hall, "POST", &seat, &json!({"request": "e"})).await;
    assert_eq!((refused.status, code(&refused).as_str()), (403, "other-disabled"));
    assert_eq!(bob.me(&hall).await["disabled"], "insults after a warning");
    assert_eq!(bob.ask(&hall, "GET", "/api/me/data", &Value::Null).await.status, 200);
    // And enabled again.
    let words = json!({"disabled": false, "reason": "has apologised"});
    let done = mona.ask(&hall, "PUT", &person, &words).await.json();
    assert_eq!(done["disabled"], json!([]));
    let acts: Vec<_> = done["log"].as_array().unwrap().iter().map(|it| it["act"].clone()).collect();
    assert_eq!(acts, ["enabled", "disabled", "report_closed", "role_set"]);
    assert_eq!(bob.ask(&hall, "PUT", "/api/me", &json!({"name": "Rob"})).await.status, 200);
    // A token of a moderator is none for this.
    let form = json!({"label": "x", "scopes": ["read", "play", "study"]});
    let token = mona.ask(&hall, "POST", "/api/account/tokens", &form).await.json();
    let token = token["token"].as_str().unwrap();
    let refused = with_token(&hall, token, "GET", "/api/moderation", &Value::Null).await;
    assert_eq!((refused.status, code(&refused).as_str()), (403, "token-scope"));
    hall.stop().await;
}

#[tokio::test]
async fn a_person_takes_the_data_and_leaves() {
    let hall = hall_with_owner().await;
    let mut ada = Account::guest(&hall, "192.0.2.3", "Ada").await;
    let old_cookie = ada.cookies.clone();
    ada.sign_up(&hall, "Ada").await;
    let mut bob = Account::guest(&hall, "192.0.2.4", "Bob").await;
    let (of_ada, of_bob) = (id_of(&hall, &mut ada).await, id_of(&hall, &mut bob).await);
    // A rated game that has ended, one that goes on, one against the machine, and a study.
    let make = async |who: &mut Account, game: &Value| {
        let made = who.ask(&hall, "POST", "/api/games", game).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().unwrap().to_owned()
    };
    let ended = make(&mut bob, &offer(true)).await;
    join(&hall, &ada, &ended).await.change("s", &command("sit_down")).await;
    let mut of_bob_socket = join(&hall, &bob, &ended).await;
    of_bob_socket.play(1, "h2e2").await;
    of_bob_socket.change("r", &command("resign")).await;
    let running = make(&mut ada, &offer(false)).await;
    let mut watcher = join(&hall, &bob, &running).await;
    watcher.change("s", &command("sit_down")).await;
    join(&hall, &ada, &running).await.play(1, "h2e2").await;
    watcher.play(2, "h9g7").await;
    let alone = make(&mut ada, &against_level(&clock(300_000))).await;
    let study = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": "Mine"});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let study = study.as_str().unwrap().to_owned();
    ada.ask(&hall, "PUT", "/api/account/kept/puzzles", &json!({"solved": 3})).await;
    ada.ask(&hall, "PUT", &format!("/api/blocks/{of_bob}"), &Value::Null).await;
    // A tournament with the other one, and one with nobody.
    let evening = json!({
        "name": "Evening", "variant": "reversi", "listed": true, "clock": clock(300_000),
        "system": {"kind": "swiss", "rounds": 2},
    });
    let mut tournaments = Vec::new();
    for others in [1, 0] {
        let made = ada.ask(&hall, "POST", "/api/tournaments", &evening).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let id = made.json()["summary"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/tournaments/{id}/command");
        for who in [&mut ada, &mut bob].into_iter().take(1 + others) {
            assert_eq!(who.ask(&hall, "POST", &path, &command("enter")).await.status, 200);
        }
        tournaments.push(format!("/api/tournaments/{id}"));
    }
    let report = json!({"person": of_bob, "reason": "other", "words": "hm"});
    ada.ask(&hall, "POST", "/api/reports", &report).await;
    // Everything is in one file, and no secret.
    let answer = ada.ask(&hall, "GET", "/api/me/data", &Value::Null).await;
    assert!(answer.headers["content-disposition"].contains("attachment"));
    let text = answer.text().to_owned();
    assert!(!text.contains("argon2"), "no hash");
    let data = answer.json();
    assert_eq!(
        (&data["account"]["name"], &data["kept"]["puzzles"]["solved"]),
        (&json!("Ada"), &json!(3))
    );
    assert_eq!(data["games"].as_array().unwrap().len(), 3);
    for id in [&ended, &running, &alone, &study, &of_bob] {
        assert!(text.contains(id.as_str()), "{id}");
    }
    for (list, count) in [
        ("studies", 1),
        ("blocked", 1),
        ("reports", 1),
        ("ratings", 1),
        ("rated_games", 1),
        ("tournaments", 2),
    ] {
        assert_eq!(data[list].as_array().unwrap().len(), count, "{list}");
    }
    let of_guest = bob.ask(&hall, "GET", "/api/me/data", &Value::Null).await.json();
    assert!(of_guest["account"].is_null() && of_guest["reports"] == json!([]), "{of_guest}");
    // The account is deleted with its name and its password.
    let path = "/api/account/deletion";
    for (name, password, expected) in
        [("ada", PASSWORD, "wrong-name"), ("Ada", "wrong password", "wrong-password")]
    {
        let form = json!({"name": name, "password": password});
        assert_eq!(code(&ada.ask(&hall, "POST", path, &form).await), expected);
    }
    let form = json!({"name": "Ada", "password": PASSWORD});
    let refused = bob.ask(&hall, "POST", path, &form).await;
    assert_eq!((refused.status, code(&refused).as_str()), (401, "no-account"));
    let gone = ada.ask(&hall, "POST", path, &form).await;
    assert_eq!(gone.status, 204, "{}", gone.text());
    // The opponent keeps the games, without the name, and has won the one that went on.
    for id in [&ended, &running] {
        let game = bob.ask(&hall, "GET", &format!("/api/games/{id}"), &Value::Null).await.json();
        let players = game["players"].to_string();
        assert!(players.contains("deleted account") && !players.contains("Ada"), "{players}");
        assert!(!game["end"].is_null(), "{game}");
    }
    let game = bob.ask(&hall, "GET", &format!("/api/games/{running}"), &Value::Null).await.json();
    assert_eq!(
        (&game["end"]["winner"], &game["end"]["reason"]),
        (&json!("second"), &json!("resign"))
    );
    let answer = bob.ask(&hall, "GET", &tournaments[0], &Value::Null).await;
    assert_eq!((answer.status, answer.text().contains("Ada")), (200, false), "{}", answer.text());
    let (alone, study) = (format!("/api/games/{alone}"), format!("/api/studies/{study}"));
    for path in [alone, study, tournaments[1].clone()] {
        assert_eq!(bob.ask(&hall, "GET", &path, &Value::Null).await.status, 404, "{path}");
    }
    let history = profile(&hall, &of_bob).await;
    assert_eq!(history["games"][0]["opponent_name"], "deleted account");
    let nobody = profile(&hall, &of_ada).await;
    assert_eq!((&nobody["name"], &nobody["ratings"]), (&json!(""), &json!([])));
    // Nobody is this person again, by no cookie and no name.
    let mut thief = Account { cookies: old_cookie, address: "192.0.2.66" };
    assert_ne!(id_of(&hall, &mut thief).await, of_ada);
    assert_ne!(id_of(&hall, &mut ada).await, of_ada);
    let refused = ada.sign_in(&hall, "Ada", PASSWORD).await;
    assert_eq!(code(&refused), "not-signed-in");
    // What is left is sound.
    let data = hall.close().await;
    let copy = data.path().join("copy.sqlite");
    server::copies::backup(data.path(), &copy).await.unwrap();
    assert_eq!(server::copies::damage(&copy).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn accounts_are_changed_while_no_server_has_the_hall_open() {
    use ::hall::AccountRole;
    use server::accounts::OfflineAccounts;
    use server::copies::HallLocation;
    let hall = hall_with_owner().await;
    let mut ada = Account::guest(&hall, "192.0.2.3", "Ada").await;
    ada.sign_up(&hall, "Ada").await;
    let bob = Browser::new(&hall, "Bob").await;
    let of_ada = id_of(&hall, &mut ada).await;
    let file = hall.data.as_ref().unwrap().path().to_owned();
    let place = HallLocation::Folder(file.clone());
    let refused = OfflineAccounts::open(&place).await.unwrap_err();
    assert!(refused.to_string().contains("use"), "a server has it: {refused}");
    let data = hall.close().await;
    let nothing = HallLocation::Folder(file.join("nothing"));
    let refused = OfflineAccounts::open(&nothing).await.unwrap_err();
    assert!(refused.to_string().starts_with("there is no hall in "), "{refused}");
    let accounts = OfflineAccounts::open(&place).await.unwrap();
    let names = async || {
        let all = accounts.list().await.unwrap();
        all.into_iter().map(|it| (it.name, it.role, it.disabled)).collect::<Vec<_>>()
    };
    assert_eq!(names().await, [("Ada".to_owned(), AccountRole::Member, None)]);
    assert!(accounts.set_role("ADA", AccountRole::Moderator).await.unwrap());
    assert_eq!(accounts.set_disabled("ada", true, "rude").await.unwrap(), Some(true));
    let why = Some("rude".to_owned());
    assert_eq!(names().await, [("Ada".to_owned(), AccountRole::Moderator, why)]);
    // A guest is named by the id.
    assert_eq!(accounts.set_disabled(&bob.id, true, "spam").await.unwrap(), Some(true));
    assert_eq!(accounts.set_disabled("Bob", true, "spam").await.unwrap(), None);
    assert_eq!(accounts.set_disabled("Ada", false, "").await.unwrap(), Some(true));
    assert_eq!(accounts.set_disabled("Ada", false, "").await.unwrap(), Some(false));
    let recovery = accounts.new_recovery("Ada").await.unwrap().unwrap();
    assert_eq!(accounts.new_recovery("Nobody").await.unwrap(), None);
    let shown = accounts.show(&of_ada).await.unwrap().unwrap();
    assert_eq!((shown.account.name.as_str(), shown.credentials.len()), ("Ada", 1));
    accounts.close().await;
    let mut config = crate::common::config(data.path());
    config.mode = HallMode::Public;
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = crate::common::start(config).await;
    let form = json!({"name": "Ada", "code": recovery, "password": "another good password"});
    let recovered = ada.ask(&hall, "POST", "/api/account/recovery", &form).await;
    assert_eq!(recovered.status, 200, "{}", recovered.text());
    assert_eq!(recovered.json()["me"]["person"]["role"], "moderator");
    let refused = said(&hall, &bob, "PUT", "/api/me", &json!({"name": "Rob"})).await;
    assert_eq!(refused, (403, "disabled".to_owned()));
    hall.stop().await;
    let accounts = OfflineAccounts::open(&place).await.unwrap();
    assert!(accounts.delete("Ada").await.unwrap());
    assert!(!accounts.delete("Ada").await.unwrap());
    assert!(accounts.list().await.unwrap().is_empty());
    accounts.close().await;
}
