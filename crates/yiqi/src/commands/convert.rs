use crate::commands::check;
use clap::Args;
use clap::builder::PossibleValuesParser;
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::output::{Output, bytes_progress};
use command_line::{Failure, Interrupt};
use encoding_rs::Encoding;
use games::files::{self, Hints, Writer, format_named, format_of_path};
use records::{Format, GamesPerFile, ReadErrorKind, WriteError};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The file to read; - for standard input.
    #[arg(value_name = "IN")]
    pub(crate) from: PathBuf,
    /// The file to write; - for standard output.
    #[arg(value_name = "OUT", required_unless_present = "check")]
    to: Option<PathBuf>,
    /// Write nothing, but test for every game of IN, a file or a folder, whether it comes back the
    /// same when it is written and read again.
    #[arg(long, conflicts_with = "to")]
    pub(crate) check: bool,
    /// The variant of games that do not name one.
    #[arg(long, value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    pub(crate) variant: Option<String>,
    /// The size of gomoku boards that the file does not say.
    #[arg(long)]
    pub(crate) size: Option<u8>,
    /// The encoding of a text that does not show it, as in big5, shift_jis or windows-1250.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    pub(crate) encoding: Option<&'static Encoding>,
    /// The format of IN, where neither its content nor its ending says it.
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    pub(crate) from_format: Option<Format>,
    /// The format of OUT, where its ending does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    pub(crate) to_format: Option<Format>,
    /// The notation of the moves written; by default simplified Chinese in PGN, the standard's
    /// in PDN, engine notation elsewhere.
    #[arg(long, value_parser = PossibleValuesParser::new(notations()))]
    notation: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The encoding with this label of the WHATWG's list.
pub(crate) fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.trim().as_bytes())
        .ok_or_else(|| "no encoding is called so; known are big5, gbk, shift_jis, euc-kr, windows-1250 and the others of the WHATWG's list".to_owned())
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
    /// What was left out or guessed, one line each.
    notices: Vec<String>,
    /// Whether Ctrl-C ended the conversion.
    interrupted: bool,
    /// Whether there are more games than a file of the format holds.
    too_many: bool,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    if args.check {
        return check::run(args);
    }
    let Some(to) = args.to.as_deref() else {
        return Err(Failure::Input("the file to write is missing".to_owned()));
    };
    let out = Output::new(args.output);
    let format = match args.to_format {
        Some(format) => format,
        None if is_dash(to) => return Err(Failure::Input(unnamed())),
        None => format_of_path(to).map_err(|error| {
            Failure::Input(format!("{}: {error}; or say it with --to-format", to.display()))
        })?,
    };
    if !format.is_written {
        return Err(Failure::Input(format!("{format} files ({}) are only read", format.title)));
    }
    if is_dash(to) && !format.is_text && io::stdout().is_terminal() {
        let why = format!("{format} files are no text for a terminal; name a file to write");
        return Err(Failure::Input(why));
    }
    let notation = args.notation.as_deref();
    let source: Box<dyn Read> = if is_dash(&args.from) {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.from).map_err(|error| named(&args.from, &error))?;
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        Box::new(bytes_progress(length).wrap_read(file))
    };
    let hints = Hints {
        name: if is_dash(&args.from) { "" } else { args.from.to_str().unwrap_or("") },
        format: args.from_format,
        variant: args.variant.as_deref(),
        size: args.size,
        encoding: args.encoding,
    };
    let games = files::read(source, &hints).map_err(|error| {
        Failure::Input(format!("{}: {}", args.from.display(), unreadable(&error.kind)))
    })?;
    let interrupt = Interrupt::listen(|| ())?;
    let copied = |target: &mut dyn Write| {
        let tally = copy(games, format, notation, target, &interrupt)?;
        if tally.written == 0 && tally.failed == 0 && !tally.interrupted {
            let why = format!("{}: no game was found; nothing is written", args.from.display());
            return Err(Failure::Input(why));
        }
        if tally.too_many {
            let why = format!(
                "{}: there are several games, and a file of the format {format} holds one; nothing is written",
                args.from.display(),
            );
            return Err(Failure::Input(why));
        }
        Ok(tally)
    };
    let tally = match (is_dash(to), format.holding) {
        (false, _) => into_file(to, |target| copied(target))?,
        (true, GamesPerFile::One) => {
            // Nothing is printed before it is certain that there is no second game.
            let mut bytes = Vec::new();
            let tally = copied(&mut bytes)?;
            let mut target = io::stdout().lock();
            target.write_all(&bytes)?;
            target.flush()?;
            tally
        }
        (true, GamesPerFile::Many | GamesPerFile::Merged) => {
            let mut target = BufWriter::new(io::stdout().lock());
            let tally = copied(&mut target)?;
            target.flush()?;
            tally
        }
    };
    if tally.interrupted {
        return Err(Failure::Interrupted);
    }
    print_notices(&tally.notices)?;
    if !is_dash(to) && tally.is_failure() {
        out.json(|| json!({ "written": 0, "failed": tally.failed }))?;
    } else if !is_dash(to) {
        let games = if tally.written == 1 { "game" } else { "games" };
        out.line(format_args!("{} {games} written to {}", tally.written, to.display()))?;
        out.json(|| {
            json!({ "written": tally.written, "failed": tally.failed, "notices": tally.notices })
        })?;
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

/// The most notices that are shown one by one.
const MOST_NOTICES: usize = 20;

/// Prints what was left out to standard error: standard output may be the file.
fn print_notices(notices: &[String]) -> io::Result<()> {
    let mut out = io::stderr().lock();
    for notice in notices.iter().take(MOST_NOTICES) {
        writeln!(out, "notice: {notice}")?;
    }
    match notices.len().saturating_sub(MOST_NOTICES) {
        0 => Ok(()),
        more => writeln!(out, "notice: {more} more games of which something is left out"),
    }
}

/// The error where standard output is to be written in an unknown format.
fn unnamed() -> String {
    format!(
        "-: standard output has no ending that says its format: say it with --to-format, one of {}",
        names(|format| format.is_written)
    )
}

/// The names of formats, with commas between.
fn names(which: impl Fn(&Format) -> bool) -> String {
    let known: Vec<&str> =
        files::formats().iter().filter(|format| which(format)).map(|format| format.name).collect();
    known.join(", ")
}

/// The error of a file that cannot be read at all, with what would help.
pub(crate) fn unreadable(kind: &ReadErrorKind) -> String {
    match kind {
        ReadErrorKind::Unrecognised => format!(
            "{kind}: say the format with --from-format, one of {}, or the game with --variant",
            names(|_| true)
        ),
        _ => kind.to_string(),
    }
}

pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

pub(crate) fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Writes to a temporary file and renames it at the end, so that a file can be converted onto itself. If no
/// game can be written, or the conversion is interrupted, the old file stays.
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
        if tally.is_failure() {
            std::fs::remove_file(&part).map_err(|error| named(&part, &error))?;
        } else {
            std::fs::rename(&part, path).map_err(|error| named(path, &error))?;
        }
        Ok(tally)
    });
    if done.is_err() {
        // The first failure is reported.
        let _ = std::fs::remove_file(&part);
    }
    done
}

impl Tally {
    /// Whether there is nothing to be kept.
    fn is_failure(&self) -> bool {
        self.interrupted || (self.written == 0 && self.failed > 0)
    }

    fn fail(&mut self, why: String) {
        self.failed += 1;
        self.first.get_or_insert(why);
    }
}

/// Reads and writes game by game; those that cannot be read or written are counted and left out.
fn copy(
    games: files::Records<'_>,
    to: Format,
    notation: Option<&str>,
    target: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut writer = Writer::new(target, to, notation);
    let mut number = 0;
    for game in games {
        if interrupt.pressed() {
            tally.interrupted = true;
            break;
        }
        if to.holding == GamesPerFile::One && writer.count() > 0 && game.is_ok() {
            tally.too_many = true;
            break;
        }
        if let Err(error) = &game
            && error.error.is_notice()
        {
            tally.notices.push(error.to_string());
            continue;
        }
        number += 1;
        match game.map(|game| writer.write(game)) {
            Ok(Ok(losses)) if losses.is_empty() => {}
            Ok(Ok(losses)) => tally.notices.push(format!(
                "game {number}: {} has no place for {losses}; left out or changed",
                to.name
            )),
            Ok(Err(WriteError::Io(error))) => return Err(error.into()),
            Ok(Err(error)) => tally.fail(format!("game {number}: {error}")),
            Err(error) => tally.fail(error.to_string()),
        }
    }
    tally.written = writer.count();
    match writer.finish() {
        Ok(()) => Ok(tally),
        Err(WriteError::Io(error)) => Err(error.into()),
        Err(error) => Err(Failure::input(error)),
    }
}
