//! `workshop puzzles rate`: measures anew how difficult the puzzles of a file are, when the levels have changed; what they are
//! about is said anew, too.

use super::{card, choice, difficulty, read_set, write_set};
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::{Output, progress};
use engine::{Control, Engine};
use hall::puzzles::ShippedPuzzle;
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// The file of puzzles; it and its card, the file beside it with the ending `md`, are written anew.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The most nodes of a level for a move.
    #[arg(long, default_value_t = difficulty::MOST_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &RateArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let (mut set, old_card) = read_set(&args.file)?;
    let mut engine = games::new_engine(&set.variant).map_err(Failure::input)?;
    let control = Control::new();
    let stop = control.clone();
    let _interrupt = command_line::Interrupt::listen(move || stop.stop())?;
    let bar = progress(set.puzzles.len() as u64);
    let mut changed = 0;
    for one in &mut set.puzzles {
        let before = (one.rating, one.level);
        if !rate(one, engine.as_mut(), args.nodes, &control)? {
            bar.finish_and_clear();
            return Err(Failure::Interrupted);
        }
        changed += usize::from((one.rating, one.level) != before);
        bar.inc(1);
    }
    bar.finish_and_clear();
    // The easiest come first.
    set.puzzles.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
    let text = set.write();
    let rated = card::rated(&old_card, &set, args.nodes, text.len());
    write_set(&args.file, &text, &rated)?;
    let count = set.puzzles.len();
    out.line(format_args!("{count} puzzles, {changed} with another rating or level"))?;
    out.json(|| json!({ "puzzles": count, "changed": changed }))
}

/// Lets every level try a puzzle. `false`: it was stopped.
fn rate(
    one: &mut ShippedPuzzle,
    engine: &mut dyn Engine,
    nodes: u64,
    control: &Control,
) -> Result<bool, Failure> {
    let puzzle = &one.puzzle;
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut at = games::new_session(&puzzle.variant, rules, start).map_err(Failure::trouble)?;
    for m in &puzzle.moves {
        at.push(m).map_err(Failure::trouble)?;
    }
    let seed = difficulty::seed(one.seed, one.game, one.ply);
    let Some(finds) = difficulty::measure(puzzle, at.as_ref(), engine, seed, nodes, control)?
    else {
        return Ok(false);
    };
    one.themes = choice::themes(puzzle, at.as_ref());
    (one.rating, one.level) = (difficulty::rating(&finds), difficulty::level(&finds));
    Ok(true)
}
