//! This process as one of several nodes of a hall: what it serves, and who serves the rest. `docs/serve/cluster.md`
//! says why no two nodes can both change one game. Without the feature `cluster` a hall has one node, which serves all.

#[cfg(not(feature = "cluster"))]
mod alone;
#[cfg(feature = "cluster")]
mod answering;
#[cfg(feature = "cluster")]
mod followed;
#[cfg(feature = "cluster")]
mod question;
#[cfg(feature = "cluster")]
mod several;
#[cfg(feature = "cluster")]
mod visits;

#[cfg(not(feature = "cluster"))]
pub(crate) use alone::Nodes;
#[cfg(feature = "cluster")]
pub(crate) use answering::answer_nodes;
#[cfg(feature = "cluster")]
pub(crate) use question::{NodeRequest, PlainSession};
#[cfg(feature = "cluster")]
pub(crate) use several::{Elsewhere, Nodes, Visiting};

use crate::config::Config;
use std::net::SocketAddr;
use store::{HallLocation, NodeName, Store, StoreError};

/// The store, and which parts of it this node serves.
#[derive(Clone, Debug)]
pub(crate) struct NodeStore {
    pub(crate) store: Store,
    pub(crate) nodes: Nodes,
}

/// The name of this node: that of the machine, and where the node listens. One that starts under the name of an earlier one
/// takes its place at once.
fn own_name(config: &Config, listens: SocketAddr) -> NodeName {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or_default();
    NodeName { name: format!("{machine} {listens}"), hears_others: config.nats.is_some() }
}

/// The family of a variant; empty for an unknown one.
pub(crate) fn family(variant: &str) -> String {
    games::find_variant(variant).map(|variant| variant.family.to_owned()).unwrap_or_default()
}

/// Opens the store of a hall that listens at this address.
pub(crate) async fn open_store(config: &Config, listens: SocketAddr) -> Result<Store, StoreError> {
    match config.place() {
        HallLocation::Database(address) => {
            let store = Store::open_node(&address, family, &own_name(config, listens)).await?;
            store.succeed().await?;
            let Some(other) = store.deaf_node(config.node_lease).await? else { return Ok(store) };
            store.close().await;
            Err(StoreError::Foreign(format!(
                "the node {other:?} serves the hall in {address}: several nodes need one NATS server, which each of them is \
                 told with --nats (docs/serve/cluster.md)"
            )))
        }
        folder @ HallLocation::Folder(_) => Store::open_at(&folder, family).await,
    }
}
