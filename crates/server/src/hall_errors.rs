//! Why a hall does not open, or closes by itself.

use std::net::SocketAddr;
use store::StoreError;
use thiserror::Error;

/// Why a hall does not open.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen on {addr}: {source}")]
    Listen {
        /// Which.
        addr: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A NATS server is named, but the program was built without the feature `cluster`.
    #[error("this program was built without NATS: cargo build --release --features cluster")]
    WithoutNats,
    /// The NATS server refuses the hall.
    #[error("{0}")]
    Nats(String),
}

/// Why a hall closed by itself.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The listener failed.
    #[error("the hall closed: {0}")]
    Listen(#[from] std::io::Error),
    /// The store could not be opened again after an exchange.
    #[error("the hall closed: {0}")]
    Store(#[from] StoreError),
}
