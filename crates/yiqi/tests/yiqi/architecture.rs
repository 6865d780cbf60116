//! The workspace has the structure that `docs/develop/architecture.md` describes: its table of crates is compared
//! with `cargo metadata`.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};

/// Rows `| crate | one line | may depend on |` of the table: crate → allowed crates.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let text = include_str!("../../../../docs/develop/architecture.md");
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

/// The name of a crate in the table: without the prefix that published packages have.
fn short_name(package: &str) -> &str {
    package.strip_prefix("yiqi-").unwrap_or(package)
}

#[test]
fn dependencies_point_one_way() {
    let allowed = allowed();
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    let members: BTreeSet<String> =
        metadata.packages.iter().map(|package| short_name(&package.name).to_owned()).collect();
    assert_eq!(
        members,
        allowed.keys().cloned().collect(),
        "the crates of the workspace are the rows of the table in docs/develop/architecture.md"
    );
    let mut crooked = Vec::new();
    for package in &metadata.packages {
        for dependency in &package.dependencies {
            let name = short_name(&dependency.name);
            let inside = members.contains(name);
            // Tests may depend on any crate.
            let counts = dependency.kind != DependencyKind::Development;
            if inside && counts && !allowed[short_name(&package.name)].contains(name) {
                crooked.push(format!("{} → {}", package.name, dependency.name));
            }
        }
    }
    assert!(crooked.is_empty(), "not in the table of docs/develop/architecture.md: {crooked:?}");
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

/// Every program of tests is linked with all crates below it: a second one doubles that time.
#[test]
fn each_crate_has_one_program_of_tests() {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    for package in &metadata.packages {
        let programs = package.targets.iter().filter(|target| target.is_test()).count();
        assert!(programs <= 1, "{} has {programs}: make modules of tests/*.rs", package.name);
    }
}

/// Whether a source in the folder has a test.
fn has_tests(folder: &std::path::Path) -> bool {
    std::fs::read_dir(folder).expect("a folder of sources").any(|entry| {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            return has_tests(&path);
        }
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        let text = if is_source { std::fs::read_to_string(&path) } else { Ok(String::new()) };
        let text = text.expect("a source can be read");
        text.lines()
            .map(str::trim_start)
            .any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
    })
}

/// A library whose manifest says `test = false` is compiled once, not a second time for its tests: those
/// without tests say it, and only they, because tests would not run.
#[test]
fn libraries_run_the_tests_that_they_have() {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    for package in &metadata.packages {
        for library in
            package.targets.iter().filter(|target| target.is_lib() || target.is_proc_macro())
        {
            let folder = library.src_path.parent().expect("a file is in a folder");
            assert_eq!(library.test, has_tests(folder.as_std_path()), "`test` of {}", package.name);
        }
    }
}

#[test]
fn rules_crates_have_the_same_modules() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let modules = ["square", "piece", "setup", "position", "moves", "adjudicate", "notation"];
    for rules in ["xiangqi", "draughts", "gomoku", "reversi"] {
        for module in modules {
            let file = crates.join(format!("{rules}/src/{module}.rs"));
            let folder = crates.join(format!("{rules}/src/{module}"));
            assert!(file.exists() || folder.exists(), "{rules} has a module {module}");
        }
    }
}

#[test]
fn the_readme_links_every_document() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("a README");
    let linked = |path: &str| readme.contains(&format!("]({path})"));
    for folder in ["docs", "docs/serve", "docs/develop"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder of documents") {
            let name = entry.expect("an entry").file_name().into_string().expect("text");
            assert!(
                !name.ends_with(".md") || linked(&format!("{folder}/{name}")),
                "{folder}/{name}"
            );
        }
    }
    for file in ["CONTRIBUTING.md", "CHANGELOG.md", "web/README.md"] {
        assert!(linked(file), "{file}");
    }
}

/// All documents: those of the root, and those of the folders.
fn documents(folder: &std::path::Path, all: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of documents") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            documents(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            all.push(path);
        }
    }
}

#[test]
fn every_link_of_a_document_leads_to_a_file() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names =
        ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/README.md"];
    let mut all: Vec<_> = names.map(|name| root.join(name)).into();
    for folder in ["docs", "notebook", "nets"] {
        documents(&root.join(folder), &mut all);
    }
    let mut broken = Vec::new();
    for document in all {
        let text = std::fs::read_to_string(&document).expect("a document can be read");
        // Links begin with `](`; what stands in blocks of code is no link.
        let prose: String = text.split("```").step_by(2).collect();
        for link in prose.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or_default();
            let outside = link.contains(':') || link.contains(' ') || link.is_empty();
            if !outside && !document.with_file_name(link).exists() {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// The crates above the families, and the border. None of them names a game.
const NAMELESS: [&str; 19] = [
    "engine",
    "records",
    "programs",
    "statistics",
    "hall",
    "pool",
    "arena",
    "lab",
    "lab-messages",
    "hosts",
    "shipped",
    "store",
    "wire",
    "server",
    "yiqi",
    "command-line",
    "datagen",
    "gate",
    "train",
];

/// The exceptions: part of a path, the text, and the reason.
const NAMED: [(&str, &str, &str); 8] = [
    ("yiqi/src/commands/match_", "xiangqi", "the examples of its help"),
    ("arena/src/player", "protocol::draughts", "DXP and Hub tell boards of draughts"),
    ("programs/src", "protocol::draughts", "Hub tells boards of draughts"),
    ("hosts/src", "protocol::draughts", "DXP and Hub tell boards of draughts"),
    ("yiqi/src/commands/dxp", "protocol::draughts", "DXP tells boards of draughts"),
    ("store/src/preferences", "\"xiangqi\"", "preferences of formats 1 and 2 had its settings"),
    ("store/src/preferences", "\"gomoku\"", "preferences of formats 1 and 2 had its settings"),
    ("hosts/src/gomocup", "Rule::Renju", "Yixin-Board has a number of its own for it"),
];

fn sources(folder: &std::path::Path, all: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("tests") {
                sources(&path, all);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_stem().is_none_or(|name| name != "tests")
        {
            all.push(path);
        }
    }
}

/// A line of code that names a game is one that a fourth game would have to change. Comments,
/// examples and help may name games; tests must.
#[test]
fn nothing_above_the_families_names_a_game() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut words: Vec<String> = Vec::new();
    for family in games::families() {
        words.push(family.id().to_owned());
        for variant in family.variants() {
            let id = variant.id.trim_start_matches(family.id()).trim_start_matches('-');
            // `free`, `english` or `20` alone could be anything.
            if !variant.id.starts_with(family.id()) && id.len() > 3 {
                words.push(id.to_owned());
            }
        }
    }
    let mut named = Vec::new();
    for name in NAMELESS {
        let mut files = Vec::new();
        sources(&crates.join(name).join("src"), &mut files);
        for file in files {
            let shown = file.strip_prefix(&crates).expect("it is in crates").display().to_string();
            let text = std::fs::read_to_string(&file).expect("a source can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (line, number) in code.lines().zip(1..) {
                let mut line = line.to_owned();
                if line.trim_start().starts_with("//") {
                    continue;
                }
                for (place, phrase, _) in NAMED {
                    if shown.starts_with(place) {
                        line = line.replace(phrase, "");
                    }
                }
                let lower = line.to_lowercase();
                if let Some(word) = words.iter().find(|word| lower.contains(word.as_str())) {
                    named.push(format!("{shown}:{number} names {word}: {}", line.trim()));
                }
            }
        }
    }
    assert!(named.is_empty(), "code that names a game:\n{}", named.join("\n"));
}
