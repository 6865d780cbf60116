//! Messages about damaged or missing data.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{config, open, persons, start};
use serde_json::json;
use wire::GameList;

#[tokio::test]
async fn a_broken_game_is_listed_as_such_and_its_data_can_be_had() {
    let hall = open().await;
    let mut ids = Vec::new();
    for name in ["Ada", "Bo", "Cy"] {
        let mut game = persons();
        game["players"][0]["name"] = json!(name);
        game["moves"] = json!(["h2e2"]);
        ids.push(hall.begin(&game).await);
    }
    let data = hall.close().await;
    let file = data.path().join("hall.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // One bit of the second game's set-up.
    let setup = b"{\"variant\":\"xiangqi\",\"rules\":\"wxf\",\"players\":[{\"kind\":\"person\",\"name\":\"Bo\"";
    let at = bytes.windows(setup.len()).position(|window| window == setup).unwrap();
    bytes[at + setup.len() - 2] ^= 1;
    std::fs::write(&file, bytes).unwrap();

    let hall = start(config(data.path())).await;
    let answer = hall.get("/api/games").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let list: GameList = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((list.games.len(), list.total), (3, 3));
    for game in &list.games {
        assert_eq!(game.damaged, game.id == ids[1]);
        assert_eq!(game.damage.is_some(), game.damaged);
        assert_eq!(game.variant, if game.damaged { "" } else { "xiangqi" });
    }
    let path = format!("/api/games/{}", ids[1]);
    let message = hall.get(&path).await.problem(500, "data-damaged");
    assert!(message.contains("checksum"), "{message}");
    assert_eq!(hall.connect(&ids[1], &[]).await.err(), Some(500));
    let raw = hall.get(&format!("{path}/raw")).await;
    assert!(raw.headers["content-disposition"].contains(".json\""));
    let raw = raw.json();
    assert!(raw["game"]["setup"].as_str().unwrap().contains("\"name\":\"Bn\""), "{raw}");
    assert!(raw["changes"][0]["body"].as_str().unwrap().contains("h2e2"), "{raw}");
    // The damaged game can be deleted.
    assert_eq!(hall.send("DELETE", &path, &[], b"").await.status, 204);
    hall.get(&format!("{path}/raw")).await.problem(404, "not-found");
}

#[tokio::test]
async fn lists_go_on_with_what_next_was() {
    let hall = open().await;
    for i in 0..5 {
        let mut game = persons();
        game["players"][0]["name"] = json!(format!("Person {i}"));
        hall.begin(&game).await;
    }
    let list = async |query: &str| -> GameList {
        let answer = hall.get(&format!("/api/games?{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    };
    for query in ["limit=2", "limit=2&family=xiangqi", "limit=2&player=PERSON%20"] {
        let mut ids = Vec::new();
        let mut page = list(query).await;
        loop {
            assert_eq!((page.total, page.total_is_exact), (5, true));
            ids.extend(page.games.into_iter().map(|game| game.id));
            let Some(next) = page.next else { break };
            page = list(&format!("{query}&after={next}")).await;
        }
        let whole: Vec<String> =
            list("limit=9").await.games.into_iter().map(|game| game.id).collect();
        assert_eq!(ids, whole, "{query}");
    }
    assert_eq!(list("player=bo&family=draughts").await.total, 0);
    assert_eq!(list("player=bo").await.total, 5);
    for query in ["after=x", "after=1", "offset=10001", &format!("player={}", "x".repeat(401))] {
        hall.get(&format!("/api/games?{query}")).await.problem(400, "bad-parameter");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_that_cannot_be_kept() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let data = hall.data.as_ref().unwrap().path();
    std::fs::remove_file(data.join("hall.sqlite")).unwrap();
    let answer = hall.send_json("POST", "/api/games", &persons()).await;
    assert!(answer.problem(503, "data-gone").contains("nothing was stored"));
    let command = json!({"type": "move", "ply": 2, "text": "h9g7"});
    let problem = socket.ask("second", &command).await.unwrap_err();
    assert_eq!(problem.code, "data-gone");
    // The game is the same as before the move.
    assert_eq!(hall.game(&id).await.moves.len(), 1);
    let preferences = hall.send_json("PUT", "/api/preferences", &json!({})).await;
    preferences.problem(503, "data-gone");
}

#[tokio::test]
async fn one_hall_uses_a_folder() {
    let hall = open().await;
    let data = hall.data.as_ref().unwrap().path();
    let refused = server::Hall::start(config(data)).await.unwrap_err().to_string();
    assert!(refused.contains("is in use by another yiqi"), "{refused}");
    let data = hall.close().await;
    start(config(data.path())).await;
}
