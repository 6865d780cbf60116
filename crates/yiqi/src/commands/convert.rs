use crate::cli::OutputArgs;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use clap::builder::PossibleValuesParser;
use games::files::{self, Hints, format_named, format_of_path};
use records::{Format, GameError, WriteError};
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
    /// The variant of games that do not name one.
    #[arg(long)]
    variant: Option<String>,
    /// The size of gomoku boards that the file does not say.
    #[arg(long)]
    size: Option<u8>,
    /// The format of IN, where neither its content nor its ending says it: pgn, pdn, sgf, psq,
    /// rec, lib, openings, code, fen or moves.
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    from_format: Option<Format>,
    /// The format of OUT, where its ending does not say it: pgn, pdn, sgf, psq, rec, lib,
    /// openings, code, fen or moves.
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    to_format: Option<Format>,
    /// The notation of the moves written; by default simplified Chinese in PGN, the standard's
    /// in PDN, engine notation elsewhere.
    #[arg(long, value_parser = PossibleValuesParser::new(notations()))]
    notation: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The ids of the notations that files know, as `yiqi games --json` lists them.
fn notations() -> Vec<&'static str> {
    let mut ids: Vec<&'static str> = Vec::new();
    for family in games::families() {
        let styles = family.variants().iter().flat_map(|variant| variant.notations);
        for id in styles.map(|style| style.id).filter(|id| family.files().has_notation(id)) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids
}

/// The counts of converted games.
#[derive(Default)]
struct Tally {
    written: u64,
    failed: u64,
    first: Option<String>,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let to = match args.to_format {
        Some(format) => format,
        None => format_of_path(&args.to).map_err(|error| {
            let path = args.to.display();
            Failure::Input(format!("{path}: {error}; or say it with --to-format"))
        })?,
    };
    let notation = args.notation.as_deref();
    let source: Box<dyn Read> = if is_dash(&args.from) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(&args.from).map_err(|error| named(&args.from, &error))?)
    };
    let hints = Hints {
        name: if is_dash(&args.from) { "" } else { args.from.to_str().unwrap_or("") },
        format: args.from_format,
        variant: args.variant.as_deref(),
        size: args.size,
    };
    let games = files::read(source, &hints)
        .map_err(|error| Failure::Input(format!("{}: {}", args.from.display(), error.kind)))?;
    let tally = if is_dash(&args.to) {
        let mut target = BufWriter::new(io::stdout().lock());
        let tally = copy(games, to, notation, &mut target)?;
        target.flush()?;
        tally
    } else {
        into_file(&args.to, |target| copy(games, to, notation, target))?
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
            "{}: {} games cannot be converted, the first: {error}",
            args.from.display(),
            tally.failed,
        ))),
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Writes to a temporary file and renames it at the end, so that a file can be converted onto itself and a
/// failure leaves the old file.
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
        // The first failure is reported.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// Reads and writes game by game; those that cannot be read or written are counted and left out.
fn copy(
    games: files::Records<'_>,
    to: Format,
    notation: Option<&str>,
    target: &mut impl Write,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for (game, number) in games.zip(1_u64..) {
        let written = match game {
            Ok(game) => files::write(target, &game, to, notation).map_err(|error| match error {
                WriteError::Io(error) => Failure::from(error),
                error => Failure::Input(format!("game {number}: {error}")),
            }),
            Err(error) => Err(Failure::Input(GameError::to_string(&error))),
        };
        match written {
            Ok(()) => tally.written += 1,
            Err(Failure::Input(why)) => {
                tally.failed += 1;
                tally.first.get_or_insert(why);
            }
            Err(other) => return Err(other),
        }
    }
    Ok(tally)
}
