//! Trains a network without the rest of the program, on a worker: `cargo run --release -p train --example train --
//! JOB FOLDER THREADS DATA…`.
#![allow(clippy::print_stdout, reason = "a program for the command line")]

use engine::Control;
use std::error::Error;
use std::path::PathBuf;
use train::{Event, Job, Settings, run};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(job), Some(out), Some(threads)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("JOB FOLDER THREADS DATA…".into());
    };
    let mut read = Job::read(&std::fs::read_to_string(&job)?)?;
    for path in arguments {
        read.data.push(std::path::absolute(path)?.display().to_string());
    }
    let settings = Settings {
        base: PathBuf::from(&job).parent().map(PathBuf::from).unwrap_or_default(),
        out: PathBuf::from(&out),
        threads: threads.parse()?,
        program: format!("the example train {}", env!("CARGO_PKG_VERSION")),
        command: format!("train {job} {out}"),
    };
    let done = run(
        &read,
        &settings,
        &mut |event| match event {
            Event::Read { trained, losses, .. } => println!("{trained} positions, {losses:?}"),
            Event::Epoch(epoch) => println!("{epoch:?}"),
            Event::Step { .. } => {}
        },
        &Control::new(),
    )?;
    if let Some(done) = done {
        println!("best {} of {}: {:.5}, {:?}", done.best, done.epochs.len(), done.loss, done.drift);
    }
    Ok(())
}
