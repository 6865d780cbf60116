//! A PostgreSQL server that the tests of this process start, if one is installed.
#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A PostgreSQL server on this machine. It ends with the process that started it.
#[derive(Debug)]
pub(crate) struct Cluster {
    folder: PathBuf,
    bin: PathBuf,
    /// What makes a command one of the user that the server runs as.
    user: &'static str,
    port: u16,
    made: AtomicU32,
    /// Ends the server when its input is closed.
    _keeper: Child,
}

/// The server of this process, started by the first test that wants it.
pub(crate) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let cluster = CLUSTER.get_or_init(|| Cluster::start_in(&std::env::temp_dir()));
    if cluster.is_none() {
        println!("skipped: laws of the store on PostgreSQL: it is not installed");
    }
    cluster.as_ref()
}

/// The folder of its programs, of the newest version.
fn bin() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop()
}

impl Cluster {
    /// Starts another one than that of the other tests.
    pub(crate) fn start_newest() -> Self {
        Self::start_in(&std::env::temp_dir()).unwrap()
    }

    /// Starts a server of its own, with its data in a new folder in `parent`; `None` where none is
    /// installed.
    pub(crate) fn start_in(parent: &Path) -> Option<Self> {
        bin().map(|bin| Self::start(bin, parent))
    }

    fn start(bin: PathBuf, parent: &Path) -> Self {
        // The path must be short: a socket lies in it.
        let folder = tempfile::Builder::new().prefix("yiqi-pg").tempdir_in(parent).unwrap().keep();
        // A free port; somebody else may take it before the server does, but hardly ever.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        // PostgreSQL refuses to run as root.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let user = if is_root {
            let owned = Command::new("chown").arg("postgres").arg(&folder).status().unwrap();
            assert!(owned.success());
            "setpriv --reuid=postgres --regid=postgres --init-groups"
        } else {
            ""
        };
        let made = format!(
            "cd '{0}' && {user} '{1}/initdb' -D data -U postgres --auth=trust -E UTF8 \
             --locale=C.UTF-8 --no-sync && printf '%s\n' \"port = {port}\" \
             \"listen_addresses = '127.0.0.1'\" \"unix_socket_directories = '{0}'\" \
             \"max_connections = 300\" \"shared_buffers = 32MB\" >> data/postgresql.conf",
            folder.display(),
            bin.display(),
        );
        let made = Command::new("sh").args(["-c", &made]).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        // The shell waits until its input is closed: with this process, however it ends.
        let kept = format!(
            "cd '{0}' && {user} '{1}/pg_ctl' -D data -l log -w start >/dev/null 2>&1; \
             '{1}/createuser' -h 127.0.0.1 -p {port} -U postgres yiqi; echo begun; \
             cat >/dev/null; {user} '{1}/pg_ctl' -D data -m immediate stop >/dev/null 2>&1; \
             cd / && rm -rf '{0}'",
            folder.display(),
            bin.display(),
        );
        let mut keeper = Command::new("setsid")
            .args(["sh", "-c", &kept])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut begun = String::new();
        let said = std::io::BufReader::new(keeper.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut { said }, &mut begun).unwrap();
        assert_eq!(begun, "begun\n");
        Self { folder, bin, user, port, made: AtomicU32::new(0), _keeper: keeper }
    }

    /// Makes a certificate for `localhost`, of an authority of its own, and takes connections of the hall's user with
    /// TLS only. Returns the file of the authority; `None` where openssl is missing.
    pub(crate) fn demand_tls(&self) -> Option<PathBuf> {
        let run = format!(
            "cd '{0}' && new() {{ openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \"$@\"; }} && \
             new -x509 -days 2 -subj '/CN=an authority' -keyout ca.key -out ca.crt && \
             new -subj /CN=localhost -keyout data/server.key -out server.csr && \
             echo subjectAltName=DNS:localhost > names && \
             openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
             -extfile names -out data/server.crt && chmod 600 data/server.key && \
             if [ $(id -u) = 0 ]; then chown postgres data/server.key data/server.crt; fi && \
             echo 'ssl = on' >> data/postgresql.conf && \
             printf 'host all postgres 127.0.0.1/32 trust\nhostssl all yiqi 127.0.0.1/32 trust\n' > data/pg_hba.conf",
            self.folder.display(),
        );
        let made = Command::new("sh").args(["-c", &run]).output().unwrap();
        if !made.status.success() && Command::new("openssl").arg("version").output().is_err() {
            println!("skipped: TLS to PostgreSQL: openssl is not installed");
            return None;
        }
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        self.crash();
        Some(self.folder.join("ca.crt"))
    }

    /// Makes an empty database and returns its address.
    pub(crate) fn database(&self) -> String {
        let name = format!("hall{}", self.made.fetch_add(1, Ordering::Relaxed));
        let made = Command::new(self.bin.join("createdb"))
            .args(["-h", "127.0.0.1", "-U", "postgres", "-O", "yiqi", "-p"])
            .args([&self.port.to_string(), &name])
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        format!("postgres://yiqi@127.0.0.1:{}/{name}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The folder with its data in `data`.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a statement gives, as `psql` prints it; nothing if the server does not answer.
    pub(crate) fn ask(&self, statement: &str) -> Option<String> {
        let port = self.port.to_string();
        let said = Command::new(self.bin.join("psql"))
            .args(["-h", "127.0.0.1", "-U", "postgres", "-At", "-p", &port, "-c", statement])
            .output()
            .ok()?;
        said.status.success().then(|| String::from_utf8_lossy(&said.stdout).trim().to_owned())
    }

    /// Ends the server as a crash does, and starts it again.
    pub(crate) fn crash(&self) {
        let run = format!(
            "cd '{}' && {} '{}/pg_ctl' -D data -l log -m immediate -w restart >/dev/null 2>&1",
            self.folder.display(),
            self.user,
            self.bin.display(),
        );
        assert!(Command::new("setsid").args(["sh", "-c", &run]).status().unwrap().success());
    }
}
