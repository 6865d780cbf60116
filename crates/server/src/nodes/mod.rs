//! This process as one of several nodes of a hall: what it serves, and who serves the rest. `docs/nodes.md`
//! says why no two nodes can both change one game.

mod pass;

pub(crate) use pass::{pass_game, pass_study};

use crate::config::Config;
use crate::hall::family;
use crate::refusal::Refusal;
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Holder, Place, Store, StoreError, Topic};
use tokio::time::sleep;

/// How many signs of life a node gives before it would count as dead.
const BEATS: u32 = 4;

/// What this node serves. A hall in a folder has no others.
#[derive(Clone, Debug)]
pub(crate) struct Nodes(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    store: Store,
    lease: Duration,
    /// What this node holds. The database checks it with each change, so this may be wrong: it saves a query
    /// for each request.
    held: Mutex<HashSet<Topic>>,
}

impl Nodes {
    pub(crate) fn new(store: Store, config: &Config) -> Self {
        let shared = || Shared { store, lease: config.node_lease, held: Mutex::default() };
        Self(config.database.is_some().then(|| Arc::new(shared())))
    }

    /// Takes something if nobody serves it. Returns the address of the other node that does.
    async fn hold(&self, topic: &Topic) -> Result<Option<String>, StoreError> {
        let Some(shared) = &self.0 else { return Ok(None) };
        if shared.held().contains(topic) {
            return Ok(None);
        }
        match shared.store.hold(topic, shared.lease).await? {
            Holder::Other { address } => Ok(Some(address)),
            Holder::Own { since } => {
                if since.is_some() {
                    tracing::warn!("{topic:?} is taken over from a node that fell silent");
                }
                shared.held().insert(topic.clone());
                Ok(None)
            }
            // It does not exist: the store says so.
            Holder::Nobody => Ok(None),
        }
    }

    /// The address of the other node that serves something, if one does. This takes nothing.
    async fn other(&self, topic: &Topic) -> Result<Option<String>, StoreError> {
        let Some(shared) = &self.0 else { return Ok(None) };
        if shared.held().contains(topic) {
            return Ok(None);
        }
        match shared.store.holder(topic, shared.lease).await? {
            Holder::Other { address } => Ok(Some(address)),
            Holder::Own { .. } | Holder::Nobody => Ok(None),
        }
    }

    /// Takes something that this node is about to serve.
    ///
    /// # Errors
    /// When another node serves it.
    pub(crate) async fn must_hold(&self, topic: &Topic) -> Result<(), Refusal> {
        if self.0.is_none() {
            return Ok(());
        }
        match self.hold(topic).await? {
            None => Ok(()),
            Some(_) => Err(StoreError::Elsewhere.into()),
        }
    }

    /// Gives signs of life. Is ready when this node counts as dead: others serve then what it held.
    pub(crate) async fn ended(&self) {
        let Some(shared) = &self.0 else { return std::future::pending().await };
        loop {
            sleep(shared.lease / BEATS).await;
            match shared.store.beat().await {
                Ok(()) => {}
                Err(error @ StoreError::InUse { .. }) => {
                    tracing::warn!("this node counted as dead, and comes again: {error}");
                    return;
                }
                Err(error) => tracing::warn!("no sign of life was stored: {error}"),
            }
        }
    }
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, HashSet<Topic>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The address at which the other nodes reach this one.
pub(crate) fn own_address(config: &Config, mut listens: SocketAddr) -> String {
    if let Some(address) = &config.node_address {
        return address.clone();
    }
    if listens.ip().is_unspecified() {
        // Right where all nodes are on this machine; the operator is told.
        listens.set_ip(match listens {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    listens.to_string()
}

/// Opens the store of a hall.
pub(crate) async fn open_store(config: &Config, own: &str) -> Result<Store, StoreError> {
    match config.place() {
        Place::Database(address) => Store::open_node(&address, family, own).await,
        folder @ Place::Folder(_) => Store::open_at(&folder, family).await,
    }
}
