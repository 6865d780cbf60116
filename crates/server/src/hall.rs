use crate::api::{self, Hands};
use crate::config::Config;
use crate::guard::Guard;
use crate::live::Games;
use std::net::SocketAddr;
use std::sync::Arc;
use store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Ports tried after one that is in use.
const PORTS: u16 = 50;

/// A hall that is open: its store is, and its address is taken. It serves from
/// [`Hall::run_until`] on.
#[derive(Debug)]
pub struct Hall {
    /// Where it can be reached.
    pub addr: SocketAddr,
    listener: TcpListener,
    hands: Hands,
    guard: Guard,
    close: watch::Sender<bool>,
}

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
    /// The games cannot be reached.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a hall closed by itself.
#[derive(Debug, Error)]
#[error("the hall closed: {0}")]
pub struct ServeError(#[from] std::io::Error);

impl Hall {
    /// Opens the store and takes the address.
    ///
    /// # Errors
    /// When either fails.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let store = Store::open(&config.data_dir).await?;
        let listener = listen(&config).await?;
        let addr = listener
            .local_addr()
            .map_err(|source| StartError::Listen { addr: config.listen, source })?;
        let guard = Guard::new(addr, &config.allow_hosts);
        let config = Arc::new(config);
        let games = Games::new(store.clone(), Arc::clone(&config));
        let (close, closing) = watch::channel(false);
        let hands = Hands { store, games, config, closing };
        Ok(Self { addr, listener, hands, guard, close })
    }

    /// Where a browser finds it, as in `http://127.0.0.1:7717/`.
    #[must_use]
    pub fn url(&self) -> String {
        let mut addr = self.addr;
        if addr.ip().is_unspecified() {
            // Nobody can go to "all addresses".
            addr.set_ip(match addr {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{addr}/")
    }

    /// Serves until `shutdown` is ready: connections are told, and whatever was acknowledged
    /// is on the disk.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self { listener, hands, guard, close, .. } = self;
        let (store, games) = (hands.store.clone(), hands.games.clone());
        let closing = async move {
            shutdown.await;
            // Nobody may be connected.
            let _ = close.send(true);
        };
        let served =
            axum::serve(listener, api::router(hands, guard)).with_graceful_shutdown(closing).await;
        games.close();
        store.close().await;
        Ok(served?)
    }
}

async fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let mut addr = config.listen;
    let first = match TcpListener::bind(addr).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    let in_use = first.kind() == std::io::ErrorKind::AddrInUse;
    if in_use && config.next_free_port {
        for port in (1..=PORTS).filter_map(|n| config.listen.port().checked_add(n)) {
            addr.set_port(port);
            if let Ok(listener) = TcpListener::bind(addr).await {
                return Ok(listener);
            }
        }
    }
    Err(StartError::Listen { addr: config.listen, source: first })
}
