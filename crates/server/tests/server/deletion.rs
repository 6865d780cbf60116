//! Who joins a game or study once more while it is deleted learns that it is gone. The test holds the file of games
//! locked, so that the deletion waits behind the end of the task.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::study;
use crate::common::{Open, open, persons};
use futures_util::StreamExt as _;
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio_tungstenite::tungstenite::Message;

/// Lets nobody else write until it is closed.
async fn locked(hall: &Open) -> SqliteConnection {
    let file = hall.data.as_ref().unwrap().path().join("hall.sqlite");
    let mut link = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut link).await.unwrap();
    link
}

#[tokio::test]
async fn who_joins_a_game_while_it_is_deleted_learns_that_it_is_gone() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut before, _) = hall.join(&id).await;
    let lock = locked(&hall).await;
    let path = format!("/api/games/{id}");
    let delete = hall.send_json("DELETE", &path, &Value::Null);
    let meanwhile = async {
        while before.try_next().await.is_some() {}
        // The game is still stored: it opens once more.
        let (again, _) = hall.join(&id).await;
        lock.close().await.unwrap();
        again
    };
    let (deleted, mut again) = tokio::join!(delete, meanwhile);
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    while again.try_next().await.is_some() {}
    assert_eq!(hall.connect(&id, &[]).await.err(), Some(404));
    hall.close().await;
}

/// Waits until a client of a study is disconnected.
async fn gone(socket: &mut study::Socket) {
    loop {
        let next = tokio::time::timeout(study::PATIENCE, socket.stream.next());
        match next.await.expect("in time") {
            Some(Ok(Message::Text(_) | Message::Ping(_) | Message::Pong(_))) => {}
            _ => return,
        }
    }
}

#[tokio::test]
async fn who_joins_a_study_while_it_is_deleted_learns_that_it_is_gone() {
    let hall = open().await;
    let id = study::position(&hall, "gomoku").await.id;
    let mut before = study::join(&hall, &id).await;
    let lock = locked(&hall).await;
    let path = format!("/api/studies/{id}");
    let delete = hall.send_json("DELETE", &path, &Value::Null);
    let meanwhile = async {
        gone(&mut before).await;
        let again = study::join(&hall, &id).await;
        lock.close().await.unwrap();
        again
    };
    let (deleted, mut again) = tokio::join!(delete, meanwhile);
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    gone(&mut again).await;
    hall.get(&path).await.problem(404, "not-found");
    hall.close().await;
}
