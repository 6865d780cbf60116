//! The card of a file of puzzles: from which games they are, and how they were made.

use super::prove::{MOST_TO_FIND, TIMES};
use super::{MakeArgs, Source, difficulty};
use hall::puzzles::PuzzleSet;
use hall::puzzles::thresholds::CERTAIN;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// How a set was made.
#[derive(Debug)]
pub(super) struct CardParts<'m> {
    pub(super) args: &'m MakeArgs,
    pub(super) set: &'m PuzzleSet,
    /// The size of its file.
    pub(super) bytes: usize,
    pub(super) sources: &'m [Source],
    /// The builds that looked at the games.
    pub(super) builds: BTreeSet<String>,
}

/// The text of the card; `kept` is that of the set whose puzzles were kept.
pub(super) fn text(
    CardParts { args, set, bytes, sources, builds }: CardParts<'_>,
    kept: Option<&str>,
) -> String {
    let mut text = format!("# Puzzles: {}\n\n| | |\n|---|---|\n", set.variant);
    let folders: Vec<String> = args.games.iter().map(|one| one.display().to_string()).collect();
    let (count, nodes) = (set.puzzles.len(), args.nodes);
    let rows = [
        ("puzzles", format!("{count} of {} that were wanted", args.count)),
        ("rule set", set.rules.clone()),
        (FILE, format!("{bytes} bytes")),
        (
            MADE_BY,
            format!(
                "{}`workshop puzzles make {} --variant {} --count {} --nodes {nodes} --per-game {}{} --out FILE`",
                kept.map(|card| format!("{}, then ", row(card, MADE_BY))).unwrap_or_default(),
                folders.join(" "),
                args.variant,
                args.count,
                args.per_game,
                if kept.is_some() { " --keep FILE" } else { "" }
            ),
        ),
        (FOUND_BY, {
            let old = kept.iter().flat_map(|card| row(card, FOUND_BY).split(", "));
            let all: BTreeSet<&str> = old.chain(builds.iter().map(String::as_str)).collect();
            all.into_iter().filter(|build| !build.is_empty()).collect::<Vec<_>>().join(", ")
        }),
        (
            "proof",
            format!(
                "found with {nodes} nodes a search, found again with {} (and {} for the question whether no other move is right)",
                nodes * TIMES,
                nodes * TIMES * CERTAIN
            ),
        ),
        ("moves to find", format!("1 to {MOST_TO_FIND}")),
        (RATING, how_rated(difficulty::MOST_NODES)),
    ];
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    let _ = write!(text, "\n{GAMES}");
    text += kept.map_or("", games);
    for Source { file, header, looked_at } in sources {
        let nodes = header.job.as_ref().map_or_else(|| "–".to_owned(), |job| job.nodes.to_string());
        let _ = writeln!(
            text,
            "| `{}` | {} | {looked_at} | {nodes} | {} |",
            file.display(),
            header.seed,
            header.program
        );
    }
    text + &tables(set)
}

/// The head of the table of games.
const GAMES: &str = "## Games\n\n| file | seed | games looked at | nodes a move | program |\n|---|---|---|---|---|\n";
/// The names of the rows that say by which commands and builds a set was made.
const MADE_BY: &str = "made by";
const FOUND_BY: &str = "found by";

/// The row of a card with this name; nothing if it has none.
fn row<'c>(card: &'c str, name: &str) -> &'c str {
    let value = |line: &'c str| line.strip_prefix(&format!("| {name} | "))?.strip_suffix(" |");
    card.lines().find_map(value).unwrap_or_default()
}

/// The rows of a card about games.
fn games(card: &str) -> &str {
    let rows = card.split_once(GAMES).map_or("", |(_, rows)| rows);
    rows.find("\n\n").map_or(rows, |end| &rows[..=end])
}

/// The name of the row that says how the ratings were measured.
const RATING: &str = "rating";
/// That of the row with the size of the file.
const FILE: &str = "file";

/// How the ratings were measured.
fn how_rated(most_nodes: u64) -> String {
    format!(
        "levels 1 to 12, with {most_nodes} nodes a move at most, {} tries each, on the whole solution: 2400 less 1800 times the share of the tries that found it",
        difficulty::TRIES
    )
}

/// The card of a set whose ratings were measured anew: the same games and proofs, other ratings and counts.
pub(super) fn rated(card: &str, set: &PuzzleSet, most_nodes: u64, bytes: usize) -> String {
    let head = card.split_once(&format!("\n| {} |", TABLES[0])).map_or(card, |(head, _)| head);
    let row = |line: &str| {
        let is = |name: &str| line.starts_with(&format!("| {name} | "));
        match () {
            () if is(RATING) => format!("| {RATING} | {} |\n", how_rated(most_nodes)),
            () if is(FILE) && line.ends_with(" bytes |") => format!("| {FILE} | {bytes} bytes |\n"),
            () => format!("{line}\n"),
        }
    };
    head.lines().map(row).collect::<String>() + &tables(set)
}

/// The names of the counts.
const TABLES: [&str; 4] = [
    "goal",
    "theme",
    "moves to find",
    "lowest level from which on each finds it in half of its tries",
];

/// What there is how often in a set.
fn tables(set: &PuzzleSet) -> String {
    let mut text = String::new();
    let mut tables: [(&str, BTreeMap<String, usize>); 4] =
        TABLES.map(|name| (name, BTreeMap::new()));
    for one in &set.puzzles {
        let mut add = |table: usize, key: String| *tables[table].1.entry(key).or_default() += 1;
        add(0, one.puzzle.kind.word().to_owned());
        one.themes.iter().for_each(|theme| add(1, theme.clone()));
        add(2, one.puzzle.to_find().to_string());
        add(3, one.level.map_or_else(|| "none".to_owned(), |level| format!("{level:2}")));
    }
    for (name, counts) in tables {
        let _ = write!(text, "\n| {name} | puzzles |\n|---|---|\n");
        for (key, count) in counts {
            let _ = writeln!(text, "| {} | {count} |", key.trim());
        }
    }
    text
}
