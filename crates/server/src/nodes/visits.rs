//! Clients of other nodes that watch what this node serves.

use crate::events::NumberedEvent;
use cluster::{PeerEvent, Peers};
use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::LeaseKey;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

/// A visit: the node that it comes from, and its number there.
pub(super) type VisitKey = (i64, u64);

/// All visits of clients of other nodes. The events of what they watch are told as long as one of them is there.
#[derive(Debug)]
pub(super) struct Visits {
    peers: Peers,
    open: Mutex<OpenVisits>,
}

#[derive(Debug, Default)]
struct OpenVisits {
    /// `None` while the visitor joins.
    visits: HashMap<VisitKey, Option<OpenVisit>>,
    told: HashMap<LeaseKey, ToldTopic>,
}

/// A client that watches.
#[derive(Debug)]
struct OpenVisit {
    topic: LeaseKey,
    /// Counts the client among those who are there.
    _presence: Box<dyn Any + Send>,
}

/// A game or a study whose events are told to other nodes.
#[derive(Debug)]
struct ToldTopic {
    visits: usize,
    /// The number of its last event.
    last: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

/// What a visitor has joined.
#[derive(Debug)]
pub(super) struct JoinedTopic<P> {
    pub(super) events: broadcast::Receiver<NumberedEvent>,
    pub(super) last: Arc<AtomicU64>,
    pub(super) presence: P,
}

impl Visits {
    pub(super) fn new(peers: Peers) -> Arc<Self> {
        Arc::new(Self { peers, open: Mutex::default() })
    }

    /// A visitor is about to join.
    pub(super) fn comes(&self, visit: VisitKey) {
        self.open().visits.insert(visit, None);
    }

    /// A visitor has joined, unless it has left already.
    pub(super) fn joined<P: Send + 'static>(
        self: &Arc<Self>,
        visit: VisitKey,
        topic: LeaseKey,
        JoinedTopic { events, last, presence }: JoinedTopic<P>,
    ) {
        let mut open = self.open();
        let Some(place @ None) = open.visits.get_mut(&visit) else { return };
        *place = Some(OpenVisit { topic: topic.clone(), _presence: Box::new(presence) });
        open.told.entry(topic.clone()).and_modify(|told| told.visits += 1).or_insert_with(|| {
            let task = tokio::spawn(Arc::clone(self).tell(topic, events, Arc::clone(&last)));
            ToldTopic { visits: 1, last, task }
        });
    }

    /// A visitor has left.
    pub(super) fn left(&self, visit: VisitKey) {
        self.open().remove(visit);
    }

    /// The number of the last event of a topic; 0 where other nodes are told of none.
    pub(super) fn last(&self, topic: &LeaseKey) -> u64 {
        self.open().told.get(topic).map_or(0, |told| told.last.load(Ordering::Acquire))
    }

    /// Drops the visits of nodes that are gone.
    pub(super) fn drop_where(&self, is_gone: impl Fn(i64) -> bool) {
        let mut open = self.open();
        let gone: Vec<_> = open.visits.keys().filter(|(node, _)| is_gone(*node)).copied().collect();
        for visit in gone {
            open.remove(visit);
        }
    }

    /// Drops all visits. Who watches is told to ask again, or that nothing more comes.
    pub(super) fn drop_all(&self, is_over: bool) {
        let open = std::mem::take(&mut *self.open());
        for (topic, told) in open.told {
            told.task.abort();
            let number = told.last.load(Ordering::Acquire);
            let last = if is_over { PeerEvent::Over } else { PeerEvent::TooLarge(number) };
            self.peers.tell_event_soon(&topic.key(), &last);
        }
    }

    /// Tells the events of a topic to the nodes that follow it.
    async fn tell(
        self: Arc<Self>,
        topic: LeaseKey,
        mut events: broadcast::Receiver<NumberedEvent>,
        last: Arc<AtomicU64>,
    ) {
        let key = topic.key();
        loop {
            let event = match events.recv().await {
                Ok(NumberedEvent { number, text: Some(text) }) => {
                    PeerEvent::Told(number, text.to_string())
                }
                Ok(NumberedEvent { number, text: None }) => PeerEvent::TooLarge(number),
                // The next number says that some are missing.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            self.peers.tell_event(&key, &event).await;
        }
        let mut open = self.open();
        // The next task of a game may have visitors already.
        if open.told.get(&topic).is_some_and(|told| Arc::ptr_eq(&told.last, &last)) {
            open.told.remove(&topic);
            open.visits.retain(|_, visit| visit.as_ref().is_none_or(|visit| visit.topic != topic));
            self.peers.tell_event_soon(&key, &PeerEvent::Over);
        }
    }

    fn open(&self) -> MutexGuard<'_, OpenVisits> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenVisits {
    fn remove(&mut self, visit: VisitKey) {
        let Some(Some(visit)) = self.visits.remove(&visit) else { return };
        if let Some(told) = self.told.get_mut(&visit.topic) {
            told.visits -= 1;
            if told.visits == 0 {
                told.task.abort();
                self.told.remove(&visit.topic);
            }
        }
    }
}
