//! The limits of a hall, and the messages at each limit.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{open_with, persons, start};
use serde_json::json;

#[tokio::test]
async fn no_more_games_are_stored_than_may_be() {
    let hall = open_with(|config| config.limits.stored_games = 2).await;
    let first = hall.begin(&persons()).await;
    // A request that is refused for another reason takes no place.
    let mut bad = persons();
    bad["position"] = json!("nonsense");
    hall.send_json("POST", "/api/games", &bad).await.problem(422, "bad-position");
    hall.begin(&persons()).await;
    let refused = hall.send_json("POST", "/api/games", &persons()).await;
    assert!(refused.problem(409, "too-many-games").contains("full (2 games)"));
    let data = hall.close().await;

    let mut config = crate::common::config(data.path());
    config.limits.stored_games = 2;
    let hall = start(config).await;
    hall.send_json("POST", "/api/games", &persons()).await.problem(409, "too-many-games");
    let path = format!("/api/games/{first}");
    assert_eq!(hall.send("DELETE", &path, &[], b"").await.status, 204);
    assert_eq!(hall.send("DELETE", &path, &[], b"").await.status, 404);
    hall.begin(&persons()).await;
    hall.send_json("POST", "/api/games", &persons()).await.problem(409, "too-many-games");
}

#[tokio::test]
async fn no_more_games_live_than_may_and_those_nobody_needs_make_room() {
    let hall = open_with(|config| config.limits.live_games = 2).await;
    let ids = [
        hall.begin(&persons()).await,
        hall.begin(&persons()).await,
        hall.begin(&persons()).await,
        hall.begin(&persons()).await,
    ];
    let first = hall.join(&ids[0]).await;
    let second = hall.join(&ids[1]).await;
    assert_eq!(hall.connect(&ids[2], &[]).await.err(), Some(503));
    assert_eq!(hall.game(&ids[2]).await.moves.len(), 0, "looking at a game needs no life of it");
    drop(second);
    // A game with no onlooker left is put away; until then each try is refused.
    let room = async {
        loop {
            if let Ok(socket) = hall.connect(&ids[2], &[]).await {
                break socket;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let patience = std::time::Duration::from_secs(20);
    let mut third = tokio::time::timeout(patience, room).await.expect("there is room again");
    third.next().await;
    third.play(1, "h2e2").await;
    assert_eq!(hall.connect(&ids[3], &[]).await.err(), Some(503));
    drop(first);
}

#[tokio::test]
async fn a_game_has_only_so_many_changes() {
    let hall = open_with(|config| config.limits.changes_per_game = 4).await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    for round in 0..2 {
        socket.change(&format!("offer {round}"), &json!({"type": "offer_draw"})).await;
        socket.change(&format!("decline {round}"), &json!({"type": "decline_draw"})).await;
    }
    let one_more = json!({"type": "move", "ply": 1, "text": "h2e2"});
    assert_eq!(socket.ask("m", &one_more).await.unwrap_err().code, "game-full");
    let resign = json!({"type": "resign"});
    assert_eq!(socket.ask("r", &resign).await.unwrap_err().code, "game-full");
    assert_eq!(hall.game(&id).await.version, 4);
}

#[tokio::test]
async fn a_name_that_cannot_be_shown_is_refused() {
    let hall = crate::common::open().await;
    for (name, found) in [("a\0b", "U+0000"), ("\u{202E}gpj", "U+202E"), ("a\nb", "U+000A")] {
        let mut new = persons();
        new["players"][0]["name"] = json!(name);
        let refused = hall.send_json("POST", "/api/games", &new).await;
        let message = refused.problem(422, "bad-game");
        assert!(message.contains("players[0].name") && message.contains(found), "{message}");
    }
    let file = json!({"variant": "xiangqi", "name": "a.pgn",
        "content": "[Red \"A\u{202E}B\"]\n[Black \"C\u{1}D\"]\n\n1. C2=5 *"});
    let answer = hall.send_json("POST", "/api/import", &file).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(!answer.text().contains('\u{202E}'), "{}", answer.text());
}
