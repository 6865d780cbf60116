//! Trains a network, or patterns, without the rest of the program, on a worker: `cargo run --release -p train --example train --
//! JOB FOLDER THREADS DATA…`.
#![allow(clippy::print_stdout, reason = "a program for the command line")]

use engine::Control;
use std::error::Error;
use std::path::PathBuf;
use train::{Task, TrainingEvent, TrainingSettings, patterns, run};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(job), Some(out), Some(threads)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("JOB FOLDER THREADS DATA…".into());
    };
    let mut task = Task::read(&std::fs::read_to_string(&job)?)?;
    for path in arguments {
        task.data().push(std::path::absolute(path)?.display().to_string());
    }
    let settings = TrainingSettings {
        base: PathBuf::from(&job).parent().map(PathBuf::from).unwrap_or_default(),
        out: PathBuf::from(&out),
        threads: threads.parse()?,
        program: format!("the example train {}", env!("CARGO_PKG_VERSION")),
        command: format!("train {job} {out}"),
    };
    let see = &mut |event: TrainingEvent<'_>| match event {
        TrainingEvent::Read { trained, losses, .. } => println!("{trained} positions, {losses:?}"),
        TrainingEvent::Epoch(epoch) => println!("{epoch:?}"),
        TrainingEvent::Step { .. } => {}
    };
    let control = Control::new();
    match task {
        Task::Network(job) => {
            if let Some(done) = run(&job, &settings, see, &control)? {
                let epochs = done.epochs.len();
                println!("best {} of {epochs}: {:.5}, {:?}", done.best, done.loss, done.drift);
            }
        }
        Task::Patterns(job) => {
            if let Some(done) = patterns::run(&job, &settings, see, &control)? {
                let epochs = done.epochs.len();
                println!("best {} of {epochs}: {:.5}, {:?}", done.best, done.loss, done.drift);
            }
        }
    }
    Ok(())
}
