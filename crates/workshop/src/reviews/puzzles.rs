//! How many puzzles reviewed games have, and whether more nodes agree with them.

use super::FilesArgs;
use crate::Failure;
use crate::common::progress_bar;
use clap::{Args, value_parser};
use engine::Control;
use hall::puzzles::{Finder, Puzzle, PuzzleGoal, Suspect, thresholds};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Nodes of each search.
    #[arg(long, default_value_t = thresholds::NODES, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Looks at every puzzle again with so many nodes, and counts those that are still puzzles with the same move.
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..))]
    check: Option<u64>,
    /// Prints every puzzle: variant, game of the file, ply, kind, lead and solution.
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Default)]
struct Tally {
    games: usize,
    plies: usize,
    suspects: usize,
    puzzles: Vec<Puzzle>,
    checked: usize,
    time: Duration,
}

pub(super) fn run(args: &PuzzleArgs) -> Result<(), Failure> {
    let games = args.files.read()?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let bar = progress_bar(games.len() as u64);
    let mut listed = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let suspects = hall::puzzles::suspects(
            &game.work()?.review(),
            &games::new_session(&game.variant, None, None)?.puzzle_terms(),
        );
        let began = Instant::now();
        let found = find(&game.variant, &game.moves, &suspects, args.nodes)?;
        let tally = tallies.entry(game.variant.clone()).or_default();
        tally.time += began.elapsed();
        tally.games += 1;
        tally.plies += game.moves.len();
        tally.suspects += suspects.len();
        for puzzle in found {
            if let Some(nodes) = args.check {
                let suspect = Suspect { ply: puzzle.ply(), loss: puzzle.loss };
                let again = find(&game.variant, &game.moves, &[suspect], nodes)?;
                let same = again.first().is_some_and(|one| one.solution[0] == puzzle.solution[0]);
                tally.checked += usize::from(same);
            }
            if args.list {
                let (ply, kind, lead) = (puzzle.ply(), puzzle.kind.word(), puzzle.lead);
                let solution = puzzle.solution.join(" ");
                listed.push(format!("{} {number} {ply} {kind} {lead:.2} {solution}", game.variant));
            }
            tally.puzzles.push(puzzle);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for line in listed {
        println!("{line}");
    }
    println!(
        "| variant | games | plies | positions looked at | puzzles | mate, win, save | moves to find | agreed | s a game |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (variant, tally) in &tallies {
        println!("{}", row(variant, tally, args.check.is_some()));
    }
    Ok(())
}

fn row(variant: &str, tally: &Tally, is_checked: bool) -> String {
    let count = |kind| tally.puzzles.iter().filter(|one| one.kind == kind).count();
    let [mates, wins, saves] = PuzzleGoal::ALL.map(count);
    let all = tally.puzzles.len();
    let to_find: usize = tally.puzzles.iter().map(Puzzle::to_find).sum();
    let agreed = if is_checked { format!("{} of {all}", tally.checked) } else { "–".to_owned() };
    format!(
        "| {variant} | {} | {} | {} | {all} | {mates}, {wins}, {saves} | {:.1} | {agreed} | {:.1} |",
        tally.games,
        tally.plies,
        tally.suspects,
        to_find as f64 / all.max(1) as f64,
        tally.time.as_secs_f64() / tally.games.max(1) as f64,
    )
}

fn find(
    variant: &str,
    moves: &[String],
    suspects: &[Suspect],
    nodes: u64,
) -> Result<Vec<Puzzle>, Failure> {
    let start = games::new_session(variant, None, None)?;
    let mut finder = Finder::new(start, moves, suspects, nodes)?;
    let mut engine = games::new_engine(variant)?;
    engine.set_option("Hash", "8")?;
    hall::puzzles::run(&mut finder, engine.as_mut(), &Control::new())?;
    Ok(finder.take())
}
