use crate::limits::Limits;
use crate::people::HallMode;
use engine::{Engine, OpenError, Protocol};
use ipnet::IpNet;
use pool::EngineFactory;
use programs::External;
use protocol::RankBase;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::{Address, HallLocation};

/// The default port. It is fixed, so that the origin of the page stays the same.
pub const PORT: u16 = 7717;

/// The configuration of a hall. It comes from the command line, never from a request.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes any free one.
    pub listen: SocketAddr,
    /// Whether the next free port is taken when this one is in use.
    pub next_free_port: bool,
    /// Where games and preferences are stored, unless they are in a database of a server.
    pub data_dir: PathBuf,
    /// The database of a PostgreSQL server with games and preferences.
    pub database: Option<Address>,
    /// A node of such a hall from which nothing was seen for this time counts as dead: others serve its games.
    pub node_lease: Duration,
    /// For whom the hall is.
    pub mode: HallMode,
    /// Whether a hall for friends has accounts with passwords; a public one always has.
    pub accounts: bool,
    /// The name of the account that is the owner's, from the next time the hall opens.
    pub owner: Option<String>,
    /// Names, besides the loopback ones and the listen address, under which it may be
    /// reached (`hall.example`, without port).
    pub allow_hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` and whose `X-Request-Id` are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// How long a browser that came over TLS through such a proxy never comes without TLS again; zero for no
    /// such promise.
    pub hsts: Duration,
    /// Where metrics are served; nowhere by default.
    pub metrics: Option<SocketAddr>,
    /// With less room than this on its disk, in mebibytes, the hall is not ready.
    pub least_disk_mb: u64,
    /// Hash table of an engine at full strength, in mebibytes; lower levels have smaller ones.
    pub hash_mb: u32,
    /// Searches at a time.
    pub engine_searches: usize,
    /// Memory of all engines together, in mebibytes.
    pub engine_memory_mb: u32,
    /// Nodes of each search with which puzzles are looked for in reviewed games; 0: none are looked for.
    pub puzzle_nodes: u64,
    /// Nodes of each search with which the moves of rated games between people are compared, for moderators; 0: they are not.
    pub compare_nodes: u64,
    /// With fewer compared games moderators are told nothing of a person.
    pub compare_games: u32,
    /// The machine never moves faster than this, so that people see what happens.
    pub least_thinking: Duration,
    /// The task of a game without onlookers and without a running clock ends after this time.
    pub idle_after: Duration,
    /// When a game has had no onlooker for this time, machines stop thinking: two machines pause, and a
    /// machine that plays with a person makes its move.
    pub absence: Duration,
    /// How long a person has to be away from a game before the other one may claim it; `None`: what the laws say, a
    /// minute with a clock and five without.
    pub claim_after: Option<Duration>,
    /// The interval of pings to a client.
    pub heartbeat: Duration,
    /// A client that sends nothing for this time counts as disconnected.
    pub silence: Duration,
    /// Where engines come from.
    pub engines: Engines,
    /// Engines of other programs, for analyses.
    pub external: Vec<ExternalEngine>,
    /// The NATS server over which programs on other machines do work for the hall; without one there is no such work.
    pub nats: Option<NatsServer>,
    /// The name of this build of the program: workers of the same build work for the hall. `None`: none do.
    pub build: Option<String>,
    /// The folder of the modules with which visitors search on their own processor; without one they do not.
    pub modules: Option<PathBuf>,
    /// Its limits.
    pub limits: Limits,
}

/// A NATS server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatsServer {
    /// Its address, as in `tls://nats.example:4222`.
    pub url: String,
    /// The file with `USER:PASSWORD` for it.
    pub credentials: Option<PathBuf>,
}

/// An engine of another program. It comes from the configuration file, never from a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEngine {
    /// Its id, for requests.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The number of its first rank.
    pub ranks: RankBase,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
    /// The ids of the variants that it plays; empty for all that its protocol names.
    pub games: Vec<String>,
}

impl ExternalEngine {
    /// An engine without options for all games of its protocol.
    #[must_use]
    pub fn new(id: &str, protocol: Protocol, command: Vec<String>) -> Self {
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            protocol,
            command,
            ranks: RankBase::default(),
            options: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Whether an engine of ours has this id.
    #[must_use]
    pub fn is_taken(id: &str) -> bool {
        hall_messages::is_own_engine(id)
    }

    /// Whether its protocol has a name for the variant.
    #[must_use]
    pub fn speaks_of(&self, variant: &str) -> bool {
        External::can_play(self.protocol, variant)
    }
}

impl Config {
    /// The default hall: loopback, port [`PORT`] or the next free one.
    #[must_use]
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            next_free_port: true,
            data_dir: data_dir.into(),
            database: None,
            node_lease: Duration::from_secs(8),
            mode: HallMode::Mine,
            accounts: false,
            owner: None,
            allow_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            hsts: Duration::from_secs(365 * 86_400),
            metrics: None,
            least_disk_mb: 256,
            hash_mb: 32,
            engine_searches: pool::usual_searches(),
            engine_memory_mb: pool::usual_memory_mb(),
            puzzle_nodes: hall::puzzles::thresholds::NODES,
            compare_nodes: 20_000,
            compare_games: 10,
            least_thinking: Duration::from_millis(400),
            idle_after: Duration::from_secs(300),
            absence: Duration::from_secs(10),
            claim_after: None,
            heartbeat: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            engines: Engines::default(),
            external: Vec::new(),
            nats: None,
            build: None,
            modules: None,
            limits: Limits::default(),
        }
    }

    /// Where games and preferences are stored.
    pub(crate) fn place(&self) -> HallLocation {
        match &self.database {
            Some(address) => HallLocation::Database(address.clone()),
            None => HallLocation::Folder(self.data_dir.clone()),
        }
    }

    /// Whether the hall has accounts, and with them moderators.
    pub(crate) fn has_accounts(&self) -> bool {
        self.mode == HallMode::Public || (self.accounts && self.mode.has_people())
    }

    /// How many games or studies of so many one client may store in a day; `None`: any number.
    pub(crate) fn stored_a_day(&self, room: u64) -> Option<u64> {
        let own = self.limits.client.stored_a_day;
        own.or_else(|| self.is_public().then(|| (room / 20).max(1)))
    }

    /// Whether others than the users of this machine may reach the hall. A proxy or a name of its own says so,
    /// too: the hall itself then listens on loopback.
    #[must_use]
    pub fn is_public(&self) -> bool {
        !self.listen.ip().is_loopback()
            || !self.trusted_proxies.is_empty()
            || !self.allow_hosts.is_empty()
    }
}

/// Where engines come from: the registry, or for tests anything else.
#[derive(Clone)]
pub struct Engines(Arc<EngineFactory>);

impl Engines {
    /// Makes engines with this function, which is given the variant's id.
    #[must_use]
    pub fn new(
        open: impl Fn(&str) -> Result<Box<dyn Engine>, OpenError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(open))
    }

    pub(crate) fn opener(&self) -> Arc<EngineFactory> {
        Arc::clone(&self.0)
    }
}

impl Default for Engines {
    fn default() -> Self {
        Self::new(games::new_engine)
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engines")
    }
}
