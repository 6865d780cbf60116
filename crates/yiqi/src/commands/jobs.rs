//! `yiqi jobs`: the work that a hall hands out, for its operator.

use clap::{Args, Subcommand};
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use command_line::work::{HallArgs, part};
use jobs::BatchNews;
use serde_json::json;

#[derive(Debug, Subcommand)]
pub(crate) enum JobsCommand {
    /// Lists the batches, the newest first: their jobs by state, what came of them, and who works.
    List(ListArgs),
    /// Cancels the jobs of a batch that are not done; their workers stop within a second.
    Cancel(BatchArgs),
    /// Removes a batch with its results.
    Remove(BatchArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    hall: HallArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    /// The key of the batch, as the list has it.
    key: String,
    #[command(flatten)]
    hall: HallArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(command: &JobsCommand) -> Result<(), Failure> {
    match command {
        JobsCommand::List(args) => {
            let out = Output::new(args.output);
            let all: Vec<BatchNews> = args.hall.client()?.get("batches")?;
            if all.is_empty() {
                out.line("there is no work")?;
            }
            all.iter().try_for_each(|batch| show(batch, &out))
        }
        JobsCommand::Cancel(args) => {
            let client = args.hall.client()?;
            let path = format!("batches/{}/cancel", part(&args.key));
            show(&client.post(&path, &())?, &Output::new(args.output))
        }
        JobsCommand::Remove(args) => {
            args.hall.client()?.delete(&format!("batches/{}", part(&args.key)))?;
            let out = Output::new(args.output);
            out.line(format_args!("{}: removed", args.key))?;
            out.json(|| json!({ "removed": args.key }))
        }
    }
}

fn show(batch: &BatchNews, out: &Output) -> Result<(), Failure> {
    let counts = batch.counts;
    out.line(format_args!(
        "{} ({}, for {}): {} waiting, {} running, {} done, {} cancelled, {} in quarantine",
        batch.key,
        batch.class,
        batch.build,
        counts.waiting,
        counts.running,
        counts.done,
        counts.cancelled,
        counts.quarantined
    ))?;
    let sums: Vec<_> = batch.sums.iter().map(|(name, value)| format!("{name} {value}")).collect();
    for (what, list) in [("sums", &sums), ("workers", &batch.workers), ("errors", &batch.errors)] {
        if !list.is_empty() {
            out.line(format_args!("  {what}: {}", list.join(", ")))?;
        }
    }
    out.json(|| json!(batch))
}
