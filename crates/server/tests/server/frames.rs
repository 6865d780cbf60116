//! A broken frame closes a WebSocket with the code of what is wrong with it.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::study::PATIENCE;
use crate::common::{open, persons};
use futures_util::StreamExt;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

#[tokio::test]
async fn a_broken_frame_is_answered_with_its_code() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let cases: [(&str, &[u8], CloseCode); 5] = [
        ("an unknown kind of frame", &[0x83, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
        ("a reserved bit", &[0xC1, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
        ("a frame without a mask", &[0x81, 0x01, b'a'], CloseCode::Protocol),
        ("a text that is no UTF-8", &[0x81, 0x81, 0, 0, 0, 0, 0xFF], CloseCode::Invalid),
        (
            "a message of a gigabyte",
            &[0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0],
            CloseCode::Size,
        ),
    ];
    for (what, bytes, code) in cases {
        let url = format!("ws://{}/api/games/{id}/live", hall.addr);
        let (mut socket, _) = connect_async(url).await.unwrap();
        socket.get_mut().write_all(bytes).await.unwrap();
        let closed = loop {
            match tokio::time::timeout(PATIENCE, socket.next()).await.expect("in time") {
                Some(Ok(Message::Close(frame))) => break frame,
                Some(Ok(_)) => {}
                other => panic!("{what}: {other:?}"),
            }
        };
        assert_eq!(closed.map(|frame| frame.code), Some(code), "{what}");
    }
}
