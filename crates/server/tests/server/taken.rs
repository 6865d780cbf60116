//! A hall takes over the file of another one and reviews that were searched elsewhere; the modules of the hall are served.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, eventually, open, open_with};
use crate::persons::{Browser, hall};
use serde_json::{Value, json};
use server::HallMode;

const MOVES: [&str; 6] = ["d3", "e3", "f3", "c3", "b3", "d2"];

/// The review of a study, once it is done.
async fn done(hall: &Open, path: &str) -> Value {
    eventually("done", async || {
        let review = hall.get(path).await.json()["review"].clone();
        if review["state"] == "done" { Ok(review) } else { Err(review) }
    })
    .await
}

/// A hall with a reviewed game; the game, the study, and all that the hall has as a browser's hall writes it.
async fn filled() -> (Open, String, String, Value) {
    let hall = open().await;
    let machine = json!({"kind": "machine", "level": 1});
    let person = json!({"kind": "person", "name": "A"});
    let game = hall
        .begin(&json!({
            "variant": "reversi", "players": [person, machine], "clock": {"kind": "none"},
            "moves": MOVES,
        }))
        .await;
    let new = json!({"kind": "game", "id": game});
    let study = hall.send_json("POST", "/api/studies", &new).await.json()["id"].clone();
    let study = study.as_str().unwrap().to_owned();
    let path = format!("/api/studies/{study}");
    hall.send_json("POST", &format!("{path}/review"), &json!({"nodes": 500})).await;
    done(&hall, &path).await;
    let tags = json!({"games": [game], "add": ["good"]});
    assert!(hall.send_json("POST", "/api/archive/tags", &tags).await.status < 300);
    let data = hall.get("/api/me/data").await.json();
    assert_eq!((&data["format"], &data["person"]), (&json!("yiqi-person"), &Value::Null));
    (hall, game, study, as_file(&data))
}

fn number(of: &Value) -> i64 {
    of.as_str().unwrap().parse().unwrap()
}

fn json_of(of: &Value) -> Value {
    serde_json::from_str(of.as_str().unwrap()).unwrap()
}

/// What a hall with a server tells, in the form of a hall in the browser; the page does the same (`backend/local/raw.ts`).
fn as_file(data: &Value) -> Value {
    let games = data["games"].as_array().unwrap().iter().map(|raw| {
        let (game, changes) = (&raw["game"], raw["changes"].as_array().unwrap());
        let log = changes.iter().map(|row| {
            json!({
                "version": number(&row["version"]), "at": number(&row["at"]),
                "change": json_of(&row["body"]),
            })
        });
        json!({"game": {
            "id": game["id"], "setup": json_of(&game["setup"]), "version": number(&game["version"]),
            "created_at": number(&game["created_at"]), "updated_at": number(&game["updated_at"]),
            "log": log.collect::<Vec<_>>(),
        }})
    });
    let studies = data["studies"].as_array().unwrap().iter().map(|raw| {
        let (study, edits) = (&raw["study"], raw["edits"].as_array().unwrap());
        json!({
            "id": study["id"], "game": study["game"], "setup": study["setup"],
            "head": study["head"], "version": number(&study["version"]),
            "created_at": number(&study["created_at"]), "updated_at": number(&study["updated_at"]),
            "log": edits.iter().map(|row| json!({"body": row["body"]})).collect::<Vec<_>>(),
        })
    });
    json!({
        "format": "yiqi-hall 1", "games": games.collect::<Vec<_>>(),
        "studies": studies.collect::<Vec<_>>(), "reviews": data["reviews"], "tags": data["tags"],
    })
}

const PATH: &str = "/api/me/data";

#[tokio::test]
async fn a_hall_takes_over_all_of_another_one_once() {
    let (from, game, study, file) = filled().await;
    let hall = open().await;
    let taken = hall.send_json("POST", PATH, &file).await;
    assert_eq!(taken.status, 200, "{}", taken.text());
    let expected = json!({"games": 1, "studies": 1, "known": 0, "damaged": 0});
    assert_eq!(taken.json(), expected);
    let path = format!("/api/studies/{study}");
    let (before, after) = (from.get(&path).await.json(), hall.get(&path).await.json());
    for part in ["nodes", "game", "review", "start", "rules"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let path = format!("/api/games/{game}");
    let (before, after) = (from.get(&path).await.json(), hall.get(&path).await.json());
    for part in ["moves", "position", "created_at", "updated_at", "end"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(after["players"][0], json!({"kind": "person", "name": "A"}), "{after}");
    let tags = hall.get("/api/archive/tags").await.json();
    assert_eq!(tags, json!([{"tag": "good", "games": 1}]));
    // The progress knows it, as its review is there.
    let progress = hall.get("/api/progress").await.json();
    assert_eq!(progress["games"][0]["game"], json!(game), "{progress}");
    let again = hall.send_json("POST", PATH, &file).await.json();
    assert_eq!(again, json!({"games": 0, "studies": 0, "known": 2, "damaged": 0}));
}

#[tokio::test]
async fn what_is_damaged_is_counted_and_the_rest_taken() {
    let (_from, game, study, file) = filled().await;
    let hall = open().await;
    hall.send_json("POST", PATH, &json!({"format": "x"})).await.problem(400, "bad-json");
    let mut other = file.clone();
    other["format"] = json!("yiqi-hall 2");
    hall.send_json("POST", PATH, &other).await.problem(422, "bad-file");
    // A game that cannot be played, one without an id, and a study of no such game.
    let mut broken = file.clone();
    broken["games"][0]["game"]["log"][0]["change"]["text"] = json!("z9");
    broken["games"].as_array_mut().unwrap().push(json!({"game": {"id": 5}}));
    broken["reviews"][0]["rows"][0]["body"] = json!("no review");
    let taken = hall.send_json("POST", PATH, &broken).await.json();
    assert_eq!(taken, json!({"games": 0, "studies": 1, "known": 0, "damaged": 2}));
    let alone = hall.get(&format!("/api/studies/{study}")).await.json();
    assert_eq!((&alone["game"], &alone["review"]), (&Value::Null, &Value::Null));
    hall.get(&format!("/api/games/{game}")).await.problem(404, "not-found");
}

#[tokio::test]
async fn what_a_file_says_of_other_people_is_not_believed() {
    let (_from, game, study, mut file) = filled().await;
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let setup = &mut file["games"][0]["game"]["setup"];
    setup["maker"] = json!(bob.id);
    setup["rated"] = json!(true);
    setup["tournament"] = json!("t");
    setup["in_lobby"] = json!(true);
    setup["players"][0]["seat"] = json!({"kind": "taken", "person": bob.id});
    let taken = ada.ask(&hall, "POST", PATH, &file).await;
    assert_eq!(taken.json()["games"], 1, "{}", taken.text());
    let here = |taken: &Value, there: &str| taken["ids"][there].as_str().unwrap().to_owned();
    let (of_ada, study_of_ada) = (here(&taken.json(), &game), here(&taken.json(), &study));
    hall.get(&format!("/api/games/{game}")).await.problem(404, "not-found");
    let shown = hall.get(&format!("/api/games/{of_ada}")).await.json();
    assert_eq!(shown["maker"], json!(ada.id));
    assert_eq!(shown["players"][0], json!({"kind": "person", "name": "A"}));
    for part in ["rated", "in_lobby", "tournament"] {
        assert!(shown[part].is_null() || shown[part] == false, "{part}: {shown}");
    }
    let shown = hall.get(&format!("/api/studies/{study_of_ada}")).await.json();
    assert_eq!((&shown["maker"], &shown["game"]), (&json!(ada.id), &json!(of_ada)), "{shown}");
    assert_eq!(shown["review"]["state"], "done", "its review came along");
    // Only the host gives tags.
    let data = ada.ask(&hall, "GET", PATH, &Value::Null).await.json();
    assert_eq!(data["tags"], json!([]));
    // Once more it is the same; so is what she has saved out of this hall.
    let again = ada.ask(&hall, "POST", PATH, &file).await.json();
    assert_eq!(
        (&again["known"], &again["games"], &again["studies"]),
        (&json!(2), &json!(0), &json!(0))
    );
    assert_eq!(again["ids"], taken.json()["ids"]);
    let again = ada.ask(&hall, "POST", PATH, &as_file(&data)).await.json();
    assert_eq!(again, json!({"games": 0, "studies": 0, "known": 2, "damaged": 0}));
    // Another one has a game and a study of the own; a study alone is of no game of somebody else's.
    let other = bob.ask(&hall, "POST", PATH, &file).await.json();
    assert_eq!((&other["games"], &other["studies"]), (&json!(1), &json!(1)), "{other}");
    assert_ne!(here(&other, &game), of_ada);
    file["games"] = json!([]);
    file["studies"][0]["game"] = json!(of_ada);
    file["studies"][0]["id"] = json!("01890000-0000-7000-8000-000000000001");
    let alone = bob.ask(&hall, "POST", PATH, &file).await.json();
    assert_eq!(alone["studies"], 1, "{alone}");
    let path = format!("/api/studies/{}", here(&alone, "01890000-0000-7000-8000-000000000001"));
    assert_eq!(hall.get(&path).await.json()["game"], Value::Null);
}

/// Whoever knows the address of a game that has become private cannot ask by a file whether there is still one.
#[tokio::test]
async fn a_file_does_not_tell_whether_somebody_elses_game_or_study_is_here() {
    let (_from, game, study, file) = filled().await;
    let hall = hall(HallMode::Public).await;
    let (ada, eve) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Eve").await);
    let own =
        ada.ask(&hall, "POST", "/api/games", &crate::common::persons()).await.json()["id"].clone();
    let made = json!({"kind": "position", "variant": "xiangqi", "moves": [], "title": ""});
    let made = ada.ask(&hall, "POST", "/api/studies", &made).await.json()["id"].clone();
    for (things, id) in [("games", &own), ("studies", &made)] {
        let path = format!("/api/{things}/{}/visibility", id.as_str().unwrap());
        let set = ada.ask(&hall, "PUT", &path, &json!({"visibility": "private"})).await;
        assert_eq!(set.status, 200, "{}", set.text());
    }
    let with = |of_game: &Value, of_study: &Value| {
        let (of_game, of_study) = (of_game.as_str().unwrap(), of_study.as_str().unwrap());
        let text = file.to_string().replace(&game, of_game).replace(&study, of_study);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let nothing = [
        json!("01890000-0000-7000-8000-000000000002"),
        json!("01890000-0000-7000-8000-000000000003"),
    ];
    for (ids, what) in [([&own, &made], "private"), ([&nothing[0], &nothing[1]], "nothing")] {
        let taken = eve.ask(&hall, "POST", PATH, &with(ids[0], ids[1])).await;
        let said = taken.json();
        assert_eq!(
            (&said["games"], &said["studies"], &said["known"], &said["damaged"]),
            (&json!(1), &json!(1), &json!(0), &json!(0)),
            "{what}: {said}"
        );
        // Neither is there by the id of the file, and both are Eve's by the new one.
        for (things, id) in [("games", ids[0]), ("studies", ids[1])] {
            let id = id.as_str().unwrap();
            let there = format!("/api/{things}/{id}");
            let here = format!("/api/{things}/{}", said["ids"][id].as_str().unwrap());
            let answer = eve.ask(&hall, "GET", &there, &Value::Null).await;
            assert_eq!(answer.status, 404, "{what}: {there}");
            let answer = eve.ask(&hall, "GET", &here, &Value::Null).await;
            assert_eq!(answer.json()["maker"], json!(eve.id), "{what}: {}", answer.text());
            let order = |id: &str| id[..13].to_owned();
            assert_eq!(
                order(said["ids"][id].as_str().unwrap()),
                order(id),
                "made when it was made"
            );
        }
    }
    hall.close().await;
}

#[tokio::test]
async fn a_review_that_was_searched_elsewhere_is_taken_where_it_fits() {
    let (hall, _, study, file) = filled().await;
    let path = format!("/api/studies/{study}");
    let whole = hall.get(&path).await.json()["review"].clone();
    let (head, rows) = (&file["reviews"][0]["head"], file["reviews"][0]["rows"].clone());
    let review = format!("{path}/review");
    let some: Vec<_> = rows.as_array().unwrap().iter().take(3).cloned().collect();
    let part = hall.send_json("PUT", &review, &json!({"head": head, "rows": some})).await;
    assert_eq!((part.status, &part.json()["state"]), (200, &json!("cancelled")), "{}", part.text());
    let all = hall.send_json("PUT", &review, &json!({"head": head, "rows": rows})).await.json();
    assert_eq!((&all["state"], &all["moves"]), (&json!("done"), &whole["moves"]));
    assert_eq!(hall.get(&path).await.json()["review"], all);
    // Of other moves, or without sense.
    let other = head.as_str().unwrap().replace("\"d3\"", "\"f5\"");
    hall.send_json("PUT", &review, &json!({"head": other, "rows": rows}))
        .await
        .problem(422, "bad-review");
    for bad in [
        json!({"head": "", "rows": []}),
        json!({"head": head, "rows": [{"node": 1, "body": "{}"}]}),
        json!({"head": head, "rows": [{"node": 999, "body": rows[0]["body"]}]}),
    ] {
        hall.send_json("PUT", &review, &bad).await.problem(422, "bad-review");
    }
    assert_eq!(hall.get(&path).await.json()["review"], all, "what was there stays");
}

#[tokio::test]
async fn modules_are_served_where_their_folder_is_set() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("catalogue.json"), "{}").unwrap();
    std::fs::write(folder.path().join("reversi-0.wasm"), "plain").unwrap();
    std::fs::write(folder.path().join("reversi-0.wasm.br"), "packed").unwrap();
    assert_eq!(server::modules_fault(folder.path()), None);
    assert!(server::modules_fault(&folder.path().join("none")).unwrap().contains("run modules"));
    let without = open().await;
    without.get("/modules/catalogue.json").await.problem(404, "not-found");
    assert_eq!(without.get("/api/me").await.json()["modules"], Value::Null);
    let hall = open_with(|config| config.modules = Some(folder.path().to_owned())).await;
    assert_eq!(hall.get("/api/me").await.json()["modules"], true);
    let list = hall.get("/modules/catalogue.json").await;
    assert_eq!((list.status, list.text().as_str()), (200, "{}"));
    assert_eq!(list.headers["cache-control"], "no-cache");
    let tag = list.headers["etag"].as_str();
    let known = hall.send("GET", "/modules/catalogue.json", &[("If-None-Match", tag)], b"").await;
    assert_eq!(known.status, 304);
    let module = hall.get("/modules/reversi-0.wasm").await;
    assert_eq!(
        (module.text().as_str(), &*module.headers["content-type"]),
        ("plain", "application/wasm")
    );
    let packed =
        hall.send("GET", "/modules/reversi-0.wasm", &[("Accept-Encoding", "br")], b"").await;
    assert_eq!((packed.text().as_str(), &*packed.headers["content-encoding"]), ("packed", "br"));
    for outside in ["/modules/none.wasm", "/modules/..%2fhall.sqlite", "/modules/.hidden"] {
        hall.get(outside).await.problem(404, "not-found");
    }
    // Only such a page may compile code, and shares memory with its workers.
    let (page, plain) = (hall.get("/").await, without.get("/").await);
    assert!(page.headers["content-security-policy"].contains("'wasm-unsafe-eval'"));
    assert!(!plain.headers["content-security-policy"].contains("wasm"));
    assert_eq!(page.headers["cross-origin-embedder-policy"], "require-corp");
    assert!(!plain.headers.contains_key("cross-origin-embedder-policy"));
}
