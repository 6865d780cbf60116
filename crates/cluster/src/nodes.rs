//! This process as one of several nodes of a hall: what it serves, and who serves the rest. `docs/serve/cluster.md`
//! says why no two nodes can both change one game.

use crate::peers::Peers;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{LeaseHolder, LeaseKey, Store, StoreError};
use tokio::time::{Instant, sleep};

/// How many signs of life a node gives at least before it would count as dead.
const BEATS: u32 = 4;
/// The longest time between two of them: what a player may have thought since the last one is not charged when another
/// node takes the game over.
const BETWEEN: Duration = Duration::from_millis(500);

/// What this node serves. A hall in a folder has no others.
#[derive(Clone, Debug)]
pub struct Nodes(Option<Arc<NodeState>>);

#[derive(Debug)]
struct NodeState {
    store: Store,
    lease: Duration,
    /// What this node holds. The database checks it with each change, so this may be wrong: it saves a query
    /// for each request.
    held: Mutex<HashMap<LeaseKey, Option<ThinkingTime>>>,
    /// The other nodes; `None` where no NATS server is named, so that there are none.
    peers: Option<Peers>,
    /// What was asked of them.
    asked: AtomicU64,
}

/// How long the side to move had thought when this node took a game over from another one, and when that was.
#[derive(Copy, Clone, Debug)]
struct ThinkingTime {
    before: Duration,
    taken: Instant,
}

impl Nodes {
    /// A node of a hall in a database, which counts as dead when it was silent for the time of `lease`; `None`: a hall in a
    /// folder, which has no other nodes.
    #[must_use]
    pub fn new(store: Store, lease: Option<Duration>, peers: Option<Peers>) -> Self {
        let (held, asked) = (Mutex::default(), AtomicU64::new(0));
        let state = |lease| NodeState { store, lease, held, peers, asked };
        Self(lease.map(|lease| Arc::new(state(lease))))
    }

    /// The other nodes, and the time after which a silent one counts as dead.
    #[must_use]
    pub fn peers(&self) -> Option<(&Peers, Duration)> {
        let shared = self.0.as_ref()?;
        Some((shared.peers.as_ref()?, shared.lease))
    }

    /// Whether this node serves something, as far as it knows.
    #[must_use]
    pub fn holds(&self, topic: &LeaseKey) -> bool {
        self.0.as_ref().is_none_or(|shared| shared.held().contains_key(topic))
    }

    /// Takes something if nobody serves it. Returns the number of the other node that does.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hold(&self, topic: &LeaseKey) -> Result<Option<i64>, StoreError> {
        let Some(shared) = &self.0 else { return Ok(None) };
        if shared.held().contains_key(topic) {
            return Ok(None);
        }
        // Most of what is asked for here is served by a living node. To read that costs no transaction.
        let found = match shared.store.holder(topic, shared.lease).await? {
            LeaseHolder::Nobody => shared.store.hold(topic, shared.lease).await?,
            found => found,
        };
        match found {
            LeaseHolder::Other { node } => Ok(Some(node)),
            LeaseHolder::Own { thought } => {
                let taken = Instant::now();
                // Two may ask at the same time. The task of the game may have begun for the first: a thought that is told
                // twice would be told again to a later task.
                let new = || Some(ThinkingTime { before: thought, taken });
                shared.held().entry(topic.clone()).or_insert_with(new);
                Ok(None)
            }
            // It does not exist: the store says so.
            LeaseHolder::Nobody => Ok(None),
        }
    }

    /// The number of the other node that serves something, if one does. This takes nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn other(&self, topic: &LeaseKey) -> Result<Option<i64>, StoreError> {
        let Some(shared) = &self.0 else { return Ok(None) };
        if shared.held().contains_key(topic) {
            return Ok(None);
        }
        match shared.store.holder(topic, shared.lease).await? {
            LeaseHolder::Other { node } => Ok(Some(node)),
            LeaseHolder::Own { .. } | LeaseHolder::Nobody => Ok(None),
        }
    }

    /// Takes something that this node is about to serve.
    ///
    /// # Errors
    /// When another node serves it, or the store fails.
    pub async fn must_hold(&self, topic: &LeaseKey) -> Result<(), StoreError> {
        if self.0.is_none() {
            return Ok(());
        }
        match self.hold(topic).await? {
            None => Ok(()),
            Some(_) => Err(StoreError::Elsewhere),
        }
    }

    /// Since when the side to move has been thinking, for a game that begins here after another node served it.
    /// It is said once: then the task of the game knows it.
    #[must_use]
    pub fn turn_since(&self, game: &str) -> Option<Instant> {
        let shared = self.0.as_ref()?;
        let thought = shared.held().get_mut(&LeaseKey::Game(game.to_owned()))?.take()?;
        thought.taken.checked_sub(thought.before)
    }

    /// How many games and studies this node serves or has served, and what it has asked other nodes.
    #[must_use]
    pub fn figures(&self) -> (usize, u64) {
        let count =
            |shared: &Arc<NodeState>| (shared.held().len(), shared.asked.load(Ordering::Relaxed));
        self.0.as_ref().map(count).unwrap_or_default()
    }

    /// Counts something that was asked of another node.
    pub fn count_asked(&self) {
        if let Some(shared) = &self.0 {
            shared.asked.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Gives signs of life, and calls `look` once in the time of a lease, for what other nodes have changed or left. Is ready
    /// when this node counts as dead: others serve then what it held.
    pub async fn ended<F: Future<Output = ()>>(&self, look: impl Fn() -> F) {
        let Some(shared) = &self.0 else { return std::future::pending().await };
        let mut looked = Instant::now();
        loop {
            sleep((shared.lease / BEATS).min(BETWEEN)).await;
            if looked.elapsed() >= shared.lease {
                looked = Instant::now();
                look().await;
            }
            match shared.store.beat().await {
                // Who cannot reach the database is silent for the others, too.
                Ok(()) => {
                    if let Some(peers) = &shared.peers {
                        peers.say_alive();
                    }
                }
                Err(error @ StoreError::InUse { .. }) => {
                    tracing::warn!("this node counted as dead, and comes again: {error}");
                    return;
                }
                Err(error) => tracing::warn!("no sign of life was stored: {error}"),
            }
        }
    }
}

impl NodeState {
    fn held(&self) -> MutexGuard<'_, HashMap<LeaseKey, Option<ThinkingTime>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
