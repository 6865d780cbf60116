//! What the watchers of a game or a study are sent.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// An event as JSON, with its number: each is greater by one than the last. Without a text everything may have changed.
#[derive(Clone, Debug)]
pub(crate) struct NumberedEvent {
    pub(crate) number: u64,
    pub(crate) text: Option<Utf8Bytes>,
}

/// Tells the watchers of a game or a study what happens.
#[derive(Debug)]
pub(crate) struct EventFeed {
    sender: broadcast::Sender<NumberedEvent>,
    /// The number of the last event.
    last: Arc<AtomicU64>,
}

impl EventFeed {
    /// A feed in which a slow client may be so many events behind. The numbers begin at random: those of another feed of the
    /// same game are told apart.
    pub(crate) fn new(behind: usize) -> Self {
        let first = rand::random::<u64>() >> 1;
        Self { sender: broadcast::Sender::new(behind), last: Arc::new(AtomicU64::new(first)) }
    }

    /// Tells an event. There may be no watchers.
    pub(crate) fn tell(&self, text: Utf8Bytes) {
        let number = self.last.fetch_add(1, Ordering::AcqRel) + 1;
        let _ = self.sender.send(NumberedEvent { number, text: Some(text) });
    }

    /// Lets all watchers join again.
    pub(crate) fn tell_all_changed(&self) {
        let number = self.last.fetch_add(1, Ordering::AcqRel) + 1;
        let _ = self.sender.send(NumberedEvent { number, text: None });
    }

    /// The whole state, and all that comes after it.
    pub(crate) fn stream(&self, state: Utf8Bytes) -> EventStream {
        // What is told between the two is a gap, and not lost.
        let after = self.last.load(Ordering::Acquire);
        let mut stream = EventStream::new(state, self.sender.subscribe(), after);
        stream.last = Arc::clone(&self.last);
        stream
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> usize {
        self.sender.receiver_count()
    }

    /// Is ready when nobody watches.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// What a client has after it has joined a game or a study.
#[derive(Debug)]
pub(crate) struct EventStream {
    /// A `state` event as of now, as JSON.
    pub(crate) state: Utf8Bytes,
    /// Every event after it.
    pub(crate) events: broadcast::Receiver<NumberedEvent>,
    /// The number of the last event before what comes next.
    pub(crate) after: u64,
    /// The number of the last event of the feed.
    pub(crate) last: Arc<AtomicU64>,
    /// The visit at another node.
    #[cfg(feature = "cluster")]
    pub(crate) away: Option<crate::nodes::Visiting>,
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
    /// The events after `after`, which the state contains.
    pub(crate) fn new(
        state: Utf8Bytes,
        events: broadcast::Receiver<NumberedEvent>,
        after: u64,
    ) -> Self {
        Self {
            state,
            events,
            after,
            last: Arc::default(),
            #[cfg(feature = "cluster")]
            away: None,
        }
    }

    /// Waits for the next event.
    pub(crate) async fn next(&mut self) -> NextEvent {
        loop {
            let next = match self.events.recv().await {
                Ok(event) => self.received(event),
                Err(RecvError::Lagged(_)) => Some(NextEvent::Missed),
                Err(RecvError::Closed) => Some(NextEvent::Over),
            };
            if let Some(next) = next {
                return next;
            }
        }
    }

    /// The next event, if one is there already.
    pub(crate) fn waiting(&mut self) -> Option<NextEvent> {
        loop {
            let next = match self.events.try_recv() {
                Ok(event) => self.received(event),
                Err(TryRecvError::Lagged(_)) => Some(NextEvent::Missed),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return None,
            };
            if next.is_some() {
                return next;
            }
        }
    }

    /// What an event is for this client; `None` for one that its state has already.
    fn received(&mut self, NumberedEvent { number, text }: NumberedEvent) -> Option<NextEvent> {
        let ahead = number.wrapping_sub(self.after);
        let Some(text) = text else { return Some(NextEvent::Missed) };
        match ahead {
            1 => {
                self.after = number;
                Some(NextEvent::Event(text))
            }
            // The state of a slow answer is newer than events that were on their way.
            _ if self.after.wrapping_sub(number) < u64::from(u32::MAX) => None,
            _ => Some(NextEvent::Missed),
        }
    }
}

/// An event as it is sent.
pub(crate) fn json(event: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(event)
        .expect("strings, numbers and string-keyed maps are always JSON")
        .into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    fn text(next: Option<NextEvent>) -> Option<String> {
        match next? {
            NextEvent::Event(text) => Some(text.to_string()),
            other => Some(format!("{other:?}")),
        }
    }

    #[tokio::test]
    async fn each_event_comes_once_and_a_gap_is_noticed() {
        let feed = EventFeed::new(8);
        let mut stream = feed.stream("state".into());
        for event in ["a", "b"] {
            feed.tell(event.into());
        }
        assert_eq!(text(stream.waiting()).unwrap(), "a");
        assert_eq!(text(Some(stream.next().await)).unwrap(), "b");
        assert_eq!(text(stream.waiting()), None);

        // A client whose state is newer than what is on its way, and one that has lost something.
        let last = stream.last.load(Ordering::Acquire);
        let (sender, _) = broadcast::channel(8);
        let mut newer = EventStream::new("state".into(), sender.subscribe(), last);
        let tell = |number, text: &str| {
            let text = Some(text.into());
            sender.send(NumberedEvent { number, text }).unwrap();
        };
        tell(last - 1, "old");
        tell(last, "old");
        tell(last + 1, "new");
        tell(last + 3, "too new");
        assert_eq!(text(newer.waiting()).unwrap(), "new");
        assert_eq!(text(newer.waiting()).unwrap(), "Missed");
        tell(7, "of another feed");
        assert_eq!(text(newer.waiting()).unwrap(), "Missed");
    }
}
