//! Game files of any format and variant, read and written as [`Record`]s.
//!
//! ```
//! use games::files::{self, Hints};
//!
//! let file = "[White \"A\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
//! let hints = Hints { name: "game.pdn", ..Hints::default() };
//! let record = files::read(file.as_bytes(), &hints)?.next().unwrap()?;
//! assert_eq!(record.variant, "draughts-russian");
//! assert_eq!(record.moves().collect::<Vec<_>>(), ["22-18", "10-14", "25-22"]);
//!
//! let mut out = Vec::new();
//! files::write(&mut out, &record, records::MOVES, None)?;
//! assert_eq!(out, b"22-18 10-14 25-22\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{JSON, REGISTRY, families, find_variant, own};
use encoding_rs::Encoding;
use encoding_rs_io::DecodeReaderBytesBuilder;
use engine::Family;
use records::encoding::utf16;
use records::text::first_words;
use records::{
    Format, GameError, GamesPerFile, LISTS, Losses, POSITIONS, ReadError, ReadErrorKind, Record,
    WriteError,
};
use std::io::{self, Read, Write};
use std::path::Path;
use thiserror::Error;

/// The number of bytes that are examined to find the format.
const HEAD: u64 = 1 << 14;

/// What the caller knows about a file.
#[derive(Copy, Clone, Debug, Default)]
pub struct Hints<'a> {
    /// Its name, for the extension; empty if it has none.
    pub name: &'a str,
    /// Its format, if it is known for certain.
    pub format: Option<Format>,
    /// The variant of games that do not name one.
    pub variant: Option<&'a str>,
    /// The size of boards that files do not state.
    pub size: Option<u8>,
    /// The encoding of a text that is neither UTF-8 nor UTF-16; `None`: as its bytes show.
    pub encoding: Option<&'static Encoding>,
}

/// The games of a file, read one by one. Broken games are errors, after which reading goes on.
pub type Records<'a> = Box<dyn Iterator<Item = Result<Record, GameError>> + 'a>;

/// No format is known by this name or file ending.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no game file format is called {asked:?}; known are {known}")]
pub struct UnknownFormat {
    /// The name that was requested, shortened.
    pub asked: String,
    /// The known names.
    pub known: String,
}

/// All formats: those of each family, then lists.
#[must_use]
pub fn formats() -> Vec<Format> {
    let mut all: Vec<Format> = Vec::new();
    let own = families().iter().flat_map(|family| family.files().formats());
    for format in own.chain(&[JSON]).chain(&LISTS) {
        if !all.contains(format) {
            all.push(*format);
        }
    }
    all
}

/// The formats of a family's games: its own, then lists.
#[must_use]
pub fn formats_of(family: &dyn Family) -> Vec<Format> {
    family.files().formats().iter().chain(&LISTS).copied().collect()
}

/// The format with this name or extension, in either case.
///
/// # Errors
/// When there is none; the error lists all formats.
///
/// ```
/// assert_eq!(games::files::format_named("EPD")?, records::POSITIONS);
/// let error = games::files::format_named("doc").unwrap_err().to_string();
/// assert!(error.starts_with("no game file format is called \"doc\"; known are pgn"));
/// assert!(error.ends_with("fen (or epd, txt) and moves"));
/// # Ok::<(), games::files::UnknownFormat>(())
/// ```
pub fn format_named(name: &str) -> Result<Format, UnknownFormat> {
    let all = formats();
    all.iter().copied().find(|format| format.is_called(name)).ok_or_else(|| {
        let names = all.iter().map(|format| match format.endings {
            [] => format.name.to_owned(),
            endings => format!("{} (or {})", format.name, endings.join(", ")),
        });
        let names: Vec<String> = names.collect();
        let known = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        };
        UnknownFormat { asked: name.chars().take(40).collect(), known }
    })
}

/// The format of a file's extension.
///
/// # Errors
/// When it has no extension, or an unknown one.
///
/// ```
/// use games::files::format_of_path;
/// assert_eq!(format_of_path("games/2026.PGN".as_ref())?.name, "pgn");
/// assert!(format_of_path("games".as_ref()).is_err());
/// # Ok::<(), games::files::UnknownFormat>(())
/// ```
pub fn format_of_path(path: &Path) -> Result<Format, UnknownFormat> {
    format_named(path.extension().and_then(|ending| ending.to_str()).unwrap_or(""))
}

/// The format that the beginning of a file shows, if it shows one: lists of moves and positions
/// cannot be distinguished from other text.
///
/// ```
/// use games::files::format_of_content;
/// let shown = |text: &str| format_of_content(text.as_bytes()).map(|format| format.name);
/// assert_eq!(shown("(;GM[4]SZ[15];B[hh])"), Some("sgf"));
/// assert_eq!(shown("[White \"A\"]\n\n1. 32-28 19-23 2-0"), Some("pdn"));
/// assert_eq!(shown("h2e2 h9g7"), None);
/// ```
#[must_use]
pub fn format_of_content(head: &[u8]) -> Option<Format> {
    let mut best: Option<(u8, Format)> = None;
    for format in formats() {
        let sure = (format.shows)(head);
        if sure > best.map_or(0, |(sure, _)| sure) {
            best = Some((sure, format));
        }
    }
    best.map(|(_, format)| format)
}

/// The format of a file, by all known facts about it.
fn format_of(head: &[u8], hints: &Hints<'_>, family: Option<&'static dyn Family>) -> Format {
    if let Some(format) = hints.format {
        return format;
    }
    let by_name = format_of_path(Path::new(hints.name)).ok();
    let format = match (format_of_content(head), by_name) {
        (_, Some(named)) if (named.shows_named)(head) => named,
        // These formats look alike: the name of the file is more reliable.
        (Some(shown), Some(named)) if named.borrows.contains(&shown.name) => named,
        (Some(format), _) | (None, Some(format)) => format,
        (None, None) => POSITIONS,
    };
    let Some(files) = family.map(Family::files).filter(|_| format != JSON) else { return format };
    if files.has(format) {
        return format;
    }
    // Text that looks like a format of another family may be one of this family.
    files.formats().iter().copied().find(|own| own.is_like(&format)).unwrap_or(format)
}

/// Reads games from `source`, which need not be buffered. The format is the one in `hints`, else
/// that of the content, else that of the extension, else a list.
///
/// # Errors
/// When the variant in `hints` is unknown, or has no files of this format, or the source fails; and without a
/// variant and a format in `hints` if the content shows no game.
pub fn read<'a>(source: impl Read + 'a, hints: &Hints<'_>) -> Result<Records<'a>, ReadError> {
    let begin = |kind| ReadError { line: 1, column: 1, kind };
    let unknown = |why| begin(ReadErrorKind::Unknown(why));
    let begin_of = |source: &mut dyn Read| {
        let mut head = Vec::new();
        let read = source.take(HEAD).read_to_end(&mut head);
        read.map(|_| head).map_err(|failure| begin(ReadErrorKind::Io(failure.to_string())))
    };
    let mut source: Box<dyn Read + 'a> = Box::new(source);
    let mut head = begin_of(&mut source)?;
    let is_text = |head: &[u8]| hints.format.or(format_of_content(head)).is_none_or(|f| f.is_text);
    let wide = utf16(&head).filter(|_| is_text(&head));
    let told = hints.encoding.filter(|_| std::str::from_utf8(&head).is_err() && is_text(&head));
    if let Some(encoding) = wide.or(told) {
        let whole = io::Cursor::new(head).chain(source);
        let decoded = DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(whole);
        source = Box::new(decoded);
        head = begin_of(&mut source)?;
    }
    let asked = match hints.variant {
        None => None,
        Some(id) => Some(REGISTRY.find(id).map_err(|_| {
            let id: String = id.chars().take(40).collect();
            unknown(format!("there are no game files of {id:?}"))
        })?),
    };
    let format = format_of(&head, hints, asked.map(|(family, _)| family));
    if format == JSON {
        let whole = io::Cursor::new(head).chain(source);
        return Ok(Box::new(own::read(whole).into_iter()));
    }
    let (family, variant) = match asked {
        Some((family, variant)) if family.files().has(format) => (family, Some(variant.id)),
        Some((_, variant)) => {
            let why = format!("games of {} are not read from {format} files", variant.id);
            return Err(unknown(why));
        }
        None => {
            // What is known to be a list is read as one, and so is a file without a line.
            let is_sound =
                hints.format.is_some() || !LISTS.contains(&format) || first_words(&head).is_none();
            let family = family_of(format, &head).or(is_sound.then_some(families()[0]));
            (family.ok_or(begin(ReadErrorKind::Unrecognised))?, None)
        }
    };
    if format == POSITIONS
        && (head.len() as u64) < HEAD
        && let Some(game) = one_move_a_line(&head, family, variant, hints.size)
    {
        return Ok(game);
    }
    let source: Box<dyn Read + 'a> = Box::new(io::Cursor::new(head).chain(source));
    let games = match hints.encoding.filter(|_| !format.is_text) {
        Some(encoding) => family.files().read_encoded(source, format, variant, encoding),
        None => family.files().read(source, format, variant, hints.size),
    };
    let games = games.map_err(unknown)?;
    let mut number = 0;
    let numbered = games.map(move |game| {
        // A notice is about the game before.
        number += u64::from(!game.as_ref().is_err_and(ReadError::is_notice));
        game.map_err(|error| GameError { game: number, error })
    });
    Ok(Box::new(numbered))
}

/// The game of a list that has one move in each of its lines, three or more, if they are legal one after the other.
/// Lists of this format that the hall writes name the position first, so they are none.
fn one_move_a_line<'a>(
    head: &[u8],
    family: &'static dyn Family,
    variant: Option<&'static str>,
    size: Option<u8>,
) -> Option<Records<'a>> {
    const LEAST: usize = 3;
    let text = records::text::decode(head);
    let mut moves: Vec<String> = Vec::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let word = match words[..] {
            [] => continue,
            // With numbers the lines belong to one game without this.
            [word] if records::text::without_number(word) == word => word,
            _ => return None,
        };
        let is_short = word.chars().count() <= 12 && !word.contains(['/', '#', ';', '[']);
        let is_move = is_short && family.files().split(word).len() == 1;
        if !is_move || records::text::result(word).is_some() {
            return None;
        }
        moves.push(word.to_owned());
    }
    let lines = moves.len();
    let text = moves.join(" ");
    let source = Box::new(io::Cursor::new(text.into_bytes()));
    let games = (lines >= LEAST).then(|| family.files().read(source, POSITIONS, variant, size));
    let all: Vec<_> = games?.ok()?.collect();
    let [Ok(game)] = &all[..] else { return None };
    let is_whole = game.start.is_none() && game.line.moves.len() == lines;
    let notice = ReadError { line: 1, column: 1, kind: ReadErrorKind::Joined { lines } };
    let with_notice = [Ok(game.clone()), Err(GameError { game: 1, error: notice })];
    is_whole.then(|| Box::new(with_notice.into_iter()) as Records<'a>)
}

/// The family as which a file is read if no variant was named: the first that has the format. For a
/// list it is the family whose game the list seems to begin with; the last of several, since the first
/// ones accept more.
fn family_of(format: Format, head: &[u8]) -> Option<&'static dyn Family> {
    let mut families = families().iter().copied();
    if LISTS.contains(&format) {
        let mut unsure = families.clone().rev();
        let sure = families.rev().find(|family| family.files().begins_list(head));
        sure.or_else(|| unsure.find(|family| family.files().may_begin_list(head)))
    } else {
        families.find(|family| family.files().has(format))
    }
}

/// Writes a record. `notation` is an id of the variant's notations, for formats that accept any
/// notation; `None` is the format's usual one.
///
/// # Errors
/// When the format cannot represent the game, the notation is unknown, a move of the record is not
/// legal, or `out` fails.
pub fn write(
    out: &mut dyn Write,
    record: &Record,
    format: Format,
    notation: Option<&str>,
) -> Result<(), WriteError> {
    let unfit = |why| WriteError::unfit(format, why);
    let (family, variant) = REGISTRY
        .find(record.variant)
        .map_err(|_| unfit(format!("there are no game files of {:?}", record.variant)))?;
    if !family.files().has(format) {
        return Err(unfit(format!("it is a game of {}", variant.id)));
    }
    if !format.is_written {
        return Err(unfit("such files are only read".to_owned()));
    }
    family.files().write(out, record, format, notation)
}

/// Writes a record and tells what the format could not hold, by reading it again.
///
/// # Errors
/// Those of [`write()`].
///
/// ```
/// use games::files::{self, Hints, format_named};
/// let file = b"(;GM[4]SZ[15];B[hh]C[the centre])";
/// let record = files::read(&file[..], &Hints::default())?.next().unwrap()?;
/// let losses = files::write_with_losses(&mut Vec::new(), &record, records::MOVES, None)?;
/// assert_eq!(losses.to_string(), "1 comment");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_with_losses(
    out: &mut dyn Write,
    record: &Record,
    format: Format,
    notation: Option<&str>,
) -> Result<Losses, WriteError> {
    let mut bytes = Vec::new();
    write(&mut bytes, record, format, notation)?;
    out.write_all(&bytes)?;
    let hints = Hints { format: Some(format), variant: Some(record.variant), ..Hints::default() };
    let unread = |why: String| WriteError::unfit(format, format!("it cannot be read again: {why}"));
    let mut games = read(&bytes[..], &hints).map_err(|error| unread(error.to_string()))?;
    match games.next() {
        Some(Ok(again)) => {
            let usual = find_variant(record.variant).map_or("", |variant| variant.start);
            let is_usual = record.start.as_deref() == Some(usual);
            let start = record.start.clone().filter(|_| !is_usual);
            Ok(Losses::between(&Record { start, ..record.clone() }, &again))
        }
        Some(Err(error)) => Err(unread(error.error.to_string())),
        None => Err(unread("nothing is found".to_owned())),
    }
}

/// Writes records to one file. In a format that merges its games into one tree, the file is written by
/// [`Writer::finish`].
///
/// ```
/// use games::files::{self, Hints, Writer, format_named};
/// let games = files::read(&b"h8 i9\nh8 i10\n"[..], &Hints { variant: Some("renju"), ..Hints::default() })?;
/// let mut file = Vec::new();
/// let mut writer = Writer::new(&mut file, format_named("lib")?, None);
/// for game in games {
///     writer.write(game?)?;
/// }
/// writer.finish()?;
/// let mut tree = files::read(&file[..], &Hints::default())?;
/// let record = tree.next().unwrap()?;
/// assert_eq!(record.line.moves[1].variations[0].moves[0].mv, "i10");
/// assert!(tree.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<'o> {
    out: &'o mut dyn Write,
    format: Format,
    notation: Option<&'o str>,
    /// The number of games so far.
    count: u64,
    merged: Option<Record>,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("format", &self.format).field("count", &self.count).finish()
    }
}

impl<'o> Writer<'o> {
    /// A file of this format. `notation` is as in [`write()`].
    pub fn new(out: &'o mut dyn Write, format: Format, notation: Option<&'o str>) -> Self {
        Self { out, format, notation, count: 0, merged: None }
    }

    /// Adds a game, and tells what the format could not hold of it.
    ///
    /// # Errors
    /// Those of [`write()`]; and if the file can hold only one game, or no game of this kind beside the
    /// others.
    pub fn write(&mut self, record: Record) -> Result<Losses, WriteError> {
        let unfit = |why| WriteError::unfit(self.format, why);
        let losses = match self.format.holding {
            GamesPerFile::One if self.count > 0 => {
                return Err(unfit("a file of this format holds one game".to_owned()));
            }
            GamesPerFile::Many | GamesPerFile::One => {
                write_with_losses(self.out, &record, self.format, self.notation)?
            }
            GamesPerFile::Merged => {
                // A game that cannot be written must not spoil the tree.
                let sink = &mut io::sink();
                let losses = write_with_losses(sink, &record, self.format, self.notation)?;
                match &mut self.merged {
                    None => self.merged = Some(record),
                    Some(merged) => merged.merge(record).map_err(unfit)?,
                }
                losses
            }
        };
        self.count += 1;
        Ok(losses)
    }

    /// The number of games written.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the target fails.
    pub fn finish(self) -> Result<(), WriteError> {
        match self.merged {
            Some(record) => write(self.out, &record, self.format, self.notation),
            None => Ok(()),
        }
    }
}

/// The tags that name the players of a variant, the first side's first.
#[must_use]
pub fn player_tags(variant: &str) -> [&'static str; 2] {
    find_variant(variant).map_or(["White", "Black"], |variant| variant.sides)
}

/// The names of a record's players, the first side's first. A player who is called by the side has no name.
#[must_use]
pub fn players(record: &Record) -> [Option<&str>; 2] {
    player_tags(record.variant).map(|name| {
        record.tags.get(name).filter(|value| !matches!(*value, "" | "?") && *value != name)
    })
}

/// The start position of a record as text, also for the standard start.
#[must_use]
pub fn start_text(record: &Record) -> String {
    let usual = || find_variant(record.variant).map_or("", |variant| variant.start).to_owned();
    record.start.clone().unwrap_or_else(usual)
}
