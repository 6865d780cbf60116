use crate::api::{self, Hands};
use crate::config::Config;
use crate::door::{Door, Sockets, Visitors};
use crate::guard::Guard;
use crate::live::Games;
use crate::stored::Stored;
use std::net::SocketAddr;
use std::sync::Arc;
use store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

/// Ports tried after one that is in use.
const PORTS: u16 = 50;

/// An open hall: its store is open and its address is bound. [`Hall::run_until`] serves requests.
#[derive(Debug)]
pub struct Hall {
    /// Where it can be reached.
    pub addr: SocketAddr,
    /// Messages for the operator about the data, one line each: for instance that a damaged file was replaced or
    /// a copy was made.
    pub notices: Vec<String>,
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
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a hall closed by itself.
#[derive(Debug, Error)]
#[error("the hall closed: {0}")]
pub struct ServeError(#[from] std::io::Error);

impl Hall {
    /// Opens the store and binds the address.
    ///
    /// # Errors
    /// When either fails.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        // The address is bound first: a store that was opened would have to be closed again.
        let listener = listen(&config).await?;
        let store = Store::open(&config.data_dir, family).await?;
        let notices = store.notices().to_vec();
        let stored = store.count().await?;
        let addr = listener
            .local_addr()
            .map_err(|source| StartError::Listen { addr: config.listen, source })?;
        let guard = Guard::new(addr, &config.allow_hosts);
        let config = Arc::new(config);
        let games = Games::new(store.clone(), Arc::clone(&config));
        let (close, closing) = watch::channel(false);
        let hands = Hands {
            stored: Stored::new(stored, config.limits.stored_games),
            visitors: Visitors::default(),
            sockets: Sockets::new(config.limits.sockets, config.limits.sockets_per_game),
            files: Arc::new(Semaphore::new(config.limits.file_bytes >> 10)),
            readers: Arc::new(Semaphore::new(cores())),
            store,
            games,
            config,
            closing,
        };
        Ok(Self { addr, notices, listener, hands, guard, close })
    }

    /// Its address for a browser, as in `http://127.0.0.1:7717/`.
    #[must_use]
    pub fn url(&self) -> String {
        let mut addr = self.addr;
        if addr.ip().is_unspecified() {
            // A browser cannot open the address that stands for all addresses.
            addr.set_ip(match addr {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{addr}/")
    }

    /// Serves until `shutdown` is ready. Connected clients are then told to close, and every
    /// acknowledged change is on the disk. Returns after [`crate::Limits::closing_time`] at the
    /// latest, even if clients are still connected.
    ///
    /// # Errors
    /// When the listener fails for good.
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self { listener, hands, guard, close, .. } = self;
        let (store, games) = (hands.store.clone(), hands.games.clone());
        let (limits, visitors) = (hands.config.limits.clone(), hands.visitors.clone());
        let closing_time = limits.closing_time;
        let closing = hands.closing.clone();
        tokio::spawn(async move {
            shutdown.await;
            // There may be no connections.
            let _ = close.send(true);
        });
        let router = api::router(hands, guard);
        let served = Door::new(limits, visitors, router, closing).serve(listener).await;
        games.close();
        // A game in the middle of a change finishes it. A task that waits for the disk without end
        // is not waited for.
        if timeout(closing_time, store.close()).await.is_err() {
            tracing::warn!("the store did not close in time; what was acknowledged is in it");
        }
        Ok(served?)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The family of a variant; `None` for an unknown one.
fn family(variant: &str) -> String {
    games::find_variant(variant).map(|variant| variant.family.to_owned()).unwrap_or_default()
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
