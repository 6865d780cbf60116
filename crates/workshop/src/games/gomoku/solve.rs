//! Proves the wins of a collection and prints how long it took.

use super::GomokuVariant;
use crate::Failure;
use crate::common::read_file;
use crate::game_tools::Game as _;
use clap::Args;
use gomoku_engine::solve::solve;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Lines of fields that bars separate, the first an id and the last the stones; our collection of
    /// renju if absent.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only the row with this id.
    #[arg(long)]
    id: Option<String>,
    /// Seconds a position.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

const OURS: &str = include_str!("../../../../gomoku-engine/tests/data/renju_wins_by_threats.txt");

pub(crate) fn run(variant: &GomokuVariant, args: &SolveArgs) -> Result<(), Failure> {
    let limit = Duration::from_secs(args.seconds);
    let (text, variant) = match &args.file {
        Some(path) => (read_file(path)?, variant.clone()),
        None => (OURS.to_owned(), GomokuVariant::read("renju15")?),
    };
    let (mut rows, mut proven) = (0, 0);
    println!("id\tmethod\tmoves\tms\tnodes\tline");
    for row in text.lines().filter(|row| !row.starts_with('#') && !row.trim().is_empty()) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let (id, stones) = (fields[0], fields[fields.len() - 1]);
        if args.id.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        let position = variant.position(stones).map_err(|e| format!("{id}: {e}"))?;
        let begun = Instant::now();
        let solution = solve(&position, &mut |_| begun.elapsed() < limit);
        let line = solution.win.unwrap_or_default();
        rows += 1;
        proven += u32::from(!line.is_empty());
        println!(
            "{id}\t{}\t{}\t{}\t{}\t{}",
            solution.method.map_or("-", |method| method.word()),
            line.len().div_ceil(2),
            begun.elapsed().as_millis(),
            solution.nodes,
            line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        );
    }
    println!("{proven} of {rows} proven");
    Ok(())
}
