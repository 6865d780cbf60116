//! `yiqi serve` as an administrator meets it: the check of the settings, the log as JSON, and the metrics.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn yiqi(folder: &Path, settings: &str) -> Command {
    let config = folder.join("yiqi.toml");
    std::fs::write(&config, settings).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    command.args(["serve", "--config"]).arg(config).args(["--listen", "127.0.0.1:0", "--data"]);
    command.arg(folder.join("data")).env_remove("RUST_LOG");
    command
}

#[test]
fn the_check_names_every_fault_and_opens_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "trusted-proxies = [\"10.0.0.0/8\", \"proxy.example\"]\nlog-format = \"xml\"\n\
                    metrics = \"9464\"\nlog-level = \"loud\"\nhsts = -1\nmin-disk-mb = \"much\"\n";
    let done = yiqi(folder.path(), settings).arg("--check-config").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{said}");
    for fault in [
        "line 1: trusted-proxies: \"proxy.example\": expected an IP address or a network",
        "line 2: log-format: \"xml\"",
        "line 3: metrics: \"9464\": expected an IP address and a port",
        "line 4: log-level: \"loud\": expected error, warn, info, debug or trace",
        "line 5: hsts: \"-1\"",
        "line 6: min-disk-mb: \"much\"",
    ] {
        assert!(said.contains(fault), "{fault}: {said}");
    }
    let good = "trusted-proxies = [\"10.0.0.0/8\", \"::1\"]\nlog-format = \"json\"\nhsts = 0\n\
                metrics = \"127.0.0.1:9464\"\nlog-level = \"info\"\naccess-log = true\nmin-disk-mb = 10\n";
    let done = yiqi(folder.path(), good).arg("--check-config").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "The configuration is in order\n");
    assert!(!folder.path().join("data").exists(), "nothing is opened or made");
}

#[test]
fn the_check_names_settings_that_do_not_go_together() {
    let folder = tempfile::tempdir().unwrap();
    let nodes = "node-lease = 4\n";
    let settings = format!("{nodes}nats-creds = \"/etc/yiqi/nats.creds\"\n");
    let done = yiqi(folder.path(), &settings).arg("--check-config").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{said}");
    for fault in ["node-lease: only", "nats-creds: there is no"] {
        assert!(said.contains(fault), "{fault}: {said}");
    }
    let database = "database = \"postgres://yiqi@db.example/hall?sslmode=verify-full\"\n";
    let settings = format!("{nodes}{database}nats = \"tls://nats.example:4222\"\n");
    let done = yiqi(folder.path(), &settings).arg("--check-config").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // A certificate that is not there is a fault of the file, before anything is connected.
    let settings = "database = \"postgres://yiqi:secret@db.example/hall?sslmode=verify-full&\
                    sslrootcert=/nowhere/ca.crt\"\nmetrics = \"9464\"\n";
    let done = yiqi(folder.path(), settings).arg("--check-config").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("line 1: database:") && said.contains("/nowhere/ca.crt"), "{said}");
    assert!(said.contains("line 2: metrics:") && !said.contains("secret"), "{said}");
}

#[test]
fn the_check_warns_of_what_hardly_does_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "allow-host = [\"*\", \"https://hall.example/\", \"hall.example:443\", \"hall.example\", \"::1\"]\n\
                    trusted-proxies = [\"0.0.0.0/0\", \"::/0\", \"10.0.0.0/8\"]\n\
                    database = \"postgres://yiqi@db.example/hall\"\n";
    let done = yiqi(folder.path(), settings).arg("--check-config").output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{said}");
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 7, "{said}");
    for (line, begins) in lines.iter().zip([
        "warning: allow-host: \"*\" lets nobody in; there are no wildcards",
        "warning: allow-host: \"https://hall.example/\" lets nobody in; expected the host alone",
        "warning: allow-host: \"hall.example:443\" lets nobody in; expected the host alone, without a port",
        "warning: trusted-proxies: 0.0.0.0/0 is every address",
        "warning: trusted-proxies: ::/0 is every address",
        "warning: data: the games are in the database",
        "The configuration is one that can be served",
    ]) {
        assert!(line.starts_with(begins), "{line}");
    }
    // Who starts it in spite of that is told, too.
    let settings = "allow-host = [\"*\"]\nlog-format = \"text\"\n";
    let mut child = yiqi(folder.path(), settings)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("yiqi: allow-host: \"*\" lets nobody in"), "{log}");
}

#[test]
fn the_metrics_need_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("yiqi.toml");
    std::fs::write(&config, "metrics = \"127.0.0.1:7717\"\nlisten = \"127.0.0.1:7717\"\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    let done = command.args(["serve", "--check-config", "--config"]).arg(config).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("metrics: the hall itself listens at this address"), "{said}");
}

#[test]
fn the_log_of_requests_is_json_with_the_ids_that_the_answers_have() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "log-format = \"json\"\naccess-log = true\nmetrics = \"127.0.0.1:0\"\n\
                    trusted-proxies = [\"127.0.0.1\"]\n";
    let mut child = yiqi(folder.path(), settings)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (hall, metrics) = addresses(&mut child);
    let answer = ask(&hall, "/api/nothing?name=secret", "X-Request-Id: quoted-7\r\n");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("quoted-7"), "{answer}");
    let answer = ask(&hall, "/", "Host: evil.example\r\n");
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let figures = ask(&metrics, "/metrics", "");
    assert!(figures.contains("yiqi_build_info{version="), "{figures}");
    child.kill().unwrap();
    child.wait().unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["message"].as_str().unwrap().contains("change and delete"), "{log}");
    let access = lines.iter().find(|line| line["target"] == "access").unwrap();
    assert_eq!(access["spans"][0]["id"], "quoted-7", "{access}");
    assert_eq!((&access["method"], &access["status"]), (&"GET".into(), &404.into()), "{access}");
    assert_eq!(access["path"], "/api/nothing", "the query is left out");
    assert!(access["ms"].is_u64(), "{access}");
    let refused = lines.iter().find(|line| line["target"] == "server::guard").unwrap();
    assert_eq!(refused["level"], "WARN");
    assert!(refused["spans"][0]["id"].is_string(), "{refused}");
}

/// `Type=notify` in `deploy/yiqi.service`: `systemctl restart` returns when the hall answers.
#[cfg(target_os = "linux")]
#[test]
fn systemd_is_told_when_the_hall_serves_and_when_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&at).unwrap();
    socket.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
    let told = || {
        let mut text = [0; 200];
        let length = socket.recv(&mut text).unwrap();
        String::from_utf8(text[..length].to_vec()).unwrap()
    };
    let mut child = yiqi(folder.path(), "metrics = \"127.0.0.1:0\"\n")
        .env("NOTIFY_SOCKET", &at)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (hall, _) = addresses(&mut child);
    assert_eq!(told().trim(), "READY=1");
    assert!(ask(&hall, "/healthz", "").starts_with("HTTP/1.1 200"));
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(told().trim(), "STOPPING=1");
    assert!(child.wait().unwrap().success());
}

/// A journal or a file has no use for colours.
#[test]
fn the_log_has_colours_on_a_terminal_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = yiqi(folder.path(), "metrics = \"127.0.0.1:0\"\n")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (hall, _) = addresses(&mut child);
    assert!(ask(&hall, "/", "Host: evil.example\r\n").starts_with("HTTP/1.1 403"));
    child.kill().unwrap();
    child.wait().unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("WARN") && !log.contains('\u{1b}'), "{log:?}");
}

/// The addresses of the hall and of its metrics, which it prints.
fn addresses(child: &mut Child) -> (String, String) {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || {
        let line = lines.next().unwrap().unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        rest.split_once('/').unwrap().0.to_owned()
    };
    (next(), next())
}

/// An answer with its head; `more` are lines of the request's head.
pub(crate) fn ask(address: &str, path: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let host = if more.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    write!(stream, "GET {path} HTTP/1.1\r\nConnection: close\r\n{host}{more}\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
