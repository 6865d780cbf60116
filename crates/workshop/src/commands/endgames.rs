//! Endgame databases of draughts: `workshop endgames`.

mod folder;

use clap::{Args, Subcommand};
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::output::{Output, millis};
use command_line::usual_data_dir;
use command_line::{Failure, Interrupt};
use draughts::{Position, Setup, VariantRules, VariantVisitor, with_variant};
use endings::{
    BuildError, BuildProgress, BuildStage, Database, Section, Threads, Value, VerifyError,
};
use folder::Folder;
use game::{NullObserver, Position as _};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, Subcommand)]
pub(crate) enum EndgamesCommand {
    /// Computes the result of every position with few pieces. An interrupted build continues where it
    /// stopped.
    ///
    /// The file is `VARIANT-4.yend` with 2 to 4 pieces (`-2`, `-3` if no more were asked for), `VARIANT-5.yend` with 5. A
    /// line for each class (`0031 positions 921200 wins 486444 draws 434756 losses 0 captures 351640`) is followed by
    /// `file PATH bytes N seconds S`.
    Build(BuildArgs),
    /// Checks every value of a database against the rules.
    ///
    /// Prints `right classes N positions N waves N seconds S`, or fails with exit code 2 and the first wrong position.
    Verify(VerifyArgs),
    /// Prints the result of a position and of its moves.
    ///
    /// First `win`, `draw` or `loss` for the side to move, then each move with its result, best first.
    Probe(ProbeArgs),
}

/// The arguments of all these commands.
#[derive(Debug, Args)]
struct CommonArgs {
    /// The variant's id.
    #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    /// The directory of the databases; in the hall's data directory if absent.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct PiecesArgs {
    /// The most pieces of both sides together.
    #[arg(value_parser = clap::value_parser!(u32).range(2..=i64::from(endings::Class::MOST_PIECES)))]
    pieces: u32,
    /// The number of threads; all of the machine if absent.
    #[arg(long, value_name = "T")]
    threads: Option<Threads>,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Reuse nothing, neither existing files nor the database of the program.
    #[arg(long)]
    fresh: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    common: CommonArgs,
    /// The position's text.
    #[arg(long, value_name = "P")]
    position: String,
}

pub(crate) fn run(command: &EndgamesCommand) -> Result<(), Failure> {
    match command {
        EndgamesCommand::Build(args) => of_variant(&args.common.variant, args),
        EndgamesCommand::Verify(args) => of_variant(&args.common.variant, args),
        EndgamesCommand::Probe(args) => of_variant(&args.common.variant, args),
    }
}

/// Runs a task for the variant with this id.
fn of_variant(
    id: &str,
    visitor: impl VariantVisitor<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    let unknown = || Failure::Input(format!("no variant of draughts is called {id:?}"));
    with_variant(id, visitor).unwrap_or_else(|| Err(unknown()))
}

impl CommonArgs {
    fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.dir {
            Some(dir) => Ok(dir.clone()),
            None => Ok(usual_data_dir()?.join("endings")),
        }
    }
}

impl PiecesArgs {
    fn threads(&self) -> Threads {
        let all = || std::thread::available_parallelism().unwrap_or(Threads::MIN);
        self.threads.unwrap_or_else(all)
    }
}

impl VariantVisitor for &BuildArgs {
    type Output = Result<(), Failure>;

    fn visit<V: VariantRules>(self) -> Result<(), Failure> {
        endings::supports(&V::RULES).map_err(Failure::input)?;
        let (out, begun) = (Output::new(self.common.output), Instant::now());
        let pieces = self.pieces.pieces;
        let mut folder = Folder::<V>::open(&self.common.folder()?, pieces, self.fresh)?;
        watched(|progress| {
            endings::build::<V, _>(pieces, &mut folder, self.pieces.threads(), progress).map_err(
                |error| match error {
                    BuildError::Interrupted => Failure::Interrupted,
                    BuildError::Shelf(failure) => failure,
                    BuildError::Unsupported(error) => Failure::input(error),
                    BuildError::Pieces(n) => Failure::Input(format!("{n} pieces are too many")),
                },
            )
        })?;
        let (path, bytes, sections) = folder.finish()?;
        for section in &sections {
            tell_section(&out, section)?;
        }
        let time = begun.elapsed();
        out.line(format_args!(
            "file {} bytes {bytes} seconds {:.3}",
            path.display(),
            time.as_secs_f64()
        ))?;
        out.json(|| json!({ "file": path, "bytes": bytes, "time_ms": millis(time) }))
    }
}

/// Prints the results of a class.
fn tell_section(out: &Output, section: &Section) -> Result<(), Failure> {
    let (class, counts) = (section.class(), section.counts());
    out.line(format_args!(
        "{class} positions {} wins {} draws {} losses {} captures {}",
        counts.positions(),
        counts.wins,
        counts.draws,
        counts.losses,
        counts.captures
    ))?;
    out.json(|| {
        json!({
            "class": class.to_string(),
            "positions": counts.positions(),
            "wins": counts.wins,
            "draws": counts.draws,
            "losses": counts.losses,
            "captures": counts.captures,
        })
    })
}

impl VariantVisitor for &VerifyArgs {
    type Output = Result<(), Failure>;

    fn visit<V: VariantRules>(self) -> Result<(), Failure> {
        let (out, begun) = (Output::new(self.common.output), Instant::now());
        let database = folder::load::<V>(&self.common.folder()?)?;
        let pieces = self.pieces.pieces;
        let verified = watched(|progress| {
            endings::verify(&database, 2, pieces, self.pieces.threads(), progress).map_err(
                |error| match error {
                    VerifyError::Interrupted => Failure::Interrupted,
                    error => Failure::input(error),
                },
            )
        })?;
        let time = begun.elapsed();
        out.line(format_args!(
            "right classes {} positions {} waves {} seconds {:.3}",
            verified.classes,
            verified.positions,
            verified.waves,
            time.as_secs_f64()
        ))?;
        out.json(|| {
            json!({
                "variant": V::RULES.id,
                "classes": verified.classes,
                "positions": verified.positions,
                "waves": verified.waves,
                "time_ms": millis(time),
            })
        })
    }
}

impl VariantVisitor for &ProbeArgs {
    type Output = Result<(), Failure>;

    fn visit<V: VariantRules>(self) -> Result<(), Failure> {
        let out = Output::new(self.common.output);
        let bad = |error: &dyn std::fmt::Display| Failure::Input(format!("position: {error}"));
        let setup: Setup<V> = self.position.parse().map_err(|error| bad(&error))?;
        let position = Position::try_from(setup).map_err(|error| bad(&error))?;
        let folder = self.common.folder()?;
        let database = folder::load::<V>(&folder)?;
        let value = database.probe(&position).ok_or_else(|| unknown(&database, &position))?;
        let mut moves: Vec<(String, Option<Value>)> = position
            .moves()
            .into_iter()
            .map(|m| {
                let mut next = position;
                next.make(m, &mut NullObserver);
                (m.to_string(), database.probe(&next).map(Value::other))
            })
            .collect();
        moves.sort_by(|(m, value), (other, than)| than.cmp(value).then(m.cmp(other)));
        out.line(value)?;
        let word = |value: Option<Value>| value.map_or("unknown".to_owned(), |v| v.to_string());
        for (m, value) in &moves {
            out.line(format_args!("{m} {}", word(*value)))?;
        }
        out.json(|| {
            let moves: Vec<_> = moves
                .iter()
                .map(|(m, value)| json!({ "move": m, "value": word(*value) }))
                .collect();
            json!({
                "variant": V::RULES.id,
                "position": position.to_string(),
                "value": value.to_string(),
                "moves": moves,
            })
        })
    }
}

/// Why a position has no value.
fn unknown<V: VariantRules>(database: &Database<V>, position: &Position<V>) -> Failure {
    let pieces: u32 =
        game::Side::ALL.iter().map(|&side| draughts::Bits::count(position.side(side))).sum();
    match database.pieces() {
        most if pieces < 2 || pieces <= most => {
            Failure::Input("position: one side has no piece".to_owned())
        }
        0 | 1 => Failure::Input(format!(
            "there is no database of {id}: `workshop endgames build {id} {pieces}` makes one",
            id = V::RULES.id
        )),
        most => Failure::Input(format!(
            "position: it has {pieces} pieces, and the database knows up to {most}"
        )),
    }
}

/// Runs a long task with a progress bar, until it is done or Ctrl-C is pressed.
fn watched<T>(
    job: impl FnOnce(&mut dyn FnMut(BuildProgress) -> ControlFlow<()>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let interrupt = Interrupt::listen(|| ())?;
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {percent}% {elapsed}, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = job(&mut |progress| {
        bar.set_length(progress.of);
        bar.set_position(progress.done);
        bar.set_message(doing(progress));
        if interrupt.pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    done
}

fn doing(progress: BuildProgress) -> String {
    let class = progress.class;
    let percent = |thousandths: u16| thousandths / 10;
    match progress.stage {
        BuildStage::Reading => format!("{class}: reading"),
        BuildStage::Starting(done) => format!("{class}: captures and crownings {}%", percent(done)),
        BuildStage::Waves(wave) => format!("{class}: wave {wave}"),
        BuildStage::Checking(done) => format!("{class}: checking {}%", percent(done)),
        BuildStage::Done => format!("{class}: done"),
    }
}
