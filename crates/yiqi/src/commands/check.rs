//! `yiqi convert --check`: whether games come back the same when they are written and read again.

use crate::commands::convert::{ConvertArgs, is_dash, named, unreadable};
use command_line::output::Output;
use command_line::{Failure, Interrupt};
use games::files::{self, Hints, format_of_content, format_of_path};
use records::{Format, Record};
use serde_json::json;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// What became of the games.
#[derive(Default)]
struct Tally {
    files: u64,
    games: u64,
    same: u64,
    moves: u64,
    /// Games that come back changed, cannot be written, or have parts that cannot be read.
    changed: u64,
    /// Games that cannot be read.
    refused: u64,
    /// Notices that parts of a game cannot be kept.
    notices: u64,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    if is_dash(&args.from) {
        let why = "--check reads a file or a folder, not standard input".to_owned();
        return Err(Failure::Input(why));
    }
    let out = Output::new(args.output);
    let interrupt = Interrupt::listen(|| ())?;
    let mut tally = Tally::default();
    let mut paths = vec![args.from.clone()];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let mut inside = files_in(&path)?;
            inside.sort_unstable_by(|a, b| b.cmp(a));
            paths.extend(inside);
            continue;
        }
        // In a folder other files are passed over.
        if path != args.from && args.from_format.is_none() && !is_known(&path) {
            continue;
        }
        tally.file(args, &path, &out, &interrupt)?;
        if interrupt.pressed() {
            break;
        }
    }
    let Tally { files, games, same, moves, changed, refused, notices } = tally;
    out.line(format_args!(
        "files {files} games {games} moves {moves} same {same} changed {changed} refused {refused} notices {notices}"
    ))?;
    out.json(|| {
        json!({
            "files": files, "games": games, "moves": moves, "same": same, "changed": changed,
            "refused": refused, "notices": notices,
        })
    })?;
    if interrupt.pressed() {
        return Err(Failure::Interrupted);
    }
    match changed + refused {
        0 => Ok(()),
        bad => Err(Failure::Input(format!("{}: {bad} games", args.from.display()))),
    }
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| named(folder, &error))?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    entries.collect::<Result<_, _>>().map_err(|error| named(folder, &error))
}

/// Whether a file is one of games, by its ending or its content.
fn is_known(path: &Path) -> bool {
    let by_name = format_of_path(path).is_ok_and(|format| format != records::POSITIONS);
    by_name || {
        let shown = head_of(path).ok().and_then(|head| format_of_content(&head));
        shown.is_some_and(|format| format.name != "pgn")
    }
}

/// The beginning of a file, which shows its format.
fn head_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(1 << 14).read_to_end(&mut head)?;
    Ok(head)
}

impl Tally {
    fn file(
        &mut self,
        args: &ConvertArgs,
        path: &Path,
        out: &Output,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        self.files += 1;
        let head = head_of(path).map_err(|error| named(path, &error))?;
        let file = File::open(path).map_err(|error| named(path, &error))?;
        let hints = Hints {
            name: path.to_str().unwrap_or(""),
            format: args.from_format,
            variant: args.variant.as_deref(),
            size: args.size,
            encoding: args.encoding,
        };
        let tell = |number: u64, what: &str, why: &str| {
            out.line(format_args!("{}: game {number}: {what}: {why}", path.display()))?;
            out.json(|| json!({ "file": path.to_string_lossy(), "game": number, "kind": what, "message": why }))
        };
        let games = match files::read(file, &hints) {
            Ok(games) => games,
            Err(error) => {
                self.refused += 1;
                return tell(0, "refused", &unreadable(&error.kind));
            }
        };
        let own = args.from_format.or_else(|| format_of_path(path).ok());
        // Lists hold neither variations nor tags: their ending says little about the content.
        let own = own.filter(|format| !records::LISTS.contains(format));
        let own = own.or_else(|| format_of_content(&head));
        let mut number = 0;
        // Whether the game before came back the same.
        let mut is_same = false;
        for game in games {
            if interrupt.pressed() {
                break;
            }
            if let Err(error) = &game
                && error.error.is_notice()
            {
                self.notices += 1;
                if std::mem::take(&mut is_same) {
                    // What the reader left out is not in the game that is written.
                    self.same -= 1;
                    self.changed += 1;
                }
                tell(number, "notice", &error.error.to_string())?;
                continue;
            }
            self.games += 1;
            number += 1;
            is_same = false;
            let record = match game {
                Ok(record) => record,
                Err(error) => {
                    self.refused += 1;
                    tell(number, "refused", &error.error.to_string())?;
                    continue;
                }
            };
            self.moves += record.line.moves.len() as u64;
            match check(&record, args.to_format.or(own)) {
                Ok(()) => {
                    self.same += 1;
                    is_same = true;
                }
                Err(why) => {
                    self.changed += 1;
                    tell(number, "changed", &why)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a record and reads it again: in this format if it is written and the family has it, else in the
/// one of the family's archives.
fn check(record: &Record, format: Option<Format>) -> Result<(), String> {
    let (family, _) = games::REGISTRY.find(record.variant).map_err(|error| error.to_string())?;
    let files = family.files();
    let format = format.filter(|format| format.is_written && files.has(*format));
    let format = format.unwrap_or(files.archives()[0]);
    let mut bytes = Vec::new();
    files::write(&mut bytes, record, format, None).map_err(|error| error.to_string())?;
    let hints = Hints { format: Some(format), variant: Some(record.variant), ..Hints::default() };
    let mut again = files::read(&bytes[..], &hints).map_err(|error| error.to_string())?;
    let again = match (again.next(), again.next()) {
        (Some(Ok(again)), None) => again,
        (Some(Err(error)), _) => return Err(error.to_string()),
        (None, _) => return Err("nothing is read again".to_owned()),
        (Some(_), Some(_)) => return Err("more than one game is read again".to_owned()),
    };
    let start = |record: &Record| files::start_text(record);
    let tags = record.tags.iter().find(|(name, value)| {
        // These are written in another form.
        !matches!(*name, "Result" | "Rules") && again.tags.get(name) != Some(*value)
    });
    match () {
        () if !again.moves().eq(record.moves()) => Err("the moves differ".to_owned()),
        () if again.line.moves != record.line.moves => {
            Err("variations, comments or annotations differ".to_owned())
        }
        () if again.line.comments != record.line.comments => {
            Err("the comment before the first move differs".to_owned())
        }
        () if start(&again) != start(record) => Err("the start differs".to_owned()),
        () if again.result != record.result => Err("the result differs".to_owned()),
        () if again.variant != record.variant => Err("the variant differs".to_owned()),
        () => match tags {
            Some((name, _)) => Err(format!("the tag {name} differs")),
            None => Ok(()),
        },
    }
}
