//! The rest of the table of rights: accounts and their roles at every route, every message of a study, and that no message is
//! left out.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::accounts::{Browser as Account, code, hall as hall_with_owner, with_token};
use crate::common::study::Socket;
use crate::common::{config, start};
use crate::persons::{Browser, SAID, command, hall};
use serde_json::{Value, json};
use server::{HallMode, Need, ROUTES};
use std::collections::BTreeSet;

/// The words of all messages of a kind, out of the document of the API.
fn kinds(of: &str) -> BTreeSet<String> {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let kinds = document["components"]["schemas"][of]["oneOf"].as_array().unwrap().clone();
    kinds
        .iter()
        .map(|it| it["properties"]["type"]["enum"][0].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn everything_that_can_be_said_in_a_game_is_in_the_table_of_games() {
    let known = kinds("Command");
    let tried: BTreeSet<String> = SAID.map(str::to_owned).into();
    // Only who plays an opening says `choose`; the laws of `hall` try it.
    assert_eq!(known.difference(&tried).collect::<Vec<_>>(), ["choose"]);
}

#[tokio::test]
async fn accounts_do_what_their_role_may_and_tokens_do_none_of_it() {
    let hall = hall_with_owner().await;
    let mut people = Vec::new();
    for (address, name) in [("192.0.2.1", "Olga"), ("192.0.2.2", "Mona"), ("192.0.2.3", "Ada")] {
        let mut person = Account::guest(&hall, address, name).await;
        person.sign_up(&hall, name).await;
        people.push(person);
    }
    // `--owner` makes the account the owner's when the hall opens.
    let data = hall.close().await;
    let mut config = config(data.path());
    config.mode = HallMode::Public;
    config.owner = Some("Olga".to_owned());
    config.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    let hall = start(config).await;
    let role = json!({"name": "Mona", "role": "moderator"});
    let set = people[0].ask(&hall, "PUT", "/api/moderation/roles", &role).await;
    assert_eq!(set.status, 200, "{}", set.text());
    let form = json!({"label": "x", "scopes": ["read", "play", "study"]});
    let token = people[0].ask(&hall, "POST", "/api/account/tokens", &form).await.json();
    let token = token["token"].as_str().unwrap().to_owned();
    let guest = Account::guest(&hall, "192.0.2.4", "Gus").await;
    people.push(guest);
    let refusals = ["no-account", "not-moderator", "not-owner", "not-host", "token-scope"];
    let mut tried = 0;
    for (method, route, need) in ROUTES {
        let least = match need {
            Need::Account => 1,
            Need::Moderator => 2,
            Need::Owner => 3,
            // Nobody is the host of a public hall.
            Need::Host => 4,
            _ => continue,
        };
        tried += 1;
        let path = route.replace("{id}", "00000000000000000000000000000001");
        let body = if method == "GET" { Value::Null } else { json!({}) };
        for (person, rank) in people.iter_mut().zip([3, 2, 1, 0]) {
            let answer = person.ask(&hall, method, &path, &body).await;
            assert_ne!(answer.status, 500, "{method} {route}: {}", answer.text());
            let code = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
            let is_refused = refusals.contains(&code["code"].as_str().unwrap_or_default());
            assert_eq!(is_refused, rank < least, "{method} {route} by rank {rank}: {code}");
        }
        let refused = with_token(&hall, &token, method, &path, &body).await;
        assert!(refusals.contains(&code(&refused).as_str()), "{method} {route} by a token");
    }
    assert!(tried > 15, "{tried} routes");
    hall.stop().await;
}

#[tokio::test]
async fn what_is_said_in_a_study_is_said_by_who_may() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let game = ada.invite(&hall).await;
    bob.join(&hall, &game).await.change("s", &command("sit_down")).await;
    ada.join(&hall, &game).await.play(1, "h2e2").await;
    bob.join(&hall, &game).await.play(2, "h9g7").await;
    let study = json!({"kind": "game", "id": game});
    let study = ada.ask(&hall, "POST", "/api/studies", &study).await.json()["id"].clone();
    let path = format!("/api/studies/{}", study.as_str().unwrap());
    let at = |kind: &str| json!({"type": kind, "node": 2});
    let with = |kind: &str, name: &str, value: Value| {
        let mut said = at(kind);
        said[name] = value;
        said
    };
    // What everybody may who has the address: to look, and to let an engine search.
    let analyse = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "depth": 1});
    let looking = [at("look"), analyse, at("values"), command("stop"), command("ping")];
    let editing = [
        with("play", "text", json!("h0g2")),
        with("insert", "moves", json!(["h0g2"])),
        with("comment", "text", json!("mine")),
        with("glyphs", "glyphs", json!([1])),
        with("shapes", "shapes", json!([])),
        at("evaluate"),
        at("promote"),
        at("demote"),
        at("make_main"),
        with("collapse", "collapsed", json!(true)),
        json!({"type": "title", "title": "Mine"}),
        command("undo"),
        command("redo"),
        json!({"type": "delete", "node": 2}),
    ];
    let all = looking.iter().chain(&editing);
    let tried: BTreeSet<String> = all.map(|it| it["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(tried, kinds("StudyCommand"), "every message is tried");
    let before = ada.ask(&hall, "GET", &path, &Value::Null).await.json();
    for (who, name) in [
        (&eve, "a spectator"),
        (&Browser::stranger(), "a stranger"),
        (&Browser::forged(&ada), "a forger"),
        (&Browser::expired(&hall, &ada).await, "who comes back too late"),
    ] {
        let mut socket = Socket::of(&hall, &path, &who.cookie).await;
        for said in &editing {
            let refused = socket.ask(said.clone()).await.unwrap_err();
            assert_eq!(refused.code, "not-yours", "{said} by {name}");
            assert!(refused.message.contains("somebody else's"), "{}", refused.message);
        }
        for said in &looking {
            let refused = socket.ask(said.clone()).await.err().map(|problem| problem.code);
            // Moves of xiangqi are no points, and have no values.
            assert!(refused.is_none() || said["type"] == "values", "{said} by {name}: {refused:?}");
            assert_ne!(refused.as_deref(), Some("not-yours"), "{said} by {name}");
        }
    }
    let after = ada.ask(&hall, "GET", &path, &Value::Null).await.json();
    assert_eq!(after["nodes"], before["nodes"], "nothing has changed");
    // Both players of the game write into its study.
    for (who, name) in [(&bob, "the opponent"), (&ada, "the maker")] {
        let mut socket = Socket::of(&hall, &path, &who.cookie).await;
        for said in &editing {
            let refused = socket.ask(said.clone()).await.err().map(|problem| problem.code);
            assert_ne!(refused.as_deref(), Some("not-yours"), "{said} by {name}");
            if said["type"] == "comment" {
                assert_eq!(refused, None, "{said} by {name}");
            }
        }
        socket.ask(command("undo")).await.unwrap();
    }
    // So neither deletes it.
    for (who, expected) in [(&bob, "not-yours"), (&ada, "shared-study")] {
        let refused = who.ask(&hall, "DELETE", &path, &Value::Null).await;
        refused.problem(403, expected);
    }
    hall.close().await;
}
