use crate::PROGRAM;
use clap::Args;
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::output::{Output, millis, progress};
use command_line::{Failure, Interrupt};
use engine::BenchStep;
use indicatif::ProgressFinish;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The variant; Xiangqi if absent.
    #[arg(
        default_value = games::variants()[0].id,
        value_parser = CompletedName::VARIANTS,
        hide_possible_values = true
    )]
    variant: String,
    /// The depth, if not the usual one; it gives another signature.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    // What is measured is the search: the numbers of the evaluation are read before.
    games::bench(&args.variant, Some(1), &mut |_| {})?;
    let begun = Instant::now();
    let bar = progress(0).with_finish(ProgressFinish::AndClear);
    let so_far = Arc::new(Mutex::new(BenchStep::default()));
    let (shown, latest, variant) = (bar.clone(), Arc::clone(&so_far), args.variant.clone());
    // A single search may take hours: the handler prints what there is and ends the program.
    Interrupt::listen(move || {
        shown.finish_and_clear();
        let step = *latest.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = partial(&out, &variant, step, begun.elapsed()).err();
        std::process::exit(failure.unwrap_or(Failure::Interrupted).report(PROGRAM).into());
    })?;
    let (depth, nodes) = games::bench(&args.variant, args.depth, &mut |step| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = step;
        bar.set_length(step.positions as u64);
        bar.set_position(step.done as u64);
    })?;
    bar.finish_and_clear();
    let time = begun.elapsed();
    let nps = engine::per_second(nodes, time);
    out.line(format_args!("nodes {nodes} seconds {:.3} nps {nps}", time.as_secs_f64()))?;
    out.json(|| {
        json!({
            "variant": args.variant,
            "depth": depth,
            "nodes": nodes,
            "time_ms": millis(time),
            "nps": nps,
        })
    })
}

/// Prints the counts of the positions searched so far.
fn partial(out: &Output, variant: &str, step: BenchStep, time: Duration) -> Result<(), Failure> {
    let BenchStep { done, positions, nodes } = step;
    let nps = engine::per_second(nodes, time);
    let seconds = time.as_secs_f64();
    out.line(format_args!(
        "nodes {nodes} seconds {seconds:.3} nps {nps} after {done} of {positions} positions"
    ))?;
    out.json(|| {
        json!({
            "variant": variant,
            "done": done,
            "positions": positions,
            "nodes": nodes,
            "time_ms": millis(time),
            "nps": nps,
            "complete": false,
        })
    })
}
