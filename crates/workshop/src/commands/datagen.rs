mod remote;

use super::build;
use clap::{Args, Subcommand};
use command_line::arguments::NatsArgs;
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use datagen::packed::{Block, Reader};
use datagen::{
    DatagenEvent, DatagenJob, DatagenSettings, FolderTotals, JobPart, OpeningRule, OpeningsJob,
    PackError, PlayError, RunError,
};
use engine::Control;
use indicatif::ProgressBar;
use serde_json::json;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, Subcommand)]
pub(crate) enum DatagenCommand {
    /// Plays the games of a job into a folder; a run that was interrupted goes on where it stopped.
    Run(RunArgs),
    /// Makes the file of a job out of its parts, which were played with `run --part`: byte for byte that of one run.
    Merge(MergeArgs),
    /// Checks a file of packed games, and prints where it comes from and what it holds.
    Show(ShowArgs),
    /// Makes a set of balanced openings for matches, as packed games.
    Openings(OpeningsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The job, in TOML or JSON; `-` is standard input.
    job: PathBuf,
    /// The folder for the games.
    out: PathBuf,
    /// Games at the same time; they do not change the games.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "nats", value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Seconds between two lines about the progress.
    #[arg(long, value_name = "S", default_value_t = 60)]
    every: u64,
    /// Play one part of the job alone, as in `2/5`; `merge` puts the parts together.
    #[arg(long, value_name = "I/N", conflicts_with = "nats")]
    part: Option<JobPart>,
    #[command(flatten)]
    workers: NatsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The job, in TOML or JSON; `-` is standard input.
    job: PathBuf,
    /// The folder for the games.
    out: PathBuf,
    /// The folders of the parts, or their files of games, in any order.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Seconds between two lines about the progress.
    #[arg(long, value_name = "S", default_value_t = 60)]
    every: u64,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A file of packed games.
    file: PathBuf,
    /// Also print the moves of so many games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    moves: u64,
    /// Play every game again by the rules.
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    /// The variant's id.
    #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    /// The file to write.
    out: PathBuf,
    /// The rule set; the variant's first if absent.
    #[arg(long, value_name = "R", value_parser = CompletedName::RULES, hide_possible_values = true)]
    rules: Option<String>,
    /// How many openings.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// How many random plies, as in `8` or `6-8`.
    #[arg(long, value_name = "N", default_value = "8", value_parser = read_range)]
    plies: [u32; 2],
    /// The score after them for either side, least and most, in hundredths, as in `0-50`.
    #[arg(long, value_name = "CP", default_value = "0-50", value_parser = read_range)]
    balance: [u32; 2],
    /// Only moves that end so near to a piece, in files and ranks.
    #[arg(long, value_name = "N")]
    near: Option<u8>,
    /// Nodes for the score.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Searches at the same time; they do not change the set.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    #[command(flatten)]
    output: OutputArgs,
}

/// `6-8`, or `8` for both ends.
fn read_range(text: &str) -> Result<[u32; 2], String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number =
        |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{text:?} is no number"));
    let range = [number(low)?, number(high)?];
    if range[0] <= range[1] { Ok(range) } else { Err("the least comes first".to_owned()) }
}

pub(crate) fn run(command: &DatagenCommand) -> Result<(), Failure> {
    match command {
        DatagenCommand::Run(args) => generate(args),
        DatagenCommand::Merge(args) => merge(args),
        DatagenCommand::Show(args) => show(args),
        DatagenCommand::Openings(args) => openings(args),
    }
}

fn named(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn refused(error: RunError) -> Failure {
    match error {
        RunError::Play { source: PlayError::Engine(_), .. } | RunError::File { .. } => {
            Failure::trouble(error)
        }
        error => Failure::input(error),
    }
}

fn generate(args: &RunArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let whole = remote::read(&args.job)?;
    let job = match args.part {
        Some(part) => whole.part(part).map_err(|e| Failure::input(named(&args.job, e)))?,
        None => whole,
    };
    hosts::check_tables(u64::from(job.hash) * u64::from(args.threads)).map_err(Failure::Input)?;
    let settings =
        DatagenSettings { out: args.out.clone(), threads: args.threads.into(), program: build()? };
    if args.workers.is_named() {
        job.names_no_file().map_err(Failure::input)?;
    }
    if let Some(link) = args.workers.link(super::PROGRAM)? {
        let every = Duration::from_secs(args.every);
        let mut watch = ProgressDisplay::new(progress(job.games), every, job.games);
        let done = remote::collect(&link, &job, &settings, &mut watch, &out);
        watch.bar.finish_and_clear();
        let totals = done?;
        out.line(summary(&totals))?;
        return out.json(|| json!({ "done": totals.games == job.games, "totals": totals }));
    }
    finish(&job, args.every, &out, |see, control| datagen::run(&job, &settings, see, control))
}

fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let job = remote::read(&args.job)?;
    // The file says which program played the parts.
    let settings = DatagenSettings { out: args.out.clone(), threads: 1, program: String::new() };
    finish(&job, args.every, &out, |see, control| {
        datagen::merge(&job, &settings, &args.parts, see, control)
    })
}

/// Runs what writes the games of a job, tells its progress and its end, and stops it on Ctrl-C.
fn finish(
    job: &DatagenJob,
    every: u64,
    out: &Output,
    run: impl FnOnce(&mut dyn FnMut(DatagenEvent<'_>), &Control) -> Result<FolderTotals, RunError>,
) -> Result<(), Failure> {
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let mut watch =
        ProgressDisplay::new(progress(job.games), Duration::from_secs(every), job.games);
    let mut trouble = None;
    let done = run(
        &mut |event| {
            if let Err(failure) = watch.see(&event, out) {
                trouble.get_or_insert(failure);
                control.stop();
            }
        },
        &control,
    );
    watch.bar.finish_and_clear();
    if let Some(failure) = trouble {
        return Err(failure);
    }
    let totals = done.map_err(refused)?;
    out.line(summary(&totals))?;
    out.json(|| json!({ "done": totals.games == job.games, "totals": totals }))?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The progress of a run.
struct ProgressDisplay {
    bar: ProgressBar,
    every: Duration,
    planned: u64,
    began: Instant,
    told: Instant,
    /// Games that an earlier run has left, games of this run, and positions of this run.
    before: u64,
    games: u64,
    positions: u64,
}

impl ProgressDisplay {
    fn new(bar: ProgressBar, every: Duration, planned: u64) -> Self {
        let now = Instant::now();
        Self { bar, every, planned, began: now, told: now, before: 0, games: 0, positions: 0 }
    }

    fn see(&mut self, event: &DatagenEvent<'_>, out: &Output) -> Result<(), Failure> {
        match event {
            DatagenEvent::Resumed(totals) => {
                self.before = totals.games;
                self.bar.set_position(totals.games);
                self.bar.reset_eta();
                if totals.games > 0 {
                    out.line(format!("continued: {}", summary(totals)))?;
                    out.json(|| json!({ "resumed": totals }))?;
                }
            }
            DatagenEvent::Played(game) => {
                self.games += 1;
                self.positions +=
                    game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
                self.bar.set_position(self.before + self.games);
                self.bar.set_message(format!("{} positions/s", self.rate()));
            }
            DatagenEvent::Written(totals) => {
                if self.told.elapsed() >= self.every {
                    self.told = Instant::now();
                    let left = self.left();
                    let rate = self.rate();
                    let line =
                        format!("{}, {rate} positions/s, {} left", summary(totals), hours(left));
                    self.bar.suspend(|| out.line(line))?;
                    out.json(|| {
                        json!({
                            "totals": totals, "positions_per_second": rate,
                            "left_ms": left.map(command_line::output::millis),
                        })
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Games have come from another machine.
    fn took(&mut self, before: &FolderTotals, now: &FolderTotals) {
        self.games += now.games - before.games;
        self.positions += now.positions - before.positions;
        self.bar.set_position(self.before + self.games);
        self.bar.set_message(format!("{} positions/s", self.rate()));
    }

    /// Positions a second.
    fn rate(&self) -> u64 {
        engine::per_second(self.positions, self.began.elapsed())
    }

    /// The time that the games left take at the speed so far.
    fn left(&self) -> Option<Duration> {
        let each = self.began.elapsed().checked_div(u32::try_from(self.games).ok()?)?;
        let left = self.planned.saturating_sub(self.before + self.games);
        Some(each.saturating_mul(u32::try_from(left).unwrap_or(u32::MAX)))
    }
}

fn hours(time: Option<Duration>) -> String {
    let Some(seconds) = time.map(|time| time.as_secs()) else { return "?".to_owned() };
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// `320 games, 20480 plies, 17000 positions, +100 =120 -100`.
fn summary(totals: &FolderTotals) -> String {
    let FolderTotals { games, plies, positions, results: [won, drawn, lost], .. } = totals;
    format!("{games} games, {plies} plies, {positions} positions, +{won} ={drawn} -{lost}")
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let bad = |error: PackError| Failure::input(named(&args.file, error));
    let file = File::open(&args.file).map_err(|e| Failure::input(named(&args.file, e)))?;
    let bytes = file.metadata().map_err(|e| Failure::input(named(&args.file, e)))?.len();
    let mut reader = Reader::new(BufReader::new(file)).map_err(bad)?;
    let header = reader.header().clone();
    let interrupt = Interrupt::listen(|| ())?;
    let mut totals = FolderTotals::default();
    let mut torn = None;
    loop {
        if interrupt.pressed() {
            return Err(Failure::Interrupted);
        }
        let block = match reader.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => break,
            Err(error @ PackError::Torn { .. }) => {
                torn = Some(error);
                break;
            }
            Err(error) => return Err(bad(error)),
        };
        let printed = args.moves.saturating_sub(totals.games);
        if args.replay || printed > 0 {
            let session = header.session()?;
            replay(&block, session.as_ref(), printed, args.replay, &out).map_err(|failure| {
                match failure {
                    Failure::Input(why) => Failure::Input(named(&args.file, why)),
                    other => other,
                }
            })?;
        }
        block.games.iter().for_each(|game| totals.add(game));
    }
    let each = if totals.plies == 0 { 0.0 } else { bytes as f64 / totals.plies as f64 };
    out.line(format!("{} by {}, seed {}", header.variant, header.program, header.seed))?;
    if !header.made_by.is_empty() {
        out.line(&header.made_by)?;
    }
    out.line(summary(&totals))?;
    let endings = totals.endings.iter().map(|(name, count)| format!("{name} {count}"));
    out.line(format!("ended by: {}", endings.collect::<Vec<_>>().join(", ")))?;
    out.line(format!("{bytes} bytes, {each:.2} a ply"))?;
    out.json(|| json!({ "header": header, "totals": totals, "bytes": bytes }))?;
    torn.map_or(Ok(()), |error| Err(bad(error)))
}

/// Prints the moves of the first games of a block, and plays all of them where `whole`.
fn replay(
    block: &Block,
    start: &dyn engine::Session,
    printed: u64,
    whole: bool,
    out: &Output,
) -> Result<(), Failure> {
    for (at, game) in (0..).zip(&block.games) {
        if at >= printed && !whole {
            return Ok(());
        }
        let mut session = start.fork();
        let mut scores = Vec::new();
        let number = block.first + at;
        game.replay(session.as_mut(), &mut |_, _, score| scores.push(score)).map_err(
            |(ply, why)| Failure::Input(PackError::Game { number, ply, why }.to_string()),
        )?;
        if at < printed {
            let (moves, outcome) = (session.moves(), game.outcome.to_string());
            out.line(format!(
                "game {number} {outcome} {} opening {}: {}",
                game.ending.name(),
                game.opening,
                moves.join(" ")
            ))?;
            out.json(|| {
                json!({
                    "game": number, "outcome": outcome, "ending": game.ending,
                    "opening": game.opening, "moves": moves, "scores": scores,
                })
            })?;
        }
    }
    Ok(())
}

fn openings(args: &OpeningsArgs) -> Result<(), Failure> {
    let mut made_by = format!(
        "workshop datagen openings {} FILE --count {} --plies {}-{} --balance {}-{} --nodes {} --seed {}",
        args.variant,
        args.count,
        args.plies[0],
        args.plies[1],
        args.balance[0],
        args.balance[1],
        args.nodes,
        args.seed
    );
    if let Some(near) = args.near {
        made_by += &format!(" --near {near}");
    }
    if let Some(rules) = &args.rules {
        made_by += &format!(" --rules {rules}");
    }
    let job = OpeningsJob {
        variant: args.variant.clone(),
        rules: args.rules.clone(),
        seed: args.seed,
        count: args.count,
        nodes: args.nodes,
        opening: OpeningRule {
            plies: args.plies,
            balance: args.balance,
            near: args.near,
            choice: None,
        },
        threads: args.threads.into(),
        program: build()?,
        made_by,
    };
    let control = Control::new();
    let stop = control.clone();
    Interrupt::listen(move || stop.stop())?;
    let bar = progress(args.count);
    let made = datagen::openings(&job, &control, &mut |count| bar.set_position(count));
    bar.finish_and_clear();
    let made = made.map_err(|error| match error {
        PlayError::Engine(_) => Failure::trouble(error),
        error => Failure::input(error),
    })?;
    let Some(bytes) = made else { return Err(Failure::Interrupted) };
    std::fs::write(&args.out, &bytes).map_err(|e| Failure::trouble(named(&args.out, e)))?;
    let out = Output::new(args.output);
    out.line(format_args!("{} openings, {} bytes", args.count, bytes.len()))?;
    out.json(|| json!({ "openings": args.count, "bytes": bytes.len() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(read_range("8"), Ok([8, 8]));
        assert_eq!(read_range("6-10"), Ok([6, 10]));
        assert!(read_range("9-8").is_err() && read_range("few").is_err());
    }

    #[test]
    fn times_are_written() {
        assert_eq!(hours(Some(Duration::from_secs(3725))), "1:02:05");
    }
}
