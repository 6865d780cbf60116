//! This process as one of several nodes of a hall: what it serves, and who serves the rest. `docs/serve/cluster.md`
//! says why no two nodes can both change one game. Without the feature `cluster` a hall has one node, which serves all.

#[cfg(not(feature = "cluster"))]
mod alone;

#[cfg(not(feature = "cluster"))]
pub(crate) use alone::Nodes;
#[cfg(feature = "cluster")]
pub(crate) use cluster::Nodes;

use crate::config::Config;
use std::net::SocketAddr;
use store::{HallLocation, Store, StoreError};

/// The store, and which parts of it this node serves.
#[derive(Clone, Debug)]
pub(crate) struct NodeStore {
    pub(crate) store: Store,
    pub(crate) nodes: Nodes,
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

/// The family of a variant; empty for an unknown one.
pub(crate) fn family(variant: &str) -> String {
    games::find_variant(variant).map(|variant| variant.family.to_owned()).unwrap_or_default()
}

/// Opens the store of a hall.
pub(crate) async fn open_store(config: &Config, own: &str) -> Result<Store, StoreError> {
    match config.place() {
        HallLocation::Database(address) => Store::open_node(&address, family, own).await,
        folder @ HallLocation::Folder(_) => Store::open_at(&folder, family).await,
    }
}
