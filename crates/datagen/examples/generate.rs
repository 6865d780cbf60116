//! Plays a job on a machine that needs nothing else of the program: a tenth of it is built.
//!
//! `cargo run --release -p datagen --example generate -- JOB.toml FOLDER [THREADS]`
//!
//! `workshop datagen run` is the same with checks of the arguments, a bar and Ctrl-C. A folder is continued by
//! the build that began it.

#![allow(clippy::print_stdout, reason = "an example")]

use datagen::{DatagenEvent, DatagenJob, DatagenSettings, run};
use engine::Control;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [job, out, threads @ ..] = &arguments[..] else {
        return Err("generate JOB.toml FOLDER [THREADS]".into());
    };
    let job = DatagenJob::read(&std::fs::read_to_string(job)?)?;
    let build = crc32fast::hash(&std::fs::read(std::env::current_exe()?)?);
    let settings = DatagenSettings {
        out: out.into(),
        threads: threads.first().map_or(Ok(1), |n| n.parse())?,
        program: format!("generate {} build {build:08x}", env!("CARGO_PKG_VERSION")),
    };
    let mut told = Instant::now();
    let see = &mut |event: DatagenEvent<'_>| {
        if let DatagenEvent::Written(totals) = event
            && told.elapsed() > Duration::from_secs(60)
        {
            told = Instant::now();
            println!(
                "{} games, {} plies, {} positions",
                totals.games, totals.plies, totals.positions
            );
        }
    };
    let totals = run(&job, &settings, see, &Control::new())?;
    println!("{totals:?}");
    Ok(())
}
