//! The command `worker`: does work for a hall on another machine, at the lowest priority.
//!
//! A hall gives a worker only jobs for its own build, so the work that a program submits is done by workers of the same
//! program.
//!
//! The threads that search have the lowest priority. Those that speak with the hall have that of the program: they do
//! little, and what the hall says must arrive also when the machine has much to do.

mod players;
mod review;
mod search;
mod slot;
mod threads;

use crate::arguments::OutputArgs;
use crate::build_of;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::work::HallArgs;
use clap::Args;
use engine::Control;
use jobs::{JobClass, MOST_NAME};
use serde_json::json;
use std::collections::BTreeMap;
use threads::{Worker, WorkerSetup};

/// What came of a job: its result and sums.
pub type JobOutput = (Vec<u8>, BTreeMap<String, i64>);

/// What plays the units of a batch.
pub trait UnitPlayer: Send {
    /// What came of a unit; `None` when it was stopped.
    ///
    /// # Errors
    /// Why the unit cannot be played.
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<JobOutput>, String>;
}

/// Makes a player of a payload, or says what is wrong with it.
pub type OpenUnitPlayer = fn(&str) -> Result<Box<dyn UnitPlayer>, String>;

/// What a program does as a worker.
#[derive(Copy, Clone, Debug)]
pub struct WorkerProgram {
    /// Its name.
    pub name: &'static str,
    /// The classes of jobs that it can do.
    pub classes: &'static [JobClass],
    /// What plays the units of self-play, in a program that can.
    pub self_play: Option<OpenUnitPlayer>,
}

impl WorkerProgram {
    /// The classes that were asked for; all that the program can do if none were.
    fn chosen(&self, asked: &[JobClass]) -> Result<Vec<JobClass>, Failure> {
        if let Some(class) = asked.iter().find(|class| !self.classes.contains(class)) {
            let names: Vec<_> = self.classes.iter().map(|class| class.name()).collect();
            return Err(Failure::Input(format!(
                "`{} worker` does no jobs of the class {class}, but {}",
                self.name,
                names.join(", ")
            )));
        }
        Ok(if asked.is_empty() { self.classes.to_vec() } else { asked.to_vec() })
    }
}

/// The arguments of the command.
#[derive(Debug, Args)]
pub struct WorkerArgs {
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

/// Works for a hall until Ctrl-C, or until the hall refuses the worker.
///
/// # Errors
/// When the arguments are wrong, the hall refuses the worker, or Ctrl-C was pressed.
pub fn run(args: &WorkerArgs, program: &WorkerProgram) -> Result<(), Failure> {
    let classes = program.chosen(&args.classes)?;
    // Elsewhere than on Linux threads have no priority of their own.
    if !cfg!(target_os = "linux") {
        come_last();
    }
    let out = Output::new(args.output);
    let names: Vec<_> = classes.iter().map(|class| class.name()).collect();
    let name = args.name.clone().unwrap_or_else(machine);
    let setup = WorkerSetup {
        client: args.hall.client()?,
        build: build_of(program.name)?,
        name,
        classes,
        self_play: program.self_play,
    };
    let worker = Worker::new(setup, args.threads);
    let stop = worker.stop.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let Some(welcome) = worker.greet()? else { return Err(Failure::Interrupted) };
    out.line(format_args!(
        "{} works for the hall: {}, {} at a time, lease {} s (Ctrl-C gives the work back)",
        worker.setup.name,
        names.join(", "),
        args.threads,
        welcome.lease_ms / 1000
    ))?;
    out.json(
        || json!({ "worker": worker.setup.name, "classes": names, "build": worker.setup.build }),
    )?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_takes_only_what_it_can_do() {
        let program = WorkerProgram {
            name: "workshop",
            classes: &[JobClass::Match, JobClass::SelfPlay],
            self_play: None,
        };
        assert_eq!(program.chosen(&[]).ok(), Some(program.classes.to_vec()));
        assert_eq!(program.chosen(&[JobClass::Match]).ok(), Some(vec![JobClass::Match]));
        let refused = program.chosen(&[JobClass::Match, JobClass::Review]).unwrap_err();
        let said = "`workshop worker` does no jobs of the class review, but match, self-play";
        assert_eq!(refused.message().as_deref(), Some(said));
    }
}
