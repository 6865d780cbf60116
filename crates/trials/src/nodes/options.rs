//! What a run is told.

use crate::nodes::faults::Kind;
use crate::nodes::stage::DatabaseKind;
use std::path::PathBuf;
use std::time::Duration;

/// How it is called.
pub(crate) const USAGE: &str = "\
trials nodes [--nodes N] [--store sqlite|postgres] [--games N] [--watchers N] [--seconds S]
    [--thought-ms MS] [--faults kill,stop,cut,worker,nats,database,disk]
    [--every S] [--stopped S] [--node-lease S] [--disk-mb MB]
    [--nats-servers N] [--workers N] [--work GAMES] [--seed N] [--out FOLDER] [--mode mine|public]
trials history FOLDER";

/// What a run is told.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) nodes: usize,
    pub(crate) kept: DatabaseKind,
    /// Games at a time.
    pub(crate) games: u64,
    /// Those who watch each game.
    pub(crate) watchers: usize,
    /// The shortest time of a run; it waits for moves after the last fault.
    pub(crate) seconds: Duration,
    /// The mean time that a person thinks.
    pub(crate) thought: Duration,
    pub(crate) faults: Vec<Kind>,
    /// The time between the beginnings of two faults.
    pub(crate) every: Duration,
    /// How long a node is stopped or cut off, and the disk is full.
    pub(crate) stopped: Duration,
    /// Seconds after which a silent node counts as dead; those of the program if absent.
    pub(crate) node_lease: Option<u64>,
    pub(crate) disk_mb: u64,
    /// NATS servers, as one cluster.
    pub(crate) nats_servers: usize,
    pub(crate) workers: usize,
    /// Games that the workers play.
    pub(crate) work: u64,
    pub(crate) seed: u64,
    /// Where the records stay; a temporary folder if absent.
    pub(crate) out: Option<PathBuf>,
    /// Whether the hall is one for everybody, in which each has an identity.
    pub(crate) is_public: bool,
}

impl Options {
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self {
            nodes: 1,
            kept: DatabaseKind::Postgres,
            games: 50,
            watchers: 0,
            seconds: Duration::from_secs(60),
            thought: Duration::from_secs(2),
            faults: Vec::new(),
            every: Duration::from_secs(20),
            stopped: Duration::from_secs(12),
            node_lease: None,
            disk_mb: 600,
            nats_servers: 1,
            workers: 0,
            work: 2_000,
            seed: 7717,
            out: None,
            is_public: false,
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
            let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number"));
            let count = || {
                let number = usize::try_from(number()?).unwrap_or(usize::MAX);
                if number <= 20_000 { Ok(number) } else { Err(format!("{name} is too large")) }
            };
            let seconds = || number().map(Duration::from_secs);
            match name.as_str() {
                "--nodes" => options.nodes = count()?.max(1),
                "--store" => {
                    options.kept = match value.as_str() {
                        "sqlite" => DatabaseKind::Sqlite,
                        "postgres" => DatabaseKind::Postgres,
                        _ => return Err("--store is sqlite or postgres".to_owned()),
                    };
                }
                "--games" => options.games = number()?.max(1),
                "--watchers" => options.watchers = count()?,
                "--seconds" => options.seconds = seconds()?,
                "--thought-ms" => options.thought = Duration::from_millis(number()?),
                "--faults" => {
                    let kinds = value.split(',').map(|word| {
                        Kind::parse(word).ok_or_else(|| format!("there is no fault {word}"))
                    });
                    options.faults = kinds.collect::<Result<_, _>>()?;
                }
                "--every" => options.every = seconds()?,
                "--stopped" => options.stopped = seconds()?,
                "--node-lease" => options.node_lease = Some(number()?),
                "--disk-mb" => options.disk_mb = number()?,
                "--nats-servers" => options.nats_servers = count()?.max(1),
                "--workers" => options.workers = count()?,
                "--work" => options.work = number()?,
                "--seed" => options.seed = number()?,
                "--mode" => {
                    options.is_public = match value.as_str() {
                        "mine" => false,
                        "public" => true,
                        _ => return Err("--mode is mine or public".to_owned()),
                    };
                }
                "--out" => options.out = Some(PathBuf::from(value)),
                _ => return Err(format!("there is no option {name}")),
            }
        }
        if options.kept == DatabaseKind::Sqlite {
            let needs_postgres =
                |kind: &Kind| matches!(kind, Kind::Cut | Kind::Database | Kind::Disk);
            if options.nodes > 1 || options.faults.iter().any(needs_postgres) {
                return Err(
                    "several nodes, and faults of the database, need --store postgres".to_owned()
                );
            }
        }
        Ok(options)
    }
}
