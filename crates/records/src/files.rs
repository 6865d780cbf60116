//! Any game file, of whatever format and variant, as [`Record`]s, and back.
//!
//! ```
//! use records::{Format, files::{self, Hints}};
//!
//! let file = "[White \"A\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
//! let hints = Hints { name: "game.pdn", ..Hints::default() };
//! let record = files::read(file.as_bytes(), &hints)?.next().unwrap()?;
//! assert_eq!(record.variant, "draughts-russian");
//! assert_eq!(record.moves().collect::<Vec<_>>(), ["22-18", "10-14", "25-22"]);
//!
//! let mut out = Vec::new();
//! files::write(&mut out, &record, Format::Moves, None)?;
//! assert_eq!(out, b"22-18 10-14 25-22\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::draughts::{Draughts, GameType};
use crate::gomoku::Gomoku;
use crate::pgn::{Chunks, read_chunk};
use crate::record::{Kind, Record, Task, game_of, record_of, with_draughts};
use crate::text::TextLine;
use crate::xiangqi::{Notation, Xiangqi};
use crate::{
    Convention, Dialect, Format, Game, GameError, ReadError, ReadErrorKind, WriteError, list, pgn,
    psq, renlib, sgf,
};
use draughts::Variant;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;

/// How much of a file is looked at to find its format.
const HEAD: u64 = 1 << 14;

/// What lists are of that are not of Xiangqi, if nobody says more.
const DRAUGHTS: Kind = Kind::Draughts("draughts");

/// What is known about a file beforehand.
#[derive(Copy, Clone, Debug, Default)]
pub struct Hints<'a> {
    /// Its name, for the ending; empty if it has none.
    pub name: &'a str,
    /// Its format, where that is known for sure.
    pub format: Option<Format>,
    /// The variant of games that do not say it.
    pub variant: Option<&'a str>,
    /// The size of gomoku boards that files do not say.
    pub size: Option<u8>,
}

/// The games of a file, read one by one; broken ones are errors, and reading goes on.
pub type Records<'a> = Box<dyn Iterator<Item = Result<Record, GameError>> + 'a>;

/// Reads games from `source`, which need not be buffered. The format is what `hints` say, else
/// what the content shows, else what the name's ending stands for, else a list.
///
/// # Errors
/// When the variant in `hints` is unknown, or has no files of this format, or the source fails.
pub fn read<'a>(source: impl Read + 'a, hints: &Hints<'_>) -> Result<Records<'a>, ReadError> {
    let begin = |kind| ReadError { line: 1, column: 1, kind };
    let mut source = source;
    let mut head = Vec::new();
    if let Err(failure) = source.by_ref().take(HEAD).read_to_end(&mut head) {
        return Err(begin(ReadErrorKind::Io(failure.to_string())));
    }
    let kind = match hints.variant {
        None => None,
        Some(id) => Some(Kind::of(id, hints.size).ok_or_else(|| {
            let id: String = id.chars().take(40).collect();
            begin(ReadErrorKind::Unknown(format!("there are no game files of {id:?}")))
        })?),
    };
    let format = format_of(&head, hints, kind);
    let list_kind = if Format::is_draughts_list(&head) { DRAUGHTS } else { Kind::Xiangqi };
    let source: Box<dyn Read + 'a> = Box::new(io::Cursor::new(head).chain(source));
    let unfit = |kind: Kind| {
        let why = format!("games of {} are not read from {format} files", kind.id());
        Err(begin(ReadErrorKind::Unknown(why)))
    };
    let games: Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a> = match (format, kind) {
        (Format::Pgn, None | Some(Kind::Xiangqi)) => Box::new(read_xiangqi(source)),
        (Format::Pdn, None) => Box::new(PdnReader::new(source, None)),
        (Format::Pdn, Some(Kind::Draughts(id))) => Box::new(PdnReader::new(source, Some(id))),
        (Format::Pgn | Format::Pdn, Some(kind)) => return unfit(kind),
        (Format::Positions | Format::Moves, None) => list_kind.with(ReadList(source, list_kind)),
        (Format::Positions | Format::Moves, Some(kind @ (Kind::Xiangqi | Kind::Draughts(_)))) => {
            kind.with(ReadList(source, kind))
        }
        (format, None | Some(Kind::Gomoku(_))) => {
            let usual = match kind {
                Some(Kind::Gomoku(usual)) => Some(usual),
                _ => Gomoku::of("gomoku", hints.size),
            };
            let usual = usual.ok_or_else(|| {
                begin(ReadErrorKind::Unknown("boards of 5×5 to 22×22 points are known".to_owned()))
            })?;
            read_gomoku(source, format, usual)
        }
        (_, Some(kind)) => return unfit(kind),
    };
    let numbered = games
        .zip(1..)
        .map(|(game, number)| game.map_err(|error| GameError { game: number, error }));
    Ok(Box::new(numbered))
}

/// The format of a file, by all that is known of it.
fn format_of(head: &[u8], hints: &Hints<'_>, kind: Option<Kind>) -> Format {
    if let Some(format) = hints.format {
        return format;
    }
    let by_name = Format::of_path(Path::new(hints.name)).ok();
    let by_content = Format::of_content(head);
    let old_library = by_name == Some(Format::Lib) && head.first() == Some(&renlib::CENTRE);
    let format = match (by_content, by_name) {
        _ if old_library => Format::Lib,
        // Tags look alike everywhere: who named the file knows better.
        (Some(Format::Pgn), Some(Format::Pdn)) => Format::Pdn,
        (Some(format), _) => format,
        (None, Some(Format::Sgf | Format::Psq | Format::Lib | Format::Openings)) | (None, None) => {
            by_name.unwrap_or(Format::Positions)
        }
        (None, Some(format)) => format,
    };
    match (format, kind) {
        (Format::Pgn, Some(Kind::Draughts(_))) => Format::Pdn,
        // `c3-d4` may be a move of either.
        (Format::Pdn, Some(Kind::Xiangqi)) => Format::Pgn,
        (format, _) => format,
    }
}

fn read_xiangqi<'a>(
    source: impl Read + 'a,
) -> impl Iterator<Item = Result<Record, ReadError>> + 'a {
    let plain = Xiangqi::new(Notation::Engine);
    pgn::Reader::new(source, plain)
        .map(move |game| game.map(|game| record_of(Kind::Xiangqi, game, &plain)))
}

struct ReadList<'a>(Box<dyn Read + 'a>, Kind);

impl<'a> Task for ReadList<'a> {
    type Out = Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a>;

    fn run<D: Dialect + Copy + 'static>(self, dialect: D) -> Self::Out {
        let Self(source, kind) = self;
        let games = list::Reader::new(source, dialect);
        Box::new(games.map(move |game| game.map(|game| record_of(kind, game, &dialect))))
    }
}

/// A game of the gomoku family, whatever its rules and size are.
fn gomoku_record(game: Game<gomoku::Position>) -> Record {
    let (rules, size) = (game.start.rules(), game.start.size());
    let own = Gomoku::new(rules, size).expect("a position is on a board of some size");
    record_of(Kind::Gomoku(own), game, &own)
}

fn read_gomoku<'a>(
    source: impl Read + 'a,
    format: Format,
    usual: Gomoku,
) -> Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a> {
    let games: Box<dyn Iterator<Item = Result<Game<gomoku::Position>, ReadError>> + 'a> =
        match format {
            Format::Sgf => Box::new(sgf::Reader::new(source, usual)),
            Format::Psq => Box::new(psq::Reader::new(source, usual)),
            Format::Rec => Box::new(std::iter::once(psq::read_rec(source, usual))),
            Format::Lib => Box::new(renlib::read(source, usual.rules()).into_iter()),
            Format::Openings => Box::new(psq::Openings::new(source, usual)),
            _ => Box::new(list::Reader::new(source, usual)),
        };
    Box::new(games.map(|game| game.map(gomoku_record)))
}

/// Reads PDN, each game by its own game type.
struct PdnReader<R> {
    chunks: Chunks<R>,
    usual: Option<&'static str>,
    ready: VecDeque<Result<Record, ReadError>>,
}

impl<R: Read> PdnReader<R> {
    fn new(source: R, usual: Option<&'static str>) -> Self {
        let chunks = Chunks::new(source, Convention::Pdn);
        Self { chunks, usual, ready: VecDeque::new() }
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(record);
            }
            let lines = match self.chunks.next()? {
                Err(error) => return Some(Err(error)),
                Ok(lines) => lines,
            };
            let games = game_type(&lines, self.usual)
                .map(|own| with_draughts(own.variant(), ReadPdn { lines: &lines, own }));
            match games {
                Ok(games) => self.ready.extend(games),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

struct ReadPdn<'a> {
    lines: &'a [TextLine],
    own: GameType,
}

impl draughts::Task for ReadPdn<'_> {
    type Output = Vec<Result<Record, ReadError>>;

    fn run<V: Variant>(self) -> Self::Output {
        let games = read_chunk(self.lines, &Draughts::<V>::as_in(&self.own));
        let plain = Draughts::<V>::engine();
        let kind = Kind::Draughts(V::RULES.id);
        games.into_iter().map(|game| game.map(|game| record_of(kind, game, &plain))).collect()
    }
}

/// The game type of the games on these lines: what the tags say, else the usual one, else what
/// the first move can be of.
fn game_type(lines: &[TextLine], usual: Option<&'static str>) -> Result<GameType, ReadError> {
    let mut told = None;
    let mut named = None;
    let is_moves = |line: &TextLine| {
        let text = line.text.trim_start();
        !text.is_empty() && !text.starts_with(['[', '%'])
    };
    for line in lines.iter().take_while(|line| !is_moves(line)) {
        let error = |why: String| ReadError {
            line: line.number,
            column: 1,
            kind: ReadErrorKind::Unknown(why),
        };
        if let Some(value) = tag_value(&line.text, "GameType") {
            let own = value.parse::<GameType>();
            told = told.or(Some(own.map_err(|unknown| error(unknown.to_string()))?));
        }
        if let Some(value) = tag_value(&line.text, "Variant") {
            named = named.or(GameType::of_name(value));
        }
    }
    Ok(match (told, named) {
        (Some(told), Some(named)) => told.of_same_board(named).unwrap_or(told),
        (Some(own), None) | (None, Some(own)) => own,
        (None, None) => usual
            .and_then(GameType::of_variant)
            .or_else(|| GameType::of_variant(guess(lines)))
            .expect("draughts itself has a game type"),
    })
}

fn is_tag(line: &TextLine) -> bool {
    line.text.trim_start().starts_with('[')
}

/// The value of the tag with this name in a line of tags.
fn tag_value<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.split('[').find_map(|tag| {
        let (found, rest) = tag.trim_start().split_at_checked(name.len())?;
        let rest = rest.trim_start().strip_prefix('"')?;
        found.eq_ignore_ascii_case(name).then_some(rest)?.split('"').next()
    })
}

/// The variant of a game that does not say it, by its position or its first move: files without
/// a game type are international or English draughts nearly always.
fn guess(lines: &[TextLine]) -> &'static str {
    let fen = lines.iter().find_map(|line| tag_value(&line.text, "FEN"));
    if let Some(fen) = fen {
        let numbers =
            fen.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
        return match numbers.max() {
            Some(n) if n > 50 => "draughts-canadian",
            Some(n) if n > 32 => "draughts",
            None => "draughts-russian",
            Some(_) => "draughts-english",
        };
    }
    let words = lines.iter().filter(|line| !is_tag(line));
    let words = words.flat_map(|line| line.text.split_whitespace()).take(100);
    let bare = words.map(crate::text::without_draughts_number);
    let from = bare.filter_map(|word| Some(word.split_once(['-', 'x', ':'])?.0));
    for from in from {
        match from.parse::<u32>() {
            Ok(9..=12) => return "draughts-english",
            Ok(21..=24) => return "draughts-russian",
            Ok(31..=35) => return "draughts",
            Ok(43..=48) => return "draughts-canadian",
            Ok(_) => {}
            Err(_) if is_letter_square(from) => return "draughts-russian",
            Err(_) => {}
        }
    }
    "draughts"
}

fn is_letter_square(name: &str) -> bool {
    matches!(*name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Writes a record. `notation` is an id of the variant's notations for moves in Xiangqi and
/// lists; `None`: the format's usual one.
///
/// # Errors
/// When the format cannot hold the game, the notation is unknown, a move of the record is not
/// legal, or `out` fails.
pub fn write(
    out: &mut impl Write,
    record: &Record,
    format: Format,
    notation: Option<&str>,
) -> Result<(), WriteError> {
    let unfit = |why: String| WriteError::unfit(format.name(), why);
    let unknown = |id: &str| unfit(format!("there is no notation {id:?} for {}", record.variant));
    let kind = Kind::of(record.variant, record.size)
        .ok_or_else(|| unfit(format!("there are no game files of {:?}", record.variant)))?;
    match (kind, format) {
        (Kind::Xiangqi, Format::Pgn | Format::Positions | Format::Moves) => {
            let id = notation.unwrap_or(if format == Format::Pgn {
                "chinese-simplified"
            } else {
                "engine"
            });
            let style = Notation::of(id).ok_or_else(|| unknown(id))?;
            write_with(out, record, format, &Xiangqi::new(style), &Xiangqi::new(Notation::Engine))
        }
        (Kind::Draughts(id), Format::Pdn | Format::Positions | Format::Moves) => {
            let spelling = match (format, notation) {
                (Format::Pdn, None | Some("pdn")) => Spelling::Standard,
                (Format::Pdn, Some(other)) => return Err(unknown(other)),
                (_, None | Some("engine")) => Spelling::Engine,
                (_, Some("pdn")) => Spelling::Numbers,
                (_, Some("letters")) => Spelling::Letters,
                (_, Some(other)) => return Err(unknown(other)),
            };
            with_draughts(id, WriteDraughts { out, record, format, spelling })
        }
        (Kind::Gomoku(own), _) if !matches!(format, Format::Pgn | Format::Pdn) => {
            if let Some(other) = notation.filter(|id| *id != "engine") {
                return Err(unknown(other));
            }
            let game = game_of(record, &own).map_err(unfit)?;
            match format {
                Format::Sgf => sgf::write(out, &game),
                Format::Psq => psq::write(out, &game),
                Format::Rec => psq::write_rec(out, &game),
                Format::Lib => renlib::write(out, &game),
                Format::Openings => psq::write_opening(out, &game),
                Format::Code => psq::write_code(out, &game),
                Format::Positions => Ok(list::write_position(out, &game, &own)?),
                _ => Ok(list::write_moves(out, &game, &own)?),
            }
        }
        _ => Err(unfit(format!("it is a game of {}", record.variant))),
    }
}

/// How moves of draughts are written.
#[derive(Copy, Clone)]
enum Spelling {
    Engine,
    /// As PDN demands of the variant.
    Standard,
    Numbers,
    Letters,
}

struct WriteDraughts<'a, W> {
    out: &'a mut W,
    record: &'a Record,
    format: Format,
    spelling: Spelling,
}

impl<W: Write> draughts::Task for WriteDraughts<'_, W> {
    type Output = Result<(), WriteError>;

    fn run<V: Variant>(self) -> Self::Output {
        let plain = Draughts::<V>::engine();
        let dialect = match self.spelling {
            Spelling::Engine => plain,
            Spelling::Standard => Draughts::pdn(),
            Spelling::Numbers => Draughts::short(false),
            Spelling::Letters => Draughts::short(true),
        };
        write_with(self.out, self.record, self.format, &dialect, &plain)
    }
}

/// Writes a record in a format that any game can have; `plain` reads the record.
fn write_with<D: Dialect>(
    out: &mut impl Write,
    record: &Record,
    format: Format,
    dialect: &D,
    plain: &D,
) -> Result<(), WriteError> {
    let game = game_of(record, plain).map_err(|why| WriteError::unfit(format.name(), why))?;
    match format {
        Format::Positions => list::write_position(out, &game, dialect)?,
        Format::Moves => list::write_moves(out, &game, dialect)?,
        _ => pgn::write(out, &game, dialect)?,
    }
    Ok(())
}
