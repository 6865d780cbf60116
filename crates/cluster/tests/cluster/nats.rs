//! A NATS server with JetStream that a test starts, if one is installed.
#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server on this machine. It ends with the value.
#[derive(Debug)]
pub(crate) struct NatsServer {
    folder: tempfile::TempDir,
    words: Vec<String>,
    port: u16,
    monitor: u16,
    process: Child,
}

fn program() -> Option<PathBuf> {
    ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .map(PathBuf::from)
        .into_iter()
        .find(|path| path.exists())
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl NatsServer {
    /// Starts a server without credentials; `None` where none is installed.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(None)
    }

    /// Starts a server with this configuration file, which says where the streams are kept.
    pub(crate) fn start_with(configuration: Option<&Path>) -> Option<Self> {
        let Some(program) = program() else {
            println!("skipped: work over NATS: nats-server is not installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let (port, monitor) = (free_port(), free_port());
        let mut all = vec![
            program.display().to_string(),
            "-a".to_owned(),
            "127.0.0.1".to_owned(),
            "-p".to_owned(),
            port.to_string(),
            "-m".to_owned(),
            monitor.to_string(),
            "-js".to_owned(),
        ];
        all.extend(match configuration {
            Some(file) => ["-c".to_owned(), file.display().to_string()],
            None => ["-sd".to_owned(), folder.path().display().to_string()],
        });
        let process = run(&all);
        let server = Self { folder, words: all, port, monitor, process };
        server.wait_until_ready();
        Some(server)
    }

    /// Starts so many servers that are one cluster; `None` where none is installed.
    pub(crate) fn start_cluster(count: usize) -> Option<Vec<Self>> {
        if count == 1 {
            return Some(vec![Self::start()?]);
        }
        let program = program()?.display().to_string();
        let routes: Vec<u16> = (0..count).map(|_| free_port()).collect();
        let all =
            routes.iter().map(|route| format!("\"nats://127.0.0.1:{route}\"")).collect::<Vec<_>>();
        let servers = routes.iter().enumerate().map(|(i, route)| {
            let folder = tempfile::tempdir().unwrap();
            let (port, monitor, file) = (free_port(), free_port(), folder.path().join("nats.conf"));
            let streams = folder.path().display();
            let text = format!(
                "server_name: n{i}\nlisten: 127.0.0.1:{port}\nhttp: 127.0.0.1:{monitor}\n\
                 jetstream {{ store_dir: \"{streams}\" }}\n\
                 cluster {{ name: hall, listen: 127.0.0.1:{route}, routes: [{}] }}\n",
                all.join(", ")
            );
            std::fs::write(&file, text).unwrap();
            let words = vec![program.clone(), "-c".to_owned(), file.display().to_string()];
            let process = run(&words);
            Self { folder, words, port, monitor, process }
        });
        let servers: Vec<Self> = servers.collect();
        for server in &servers {
            server.wait_until_ready();
        }
        Some(servers)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn wait_until_ready(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        while self.get("/healthz").is_none() {
            assert!(Instant::now() < until, "nats-server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again, with its data and at its address.
    pub(crate) fn start_again(&mut self) {
        self.process = run(&self.words);
        self.wait_until_ready();
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    fn get(&self, path: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.monitor)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        head.starts_with("HTTP/1.0 200").then(|| serde_json::from_str(body).unwrap_or_default())
    }

    /// What is known of a stream.
    fn stream(&self, name: &str) -> Value {
        let all = self.get("/jsz?accounts=true&streams=true&consumers=true").unwrap_or_default();
        let accounts = all["account_details"].as_array().cloned().unwrap_or_default();
        let streams = accounts
            .iter()
            .flat_map(|account| account["stream_detail"].as_array().cloned().unwrap_or_default());
        streams.into_iter().find(|stream| stream["name"] == name).unwrap_or_default()
    }

    /// How many units wait or are worked on.
    pub(crate) fn open(&self) -> u64 {
        self.stream("YIQI_WORK")["state"]["messages"].as_u64().unwrap_or(0)
    }

    /// How many units workers have.
    pub(crate) fn held(&self) -> u64 {
        let stream = self.stream("YIQI_WORK");
        let consumers = stream["consumer_detail"].as_array().cloned().unwrap_or_default();
        consumers.iter().filter_map(|consumer| consumer["num_ack_pending"].as_u64()).sum()
    }

    /// How many results are stored.
    pub(crate) fn results(&self) -> u64 {
        self.stream("YIQI_RESULTS")["state"]["messages"].as_u64().unwrap_or(0)
    }
}

fn run(words: &[String]) -> Child {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
