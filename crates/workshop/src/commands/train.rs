use super::build;
use clap::Args;
use command_line::arguments::OutputArgs;
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use engine::{Control, per_second};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use train::{
    JobError, Task, TrainError, TrainingEvent, TrainingResult, TrainingSettings, patterns,
};

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The job, in TOML or JSON; `-` is standard input.
    job: PathBuf,
    /// The folder for the network or the weights, the card and the state of the training.
    out: PathBuf,
    /// A folder of `workshop datagen run` with games, or a file of packed games, besides those of the job.
    #[arg(long, value_name = "PATH")]
    data: Vec<PathBuf>,
    /// Threads; they do not change the result.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// A small network on few positions, within seconds: to see that all works.
    #[arg(long)]
    tiny: bool,
    #[command(flatten)]
    output: OutputArgs,
}

fn named(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// The job as the arguments complete it, and the folder that its paths begin in.
fn task(args: &TrainArgs) -> Result<(Task, PathBuf), Failure> {
    let (text, base) = if args.job == Path::new("-") {
        (std::io::read_to_string(std::io::stdin()).map_err(Failure::input)?, PathBuf::new())
    } else {
        let text =
            std::fs::read_to_string(&args.job).map_err(|e| Failure::input(named(&args.job, e)))?;
        (text, args.job.parent().map(Path::to_owned).unwrap_or_default())
    };
    let task = Task::read(&text).map_err(|e| Failure::input(named(&args.job, e)))?;
    let mut task = if args.tiny { task.tiny() } else { task };
    for path in &args.data {
        // Paths of the job begin in its folder, those of the command line here.
        let path = std::path::absolute(path).map_err(|e| Failure::input(named(path, e)))?;
        task.data().push(path.display().to_string());
    }
    if task.data().is_empty() {
        return Err(Failure::input("no data: name folders with games by --data, or in the job"));
    }
    Ok((task, base))
}

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let (task, base) = task(args)?;
    let data: String = args.data.iter().map(|path| format!(" --data {}", path.display())).collect();
    let tiny = if args.tiny { " --tiny" } else { "" };
    let settings = TrainingSettings {
        base,
        out: args.out.clone(),
        threads: args.threads.into(),
        program: build()?,
        command: format!(
            "workshop train {} {}{data}{tiny}",
            args.job.display(),
            args.out.display()
        ),
    };
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let bar = progress(0);
    let began = Instant::now();
    let mut trouble = None;
    let see = &mut |event: TrainingEvent<'_>| {
        let told = match event {
            TrainingEvent::Step { step, of, positions } => {
                bar.set_length(of);
                bar.set_position(step);
                bar.set_message(format!("{} positions/s", per_second(positions, began.elapsed())));
                Ok(())
            }
            event => bar.suspend(|| tell(&event, &out)),
        };
        if let Err(failure) = told {
            trouble.get_or_insert(failure);
            control.stop();
        }
    };
    let done = match &task {
        Task::Network(job) => {
            train::run(job, &settings, see, &control).map(|done| done.map(TrainedModel::Network))
        }
        Task::Patterns(job) => patterns::run(job, &settings, see, &control)
            .map(|done| done.map(TrainedModel::Patterns)),
    };
    bar.finish_and_clear();
    if let Some(failure) = trouble {
        return Err(failure);
    }
    match done.map_err(refused)? {
        Some(TrainedModel::Network(done)) => conclude(&done, args, &out),
        Some(TrainedModel::Patterns(done)) => conclude_patterns(&done, args, &out),
        None if interrupt.pressed() => Err(Failure::Interrupted),
        None => Err(Failure::trouble("the training was stopped")),
    }
}

/// What was trained.
enum TrainedModel {
    Network(TrainingResult),
    Patterns(patterns::PatternTrainingResult),
}

fn refused(error: TrainError) -> Failure {
    match error {
        TrainError::File { .. }
        | TrainError::Shape(_)
        | TrainError::Weights(_)
        | TrainError::Chart(_)
        | TrainError::Job(JobError::Json(_)) => Failure::trouble(error),
        error => Failure::input(error),
    }
}

fn tell(event: &TrainingEvent<'_>, out: &Output) -> Result<(), Failure> {
    match event {
        TrainingEvent::Read { trained, losses, done } => {
            let again =
                if *done > 0 { format!("continued after epoch {done}: ") } else { String::new() };
            out.line(format!("{again}{trained} positions, {} held out", losses.positions))?;
            let (scaled, scale) = losses.today_scaled;
            out.line(format!(
                "loss held out: the mean {:.5}, the evaluation in use {:.5} ({scaled:.5} at scale {scale:.0}), the search {:.5}",
                losses.constant, losses.today, losses.scores
            ))?;
            if let Some(start) = losses.start {
                out.line(format!("the weight file that the training begins with: {start:.5}"))?;
            }
            out.json(|| json!({ "positions": trained, "losses": losses, "epochs_done": done }))
        }
        TrainingEvent::Epoch(epoch) => {
            out.line(format!(
                "epoch {}: trained {:.5}, held out {:.5}",
                epoch.number, epoch.trained, epoch.held_out
            ))?;
            out.json(|| json!({ "epoch": epoch }))
        }
        TrainingEvent::Step { .. } => Ok(()),
    }
}

fn conclude(done: &TrainingResult, args: &TrainArgs, out: &Output) -> Result<(), Failure> {
    let file = args.out.join("net.nnue");
    out.line(format!(
        "the best epoch is {}: held out {:.5}, the evaluation in use {:.5}",
        done.best, done.loss, done.losses.today_scaled.0
    ))?;
    out.line(format!(
        "integers: held out {:.5} instead of {:.5}, {:.2} hundredths from the trained numbers on average, {:.0} at most",
        done.drift.loss, done.drift.loss_before, done.drift.mean, done.drift.most
    ))?;
    out.line(format!("{}: {} bytes", file.display(), done.bytes))?;
    out.json(|| json!({ "done": done, "file": file.display().to_string() }))
}

fn conclude_patterns(
    done: &patterns::PatternTrainingResult,
    args: &TrainArgs,
    out: &Output,
) -> Result<(), Failure> {
    let file = args.out.join("weights.patterns");
    out.line(format!(
        "the best epoch is {}: held out {:.5}, the evaluation in use {:.5}; an output of 1 is {} hundredths",
        done.best, done.loss, done.losses.today_scaled.0, done.scale
    ))?;
    out.line(format!(
        "whole numbers: held out {:.5} instead of {:.5}, {:.2} hundredths from the trained numbers on average, {:.1} at \
         most, {} cut",
        done.drift.loss, done.drift.loss_before, done.drift.mean, done.drift.most, done.drift.cut
    ))?;
    out.line(format!("{}: {} bytes", file.display(), done.bytes))?;
    out.json(|| json!({ "done": done, "file": file.display().to_string() }))
}
