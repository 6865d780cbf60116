use crate::cli::PositionArgs;
use clap::Args;
use command_line::arguments::OutputArgs;
use command_line::output::{Output, millis, progress};
use command_line::{Failure, Interrupt};
use engine::Session;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::time::Instant;

/// Deeper than any machine counts; also keeps the recursion shallow.
const MAX_DEPTH: u32 = 32;

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Also print the count after each move.
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Sequences of so many plies are counted without a look at Ctrl-C.
const UNWATCHED: u32 = 3;

/// The number of sequences of `depth` moves, at least 1; what was counted so far when Ctrl-C was pressed.
fn count(session: &dyn Session, depth: u32, interrupt: &Interrupt) -> Result<u64, Failure> {
    let mut nodes = 0;
    if depth <= UNWATCHED + 1 {
        session.divide(depth, &mut |_, below| {
            nodes += below;
            if interrupt.pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        return Ok(nodes);
    }
    for m in session.legal_moves() {
        if interrupt.pressed() {
            break;
        }
        nodes += count(after(session, &m)?.as_ref(), depth - 1, interrupt)?;
    }
    Ok(nodes)
}

/// The game after a legal move.
fn after(session: &dyn Session, m: &str) -> Result<Box<dyn Session>, Failure> {
    let mut next = session.fork();
    next.push(m).map_err(|error| Failure::Trouble(error.to_string()))?;
    Ok(next)
}

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let session = args.position.session()?;
    let interrupt = Interrupt::listen(|| ())?;
    let bar = progress(session.legal_moves().len() as u64);
    let begun = Instant::now();
    let mut nodes = u64::from(args.depth == 0);
    let mut parts = Vec::new();
    for m in session.legal_moves() {
        if args.depth == 0 || interrupt.pressed() {
            break;
        }
        let below = match args.depth - 1 {
            0 => 1,
            depth => count(after(session.as_ref(), &m)?.as_ref(), depth, &interrupt)?,
        };
        nodes += below;
        // Of a move that was interrupted the number is not complete.
        if !interrupt.pressed() {
            parts.push((m, below));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let time = begun.elapsed();
    parts.sort_unstable();
    if args.divide {
        for (m, below) in &parts {
            out.line(format_args!("{m} {below}"))?;
        }
    }
    let nps = engine::per_second(nodes, time);
    out.line(format_args!("nodes {nodes} seconds {:.3} nps {nps}", time.as_secs_f64()))?;
    out.json(|| {
        let mut object = json!({
            "variant": args.position.variant(),
            "depth": args.depth,
            "nodes": nodes,
            "time_ms": millis(time),
            "nps": nps,
        });
        if args.divide {
            let parts: Map<String, Value> = parts.into_iter().map(|(m, n)| (m, n.into())).collect();
            object["divide"] = parts.into();
        }
        object
    })?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}
