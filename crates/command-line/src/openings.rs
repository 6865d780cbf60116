//! Openings for matches: random moves that leave an even game.

use crate::arguments::{CompletedName, OutputArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, progress};
use clap::Args;
use engine::{Control, Engine, Limits, Score, Session};
use indicatif::ProgressFinish;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use std::collections::HashSet;

/// The number of random games tried for a start position before the command fails: far more than are needed
/// if any exist.
const MAX_TRIES: u32 = 100_000;

/// Makes a list of openings: random moves that leave an even game. The list depends on nothing
/// but the arguments and the engine, and says in its first line how it was made.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// The variant's id.
    #[arg(
        default_value = games::variants()[0].id,
        value_parser = CompletedName::VARIANTS,
        hide_possible_values = true
    )]
    variant: String,
    /// How many openings.
    #[arg(long, value_name = "N", default_value_t = 60)]
    count: usize,
    /// How many random plies.
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: u32,
    /// How far from even the evaluation may be, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 50)]
    within: i32,
    /// Nodes to evaluate with.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// The seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: OutputArgs,
}

/// Prints openings, and first how they were made: by this program.
///
/// # Errors
/// When the variant is unknown, too few openings are found, or Ctrl-C was pressed.
pub fn run(args: &OpeningsArgs, program: &str) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let OpeningsArgs { variant, count, plies, within, nodes, seed, .. } = args;
    out.line(format_args!(
        "# {count} openings of {variant}: {plies} random plies, evaluation within ±{within} at {nodes} nodes.",
    ))?;
    out.line(format_args!(
        "# {program} openings {variant} --count {count} --plies {plies} --within {within} --nodes {nodes} --seed {seed}",
    ))?;
    out.json(|| {
        json!({
            "variant": variant, "count": count, "plies": plies, "within": within, "nodes": nodes,
            "seed": seed,
        })
    })?;
    let interrupt = Interrupt::listen(|| ())?;
    make(args, &interrupt, &mut |moves| {
        out.line(moves.join(" "))?;
        out.json(|| json!({ "moves": moves }))
    })
}

/// So many openings for matches, with the other settings of the command.
///
/// # Errors
/// Those of [`run`].
pub fn usual(
    variant: &str,
    count: usize,
    interrupt: &Interrupt,
) -> Result<Vec<arena::StartLine>, Failure> {
    let args = OpeningsArgs {
        variant: variant.to_owned(),
        count,
        plies: 8,
        within: 50,
        // Enough to leave out what is lost; a hundred thousand would take minutes.
        nodes: 5_000,
        seed: 1,
        output: OutputArgs { json: false },
    };
    let mut lines = Vec::with_capacity(count);
    make(&args, interrupt, &mut |moves| {
        lines.push(arena::StartLine { position: None, moves: moves.to_vec() });
        Ok(())
    })?;
    Ok(lines)
}

/// Makes the openings and hands each over.
fn make(
    args: &OpeningsArgs,
    interrupt: &Interrupt,
    each: &mut dyn FnMut(&[String]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut engine = games::new_engine(&args.variant)?;
    let mut seen = HashSet::new();
    let bar = progress(args.count as u64).with_finish(ProgressFinish::AndClear);
    for _ in 0..MAX_TRIES {
        if seen.len() == args.count {
            return Ok(());
        }
        if interrupt.pressed() {
            return Err(Failure::Interrupted);
        }
        let Some(session) = random_game(args, &mut random)? else { continue };
        if seen.contains(&session.position_text()) {
            continue;
        }
        if is_even(engine.as_mut(), &*session, args)? {
            seen.insert(session.position_text());
            each(&session.moves())?;
            bar.inc(1);
        }
    }
    Err(Failure::trouble(format!(
        "only {} openings found in {MAX_TRIES} tries: allow more than ±{}",
        seen.len(),
        args.within
    )))
}

/// A game of random moves; `None` when it ended on the way.
fn random_game(
    args: &OpeningsArgs,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Option<Box<dyn Session>>, Failure> {
    let mut session = games::new_session(&args.variant, None, None)?;
    for _ in 0..args.plies {
        let moves = session.legal_moves();
        if moves.is_empty() || session.verdict().is_some() {
            return Ok(None);
        }
        let chosen = &moves[random.random_range(0..moves.len())];
        session.push(chosen).map_err(Failure::trouble)?;
    }
    Ok(session.verdict().is_none().then_some(session))
}

/// Whether a fresh engine evaluates the position as even.
fn is_even(
    engine: &mut dyn Engine,
    session: &dyn Session,
    args: &OpeningsArgs,
) -> Result<bool, Failure> {
    engine.new_game();
    let limits = Limits { nodes: Some(args.nodes), lines: 1, ..Limits::default() };
    let found = engine.search(session, &limits, &Control::new(), &mut |_| ())?;
    let score = found.info.map(|info| info.score);
    Ok(matches!(score, Some(Score::Cp(cp)) if cp.abs() <= args.within))
}
