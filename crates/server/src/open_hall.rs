use crate::acceptor::{Acceptor, Connections, Sockets};
use crate::agreement::Agreements;
use crate::api::{self, AppState, ImportedFiles};
use crate::archive::Archive;
use crate::config::Config;
use crate::fair::FairSemaphore;
use crate::guard::Guard;
use crate::hall_errors::{ServeError, StartError};
#[cfg(feature = "cluster")]
use crate::hall_workers::{HallWorkers, connect};
use crate::health::Health;
use crate::lab::MOST_EVENTS;
use crate::listener::{bind, listen, share_address};
use crate::live::{Games, attend};
use crate::metrics::Metrics;
use crate::monitor;
use crate::news::HallNews;
#[cfg(feature = "cluster")]
use crate::nodes::answer_nodes;
use crate::nodes::{NodeStore, Nodes, open_store};
use crate::people::{Accounts, Identities, Safety};
use crate::proxies::Proxies;
use crate::puzzles::Puzzles;
use crate::quotas::Quotas;
#[cfg(feature = "cluster")]
use crate::review::RemoteReviews;
use crate::review::{ReviewOnEnd, ReviewServices, Reviews};
use crate::storage_quota::StorageQuota;
use crate::study::{Programs, Studies};
#[cfg(feature = "cluster")]
use cluster::{Nats, Peers};
use lab_messages::EventBudget;
use pool::{Pool, PoolSettings};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use store::{ClaimedCopy, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

/// What an operator is told who opens a hall to others.
const PUBLIC: &str = "this hall can be reached by others than the users of this machine, and its mode is `mine`: \
    everybody who reaches it may see, play, change and delete every game and study in it, and change its \
    settings; the modes `friends` and `public` tell people apart (docs/serve/people.md)";
/// Time between two looks for a copy that was handed over.
const LOOK: Duration = Duration::from_secs(1);

/// An open hall: its store is open and its address is bound. [`Hall::run_until`] serves requests.
#[derive(Debug)]
pub struct Hall {
    /// Where it can be reached.
    pub addr: SocketAddr,
    /// Messages for the operator about the data, one line each: for instance that a damaged file was replaced or
    /// a copy was made.
    pub notices: Vec<String>,
    /// Where metrics are served, if they are.
    pub metrics: Option<SocketAddr>,
    listener: TcpListener,
    /// The listener of the metrics.
    monitor: Option<TcpListener>,
    guard: Arc<Guard>,
    services: Services,
}

/// The route of the API document, where the program has one.
fn document() -> axum::Router<AppState> {
    #[cfg(feature = "schema")]
    return crate::openapi::route();
    #[cfg(not(feature = "schema"))]
    axum::Router::new()
}

// The futures of a hall are boxed: their code is compiled here once, and not again in the program that awaits them.
type BoxedServing<T> = Pin<Box<dyn Future<Output = T> + Send>>;

impl Hall {
    /// Opens the store and binds the address.
    ///
    /// # Errors
    /// When either fails.
    pub fn start(config: Config) -> Pin<Box<dyn Future<Output = Result<Self, StartError>>>> {
        Box::pin(Self::open(config))
    }

    async fn open(config: Config) -> Result<Self, StartError> {
        if config.nats.is_some() && cfg!(not(feature = "cluster")) {
            return Err(StartError::WithoutNats);
        }
        #[cfg(feature = "cluster")]
        let nats = connect(&config).await.map_err(|error| StartError::Nats(error.to_string()))?;
        // The address is bound first: a store that was opened would have to be closed again.
        let listener = listen(&config).await?;
        let monitor = match config.metrics {
            Some(addr) => Some(bind(addr).await?),
            None => None,
        };
        let metrics = monitor.as_ref().and_then(|listener| listener.local_addr().ok());
        let addr = listener
            .local_addr()
            .map_err(|source| StartError::Listen { addr: config.listen, source })?;
        let store = open_store(&config, addr).await?;
        if config.database.is_none() {
            ClaimedCopy::forget(&config.data_dir);
        }
        let mut notices = store.notices().to_vec();
        if config.is_public() && !config.mode.has_people() {
            notices.push(PUBLIC.to_owned());
        }
        let guard = Arc::new(Guard::new(addr, &config));
        let config = Arc::new(config);
        let pool = Pool::new(PoolSettings {
            searches: config.engine_searches,
            memory_mb: config.engine_memory_mb,
            open: config.engines.opener(),
        });
        let shared = SharedServices {
            #[cfg(feature = "cluster")]
            workers: HallWorkers::of(nats.clone(), &config, &pool),
            #[cfg(feature = "cluster")]
            nats,
            pool,
            connections: Connections::default(),
            metrics: Arc::default(),
            health: Arc::default(),
            listens: addr,
            share_address: share_address(&config, addr).map(Into::into),
        };
        let services = Services::open(config, store, shared).await?;
        Ok(Self { addr, notices, metrics, listener, monitor, guard, services })
    }

    /// The address for others of a hall that is shared in a local network, if it has one.
    #[must_use]
    pub fn share_url(&self) -> Option<&str> {
        self.services.shared.share_address.as_deref()
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
    /// Another process may hand over a copy of a hall ([`crate::copies::hand_over`]). The clients are then
    /// told to come back, the stored games are replaced, and the hall goes on. New connections wait
    /// in the meantime.
    ///
    /// # Errors
    /// When the listener fails for good, or no store can be opened after an exchange.
    pub fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> BoxedServing<Result<(), ServeError>> {
        self.boxed_until(Box::pin(shutdown))
    }

    fn boxed_until(self, shutdown: BoxedServing<()>) -> BoxedServing<Result<(), ServeError>> {
        Box::pin(self.serve_until(shutdown))
    }

    async fn serve_until(self, mut shutdown: BoxedServing<()>) -> Result<(), ServeError> {
        let Self { listener, monitor, guard, mut services, .. } = self;
        let listener = Arc::new(listener);
        let (present, halls) = watch::channel(services.app.clone());
        let mut watchers = JoinSet::new();
        let shared = services.shared.clone();
        watchers.spawn(shared.health.measure(shared.metrics));
        #[cfg(feature = "cluster")]
        if let Some(workers) = shared.workers {
            watchers.spawn(workers.searches.keep());
        }
        if let Some(monitor) = monitor {
            watchers.spawn(monitor::serve(monitor, halls));
        }
        loop {
            let config = Arc::clone(&services.app.config);
            let acceptor = Arc::new(services.acceptor(&guard));
            let app = services.app.clone();
            let ended = tokio::select! {
                failed = Arc::clone(&acceptor).accept(Arc::clone(&listener)) => StopReason::Failed(failed.err()),
                () = &mut shutdown => StopReason::Shutdown,
                copy = handed(&config) => StopReason::Exchange(copy),
                () = services.app.nodes.ended(|| look_at_others(app.clone())) => StopReason::Fenced,
            };
            // There may be no connections.
            let _ = services.close.send(true);
            let copy = match ended {
                StopReason::Exchange(copy) => Some(copy),
                StopReason::Fenced => None,
                StopReason::Shutdown | StopReason::Failed(_) => {
                    drop(listener);
                    services.empty(&acceptor).await;
                    // A game in the middle of a change finishes it. A task that waits for the disk
                    // without end is not waited for.
                    let closed = timeout(config.limits.closing_time, services.app.store.close());
                    if closed.await.is_err() {
                        tracing::warn!(
                            "the store did not close in time; what was acknowledged is in it"
                        );
                    }
                    return match ended {
                        StopReason::Failed(Some(error)) => Err(error.into()),
                        _ => Ok(()),
                    };
                }
            };
            services.empty(&acceptor).await;
            services.app.store.close().await;
            services = match copy {
                Some(copy) => services.exchanged(copy).await?,
                None => tokio::select! {
                    again = services.come_again() => again,
                    () = &mut shutdown => return Ok(()),
                },
            };
            present.send_replace(services.app.clone());
        }
    }
}

/// Goes on with reviews whose node has ended, and learns how many games and studies all nodes have stored.
async fn look_at_others(app: AppState) {
    if let Err(error) = app.reviews.resume().await {
        tracing::warn!("reviews of other nodes cannot be looked for: {error}");
    }
    if let (Ok(games), Ok(studies)) = (app.store.count().await, app.store.count_studies().await) {
        app.stored.learn(games);
        app.studies.stored.learn(studies);
    }
}

/// Why a hall no longer accepts connections.
enum StopReason {
    Shutdown,
    Failed(Option<std::io::Error>),
    Exchange(ClaimedCopy),
    /// Other nodes serve what this one served.
    Fenced,
}

/// Waits until another process hands over a copy of a hall.
async fn handed(config: &Config) -> ClaimedCopy {
    if config.database.is_some() {
        // The tools of the database server bring its copies back.
        return std::future::pending().await;
    }
    loop {
        sleep(LOOK).await;
        if let Some(copy) = ClaimedCopy::claimed(&config.data_dir).await {
            return copy;
        }
    }
}

/// All that depends on the open store.
#[derive(Debug)]
struct Services {
    app: AppState,
    shared: SharedServices,
    close: watch::Sender<bool>,
    /// The task that reviews games when they end.
    after: JoinHandle<()>,
}

/// What an exchange of the store leaves as it is.
#[derive(Clone, Debug)]
struct SharedServices {
    pool: Pool,
    /// Those who work for the hall on other machines, if there are any.
    #[cfg(feature = "cluster")]
    workers: Option<HallWorkers>,
    /// What carries words between nodes, if there can be several.
    #[cfg(feature = "cluster")]
    nats: Option<Nats>,
    connections: Connections,
    metrics: Arc<Metrics>,
    health: Arc<Health>,
    /// Where the hall listens.
    listens: SocketAddr,
    /// The address for others in the local network.
    share_address: Option<Arc<str>>,
}

impl Services {
    async fn open(
        config: Arc<Config>,
        store: Store,
        shared: SharedServices,
    ) -> Result<Self, StoreError> {
        let SharedServices { pool, connections, metrics, health, share_address, .. } =
            shared.clone();
        let quotas = Quotas::new(config.limits.client.clone());
        let identities = Identities::open(&store).await?;
        #[cfg(not(feature = "cluster"))]
        let nodes = Nodes;
        #[cfg(feature = "cluster")]
        let nodes = {
            let lease = config.database.is_some().then_some(config.node_lease);
            let nats = shared.nats.clone().filter(|_| lease.is_some());
            let peers = nats.map(|nats| Peers::new(nats, identities.hall(), store.node()));
            Nodes::new(store.clone(), lease, peers)
        };
        let stored = store.count().await?;
        let (ended, endings) = mpsc::unbounded_channel();
        let node_store = NodeStore { store: store.clone(), nodes: nodes.clone() };
        let safety = Safety::new(store.clone());
        let games = Games::new(
            node_store.clone(),
            Arc::clone(&config),
            pool.clone(),
            quotas.clone(),
            safety.clone(),
            ended,
        );
        let studies = StorageQuota::new(store.count_studies().await?, config.limits.stored_studies)
            .shared(config.stored_a_day(config.limits.stored_studies));
        let studies = Studies::new(node_store.clone(), Arc::clone(&config), games.clone(), studies);
        let heard = Arc::<Notify>::default();
        let agreements = Agreements::new(&node_store, &games, &pool, &config, &heard);
        let puzzles = Puzzles::new(node_store, pool.clone(), games.clone(), &config);
        let review_services = ReviewServices {
            studies: studies.clone(),
            store: store.clone(),
            pool: pool.clone(),
            #[cfg(feature = "cluster")]
            remote: shared.workers.as_ref().map(RemoteReviews::of),
            puzzles: puzzles.clone(),
            quotas: quotas.clone(),
        };
        let reviews = Reviews::new(review_services, &config);
        reviews.resume().await?;
        let after = ReviewOnEnd {
            games: games.clone(),
            studies: studies.clone(),
            reviews: reviews.clone(),
            store: store.clone(),
            heard,
        };
        let after = tokio::spawn(after.serve(endings));
        puzzles.open();
        let (close, closing) = watch::channel(false);
        let archive = Archive::new(store.clone(), closing.clone());
        if let Some(agreements) = agreements {
            tokio::spawn(agreements.serve(closing.clone()));
        }
        tokio::spawn(attend(config.mode, games.clone(), store.clone(), closing.clone()));
        let news = HallNews::of(store.hear(), &nodes, closing.clone());
        let accounts = Accounts::open(&store, &config, &identities, &quotas).await?;
        let app = AppState {
            identities,
            accounts,
            safety,
            share_address: share_address.clone(),
            stored: StorageQuota::new(stored, config.limits.stored_games)
                .shared(config.stored_a_day(config.limits.stored_games)),
            connections,
            sockets: Sockets::new(
                config.limits.sockets,
                config.limits.sockets_per_game,
                config.limits.client.sockets_per_game,
            ),
            lab: EventBudget::new(MOST_EVENTS),
            files: Arc::new(Semaphore::new(config.limits.file_bytes >> 10)),
            imports: ImportedFiles::default(),
            archivists: Arc::new(Semaphore::new(1)),
            // One client leaves a place to others.
            readers: FairSemaphore::new(cores() + 2, cores().div_ceil(2)),
            quotas,
            store,
            nodes,
            games,
            studies,
            reviews,
            puzzles,
            #[cfg(feature = "cluster")]
            workers: shared.workers.clone(),
            news,
            archive,
            pool,
            programs: Programs::new(&config),
            config,
            metrics,
            health,
            closing,
        };
        #[cfg(feature = "cluster")]
        tokio::spawn(answer_nodes(app.clone()));
        Ok(Self { app, shared, close, after })
    }

    fn acceptor(&self, guard: &Arc<Guard>) -> Acceptor {
        let app = self.app.clone();
        let limits = app.config.limits.clone();
        let proxies = Proxies::new(&app.config.trusted_proxies);
        let (connections, closing) = (app.connections.clone(), app.closing.clone());
        let router = api::router(app, Arc::clone(guard), document());
        Acceptor::new(limits, connections, proxies, router, closing)
    }

    /// Waits until the clients have left, and ends what works with the store.
    async fn empty(&self, acceptor: &Acceptor) {
        acceptor.drain().await;
        self.after.abort();
        self.app.games.close();
        self.app.reviews.close();
        self.app.puzzles.close();
        self.app.studies.close();
        self.app.programs.stopped().await;
    }

    /// The same over the copy, after the store was closed.
    ///
    /// A thread of its own waits for it: the compiler cannot prove that the future, which borrows
    /// connections, is `Send` (<https://github.com/rust-lang/rust/issues/102211>).
    async fn exchanged(self, copy: ClaimedCopy) -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Handle::current();
        let exchange = move || runtime.block_on(self.exchange(copy));
        match tokio::task::spawn_blocking(exchange).await {
            Ok(services) => services,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
    }

    /// The same as a new node, after this one counted as dead. It tries until the database answers.
    async fn come_again(self) -> Self {
        let runtime = tokio::runtime::Handle::current();
        let again = move || {
            runtime.block_on(async move {
                loop {
                    match self.reopened().await {
                        Ok(services) => return services,
                        Err(error) => tracing::warn!("this node cannot come again yet: {error}"),
                    }
                    sleep(LOOK).await;
                }
            })
        };
        match tokio::task::spawn_blocking(again).await {
            Ok(services) => services,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
    }

    /// The same over the copy. If the copy cannot be opened, the old hall is opened again.
    async fn exchange(self, copy: ClaimedCopy) -> Result<Self, StoreError> {
        match copy.put_in_place().await {
            Ok(exchanged) => match self.reopened().await {
                Ok(services) => {
                    exchanged.confirm();
                    Ok(services)
                }
                Err(error) => {
                    exchanged.undo(&error.to_string())?;
                    self.reopened().await
                }
            },
            Err((copy, error)) => {
                copy.refuse(&error.to_string());
                self.reopened().await
            }
        }
    }

    /// The same over the present files, after the store was closed.
    async fn reopened(&self) -> Result<Self, StoreError> {
        let config = Arc::clone(&self.app.config);
        let store = open_store(&config, self.shared.listens).await?;
        for notice in store.notices() {
            tracing::warn!("{notice}");
        }
        Self::open(config, store, self.shared.clone()).await
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
