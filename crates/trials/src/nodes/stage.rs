//! The processes of a run: nodes with a way to their database that can be cut, the database, workers.

use crate::hall::{ask, program, workshop};
use crate::nats::NatsServer;
use crate::nodes::options::Options;
use crate::person::PUBLIC;
use crate::postgres::Cluster;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How long a process may take to be ready on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where the hall is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

/// A node: a process that is started at the same address again and again.
#[derive(Debug)]
pub(crate) struct Node {
    words: Vec<String>,
    log: PathBuf,
    pub(crate) addr: String,
    process: Option<Child>,
    way: Option<Way>,
}

impl Node {
    pub(crate) fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// Starts the process, and tries again as long as the database takes it for one that lives.
    pub(crate) fn start(&mut self) -> Result<(), String> {
        let since = Instant::now();
        loop {
            let log = File::options().create(true).append(true).open(&self.log).unwrap();
            let listen = if self.addr.is_empty() { "127.0.0.1:0" } else { &self.addr };
            let mut process = Command::new(program())
                .args(["serve", "--listen", listen])
                .args(&self.words)
                .stdout(Stdio::piped())
                .stderr(log)
                .spawn()
                .map_err(|why| format!("{}: {why}", program().display()))?;
            let mut line = String::new();
            let _ = BufReader::new(process.stdout.take().unwrap()).read_line(&mut line);
            if let Some((_, rest)) = line.split_once("http://") {
                rest.split('/').next().unwrap().clone_into(&mut self.addr);
                self.process = Some(process);
                return Ok(());
            }
            let _ = process.wait();
            if since.elapsed() > PATIENCE {
                return Err(format!("a node does not start: see {}", self.log.display()));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// `-STOP` or `-CONT`.
    pub(crate) fn signal(&self, name: &str) {
        if let Some(id) = self.pid() {
            let _ = Command::new("kill").args([name, &id.to_string()]).status();
        }
    }

    /// Cuts the way to the database, or mends it: nothing passes, and nobody is told.
    pub(crate) fn cut(&self, is_cut: bool) {
        if let Some(way) = &self.way {
            let _ = way.cut.send(is_cut);
        }
    }

    /// Waits until it answers.
    pub(crate) fn wait(&self) -> Result<(), String> {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            if let Some((200, _)) = ask(&self.addr, "GET", "/readyz", "") {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(format!("the node at {} is not ready again", self.addr))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.signal("-CONT");
        self.kill();
    }
}

/// A way from a node to the database.
#[derive(Debug)]
struct Way {
    cut: watch::Sender<bool>,
    port: u16,
}

impl Way {
    async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        let (cut, is_cut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let is_cut = is_cut.clone();
                tokio::spawn(async move {
                    let mut open = is_cut.clone();
                    if open.wait_for(|cut| !cut).await.is_err() {
                        return;
                    }
                    let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    tokio::join!(
                        carry(near_in, far_out, is_cut.clone()),
                        carry(far_in, near_out, is_cut)
                    );
                });
            }
        });
        Self { cut, port: own }
    }
}

/// Carries bytes while the way is open. The end of one direction ends that direction only.
async fn carry(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut is_cut: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        if is_cut.wait_for(|cut| !cut).await.is_err() || read == 0 {
            return;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// Everything that runs.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) nodes: Vec<Node>,
    pub(crate) cluster: Option<Cluster>,
    /// What nodes and workers speak over; none where no server is installed.
    pub(crate) nats: Vec<NatsServer>,
    pub(crate) workers: Workers,
}

impl Stage {
    /// Starts the nodes; an error names what is missing.
    pub(crate) async fn start(
        out: &Path,
        options: &Options,
        disk: Option<&Path>,
    ) -> Result<Self, String> {
        let nats = NatsServer::start_cluster(options.nats_servers).unwrap_or_default();
        if nats.is_empty() && options.nodes > 1 {
            return Err("several nodes need NATS: nats-server is not installed".to_owned());
        }
        let urls: Vec<_> = nats.iter().map(NatsServer::url).collect();
        let url = (!urls.is_empty()).then(|| urls.join(","));
        let usual = std::env::temp_dir();
        let cluster = match options.kept {
            DatabaseKind::Sqlite => None,
            DatabaseKind::Postgres => Some(
                Cluster::start_in(disk.unwrap_or(&usual)).ok_or("PostgreSQL is not installed")?,
            ),
        };
        let database = cluster.as_ref().map(Cluster::database);
        let mut all = Vec::new();
        for i in 0..options.nodes {
            let mut words: Vec<String> = [
                "--max-sockets",
                "8192",
                "--max-live-games",
                "10000",
                "--max-connections",
                "16384",
                "--max-sockets-per-game",
                "8192",
                "--client-sockets-per-game",
                "8192",
            ]
            .map(str::to_owned)
            .into();
            if options.is_public {
                words.extend(PUBLIC.map(str::to_owned));
            }
            if let Some(url) = &url {
                words.extend(["--nats".to_owned(), url.clone()]);
            }
            let mut way = None;
            if let (Some(cluster), Some(database)) = (&cluster, &database) {
                let made = Way::to(cluster.port()).await;
                let own =
                    database.replace(&format!(":{}/", cluster.port()), &format!(":{}/", made.port));
                words.extend(["--database".to_owned(), own]);
                if let Some(seconds) = options.node_lease {
                    words.extend(["--node-lease".to_owned(), seconds.to_string()]);
                }
                way = Some(made);
            } else {
                words.extend(["--data".to_owned(), out.join("hall").display().to_string()]);
            }
            let log = out.join(format!("node-{i}.log"));
            let mut node = Node { words, log, addr: String::new(), process: None, way };
            // The process speaks to the database through this one while it starts.
            tokio::task::block_in_place(|| node.start())?;
            all.push(node);
        }
        let workers = Workers { url, out: out.to_owned(), running: Vec::new(), collector: None };
        Ok(Self { nodes: all, cluster, nats, workers })
    }

    pub(crate) fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(|node| node.addr.clone()).collect()
    }
}

/// Self-play that is handed out to workers while the games are played.
#[derive(Debug)]
pub(crate) struct Workers {
    /// Of the NATS server, if one is installed.
    url: Option<String>,
    out: PathBuf,
    running: Vec<Child>,
    collector: Option<Child>,
}

impl Workers {
    /// Submits a job of so many games, and starts workers.
    pub(crate) fn start(&mut self, count: usize, games: u64) -> Result<(), String> {
        if count == 0 {
            return Ok(());
        }
        let url = self.url.clone().ok_or("nats-server is not installed")?;
        let job = format!("variant = 'reversi'\ngames = {games}\nnodes = 400\nhash = 1\n");
        std::fs::write(self.out.join("job.toml"), job).unwrap();
        let collector = self.command(&["datagen", "run"]);
        let collector = { collector }
            .args([self.out.join("job.toml"), self.out.join("afar")])
            .args(["--nats", &url])
            .spawn()
            .unwrap();
        self.collector = Some(collector);
        for _ in 0..count {
            let worker = self.worker(&url);
            self.running.push(worker);
        }
        Ok(())
    }

    fn command(&self, words: &[&str]) -> Command {
        let log = File::options().create(true).append(true).open(self.out.join("work.log"));
        let mut command = Command::new(workshop());
        command.args(words).stdout(Stdio::null()).stderr(log.unwrap());
        command
    }

    fn worker(&self, url: &str) -> Child {
        self.command(&["worker", "--nats", url]).spawn().unwrap()
    }

    pub(crate) fn count(&self) -> usize {
        self.running.len()
    }

    /// `kill -9` of one worker; another one takes its place.
    pub(crate) fn replace(&mut self, i: usize) {
        let Some(url) = self.url.clone() else { return };
        let _ = self.running[i].kill();
        let _ = self.running[i].wait();
        self.running[i] = self.worker(&url);
    }

    /// Waits until all games are collected, and compares them with those that this machine plays
    /// alone: each is there, once, and the same.
    pub(crate) fn finish(&mut self, patience: Duration) -> Result<(), String> {
        let Some(mut collector) = self.collector.take() else { return Ok(()) };
        let since = Instant::now();
        let ended = loop {
            if let Some(status) = collector.try_wait().unwrap() {
                break status;
            }
            if since.elapsed() > patience {
                let _ = collector.kill();
                let _ = collector.wait();
                return Err("jobs: the games of the workers were not collected in time".to_owned());
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        if !ended.success() {
            return Err(format!("jobs: the collector ended with {ended}"));
        }
        let paths = [self.out.join("job.toml"), self.out.join("here")];
        let alone = self.command(&["datagen", "run"]).args(&paths).status();
        if !alone.is_ok_and(|status| status.success()) {
            return Err("jobs: the games cannot be played here".to_owned());
        }
        let read = |folder: &str| std::fs::read(self.out.join(folder).join("games.yqg"));
        match (read("afar"), read("here")) {
            (Ok(remote), Ok(here)) if remote == here => Ok(()),
            _ => Err("jobs: the games of the workers are not those of one machine".to_owned()),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for mut process in self.running.drain(..).chain(self.collector.take()) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
