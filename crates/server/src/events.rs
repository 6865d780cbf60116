//! What the watchers of a game or a study are sent.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// What a client has after it has joined a game or a study.
#[derive(Debug)]
pub(crate) struct EventStream {
    /// A `state` event as of now, as JSON.
    pub(crate) state: Utf8Bytes,
    /// Every event after it, as JSON.
    pub(crate) events: broadcast::Receiver<Utf8Bytes>,
}

/// What comes next for a client.
#[derive(Debug)]
pub(crate) enum NextEvent {
    /// An event, as JSON.
    Event(Utf8Bytes),
    /// The client fell behind and needs the whole state.
    Missed,
    /// No further event comes.
    Over,
}

impl EventStream {
    /// Waits for the next event.
    pub(crate) async fn next(&mut self) -> NextEvent {
        match self.events.recv().await {
            Ok(event) => NextEvent::Event(event),
            Err(RecvError::Lagged(_)) => NextEvent::Missed,
            Err(RecvError::Closed) => NextEvent::Over,
        }
    }

    /// The next event, if one is there already.
    pub(crate) fn waiting(&mut self) -> Option<NextEvent> {
        match self.events.try_recv() {
            Ok(event) => Some(NextEvent::Event(event)),
            Err(TryRecvError::Lagged(_)) => Some(NextEvent::Missed),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }
}

/// An event as it is sent.
pub(crate) fn json(event: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(event)
        .expect("strings, numbers and string-keyed maps are always JSON")
        .into()
}
