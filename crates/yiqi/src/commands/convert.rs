use crate::cli::OutputArgs;
use crate::failure::Failure;
use crate::output::Output;
use clap::{Args, ValueEnum};
use records::xiangqi::{self, Xiangqi};
use records::{Dialect, Format, Game, ReadError, list, pgn};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The file to read; - for standard input.
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The file to write; - for standard output.
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// The variant the games are of.
    #[arg(long, default_value = "xiangqi")]
    variant: String,
    /// The format of IN, where its ending does not say it: pgn, fen or moves.
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<Format>,
    /// The format of OUT, where its ending does not say it: pgn, fen or moves.
    #[arg(long, value_name = "FORMAT")]
    to_format: Option<Format>,
    /// The notation of the moves written; by default simplified Chinese in PGN, engine
    /// notation elsewhere.
    #[arg(long, value_enum)]
    notation: Option<NotationArg>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The ids of the notations, as `yiqi games --json` lists them.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum NotationArg {
    Chinese,
    ChineseSimplified,
    Wxf,
    Iccs,
    Engine,
}

impl From<NotationArg> for xiangqi::Notation {
    fn from(arg: NotationArg) -> Self {
        match arg {
            NotationArg::Chinese => Self::ChineseTraditional,
            NotationArg::ChineseSimplified => Self::ChineseSimplified,
            NotationArg::Wxf => Self::Wxf,
            NotationArg::Iccs => Self::Iccs,
            NotationArg::Engine => Self::Engine,
        }
    }
}

/// What became of the games.
#[derive(Default)]
struct Tally {
    written: u64,
    failed: u64,
    first: Option<ReadError>,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    engine::find_variant(&args.variant)?;
    let from = format(&args.from, args.from_format, "--from-format")?;
    let to = format(&args.to, args.to_format, "--to-format")?;
    let notation = args.notation.map_or_else(|| usual_notation(to), Into::into);
    let dialect = Xiangqi::new(notation);
    let source: Box<dyn Read> = if is_dash(&args.from) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(&args.from).map_err(|error| named(&args.from, &error))?)
    };
    let tally = if is_dash(&args.to) {
        let mut target = BufWriter::new(io::stdout().lock());
        let tally = copy(from, source, to, &mut target, dialect)?;
        target.flush()?;
        tally
    } else {
        into_file(&args.to, |target| copy(from, source, to, target, dialect))?
    };
    if !is_dash(&args.to) {
        let games = if tally.written == 1 { "game" } else { "games" };
        out.line(format_args!("{} {games} written to {}", tally.written, args.to.display()))?;
        out.json(|| json!({ "written": tally.written, "failed": tally.failed }))?;
    }
    match tally.first {
        None => Ok(()),
        Some(error) if tally.failed == 1 => {
            Err(Failure::Input(format!("{}: {error}", args.from.display())))
        }
        Some(error) => Err(Failure::Input(format!(
            "{}: {} games cannot be read, the first: {error}",
            args.from.display(),
            tally.failed,
        ))),
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn format(path: &Path, said: Option<Format>, option: &str) -> Result<Format, Failure> {
    match said {
        Some(format) => Ok(format),
        None => Format::of_path(path).map_err(|error| {
            Failure::Input(format!("{}: {error}; or say it with {option}", path.display()))
        }),
    }
}

fn usual_notation(format: Format) -> xiangqi::Notation {
    match format {
        Format::Pgn => xiangqi::Notation::ChineseSimplified,
        Format::Positions | Format::Moves => xiangqi::Notation::Engine,
    }
}

fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Writes beside the file and puts the result in its place at the end, so that a file can be
/// converted onto itself and a failure leaves what was there.
fn into_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<Tally, Failure>,
) -> Result<Tally, Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let file = File::create(&part).map_err(|error| named(&part, &error))?;
    let mut target = BufWriter::new(file);
    let done = write(&mut target).and_then(|tally| {
        target.flush().map_err(|error| named(&part, &error))?;
        std::fs::rename(&part, path).map_err(|error| named(path, &error))?;
        Ok(tally)
    });
    if done.is_err() {
        // The first failure is the one to tell of.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// Reads and writes game by game; bad ones are counted and left out.
fn copy<D: Dialect + Copy>(
    from: Format,
    source: impl Read,
    to: Format,
    target: &mut impl Write,
    dialect: D,
) -> Result<Tally, Failure> {
    let games: Box<dyn Iterator<Item = Result<Game<D::Position>, ReadError>>> = match from {
        Format::Pgn => Box::new(pgn::Reader::new(source, dialect)),
        Format::Positions | Format::Moves => Box::new(list::Reader::new(source, dialect)),
    };
    let mut tally = Tally::default();
    for game in games {
        match game {
            Ok(game) => {
                match to {
                    Format::Pgn => pgn::write(target, &game, &dialect)?,
                    Format::Positions => list::write_position(target, &game, &dialect)?,
                    Format::Moves => list::write_moves(target, &game, &dialect)?,
                }
                tally.written += 1;
            }
            Err(error) => {
                tally.failed += 1;
                tally.first.get_or_insert(error);
            }
        }
    }
    Ok(tally)
}
