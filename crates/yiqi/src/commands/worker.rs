//! `yiqi worker`: does work for a hall on another machine, at the lowest priority.
//!
//! The threads that search have the lowest priority. Those that speak with the hall have that of the program: they do
//! little, and what the hall says must arrive also when the machine has much to do.

mod players;
mod review;
mod search;
mod slot;
mod threads;

use crate::cli::OutputArgs;
use crate::commands::datagen::program;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::work::HallArgs;
use clap::Args;
use jobs::{JobClass, MOST_NAME};
use serde_json::json;
use threads::Worker;

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    hall: HallArgs,
    /// Jobs at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Kinds of work that are done, with commas between them (default: all).
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = class)]
    classes: Vec<JobClass>,
    /// The name that the operator of the hall sees (default: the name of the machine).
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

fn class(text: &str) -> Result<JobClass, String> {
    text.parse()
}

fn name(text: &str) -> Result<String, String> {
    let faults = jobs::faults_of_names(&[("the name", text)]);
    if faults.is_empty() { Ok(text.to_owned()) } else { Err(faults.join("; ")) }
}

/// The name of the machine, where the system tells it.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut told = told.trim().to_owned();
    told.truncate(told.floor_char_boundary(MOST_NAME));
    if name(&told).is_ok() { told } else { "a worker".to_owned() }
}

pub(crate) fn run(args: &WorkerArgs) -> Result<(), Failure> {
    // Elsewhere than on Linux threads have no priority of their own.
    if !cfg!(target_os = "linux") {
        come_last();
    }
    let out = Output::new(args.output);
    let classes =
        if args.classes.is_empty() { JobClass::ALL.to_vec() } else { args.classes.clone() };
    let names: Vec<_> = classes.iter().map(|class| class.name()).collect();
    let name = args.name.clone().unwrap_or_else(machine);
    let worker = Worker::new(args.hall.client()?, program()?, name, classes, args.threads);
    let stop = worker.stop.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let Some(welcome) = worker.greet()? else { return Err(Failure::Interrupted) };
    out.line(format_args!(
        "{} works for the hall: {}, {} at a time, lease {} s (Ctrl-C gives the work back)",
        worker.name,
        names.join(", "),
        args.threads,
        welcome.lease_ms / 1000
    ))?;
    out.json(|| json!({ "worker": worker.name, "classes": names, "build": worker.build }))?;
    worker.serve(args.threads);
    let done = worker.done();
    out.line(format_args!("{done} jobs done"))?;
    out.json(|| json!({ "done": done }))?;
    if let Some(why) = worker.refused() {
        return Err(Failure::Input(why));
    }
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Gives this thread the lowest priority; elsewhere than on Linux the whole program.
fn come_last() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!("the worker keeps its priority: {error}");
    }
}
