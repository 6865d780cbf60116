//! Private games and studies: others get the answer of an id that there is not, at every route.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, PATIENCE, config, eventually, open_with, persons, start};
use crate::persons::{Browser, command, hall};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use server::{Engines, HallMode, ROUTES};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message, client::IntoClientRequest as _};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// An id that nothing has.
const NOTHING: &str = "01890000-0000-7000-8000-000000000000";

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn watch(hall: &Open, who: &Browser, path: &str) -> Result<Stream, u16> {
    let url = format!("ws://{}{path}/live", hall.addr);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("cookie", who.cookie.parse().unwrap());
    request.headers_mut().insert("x-forwarded-for", "192.0.2.7".parse().unwrap());
    match connect_async(request).await {
        Ok((stream, _)) => Ok(stream),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

/// Why the server closes a connection.
async fn closed(mut stream: Stream) -> String {
    loop {
        let message = tokio::time::timeout(PATIENCE, stream.next()).await.expect("in time");
        if let Message::Close(frame) = message.unwrap().unwrap() {
            return frame.unwrap().reason.to_string();
        }
    }
}

async fn set(hall: &Open, who: &Browser, path: &str, visibility: &str) -> (u16, Value) {
    let body = json!({ "visibility": visibility });
    let answer = who.ask(hall, "PUT", &format!("{path}/visibility"), &body).await;
    (answer.status, answer.json())
}

async fn make_private(hall: &Open, who: &Browser, path: &str) {
    let (status, said) = set(hall, who, path, "private").await;
    assert_eq!((status, said), (200, json!({"visibility": "private", "yours": true})), "{path}");
}

/// A game of the two, and a study of it that the second one has made.
async fn game_and_study(hall: &Open, ada: &Browser, bob: &Browser) -> (String, String) {
    let id = ada.invite(hall).await;
    bob.join(hall, &id).await.change("s", &command("sit_down")).await;
    let study = json!({"kind": "game", "id": id});
    let study = bob.ask(hall, "POST", "/api/studies", &study).await;
    assert_eq!(study.status, 201, "{}", study.text());
    (id, study.json()["id"].as_str().unwrap().to_owned())
}

/// What is answered, without the number of the request and with another id.
async fn answered(
    hall: &Open,
    who: &Browser,
    (method, path): (&str, &str),
    body: &Value,
    id: &str,
) -> (u16, String) {
    let answer = who.ask(hall, method, path, body).await;
    let mut text = answer.text().replace(id, NOTHING);
    if let Ok(Value::Object(mut problem)) = serde_json::from_str(&text) {
        problem.remove("request");
        text = Value::Object(problem).to_string();
    }
    (answer.status, text)
}

#[tokio::test]
async fn what_is_private_is_not_there_for_others() {
    for mode in [HallMode::Friends, HallMode::Public] {
        let hall = hall(mode).await;
        let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
        let eve = Browser::new(&hall, "Eve").await;
        let others = [
            (&eve, "a spectator"),
            (&Browser::stranger(), "a stranger"),
            (&Browser::forged(&ada), "a forger"),
            (&Browser::expired(&hall, &ada).await, "who comes back too late"),
        ];
        let (game, study) = game_and_study(&hall, &ada, &bob).await;
        make_private(&hall, &ada, &format!("/api/games/{game}")).await;
        let made = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
        let made = ada.ask(&hall, "POST", "/api/studies", &made).await.json()["id"].clone();
        let own = made.as_str().unwrap();
        make_private(&hall, &ada, &format!("/api/studies/{own}")).await;

        let of_things = ROUTES.iter().filter(|(_, route, _)| {
            route.starts_with("/api/games/{id}") || route.starts_with("/api/studies/{id}")
        });
        for (method, route, _) in of_things {
            let ids: &[&str] = match route.starts_with("/api/games") {
                true => &[&game],
                false => &[&study, own],
            };
            for (id, (who, name)) in ids.iter().flat_map(|id| others.map(|other| (id, other))) {
                for body in [Value::Null, json!({}), json!({"visibility": "link"})] {
                    let there = (*method, &*route.replace("{id}", id));
                    let nowhere = (*method, &*route.replace("{id}", NOTHING));
                    let answer = answered(&hall, who, there, &body, id).await;
                    let unknown = answered(&hall, who, nowhere, &body, NOTHING).await;
                    assert_eq!(answer, unknown, "{mode}: {method} {route} {body} by {name}");
                    let is_empty = route.ends_with("/ratings") && answer.0 == 200;
                    assert!(is_empty || [403, 404].contains(&answer.0), "{route}: {answer:?}");
                }
            }
        }
        for (who, name) in others {
            for path in [format!("/api/games/{game}"), format!("/api/studies/{study}")] {
                assert_eq!(who.ask(&hall, "GET", &path, &Value::Null).await.status, 404, "{name}");
                assert_eq!(watch(&hall, who, &path).await.unwrap_err(), 404, "{name}: {path}");
            }
            // Other routes that are told an id.
            for (path, body) in [
                ("/api/studies", json!({"kind": "game", "id": game})),
                ("/api/reports", json!({"person": bob.id, "reason": "other", "game": game})),
            ] {
                let answer = answered(&hall, who, ("POST", path), &body, &game).await;
                let body = serde_json::from_str(&body.to_string().replace(&game, NOTHING)).unwrap();
                let unknown = answered(&hall, who, ("POST", path), &body, NOTHING).await;
                assert_eq!(answer, unknown, "{path} by {name}");
            }
        }
        // Both players see and study it; only who made it says who sees it.
        for who in [&ada, &bob] {
            for path in [format!("/api/games/{game}"), format!("/api/studies/{study}")] {
                assert_eq!(who.ask(&hall, "GET", &path, &Value::Null).await.status, 200, "{path}");
                assert!(watch(&hall, who, &path).await.is_ok());
            }
            let again = json!({"kind": "game", "id": game});
            let again = who.ask(&hall, "POST", "/api/studies", &again).await;
            assert_eq!((again.status, &again.json()["id"]), (200, &json!(study)));
        }
        let path = format!("/api/games/{game}");
        let said = bob.ask(&hall, "GET", &format!("{path}/visibility"), &Value::Null).await.json();
        assert_eq!(said, json!({"visibility": "private", "yours": false}));
        let (status, refused) = set(&hall, &bob, &path, "link").await;
        assert_eq!((status, &refused["code"]), (403, &json!("not-yours")));
        assert_eq!(
            bob.ask(&hall, "GET", &format!("/api/studies/{own}"), &Value::Null).await.status,
            404
        );
        // Nothing lists it for others.
        let lobby = eve.ask(&hall, "GET", "/api/lobby", &Value::Null).await.text();
        assert!(!lobby.contains(&game), "{lobby}");
        if mode == HallMode::Friends {
            let list = eve.ask(&hall, "GET", "/api/games?of=others", &Value::Null).await;
            assert_eq!(list.json()["total"], 0);
        }
        assert_eq!(bob.ask(&hall, "GET", "/api/games", &Value::Null).await.json()["total"], 1);
        hall.close().await;
    }
}

#[tokio::test]
async fn who_watches_when_it_becomes_private_is_sent_away() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let (game, study) = game_and_study(&hall, &ada, &bob).await;
    let (path, study_path) = (format!("/api/games/{game}"), format!("/api/studies/{study}"));
    let (mut first, mut second) = (ada.join(&hall, &game).await, bob.join(&hall, &game).await);
    first.play(1, "h2e2").await;
    let watching = watch(&hall, &eve, &path).await.unwrap();
    let studying = watch(&hall, &eve, &study_path).await.unwrap();
    make_private(&hall, &ada, &path).await;
    assert_eq!(closed(watching).await, "the game is gone");
    assert_eq!(closed(studying).await, "the study is gone");
    // The two play on over the connections that they have.
    second.play(2, "h9g7").await;
    first.wait_for(|game| game.moves.len() == 2).await;
    first.play(3, "h0g2").await;
    assert_eq!(watch(&hall, &eve, &path).await.unwrap_err(), 404);
    // The study of a private game cannot be opened alone, and stays private when the game is open.
    let (status, refused) = set(&hall, &bob, &study_path, "link").await;
    assert_eq!((status, &refused["code"]), (409, &json!("private-game")), "{refused}");
    assert_eq!(set(&hall, &ada, &path, "link").await.0, 200);
    assert!(watch(&hall, &eve, &path).await.is_ok());
    assert_eq!(watch(&hall, &eve, &study_path).await.unwrap_err(), 404);
    let mine = json!({"kind": "game", "id": game});
    let refused = eve.ask(&hall, "POST", "/api/studies", &mine).await;
    refused.problem(403, "not-yours");
    assert_eq!(set(&hall, &bob, &study_path, "link").await.0, 200);
    let studying = watch(&hall, &eve, &study_path).await.unwrap();
    make_private(&hall, &bob, &study_path).await;
    assert_eq!(closed(studying).await, "the study is gone");
    // Ada has a part in the game, and so in its study.
    assert!(watch(&hall, &ada, &study_path).await.is_ok());
    let said = ada.ask(&hall, "GET", &format!("{study_path}/visibility"), &Value::Null).await;
    assert_eq!(said.json(), json!({"visibility": "private", "yours": false}));
    hall.close().await;
}

#[tokio::test]
async fn a_rematch_of_a_private_game_is_private_and_waits_for_the_opponent() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let (game, _) = game_and_study(&hall, &ada, &bob).await;
    let path = format!("/api/games/{game}");
    make_private(&hall, &ada, &path).await;
    ada.join(&hall, &game).await.change("r", &command("resign")).await;
    let made = ada.ask(&hall, "POST", &format!("{path}/rematch"), &Value::Null).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let next = made.json()["id"].as_str().unwrap().to_owned();
    let next_path = format!("/api/games/{next}");
    assert_eq!(eve.ask(&hall, "GET", &next_path, &Value::Null).await.status, 404);
    // The seat is kept for Bob, who has not sat down yet.
    bob.join(&hall, &next).await.change("s", &command("sit_down")).await;
    assert_eq!(eve.ask(&hall, "GET", &next_path, &Value::Null).await.status, 404);
    // It is still so when the hall was closed.
    let data = hall.close().await;
    let mut config = config(data.path());
    config.mode = HallMode::Public;
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = start(config).await;
    assert_eq!(eve.ask(&hall, "GET", &next_path, &Value::Null).await.status, 404);
    assert_eq!(bob.ask(&hall, "GET", &next_path, &Value::Null).await.status, 200);
    hall.stop().await;
}

/// A puzzle has the id of its game.
#[tokio::test]
async fn puzzles_of_a_private_game_are_not_there_for_others() {
    let hall = open_with(|config| {
        config.mode = HallMode::Public;
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
        config.engines = Engines::default();
        config.puzzle_nodes = 500;
    })
    .await;
    let (ada, eve) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Eve").await);
    let game = json!({
        "variant": "gomoku",
        "players": [{"kind": "person", "name": "An"}, {"kind": "person", "name": "Bo"}],
        "clock": {"kind": "none"},
        "moves": crate::puzzles::MOVES,
    });
    let game = ada.ask(&hall, "POST", "/api/games", &game).await.json()["id"].clone();
    let game = game.as_str().unwrap().to_owned();
    let study = json!({"kind": "game", "id": game});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let review = format!("/api/studies/{}/review", study.as_str().unwrap());
    let begun = ada.ask(&hall, "POST", &review, &json!({"nodes": 300})).await;
    assert_eq!(begun.status, 202, "{}", begun.text());
    let list = format!("/api/puzzles?game={game}");
    let found = eventually("the search", async || {
        let list = eve.ask(&hall, "GET", &list, &Value::Null).await.json();
        if list["search"]["under_way"] == false { Ok(list) } else { Err(list) }
    })
    .await;
    let id = found["ids"][0].as_str().unwrap().to_owned();
    let path = format!("/api/games/{game}");
    for (visibility, is_there) in [("private", false), ("link", true)] {
        assert_eq!(set(&hall, &ada, &path, visibility).await.0, 200);
        for (who, is_there) in [(&ada, true), (&eve, is_there), (&Browser::stranger(), is_there)] {
            // Who has no more than the link finds the game's puzzles by it, and by no list of all.
            for (list, is_there) in [("/api/puzzles", who.id == ada.id), (&*list, is_there)] {
                let list = who.ask(&hall, "GET", list, &Value::Null).await;
                assert_eq!(list.text().contains(&game), is_there, "{}", list.text());
                let counts = &list.json()["variants"];
                assert_eq!(*counts != json!([]), is_there, "{}", list.text());
            }
            let found = who.ask(&hall, "GET", &list, &Value::Null).await.json();
            assert_eq!(found.get("search").is_some_and(|it| !it.is_null()), is_there, "{found}");
            for (method, rest) in [("GET", ""), ("POST", "/try"), ("GET", "/solution")] {
                let puzzle = |of: &str| format!("/api/puzzles/{}{rest}", id.replace(&game, of));
                let body = if method == "GET" { Value::Null } else { json!({"moves": ["a1"]}) };
                let asked = (method, &*puzzle(&game));
                let answer = answered(&hall, who, asked, &body, &game).await;
                let nowhere = (method, &*puzzle(NOTHING));
                let unknown = answered(&hall, who, nowhere, &body, NOTHING).await;
                assert_eq!(answer.0 == 404, !is_there, "{method} {rest}: {answer:?}");
                assert_eq!(answer == unknown, !is_there, "{method} {rest}: {answer:?}");
            }
        }
    }
    hall.close().await;
}

/// A game that everybody may watch gives its puzzles to everybody; its maker ends the search for them.
#[tokio::test]
async fn puzzles_of_a_game_of_the_lobby_are_everybodys() {
    let hall = open_with(|config| {
        config.mode = HallMode::Public;
        config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
        config.engines = Engines::default();
        config.puzzle_nodes = 500;
    })
    .await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let game = json!({
        "variant": "gomoku", "clock": {"kind": "none"}, "in_lobby": true,
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    });
    let game = ada.ask(&hall, "POST", "/api/games", &game).await.json()["id"].clone();
    let game = game.as_str().unwrap().to_owned();
    let mut sockets = [ada.join(&hall, &game).await, bob.join(&hall, &game).await];
    sockets[1].change("s", &command("sit_down")).await;
    for (text, ply) in crate::puzzles::MOVES.iter().zip(1..) {
        sockets[(ply as usize - 1) % 2].play(ply, text).await;
    }
    let study = json!({"kind": "game", "id": game});
    let study = bob.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let review = format!("/api/studies/{}/review", study.as_str().unwrap());
    let begun = bob.ask(&hall, "POST", &review, &json!({"nodes": 300})).await;
    assert_eq!(begun.status, 202, "{}", begun.text());
    for who in [&ada, &bob, &eve, &Browser::stranger()] {
        eventually("the puzzles", async || {
            let list = who.ask(&hall, "GET", "/api/puzzles", &Value::Null).await;
            if list.text().contains(&format!("{game}-9")) { Ok(()) } else { Err(list.text()) }
        })
        .await;
    }
    let path = format!("/api/games/{game}/puzzles");
    for (who, status) in [(&eve, 403), (&bob, 403), (&ada, 204)] {
        assert_eq!(who.ask(&hall, "DELETE", &path, &Value::Null).await.status, status);
    }
    hall.close().await;
}

#[tokio::test]
async fn what_cannot_be_private_says_why() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let open = format!("/api/games/{}", ada.invite(&hall).await);
    let (status, refused) = set(&hall, &ada, &open, "private").await;
    assert_eq!((status, &refused["code"]), (409, &json!("seat-by-link")), "{refused}");
    let mut rated = persons();
    rated["players"] = json!([{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}]);
    rated["rated"] = json!(true);
    let rated = ada.ask(&hall, "POST", "/api/games", &rated).await;
    assert_eq!(rated.status, 201, "{}", rated.text());
    let id = rated.json()["id"].as_str().unwrap().to_owned();
    bob.join(&hall, &id).await.change("s", &command("sit_down")).await;
    let (status, refused) = set(&hall, &ada, &format!("/api/games/{id}"), "private").await;
    assert_eq!((status, &refused["code"]), (409, &json!("public-game")), "{refused}");
    // A game at one screen has no seats: it is its maker's alone.
    let own = ada.ask(&hall, "POST", "/api/games", &persons()).await.json()["id"].clone();
    let own = format!("/api/games/{}", own.as_str().unwrap());
    assert_eq!(set(&hall, &bob, &own, "private").await.1["code"], "not-yours");
    make_private(&hall, &ada, &own).await;
    assert_eq!(bob.ask(&hall, "GET", &own, &Value::Null).await.status, 404);
    assert_eq!(ada.ask(&hall, "GET", &own, &Value::Null).await.status, 200);
    hall.close().await;

    let hall = crate::common::open().await;
    let own = format!("/api/games/{}", hall.begin(&persons()).await);
    let path = format!("{own}/visibility");
    let refused = hall.send_json("PUT", &path, &json!({"visibility": "private"})).await;
    refused.problem(409, "no-persons");
    hall.get(&path).await.problem(409, "no-persons");
    hall.close().await;
}
