use super::{PROGRAM, build};
use arena::{Kind, LocalVenue, MatchEvent, TimeControl, Venue};
use clap::{Args, Subcommand};
use command_line::arguments::NatsArgs;
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::contestant::{EngineSpec, TimeArgs};
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use engine::Control;
use gate::spsa::{Spsa, SpsaError};
use gate::{Conditions, Gate, GateError, GateResult};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Plays A against B under the conditions of a game until it is settled which is better.
    Run(Box<RunArgs>),
    /// Tunes numbers of the search by games (SPSA).
    Spsa(SpsaArgs),
    /// Lists the numbers of the search: name, value, least, most, step.
    Numbers(NumbersArgs),
    /// Prints the document of all gates of a folder.
    Page {
        /// The folder with a file for each gate.
        folder: PathBuf,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Answers a match of another build: lines of JSON on standard input.
    #[command(hide = true)]
    Answer {
        /// The variant's id.
        variant: String,
        /// The rule set.
        #[arg(long)]
        rules: Option<String>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    workshop gate run training/gates/GAME.toml --name razor --a option.Numbers=razor_base=350 --b \"\" \\\n    \
    --note \"wider razoring\" --concurrency 2\n  \
    workshop gate run training/gates/GAME.toml --name net1 --a \"\" --b build=/tmp/before/yiqi")]
pub(crate) struct RunArgs {
    /// The conditions, in TOML.
    conditions: PathBuf,
    /// The name of the gate and of its files: letters, digits, - and _.
    #[arg(long, value_name = "NAME", value_parser = read_name)]
    name: String,
    /// The engine that is to be better, as for `yiqi match --engine`; empty: this build. `build=PATH` is
    /// another build, `option.Numbers=A=1 B=2` sets numbers of the search, `option.Without=X` switches a
    /// technique off.
    #[arg(long, value_name = "SPEC", default_value = "")]
    a: String,
    /// The other engine.
    #[arg(long, value_name = "SPEC", default_value = "")]
    b: String,
    /// What it is about, for the page.
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "nats", value_parser = clap::value_parser!(u8).range(1..))]
    concurrency: u8,
    /// The seed for the order of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Milliseconds a move may overstep its time.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// The folder for the logs of games: a gate that was interrupted goes on from them.
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    /// The folder for the result, NAME.json.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    workers: NatsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SpsaArgs {
    /// The conditions, in TOML; their stages are not used.
    conditions: PathBuf,
    /// The numbers, separated by commas; `A:STEP` tries it by another step than that of `workshop gate numbers`.
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true, value_parser = read_number)]
    numbers: Vec<(String, Option<i32>)>,
    /// How far a game moves a number at the end, as a share of its step.
    #[arg(long, value_name = "SHARE", default_value_t = 0.002)]
    gain: f64,
    /// The log; tuning that was interrupted goes on from it.
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// Iterations.
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games of an iteration.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Options of both sides, as NAME=VALUE.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    options: Vec<(String, String)>,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    concurrency: u8,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct NumbersArgs {
    /// The variant's id.
    #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    #[command(flatten)]
    output: OutputArgs,
}

fn read_name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && text.chars().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("letters, digits, - and _".to_owned())
    }
}

fn read_option(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn run(command: GateCommand) -> Result<(), Failure> {
    match command {
        GateCommand::Run(args) => play(*args),
        GateCommand::Spsa(args) => tune(args),
        GateCommand::Numbers(args) => numbers(&args),
        GateCommand::Page { folder, output } => {
            let out = Output::new(output);
            let rows = gate::rows(&folder).map_err(Failure::input)?;
            out.line(gate::page(&rows).trim_end())?;
            out.json(|| json!({ "gates": rows }))
        }
        GateCommand::Answer { variant, rules } => {
            games::new_session(&variant, rules.as_deref(), None)?;
            let (input, output) = (std::io::BufReader::new(std::io::stdin()), std::io::stdout());
            Ok(arena::answer_build(&variant, rules.as_deref(), input, output)?)
        }
    }
}

/// A number of the search, with a step of its own after a colon.
fn read_number(text: &str) -> Result<(String, Option<i32>), String> {
    let Some((name, step)) = text.split_once(':') else { return Ok((text.to_owned(), None)) };
    let step =
        step.parse().map_err(|_| format!("the step must be a whole number, not {step:?}"))?;
    Ok((name.to_owned(), Some(step)))
}

fn conditions(path: &Path) -> Result<Conditions, Failure> {
    let named =
        |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| named(&e))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Conditions::read(&text, folder).map_err(|e| named(&e))
}

/// An engine of the command line; its limits are those of the stages.
fn engine_of(text: &str, number: usize) -> Result<(String, Kind), Failure> {
    let bad = |why: String| Failure::Input(format!("engine {text:?}: {why}"));
    let spec: EngineSpec = text.parse().map_err(bad)?;
    let contestant = spec.contestant(number, &TimeArgs::default()).map_err(bad)?;
    if !contestant.time.is_unlimited() {
        return Err(bad("the stages of the conditions limit the moves".to_owned()));
    }
    Ok((text.to_owned(), contestant.kind))
}

fn play(args: RunArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let hall = args.workers.venue(PROGRAM)?;
    let gate = Gate {
        engines: [engine_of(&args.a, 1)?, engine_of(&args.b, 2)?],
        conditions: conditions(&args.conditions)?,
        name: args.name,
        date: time::OffsetDateTime::now_utc().date().to_string(),
        note: args.note,
        program: build()?,
        // How many games workers play at the same time is not known.
        concurrency: if hall.is_some() { 0 } else { args.concurrency.into() },
        seed: args.seed,
        margin: Duration::from_millis(args.margin),
        logs: args.logs,
    };
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let games: u32 = gate.conditions.stages.iter().map(|stage| stage.games).max().unwrap_or(0);
    let bar = progress(games.into());
    let venue: &dyn Venue = hall.as_ref().map_or(&LocalVenue, |hall| hall);
    let done = gate::run(
        &gate,
        venue,
        &mut |number, stage, event| {
            let (MatchEvent::Resumed { report, .. } | MatchEvent::Finished { report, .. }) = event
            else {
                return;
            };
            bar.set_length(stage.games.into());
            bar.set_position(report.games);
            bar.set_message(format!(
                "stage {number}: {}",
                command_line::contestant::summary(report)
            ));
        },
        &control,
    );
    bar.finish_and_clear();
    if let Some(hall) = hall {
        hall.end(interrupt.pressed());
    }
    let row = done.map_err(|error| match error {
        GateError::Logs { .. }
        | GateError::Match(arena::MatchError::Log(_) | arena::MatchError::Venue(_)) => {
            Failure::trouble(error)
        }
        error => Failure::input(error),
    })?;
    if let Some(folder) = &args.out {
        keep(folder, &row)?;
    }
    show(&row, &out)?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Writes the row, whole or not at all.
fn keep(folder: &Path, row: &GateResult) -> Result<(), Failure> {
    let path = folder.join(format!("{}.json", row.name));
    let named =
        |error: &dyn std::fmt::Display| Failure::trouble(format!("{}: {error}", path.display()));
    let text = serde_json::to_string_pretty(row).map_err(|e| named(&e))?;
    let new = path.with_extension("new");
    std::fs::create_dir_all(folder).map_err(|e| named(&e))?;
    std::fs::write(&new, text + "\n").map_err(|e| named(&e))?;
    std::fs::rename(&new, &path).map_err(|e| named(&e))
}

fn show(row: &GateResult, out: &Output) -> Result<(), Failure> {
    for (number, stage) in (1..).zip(&row.stages) {
        let [won, drawn, lost] = stage.games;
        let elo = stage.elo.map_or_else(
            || "elo unknown".to_owned(),
            |[elo, error]| format!("elo {elo:+.1} ± {error:.1}"),
        );
        out.line(format!(
            "stage {number}: {}: {} games +{won} ={drawn} -{lost}, {elo}, llr {:.2}, {}, {} games/h",
            stage.time,
            won + drawn + lost,
            stage.llr,
            stage.verdict.word(),
            stage.per_hour()
        ))?;
    }
    out.line(format!("{}: {}", row.name, row.verdict.word()))?;
    out.json(|| json!(row))
}

fn tune(args: SpsaArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let of = Spsa {
        conditions: conditions(&args.conditions)?,
        time: TimeControl { nodes: Some(args.nodes), ..TimeControl::default() },
        numbers: args.numbers,
        gain: args.gain,
        options: args.options,
        iterations: args.iterations,
        pairs: args.pairs,
        concurrency: args.concurrency.into(),
        seed: args.seed,
        log: args.log,
    };
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let bar = progress(of.iterations.into());
    let done = gate::spsa::run(&of, &mut |step| bar.set_position(step.iteration.into()), &control);
    bar.finish_and_clear();
    let (numbers, state) = done.map_err(|error| match error {
        SpsaError::Log { .. } => Failure::trouble(error),
        error => Failure::input(error),
    })?;
    out.line(format!("{} iterations", state.iteration))?;
    for (number, value) in numbers.iter().zip(&state.values) {
        out.line(format!("{} {} -> {value:.2}", number.name, number.value))?;
    }
    let values: serde_json::Map<_, _> = numbers
        .iter()
        .zip(&state.values)
        .map(|(number, value)| (number.name.to_owned(), json!(value)))
        .collect();
    out.json(|| json!({ "iterations": state.iteration, "values": values }))?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn numbers(args: &NumbersArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    for number in games::new_engine(&args.variant)?.numbers() {
        let engine::Number { name, value, min, max, step } = number;
        out.line(format!("{name} {value} {min} {max} {step}"))?;
        out.json(|| json!({ "name": name, "value": value, "min": min, "max": max, "step": step }))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_of_files() {
        assert!(read_name("net-1_b").is_ok());
        for text in ["", "../a", "a b", "a.json"] {
            assert!(read_name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn engines_have_no_limits_of_their_own() {
        assert!(engine_of("option.Numbers=razor_base=310 null_base=5", 1).is_ok());
        assert!(matches!(engine_of("build=/tmp/yiqi,level=3", 1), Ok((_, Kind::Build(_)))));
        assert!(engine_of("nodes=5", 1).is_err());
        assert!(engine_of("fast", 1).is_err());
    }

    #[test]
    fn numbers_may_have_steps() {
        assert_eq!(read_number("lmr_base"), Ok(("lmr_base".to_owned(), None)));
        assert_eq!(read_number("lmr_base:250"), Ok(("lmr_base".to_owned(), Some(250))));
        assert!(read_number("lmr_base:much").is_err());
    }
}
