//! `restore` beside a running server: the hall is exchanged while clients play.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{open, persons};
use serde_json::{Value, json};
use server::copies;
use std::path::Path;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_is_exchanged_while_it_is_open() {
    let hall = open().await;
    let data = hall.data.as_ref().unwrap().path().to_owned();
    let outside = tempfile::tempdir().unwrap();
    let copy = outside.path().join("copy.sqlite");
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let copied = copies::backup(&data, &copy).await.unwrap();
    assert_eq!((copied.games, copied.changes), (1, 1));

    // Changes after the copy was made, acknowledged: the kept hall must have them.
    socket.play(2, "h7e7").await;
    let later = hall.begin(&persons()).await;

    let restored = copies::hand_over(&copy, &data).await.unwrap();
    assert_eq!(restored.contents, copied);
    // The client is told to come back, and finds the game as it was copied.
    while socket.try_next().await.is_some() {}
    let (mut socket, game) = hall.join(&id).await;
    assert_eq!((game.version, game.moves.len()), (1, 1));
    hall.get(&format!("/api/games/{later}")).await.problem(404, "not-found");
    assert_eq!(socket.play(2, "b9c7").await.version, 2);
    let list = hall.get("/api/games").await.json();
    assert_eq!(list["total"], 1);
    assert!(!data.join("hall.incoming.sqlite").exists() && !data.join("hall.answer.json").exists());

    // The replaced hall has what was acknowledged before, the new one what was after.
    let before = restored.before.unwrap();
    let kept = outside.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    std::fs::rename(before, kept.join("hall.sqlite")).unwrap();
    drop(socket);
    let data = hall.close().await;
    assert_eq!(moves(&kept, &id).await, ["h2e2", "h7e7"]);
    assert_eq!(moves(&kept, &later).await, Vec::<String>::new());
    assert_eq!(moves(data.path(), &id).await, ["h2e2", "b9c7"]);
}

/// The moves of a game as a hall in this folder shows them.
async fn moves(data: &Path, id: &str) -> Vec<String> {
    let hall = crate::common::start(crate::common::config(data)).await;
    let game: Value = hall.get(&format!("/api/games/{id}")).await.json();
    let moves = game["moves"].as_array().unwrap_or_else(|| panic!("{game}"));
    let moves = moves.iter().map(|played| played["text"].as_str().unwrap().to_owned()).collect();
    hall.stop().await;
    moves
}

#[tokio::test]
async fn a_copy_that_is_no_hall_changes_nothing() {
    let hall = open().await;
    let data = hall.data.as_ref().unwrap().path().to_owned();
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    let outside = tempfile::tempdir().unwrap();
    for (name, content) in [("text", &b"no database at all"[..]), ("empty", b"")] {
        let file = outside.path().join(name);
        std::fs::write(&file, content).unwrap();
        copies::hand_over(&file, &data).await.unwrap_err();
    }
    // One that is damaged on its way, and one of a newer version of the program.
    std::fs::write(data.join("hall.incoming.sqlite"), b"no database at all").unwrap();
    let answer = data.join("hall.answer.json");
    while !answer.exists() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let said: Value = serde_json::from_slice(&std::fs::read(&answer).unwrap()).unwrap();
    assert!(said["refused"]["reason"].as_str().unwrap().contains("not a database"), "{said}");
    assert_eq!(socket.play(1, "h2e2").await.version, 1, "the connection is the same");

    let newer = outside.path().join("newer.sqlite");
    copies::backup(&data, &newer).await.unwrap();
    make_newer(&newer).await;
    let refused = copies::hand_over(&newer, &data).await.unwrap_err().to_string();
    assert!(refused.contains("newer version"), "{refused}");
    let (mut socket, game) = hall.join(&id).await;
    assert_eq!(game.moves.len(), 1, "the old hall is back");
    assert_eq!(socket.play(2, "h7e7").await.version, 2);
    assert_eq!(hall.get("/api/games").await.json()["total"], json!(1));
}

/// Marks a copy as one of a later version of the program.
async fn make_newer(file: &Path) {
    use sqlx::{ConnectOptions as _, Connection as _};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn without_a_server_that_takes_it_a_copy_is_withdrawn() {
    let data = tempfile::tempdir().unwrap();
    let store = store::Store::open(data.path(), |_| String::new()).await.unwrap();
    let copy = data.path().join("copy.sqlite");
    copies::backup(data.path(), &copy).await.unwrap();
    let refused = copies::hand_over(&copy, data.path()).await.unwrap_err().to_string();
    assert!(refused.contains("close it first"), "{refused}");
    assert!(!data.path().join("hall.incoming.sqlite").exists());
    store.close().await;
}
