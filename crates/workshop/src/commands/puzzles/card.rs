//! The card of a file of puzzles: from which games they are, and how they were made.

use super::prove::{MOST_TO_FIND, TIMES};
use super::{MakeArgs, Source, difficulty};
use hall::puzzles::PuzzleSet;
use hall::puzzles::thresholds::CERTAIN;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The text of the card.
pub(super) fn text(
    args: &MakeArgs,
    set: &PuzzleSet,
    file: &str,
    sources: &[Source],
    builds: &BTreeSet<String>,
) -> String {
    let mut text = format!("# Puzzles: {}\n\n| | |\n|---|---|\n", set.variant);
    let folders: Vec<String> = args.games.iter().map(|one| one.display().to_string()).collect();
    let (count, nodes) = (set.puzzles.len(), args.nodes);
    let rows = [
        ("puzzles", format!("{count} of {} that were wanted", args.count)),
        ("rule set", set.rules.clone()),
        (FILE, format!("{} bytes", file.len())),
        (
            "made by",
            format!(
                "`workshop puzzles make {} --variant {} --count {} --nodes {nodes} --per-game {} --out FILE`",
                folders.join(" "),
                args.variant,
                args.count,
                args.per_game
            ),
        ),
        ("found by", builds.iter().cloned().collect::<Vec<_>>().join(", ")),
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
    text += "\n## Games\n\n| file | seed | games looked at | nodes a move | program |\n|---|---|---|---|---|\n";
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
