//! The lab: techniques of the search compared, experiments, ablations.

use clap::{Args, Subcommand, ValueEnum};
use command_line::arguments::OutputArgs;
use command_line::openings;
use command_line::output::Output;
use command_line::{Failure, Interrupt};
use engine::Control;
use indicatif::{ProgressBar, ProgressStyle};
use lab::ablate::{Ablation, AblationResult};
use lab::experiments::{Budget, Experiment, positions};
use lab::{LabError, LabPlan, Progress, Settings, ladder, report};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Searches positions with one technique after the other, and counts what each saves.
    ///
    /// A line for each technique and depth is summed over the positions that all techniques finished: leaves (ends of the
    /// search above quiescence), inner nodes, nodes of quiescence, seconds, branching (nodes by nodes one ply less deep), the
    /// share of cut-offs by the first move, the leaves as a multiple of the minimal tree of Knuth and Moore, the share of
    /// nodes that the transposition table ended, and the leaves as a share of those of minimax. A last line says whether
    /// all techniques that must not change the value agree; if not, the exit code is 1.
    ///
    /// The techniques are `minimax alpha-beta captures history killers continuation hints null-windows deepening aspiration
    /// table null-move reductions pruning extensions full`, each with those before it, and besides `history-only` and
    /// `alpha-beta-quiescence`. In draughts five variants have a lab: international, Frisian, Brazilian, Russian and English.
    Compare(CompareArgs),
    /// Makes the experiments of the literature and writes a report with charts.
    Experiment(ExperimentArgs),
    /// Plays matches of the search against itself without single techniques.
    Ablate(AblateArgs),
}

/// How searches are run.
#[derive(Clone, Debug, Args)]
pub(crate) struct SearchArgs {
    /// Positions of our own, spread over the phases of the game.
    #[arg(long, value_name = "N", default_value_t = 4)]
    positions: usize,
    /// Search up to so many plies deep.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Searches at a time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Stop a search after so many seconds; its technique is then not tried deeper there.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    longest: u64,
}

impl SearchArgs {
    fn settings(&self, log: Option<PathBuf>) -> Settings {
        let longest = Duration::from_secs(self.longest);
        Settings { threads: usize::from(self.threads), longest, log }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The variant's id (`yiqi games` lists them).
    variant: String,
    /// A position to search instead of our own; may be given several times.
    #[arg(long = "position", value_name = "P")]
    given: Vec<String>,
    /// The rule set; the variant's first if absent.
    #[arg(long, value_name = "R")]
    rules: Option<String>,
    /// The steps of the ladder to compare, with commas between (default: all).
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    techniques: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Keep each measurement in this file at once, and go on from it after an interruption.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the measurements as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with table and charts.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The experiments, and all of them.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum ExperimentChoice {
    /// Leaves and time of minimax and alpha-beta.
    MinimaxAlphabeta,
    /// Alpha-beta with and without the history heuristic.
    History,
    /// Time by depth, of the described machines and of the full search.
    DepthTime,
    /// Nodes and time of a move of each described machine at its depth.
    Cost,
    /// Our levels against each other, and the described machines against our levels.
    Levels,
    /// All of them.
    All,
}

impl ExperimentChoice {
    fn experiments(self) -> &'static [Experiment] {
        match self {
            Self::MinimaxAlphabeta => &[Experiment::MinimaxAlphabeta],
            Self::History => &[Experiment::History],
            Self::DepthTime => &[Experiment::DepthTime],
            Self::Cost => &[Experiment::Cost],
            Self::Levels => &[Experiment::Levels],
            Self::All => &Experiment::ALL,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExperimentArgs {
    /// The experiments.
    #[arg(value_enum, required = true)]
    which: Vec<ExperimentChoice>,
    /// The variants (default: the first of each family that has a lab).
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    variants: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Games of each match of a level.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// The most nodes for a move of a level.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Only the matches of these players of the experiment `levels`, with commas between (`classic-5`,
    /// `level 4`).
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Keep each measurement in this folder at once, and go on from it after an interruption.
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Write `lab.md` and the folder `lab` with charts here instead of printing the report.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AblateArgs {
    /// The variant's id.
    variant: String,
    /// Techniques or groups to switch off, each in a match of its own.
    #[arg(required = true, value_name = "TECHNIQUE")]
    switches: Vec<String>,
    /// Games of each match.
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Openings, each played with both colours: a list as `workshop openings` makes it, or a packed set. Without
    /// one, random openings are made, so many as there are pairs of games: from one start all games would be
    /// alike.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Keep the games in this folder, and go on from them after an interruption.
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Why the lab did not do it.
fn refused(error: LabError) -> Failure {
    match error {
        LabError::Open(error) => error.into(),
        LabError::Search(error) => error.into(),
        LabError::Option(error) => error.into(),
        LabError::Technique(_)
        | LabError::Rung(_)
        | LabError::UnknownPlayer { .. }
        | LabError::Log { .. } => Failure::input(error),
        LabError::Match(_) | LabError::File { .. } | LabError::Report(_) => Failure::trouble(error),
    }
}

pub(crate) fn run(command: LabCommand) -> Result<(), Failure> {
    match command {
        LabCommand::Compare(args) => compare(&args),
        LabCommand::Experiment(args) => experiment(&args),
        LabCommand::Ablate(args) => ablate(args),
    }
}

/// A bar on standard error.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, {eta} left  {msg}");
    // The template is fixed; without it the default bar is used.
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn heed(bar: &ProgressBar, progress: Progress, interrupt: &Interrupt) -> bool {
    bar.set_length(u64::try_from(progress.all).unwrap_or(u64::MAX));
    bar.set_position(u64::try_from(progress.done).unwrap_or(u64::MAX));
    !interrupt.pressed()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::trouble(format!("{}: {error}", path.display()));
    std::fs::write(path, text).map_err(failed)
}

fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let variant = games::find_variant(&args.variant)?;
    let rungs = if args.techniques.is_empty() {
        ladder::LADDER.iter().collect()
    } else {
        args.techniques
            .iter()
            .map(|name| ladder::find(name))
            .collect::<Result<_, _>>()
            .map_err(|error: ladder::UnknownRung| refused(error.into()))?
    };
    let positions = if args.given.is_empty() {
        positions(&args.variant, args.search.positions).map_err(refused)?
    } else {
        args.given.clone()
    };
    let plan = LabPlan {
        variant: args.variant.clone(),
        rules: args.rules.clone(),
        positions,
        rungs,
        depths: (1..=args.search.depth).collect(),
    };
    let interrupt = Interrupt::listen(|| {})?;
    let bar = progress_bar();
    let settings = args.search.settings(args.log.clone());
    let rows = lab::run(&plan, &settings, &mut |progress| heed(&bar, progress, &interrupt))
        .map_err(refused)?;
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        write(path, &report::csv(&rows).map_err(refused)?)?;
    }
    if let Some(path) = &args.html {
        write(path, &report::html(&rows, variant.name, &command_line()).map_err(refused)?)?;
    }
    out.line(report::table(&rows).trim_end())?;
    out.line(report::agreement(&rows))?;
    out.json(|| report::json(&rows))?;
    if interrupt.pressed() {
        return Err(Failure::Interrupted);
    }
    if !lab::disagreements(&rows).is_empty() {
        return Err(Failure::Trouble("techniques that must agree do not".to_owned()));
    }
    Ok(())
}

/// The command as it was given, for reports.
fn command_line() -> String {
    let words = std::env::args()
        .skip(1)
        .map(|word| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word });
    std::iter::once("yiqi".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The first variant of each family that has a lab.
fn usual_variants() -> Vec<String> {
    let first = games::families().iter().filter_map(|family| family.variants().first());
    first.filter(|v| games::new_laboratory(v.id).is_ok()).map(|v| v.id.to_owned()).collect()
}

fn experiment(args: &ExperimentArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let chosen: Vec<_> = args.which.iter().flat_map(|which| which.experiments()).collect();
    let variants = if args.variants.is_empty() { usual_variants() } else { args.variants.clone() };
    let mut openings = BTreeMap::new();
    if chosen.contains(&&Experiment::Levels) {
        for variant in &variants {
            let count = args.games.div_ceil(2) as usize;
            match openings::usual(variant, count, &interrupt) {
                Err(Failure::Interrupted) => break,
                made => openings.insert(variant.clone(), made?),
            };
        }
    }
    let budget = Budget {
        control,
        settings: args.search.settings(None),
        logs: args.logs.clone(),
        depth: args.search.depth,
        positions: args.search.positions,
        games: args.games,
        level_nodes: args.nodes,
        players: args.players.clone(),
        openings,
    };
    let bar = progress_bar();
    let mut text = format!(
        "# The lab\n\nExperiments with the search that plays, told by its trace, and with the machines \
         of textbooks\n(`crates/classic`). Made by `{}`;\nnodes and leaves are the same on every machine. Times are shares of \
         another time of the same run. The lab of the hall is described in \
         [the lab](../docs/develop/studies.md#the-lab); what single techniques are worth in games is in \
         [search-log](search-log.md).\n\n",
        command_line()
    );
    let mut charts = Vec::new();
    for &which in chosen {
        if interrupt.pressed() {
            break;
        }
        bar.set_message(which.title());
        let section = lab::experiments::experiment(which, &variants, &budget, &mut |progress| {
            heed(&bar, progress, &interrupt)
        })
        .map_err(refused)?;
        text += &section.text;
        charts.extend(section.charts);
    }
    bar.finish_and_clear();
    let Some(folder) = args.out.as_ref().filter(|_| !interrupt.pressed()) else {
        // A report that was made before is not replaced by a part of one.
        out.line(text.trim_end())?;
        out.json(|| {
            let chart = |(name, svg): &(String, String)| json!({ "name": name, "svg": svg });
            let charts: Vec<_> = charts.iter().map(chart).collect();
            json!({ "text": text, "charts": charts, "complete": !interrupt.pressed() })
        })?;
        return if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) };
    };
    let of_charts = folder.join("lab");
    let failed = |error| Failure::trouble(format!("{}: {error}", of_charts.display()));
    std::fs::create_dir_all(&of_charts).map_err(failed)?;
    let page = folder.join("lab.md");
    let mut files = vec![page.display().to_string()];
    for (name, svg) in charts {
        let path = of_charts.join(name);
        write(&path, &svg)?;
        files.push(path.display().to_string());
    }
    write(&page, &text)?;
    out.json(|| json!({ "files": files }))
}

fn ablate(args: AblateArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    lab::ablate::check(&args.variant, &args.switches).map_err(refused)?;
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let openings = match &args.openings {
        Some(path) => {
            arena::read_opening_set(path, &args.variant, None)
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?
                .lines
        }
        None => openings::usual(&args.variant, args.games.div_ceil(2) as usize, &interrupt)?,
    };
    let ablation = Ablation {
        variant: args.variant,
        switches: args.switches,
        games: args.games,
        nodes: args.nodes,
        openings,
        concurrency: usize::from(args.concurrency),
        logs: args.logs,
    };
    let bar = progress_bar();
    bar.set_length(u64::from(ablation.games.div_ceil(2) * 2));
    let found = lab::ablate::run(&ablation, &control, &mut |worth| {
        bar.set_position(worth.games.iter().sum());
        bar.set_message(line(worth));
    })
    .map_err(refused)?;
    bar.finish_and_clear();
    for worth in &found {
        out.line(line(worth))?;
    }
    out.json(|| json!({ "variant": ablation.variant, "nodes": ablation.nodes, "rows": found }))?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// `null-move: +10 =5 -3 elo +120 ± 80`.
fn line(worth: &AblationResult) -> String {
    let [won, drawn, lost] = worth.games;
    let mut text = format!("{}: +{won} ={drawn} -{lost}", worth.switch);
    if let Some(elo) = worth.elo {
        // Not "-0".
        let _ = write!(text, " elo {:+.0}", elo.round() + 0.0);
        if let Some(error) = worth.error {
            let _ = write!(text, " ± {error:.0}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_an_even_match_has_no_minus() {
        let worth = AblationResult {
            switch: "null-move".to_owned(),
            games: [20, 0, 20],
            elo: Some(-1e-9),
            error: None,
        };
        assert_eq!(line(&worth), "null-move: +20 =0 -20 elo +0");
    }
}
