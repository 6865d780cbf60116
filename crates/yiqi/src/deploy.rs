//! The files in `deploy/` agree with the program and with one another: container daemons and systemd are not at hand where
//! the tests run. `notebook/2026-11-23-serving.md` says how they were tried.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::cli::Cli;
use crate::configuration;
use clap::CommandFactory as _;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const COMPOSE: [&str; 3] = ["compose.yaml", "compose.postgres.yaml", "compose.nodes.yaml"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn file(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A file in place of the real one, and the name of the hall.
fn filled_in(word: &str, tokens: &Path) -> String {
    let word = word.replace("${CREDENTIALS_DIRECTORY}/creds", &tokens.display().to_string());
    let word =
        word.replace("/etc/yiqi/yiqi.toml", &folder().join("yiqi.toml").display().to_string());
    // `${NAME:?why}` and `${NAME:-usual}`
    let mut text = String::new();
    let mut rest = &word[..];
    while let Some((before, after)) = rest.split_once("${") {
        let (variable, after) = after.split_once('}').unwrap();
        let usual = variable.split_once(":-").map_or("x1", |(_, usual)| usual);
        (text, rest) = (text + before + usual, after);
    }
    text + rest
}

/// Parses a command line as the program does, with its configuration file.
#[track_caller]
fn accepts(words: &[String], tokens: &Path) {
    let words = words.iter().map(|word| OsString::from(filled_in(word, tokens))).collect();
    let (words, _) = configuration::with_file(words).unwrap_or_else(|fault| panic!("{fault:?}"));
    if let Err(error) = Cli::command().try_get_matches_from(&words) {
        panic!("{words:?}: {error}");
    }
}

/// The lists of strings under these keys, of each service or anchor: a reader for the few forms of YAML in these files.
fn lists(text: &str, keys: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut under: Option<usize> = None;
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let depth = line.len() - line.trim_start().len();
        let line = line.trim();
        if let Some(item) = line.strip_prefix("- ").filter(|_| under.is_some_and(|at| depth > at)) {
            found.last_mut().unwrap().1.push(item.trim_matches('"').to_owned());
            continue;
        }
        under = None;
        let Some((key, rest)) = line.split_once(':') else { continue };
        if keys.contains(&key) && rest.is_empty() {
            found.push((key.to_owned(), Vec::new()));
            under = Some(depth);
        }
    }
    found
}

/// The names of the services.
fn services(text: &str) -> BTreeSet<String> {
    let after = text.split_once("\nservices:\n").unwrap().1;
    let lines = after.lines().take_while(|line| line.is_empty() || line.starts_with([' ', '#']));
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.trim().split_once(':'));
    names.map(|(name, _)| name.to_owned()).filter(|name| !name.starts_with('#')).collect()
}

/// A file of tokens that lives as long as the folder.
fn tokens() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let tokens = folder.path().join("tokens");
    std::fs::write(&tokens, "0123456789abcdef0123456789abcdef\n").unwrap();
    (folder, tokens)
}

#[test]
fn the_program_accepts_the_commands_of_containers() {
    let (_folder, tokens) = tokens();
    let image = file("Containerfile");
    let of = |word: &str| -> Vec<String> {
        let line = image.lines().rev().find_map(|line| line.strip_prefix(word)).unwrap();
        serde_json::from_str(line).unwrap()
    };
    let entry = of("ENTRYPOINT ");
    accepts(&[entry.clone(), of("CMD ")].concat(), &tokens);
    let (mut halls, mut workers) = (0, 0);
    for name in COMPOSE {
        for (key, words) in lists(&file(name), &["command", "entrypoint"]) {
            let is_other = ["/etc/prometheus/", "/etc/nats/"];
            if words.iter().any(|word| is_other.iter().any(|other| word.contains(other))) {
                continue;
            }
            if key == "entrypoint" {
                workers += 1;
                accepts(&words, &tokens);
            } else {
                halls += 1;
                accepts(&[entry.clone(), words].concat(), &tokens);
            }
        }
    }
    assert_eq!(
        (halls, workers),
        (4, 1),
        "one hall on PostgreSQL, three nodes, and the workers' anchor"
    );
}

#[test]
fn the_program_accepts_the_commands_of_units() {
    let (_folder, tokens) = tokens();
    let mut commands = 0;
    for unit in ["yiqi.service", "yiqi-worker.service", "yiqi-backup.service"] {
        for line in file(unit).lines().filter(|line| line.starts_with("Exec")) {
            let (_, command) = line.split_once("/usr/local/bin/yiqi ").unwrap();
            let command = command.split(" &&").next().unwrap();
            let words = command.split_whitespace().map(|word| word.trim_matches('"'));
            accepts(
                &std::iter::once("yiqi").chain(words).map(str::to_owned).collect::<Vec<_>>(),
                &tokens,
            );
            commands += 1;
        }
    }
    assert_eq!(commands, 4);
    assert!(file("yiqi.service").contains("\nType=notify\n"), "`supervisor` tells systemd");
    for unit in ["yiqi.service", "yiqi-worker.service", "yiqi-backup.timer"] {
        assert!(file(unit).contains("\n[Install]\nWantedBy="), "{unit} can be enabled");
    }
}

#[test]
fn what_the_files_name_is_there() {
    let nodes = services(&file("compose.nodes.yaml"));
    let all: BTreeSet<_> = COMPOSE.iter().flat_map(|name| services(&file(name))).collect();
    for name in ["hall", "hall2", "hall3", "nats", "worker1", "worker2", "proxy", "postgres"] {
        assert!(all.contains(name), "{name}: {all:?}");
    }
    // A node keeps its name, and the proxy and Prometheus know all of them.
    let text = file("compose.nodes.yaml");
    let settings = file("yiqi.toml");
    let names = settings.lines().find(|line| line.starts_with("allow-host = ")).unwrap();
    for hall in nodes.iter().filter(|name| name.starts_with("hall")) {
        assert!(text.contains(&format!("hostname: {hall}\n")), "{hall}");
        assert!(file("Caddyfile.nodes").contains(&format!(" {hall}:7717")), "{hall}");
        assert!(file("prometheus.nodes.yml").contains(&format!("\"{hall}:9464\"")), "{hall}");
        // The proxy asks each hall under this name whether it is well; one that refuses the name gets no visitor.
        assert!(names.contains(&format!("\"{hall}\"")), "{hall}: {names}");
    }
    // Compose joins the lists of a service in several files, and refuses the same entry twice.
    let (_, node) = text.split_once("x-node: &node\n").unwrap();
    let node = node.split("\nx-").next().unwrap();
    for key in ["cap_drop:", "security_opt:", "tmpfs:"] {
        assert!(file("compose.yaml").contains(key) && !node.contains(key), "{key}");
    }
    for name in COMPOSE {
        // The list of processes shows a command to everybody on the machine.
        for (_, words) in lists(&file(name), &["command", "entrypoint"]) {
            assert!(!words.iter().any(|word| word.contains("PASSWORD")), "{name}: {words:?}");
        }
        for (_, volumes) in lists(&file(name), &["volumes"]) {
            for source in volumes.iter().filter_map(|volume| volume.split(':').next()) {
                if let Some(named) = source.strip_prefix("./") {
                    assert!(folder().join(named).exists(), "{name}: {source}");
                }
            }
        }
    }
    // The compiler of the image is the one that the workspace asks for.
    let workspace = std::fs::read_to_string(folder().join("../Cargo.toml")).unwrap();
    let version = workspace.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    assert!(file("Containerfile").contains(&format!("FROM rust:{}-", version.trim_matches('"'))));
}

/// After a change of settings `YIQI_WRITE=1 cargo test --workspace --bin yiqi every_setting` writes the file anew.
#[test]
fn every_setting_is_explained_to_administrators() {
    // Where the file usually is depends on who runs the program.
    let everywhere = |text: String| -> String {
        text.split_inclusive('\n').filter(|line| !line.contains("Usual place: ")).collect()
    };
    let template = everywhere(configuration::template());
    if std::env::var_os("YIQI_WRITE").is_some() {
        std::fs::write(folder().join("settings.toml"), &template).unwrap();
    }
    assert_eq!(file("settings.toml"), template, "deploy/settings.toml has every setting");
    let settings = configuration::names();
    assert!(settings.len() > 30, "{settings:?}");
    for name in settings {
        let (before, _) = template.split_once(&format!("\n# {name} = ")).unwrap();
        let meaning = before.rsplit_once("\n# ").unwrap().1;
        assert!(meaning.len() > 20, "{name}: {meaning:?}");
    }
}
