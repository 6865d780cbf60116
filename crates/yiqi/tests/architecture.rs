//! The house stands as `docs/architecture.md` says: its table of crates is read here and held
//! against `cargo metadata`.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// Rows `| crate | one line | may depend on |` of the table: crate → allowed crates.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let text = include_str!("../../../docs/architecture.md");
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    text.lines()
        .skip_while(|line| !line.starts_with("| crate |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
            assert_eq!(cells.len(), 3, "three columns in {line}");
            let name = names(cells[0]).pop_first().expect("the first column names a crate");
            (name, names(cells[2]))
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let allowed = allowed();
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    let members: BTreeSet<String> =
        metadata.packages.iter().map(|package| package.name.to_string()).collect();
    assert_eq!(
        members,
        allowed.keys().cloned().collect(),
        "the crates of the workspace are the rows of the table in docs/architecture.md"
    );
    let mut crooked = Vec::new();
    for package in &metadata.packages {
        for dependency in &package.dependencies {
            let inside = members.contains(&dependency.name);
            // Tests may look at the house from any side.
            let counts = dependency.kind != DependencyKind::Development;
            if inside && counts && !allowed[package.name.as_str()].contains(&dependency.name) {
                crooked.push(format!("{} → {}", package.name, dependency.name));
            }
        }
    }
    assert!(crooked.is_empty(), "not in the table of docs/architecture.md: {crooked:?}");
}

#[test]
fn every_crate_says_in_one_line_what_it_is() {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    for package in &metadata.packages {
        let line = package.description.as_deref().unwrap_or_default();
        assert!(
            line.len() > 20 && line.len() < 100 && !line.contains('\n'),
            "{} describes itself in one line, not {line:?}",
            package.name
        );
    }
}

#[test]
fn rules_crates_have_the_same_rooms() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rooms = ["square", "piece", "setup", "position", "moves", "adjudicate", "notation"];
    for rules in ["xiangqi", "draughts", "gomoku"] {
        for room in rooms {
            let file = crates.join(format!("{rules}/src/{room}.rs"));
            let folder = crates.join(format!("{rules}/src/{room}"));
            assert!(file.exists() || folder.exists(), "{rules} has a room called {room}");
        }
    }
}
