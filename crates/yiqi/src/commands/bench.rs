use crate::cli::{Known, OutputArgs};
use crate::failure::Failure;
use crate::output::{Output, millis};
use clap::Args;
use serde_json::json;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The variant; Xiangqi if absent.
    #[arg(
        default_value = games::variants()[0].id,
        value_parser = Known::VARIANTS,
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
    let begun = Instant::now();
    let (depth, nodes) = games::bench(&args.variant, args.depth)?;
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
