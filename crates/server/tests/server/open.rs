//! Open games and studies: everybody finds them in lists, and nobody else changes them.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Open;
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;

async fn set(hall: &Open, who: &Browser, path: &str, visibility: &str) -> (u16, Value) {
    let body = json!({ "visibility": visibility });
    let answer = who.ask(hall, "PUT", &format!("{path}/visibility"), &body).await;
    (answer.status, answer.json())
}

/// What somebody finds among what is open to everybody, without and with a page of the list for each: games, then studies.
async fn found(hall: &Open, who: &Browser) -> [Vec<String>; 2] {
    let mut all = [Vec::new(), Vec::new()];
    for (ids, things, next) in [(0, "games", "after"), (1, "studies", "before")] {
        let path = format!("/api/{things}?of=open");
        let whole = who.ask(hall, "GET", &path, &Value::Null).await;
        assert_eq!(whole.status, 200, "{}", whole.text());
        let whole = whole.json();
        let ids_of = |page: &Value| -> Vec<String> {
            let of = page[things].as_array().unwrap();
            of.iter().map(|thing| thing["id"].as_str().unwrap().to_owned()).collect()
        };
        let mut paged = Vec::new();
        let mut rest = String::new();
        loop {
            let page = who.ask(hall, "GET", &format!("{path}&limit=1{rest}"), &Value::Null).await;
            let page = page.json();
            paged.extend(ids_of(&page));
            let Some(more) = page["next"].as_str() else { break };
            rest = format!("&{next}={more}");
        }
        assert_eq!(paged, ids_of(&whole));
        assert_eq!(whole["total"], paged.len());
        paged.sort();
        all[ids] = paged;
    }
    all
}

/// A game of the two, made by the first, and a study of it, made by the second.
async fn game_and_study(hall: &Open, ada: &Browser, bob: &Browser) -> (String, String) {
    let id = ada.invite(hall).await;
    bob.join(hall, &id).await.change("s", &command("sit_down")).await;
    let study = json!({"kind": "game", "id": id});
    let study = bob.ask(hall, "POST", "/api/studies", &study).await;
    assert_eq!(study.status, 201, "{}", study.text());
    (id, study.json()["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn everybody_finds_what_is_open_and_nobody_else_changes_it() {
    for mode in [HallMode::Friends, HallMode::Public] {
        let hall = hall(mode).await;
        let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
        let eve = Browser::new(&hall, "Eve").await;
        let (stranger, forged) = (Browser::stranger(), Browser::forged(&ada));
        let expired = Browser::expired(&hall, &ada).await;
        let (game, study) = game_and_study(&hall, &ada, &bob).await;
        let (path, study_path) = (format!("/api/games/{game}"), format!("/api/studies/{study}"));
        let nothing = [Vec::<String>::new(), Vec::new()];
        let both = [vec![game.clone()], vec![study.clone()]];
        for who in [&ada, &bob, &eve] {
            assert_eq!(found(&hall, who).await, nothing, "{mode}");
        }

        // Nobody but who made it opens it.
        for (who, code) in [
            (&bob, "not-yours"),
            (&eve, "not-yours"),
            (&stranger, "no-identity"),
            (&forged, "no-identity"),
            (&expired, "no-identity"),
        ] {
            let (status, refused) = set(&hall, who, &path, "open").await;
            assert_eq!((status, &refused["code"]), (403, &json!(code)), "{refused}");
        }
        assert_eq!(set(&hall, &ada, &study_path, "open").await.0, 403);
        let open = json!({"visibility": "open", "yours": true});
        assert_eq!(set(&hall, &ada, &path, "open").await, (200, open.clone()));
        assert_eq!(set(&hall, &bob, &study_path, "open").await, (200, open));
        for who in [&ada, &bob, &eve] {
            assert_eq!(found(&hall, who).await, both, "{mode}");
        }
        // It is for others to see, in the lobby too, and for nobody else to change.
        for who in [&eve, &stranger, &forged, &expired] {
            for path in [&path, &study_path] {
                assert_eq!(who.ask(&hall, "GET", path, &Value::Null).await.status, 200);
                let said = who.ask(&hall, "GET", &format!("{path}/visibility"), &Value::Null).await;
                assert_eq!(said.json(), json!({"visibility": "open", "yours": false}));
                for visibility in ["open", "link", "private"] {
                    assert_eq!(set(&hall, who, path, visibility).await.0, 403, "{path}");
                }
                assert_eq!(who.ask(&hall, "DELETE", path, &Value::Null).await.status, 403);
            }
            let lobby = who.ask(&hall, "GET", "/api/lobby", &Value::Null).await.text();
            assert!(lobby.contains(&game), "{lobby}");
        }
        for who in [&stranger, &forged, &expired] {
            for list in ["/api/games?of=open", "/api/studies?of=open"] {
                who.ask(&hall, "GET", list, &Value::Null).await.problem(403, "no-identity");
            }
        }
        // One that is by link only, or private, stands in no list; the study goes with a private game.
        let (status, refused) = set(&hall, &bob, &path, "private").await;
        assert_eq!((status, &refused["code"]), (403, &json!("not-yours")));
        assert_eq!(set(&hall, &ada, &path, "private").await.0, 200);
        assert_eq!(found(&hall, &eve).await, nothing, "{mode}");
        assert_eq!(found(&hall, &ada).await, nothing, "{mode}");
        let (status, refused) = set(&hall, &bob, &study_path, "open").await;
        assert_eq!((status, &refused["code"]), (409, &json!("private-game")));
        assert_eq!(set(&hall, &ada, &path, "open").await.0, 200);
        assert_eq!(found(&hall, &eve).await, [vec![game.clone()], Vec::new()]);
        // The other player takes it back, and opens it no more.
        let by_link = json!({"visibility": "link", "yours": false});
        assert_eq!(set(&hall, &bob, &path, "link").await, (200, by_link));
        assert_eq!(found(&hall, &eve).await, nothing, "{mode}");
        let lobby = eve.ask(&hall, "GET", "/api/lobby", &Value::Null).await.text();
        assert_eq!(lobby.contains(&game), mode == HallMode::Friends, "{lobby}");
        for visibility in ["open", "link"] {
            assert_eq!(set(&hall, &bob, &path, visibility).await.0, 403);
        }
        assert_eq!(eve.ask(&hall, "GET", &path, &Value::Null).await.status, 200);
        for list in ["/api/games?of=all", "/api/studies?of=others"] {
            eve.ask(&hall, "GET", list, &Value::Null).await.problem(400, "bad-parameter");
        }
        hall.close().await;
    }
}

#[tokio::test]
async fn a_game_that_waits_for_whoever_has_the_link_is_offered_in_the_lobby_only() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let path = format!("/api/games/{}", ada.invite(&hall).await);
    let (status, refused) = set(&hall, &ada, &path, "open").await;
    assert_eq!((status, &refused["code"]), (409, &json!("seat-by-link")));
    // A rematch of an open game is by its link until its maker opens it.
    let (game, _) = game_and_study(&hall, &ada, &bob).await;
    let path = format!("/api/games/{game}");
    assert_eq!(set(&hall, &ada, &path, "open").await.0, 200);
    ada.join(&hall, &game).await.change("r", &command("resign")).await;
    let made = ada.ask(&hall, "POST", &format!("{path}/rematch"), &Value::Null).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(found(&hall, &bob).await, [vec![game.clone()], Vec::new()]);
    hall.close().await;
}

#[tokio::test]
async fn what_is_open_is_hidden_from_who_is_blocked() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let (game, study) = game_and_study(&hall, &ada, &bob).await;
    assert_eq!(set(&hall, &ada, &format!("/api/games/{game}"), "open").await.0, 200);
    assert_eq!(set(&hall, &bob, &format!("/api/studies/{study}"), "open").await.0, 200);
    let block = format!("/api/blocks/{}", ada.id);
    let blocked = eve.ask(&hall, "PUT", &block, &Value::Null).await;
    assert!(blocked.status < 300, "{}", blocked.text());
    assert_eq!(found(&hall, &eve).await, [Vec::new(), vec![study.clone()]]);
    // Both see that there is nothing of the other; others see it all.
    let of_bob = format!("/api/blocks/{}", bob.id);
    assert!(ada.ask(&hall, "PUT", &of_bob, &Value::Null).await.status < 300);
    assert_eq!(found(&hall, &bob).await, [Vec::new(), vec![study.clone()]]);
    assert_eq!(found(&hall, &Browser::new(&hall, "Dan").await).await, [vec![game], vec![study]]);
    hall.close().await;
}

#[tokio::test]
async fn a_hall_of_one_user_has_nothing_open() {
    let hall = crate::common::open_with(|_| {}).await;
    for list in ["/api/games?of=open", "/api/studies?of=open"] {
        let answer = hall.get(list).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["total"], 0);
    }
    hall.close().await;
}
