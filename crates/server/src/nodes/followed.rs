//! What clients of this node watch at other nodes: one subscription for each game or study, however many watch it.

use crate::events::NumberedEvent;
use cluster::{NatsError, PeerEvent, PeerEvents, Peers};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::LeaseKey;
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::timeout;

/// How many events a slow client may be behind before it is sent the whole state instead.
const BEHIND: usize = 64;
/// How long the effects of a command may come later than its answer. Then everything is asked for again.
const EFFECTS: Duration = Duration::from_secs(1);

/// Everything that is followed.
#[derive(Debug, Default)]
pub(super) struct FollowedTopics(Mutex<HashMap<LeaseKey, Arc<FollowedTopic>>>);

/// A game or a study that another node serves.
#[derive(Debug)]
struct FollowedTopic {
    node: i64,
    events: broadcast::Sender<NumberedEvent>,
    /// The number of the last event that came.
    reached: watch::Sender<u64>,
    /// The node is not believed any more.
    given_up: Notify,
}

impl FollowedTopics {
    /// The node whose events of a topic are heard.
    pub(super) fn node(&self, topic: &LeaseKey) -> Option<i64> {
        self.topics().get(topic).map(|followed| followed.node)
    }

    /// The events of a topic from now on.
    pub(super) async fn follow(
        self: Arc<Self>,
        peers: &Peers,
        topic: &LeaseKey,
        node: i64,
    ) -> Result<broadcast::Receiver<NumberedEvent>, NatsError> {
        if let Some(followed) = self.of(topic, node) {
            return Ok(followed);
        }
        let heard = peers.follow(node, &topic.key()).await?;
        // Somebody may have been faster.
        let mut topics = self.topics();
        if let Some(followed) = topics.get(topic).filter(|followed| followed.node == node) {
            return Ok(followed.events.subscribe());
        }
        let followed = Arc::new(FollowedTopic {
            node,
            events: broadcast::Sender::new(BEHIND),
            reached: watch::Sender::new(0),
            given_up: Notify::new(),
        });
        let events = followed.events.subscribe();
        if let Some(before) = topics.insert(topic.clone(), Arc::clone(&followed)) {
            before.given_up.notify_one();
        }
        drop(topics);
        tokio::spawn(Arc::clone(&self).hear(topic.clone(), followed, heard));
        Ok(events)
    }

    /// The events of a topic that is followed already. The task that hears them ends only while nobody can come.
    fn of(&self, topic: &LeaseKey, node: i64) -> Option<broadcast::Receiver<NumberedEvent>> {
        let topics = self.topics();
        let followed = topics.get(topic).filter(|followed| followed.node == node)?;
        Some(followed.events.subscribe())
    }

    /// Passes events on to the clients of this node until nobody watches, or no further event comes.
    async fn hear(
        self: Arc<Self>,
        topic: LeaseKey,
        followed: Arc<FollowedTopic>,
        mut heard: PeerEvents,
    ) {
        let tell = |number, text| {
            // There may be no clients.
            let _ = followed.events.send(NumberedEvent { number, text });
            followed.reached.send_replace(number);
        };
        loop {
            tokio::select! {
                event = heard.next() => match event {
                    Some(PeerEvent::Told(number, text)) => tell(number, Some(text.into())),
                    Some(PeerEvent::TooLarge(number)) => tell(number, None),
                    Some(PeerEvent::Over) | None => break,
                },
                () = followed.given_up.notified() => {
                    // Everybody asks again, and the database says who serves it now.
                    tell(u64::MAX, None);
                    break;
                }
                () = followed.events.closed() => {
                    let mut topics = self.topics();
                    if followed.events.receiver_count() == 0 {
                        forget(&mut topics, &topic, &followed);
                        return;
                    }
                }
            }
        }
        forget(&mut self.topics(), &topic, &followed);
    }

    /// Notes which event the state of a client contains.
    pub(super) fn reached(&self, topic: &LeaseKey, node: i64, last: u64) {
        if let Some(followed) = self.topics().get(topic).filter(|followed| followed.node == node) {
            followed.reached.send_if_modified(|reached| {
                let is_first = *reached == 0;
                if is_first {
                    *reached = last;
                }
                is_first
            });
        }
    }

    /// Waits until an event has come. If it does not, the node is given up.
    pub(super) async fn wait_for(&self, topic: &LeaseKey, node: i64, last: u64) {
        let Some(followed) = self.topics().get(topic).cloned() else { return };
        if followed.node != node {
            return;
        }
        let mut reached = followed.reached.subscribe();
        let came = timeout(EFFECTS, reached.wait_for(|reached| *reached >= last)).await;
        if came.is_err() {
            tracing::info!("node {node}, {}: an event is missing", topic.key());
            followed.given_up.notify_one();
        }
    }

    /// Does not believe any more that a node serves a topic: who watches it asks again.
    pub(super) fn give_up(&self, topic: &LeaseKey, node: i64) {
        let mut topics = self.topics();
        if topics.get(topic).is_some_and(|followed| followed.node == node)
            && let Some(followed) = topics.remove(topic)
        {
            followed.given_up.notify_one();
        }
    }

    /// The same for all topics of nodes that are not believed.
    pub(super) fn give_up_where(&self, is_lost: impl Fn(i64) -> bool) {
        self.topics().retain(|_, followed| {
            let is_lost = is_lost(followed.node);
            if is_lost {
                followed.given_up.notify_one();
            }
            !is_lost
        });
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<LeaseKey, Arc<FollowedTopic>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a topic, unless another node serves it already.
fn forget(
    topics: &mut HashMap<LeaseKey, Arc<FollowedTopic>>,
    topic: &LeaseKey,
    followed: &Arc<FollowedTopic>,
) {
    if topics.get(topic).is_some_and(|other| Arc::ptr_eq(other, followed)) {
        topics.remove(topic);
    }
}
