use super::moves::play;
use crate::cli::PositionArgs;
use clap::Args;
use command_line::arguments::OutputArgs;
use command_line::output::{self, Output};
use command_line::{Failure, Interrupt};
use engine::{Control, Engine, Limits, Session};
use serde_json::json;
use std::time::Duration;

/// The time of a search without a limit.
const USUAL_TIME: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves played from there, in any notation.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Search so many milliseconds (5000 when no limit is given).
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search so many plies deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search so many nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search until Ctrl-C.
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes"])]
    infinite: bool,
    /// Show so many lines.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=128))]
    lines: u32,
    /// Search with so many threads.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: u32,
    /// Use a table of so many megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: u32,
    /// Look for a forced win and prove it.
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let (mut session, moves) = args.position.game(&args.moves)?;
    play(session.as_mut(), &moves)?;
    let mut engine = games::new_engine(&args.position.variant())?;
    engine.set_option("Threads", &args.threads.to_string())?;
    hosts::check_table(&args.hash.to_string()).map_err(Failure::Input)?;
    engine.set_option("Hash", &args.hash.to_string())?;
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let unlimited = args.movetime.is_none() && args.depth.is_none() && args.nodes.is_none();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: match args.movetime {
            Some(ms) => Some(Duration::from_millis(ms)),
            None => (unlimited && !args.infinite).then_some(USUAL_TIME),
        },
        lines: args.lines,
        ..Limits::default()
    };
    if args.solve {
        solve(&out, engine.as_mut(), session.as_ref(), &limits, &control)?;
    } else {
        search(&out, engine.as_mut(), session.as_ref(), &limits, &control)?;
    }
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Searches and prints every report as it comes.
fn search(
    out: &Output,
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &Limits,
    control: &Control,
) -> Result<(), Failure> {
    let mut failed = None;
    let found = engine.search(session, limits, control, &mut |info| {
        let printed =
            out.line(output::info(info)).and_then(|()| out.json(|| output::info_json(info)));
        if let Err(failure) = printed {
            // The output is closed: the search can end.
            failed = Some(failure);
            control.stop();
        }
    })?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    out.line(output::best(&found))?;
    out.json(|| json!({ "best": found.best, "ponder": found.ponder }))
}

/// Runs the solver and prints its result.
fn solve(
    out: &Output,
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &Limits,
    control: &Control,
) -> Result<(), Failure> {
    let solved = engine.solve(session, limits, control)?;
    match &solved.proof {
        Some(proof) => {
            out.line(format_args!(
                "{}: mate in {} ({}): {}",
                if proof.is_complete() { "proven" } else { "found, not proven" },
                proof.moves,
                proof.method,
                proof.line.join(" ")
            ))?;
        }
        None if solved.exhausted => {
            out.line(
                "no forced win found: by checks alone there is none, and the search sees none",
            )?;
        }
        None => out.line("no forced win found within the limits")?,
    }
    out.line(format_args!("nodes {} time {} ms", solved.nodes, solved.time.as_millis()))?;
    out.json(|| {
        json!({
            "proven": solved.proof.as_ref().is_some_and(engine::Proof::is_complete),
            "score": solved.proof.as_ref().map(|proof| json!({ "mate": proof.moves })),
            "method": solved.proof.as_ref().map(|proof| proof.method),
            "pv": solved.proof.as_ref().map(|proof| &proof.line),
            "exhausted": solved.exhausted,
            "nodes": solved.nodes,
            "time_ms": output::millis(solved.time),
        })
    })
}
