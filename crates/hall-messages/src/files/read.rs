//! Reading the files of games that people open, of any game.

use crate::refused::{Refused, shortened};
use crate::study::{GameOfFile, UnsavedStudy, rules_of, study_of_record};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use games::files::{self, Hints, format_of_content, format_of_path};
use hall::text;
use hall::{GameSetup, NewGame};
use records::{Branch, ReadError, ReadErrorKind, Record};
use std::cell::Cell;
use std::cmp::Reverse;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use wire::{Fault, ImportFile, Imported, ImportedGame, Place};

/// The largest number of games shown of a file.
const MOST_GAMES: usize = 2_000;
/// The largest number of faults shown of a file.
const MOST_FAULTS: usize = 100;
/// The memory of a move without its texts: four vectors, and what the allocator adds.
const MOVE_BYTES: usize = 128;
/// The memory of a game without its moves.
const GAME_BYTES: usize = 512;

/// The content of a file, from text or from bytes in base64.
///
/// # Errors
/// When it is neither, or both.
pub fn bytes_of_file(file: &ImportFile) -> Result<Vec<u8>, Refused> {
    match (&file.content, &file.base64) {
        (Some(text), None) => Ok(text.clone().into_bytes()),
        (None, Some(base64)) => BASE64
            .decode(base64.as_bytes())
            .map_err(|error| Refused::bad_request("bad-base64", format!("base64: {error}"))),
        (Some(_), Some(_)) => {
            let message = "a file is given either as content or as base64, not as both";
            Err(Refused::bad_request("bad-file", message))
        }
        (None, None) => {
            let message = "the file is missing: give its text as content or its bytes as base64";
            Err(Refused::bad_request("bad-file", message))
        }
    }
}

/// Which games of a file are wanted besides what is shown of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WantedGames {
    /// All, if they take no more than so much memory.
    All {
        /// The bytes.
        bytes: usize,
    },
    /// The one with this number.
    One(usize),
}

/// The content of a file, and the games of it that are wanted.
#[derive(Debug)]
pub struct ReadFile {
    /// What is shown of it.
    pub shown: Imported,
    /// The games that were wanted.
    pub records: Vec<Record>,
}

impl ReadFile {
    /// A file of which nothing can be read.
    fn only(fault: Fault) -> Self {
        let shown = Imported { id: None, games: Vec::new(), faults: vec![fault] };
        Self { shown, records: Vec::new() }
    }
}

/// Makes a new game one of this game of a file: its position and its moves become those of the new game.
///
/// # Errors
/// When it does not fit what else is said of the new game.
pub fn record_for_game(record: &Record, new: &mut NewGame) -> Result<(), Refused> {
    let bad = |message: String| Err(Refused::impossible("bad-game", message));
    if new.position.is_some() || !new.moves.is_empty() || new.opening.is_some() {
        return bad("imported: position, moves and opening are those of the file".to_owned());
    }
    if games::find_variant(&new.variant)?.id != record.variant {
        return bad(format!("imported: the game in the file is of the variant {}", record.variant));
    }
    if new.rules.is_none() {
        new.rules = rules_of(record).map(str::to_owned);
    }
    new.position.clone_from(&record.start);
    new.moves = record.moves().map(str::to_owned).collect();
    Ok(())
}

/// The study with what a file says of a game besides its moves, for the game of the hall that is made of it; `None` when
/// it says nothing.
#[must_use]
pub fn study_for_game(
    record: &Record,
    id: &str,
    setup: &GameSetup,
) -> Option<Result<UnsavedStudy, Refused>> {
    let says_more = is_annotated(record) || !record.tags.is_empty();
    let game = GameOfFile { id, rules: &setup.rules };
    says_more.then(|| study_of_record(record, Some(game)))
}

/// Reads a file as one of the requested variant; if that gives nothing, as one of any other.
#[must_use]
pub fn read_file(name: &str, bytes: &[u8], variant: &'static str, wanted: WantedGames) -> ReadFile {
    if is_binary(name, bytes) {
        let known = files::formats().into_iter().filter(|format| !format.is_text);
        let known: String = known.map(|format| format!(" and no {}", format.title)).collect();
        let message = format!("{:?} is no text{known}", shortened(name));
        return ReadFile::only(fault("binary", message));
    }
    let asked = read_as(name, bytes, Some(variant), wanted);
    if !asked.shown.games.is_empty() {
        return asked;
    }
    // The file is read first as the format that it names, then as a game of each family.
    let usual = games::families().iter().map(|family| Some(family.variants()[0].id));
    let others = std::iter::once(None).chain(usual);
    let others: Vec<_> = others.map(|other| read_as(name, bytes, other, wanted)).collect();
    let most = others.iter().enumerate();
    let most = most.max_by_key(|(i, other)| (other.shown.games.len(), Reverse(*i)));
    let best = most.map_or(0, |(i, _)| i);
    // For a file in another game's format, the reader of that format gives the best error.
    let is_unfit = asked.shown.faults.iter().all(|fault| fault.place.is_none());
    match others.into_iter().nth(best) {
        Some(other) if is_unfit || !other.shown.games.is_empty() => other,
        _ => asked,
    }
}

/// Whether a file is neither text nor of a format that is none: texts hold no control characters.
fn is_binary(name: &str, bytes: &[u8]) -> bool {
    let named = format_of_path(Path::new(name)).ok();
    let known = named.into_iter().chain(format_of_content(bytes));
    let is_known = known.into_iter().any(|format| !format.is_text);
    let is_utf16 = records::encoding::utf16(bytes).is_some();
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=25 | 28..=31);
    !is_known && !is_utf16 && bytes.iter().any(is_control)
}

/// All games of a file, one after another.
pub struct GameReader<'a> {
    /// The games, and those that cannot be read.
    pub games: Box<dyn Iterator<Item = Result<Record, Box<Fault>>> + 'a>,
    /// The bytes that were read so far.
    pub position: Rc<Cell<u64>>,
}

impl std::fmt::Debug for GameReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReader").field("position", &self.position).finish_non_exhaustive()
    }
}

/// Bytes that count how many of them were read.
struct CountingReader<B> {
    bytes: io::Cursor<B>,
    read: Rc<Cell<u64>>,
}

impl<B: AsRef<[u8]>> Read for CountingReader<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.bytes.read(buffer)?;
        self.read.set(self.read.get() + n as u64);
        Ok(n)
    }
}

/// Games of a file that show of what variant it is.
const SAMPLE: usize = 10;

/// As which variant most of the first games of a file can be read, and how many of them: this one, or the first of a family.
#[must_use]
pub fn sampled_games(
    name: &str,
    bytes: &[u8],
    variant: Option<&'static str>,
) -> (usize, Option<&'static str>) {
    let usual = games::families().iter().map(|family| Some(family.variants()[0].id));
    let asked = variant.is_some().then_some(variant);
    let mut best = (0, variant);
    for variant in asked.into_iter().chain([None]).chain(usual) {
        let hints = Hints { name, variant, ..Hints::default() };
        let sample = files::read(bytes, &hints)
            .map_or(0, |games| games.take(SAMPLE).filter(Result::is_ok).count());
        if sample > best.0 {
            best = (sample, variant);
        }
    }
    best
}

/// Reads all games of a file: as ones of the variant, or of the game that most of its first games are of.
///
/// # Errors
/// When nothing of it can be read.
pub fn all_games<'a, B: AsRef<[u8]> + 'a>(
    name: &str,
    bytes: B,
    variant: Option<&'static str>,
) -> Result<GameReader<'a>, Refused> {
    let refused = |why: &dyn std::fmt::Display| {
        Refused::impossible("unreadable", format!("{:?}: {why}", shortened(name)))
    };
    if is_binary(name, bytes.as_ref()) {
        return Err(refused(&"it is no text, and no known format of games"));
    }
    let (_, variant) = sampled_games(name, bytes.as_ref(), variant);
    let position = Rc::new(Cell::new(0));
    let source = CountingReader { bytes: io::Cursor::new(bytes), read: Rc::clone(&position) };
    let hints = Hints { name, variant, ..Hints::default() };
    let games = files::read(source, &hints).map_err(|error| refused(&error.kind))?;
    let games = games.zip(1_u64..).map(|(game, number)| match game {
        Ok(game) => match games::find_variant(game.variant) {
            Ok(_) => Ok(game),
            Err(error) => Err(Box::new(fault("other-game", format!("game {number}: {error}")))),
        },
        Err(error) => Err(Box::new(unread(error.game, &error.error))),
    });
    Ok(GameReader { games: Box::new(games), position })
}

fn read_as(name: &str, bytes: &[u8], variant: Option<&str>, wanted: WantedGames) -> ReadFile {
    let (mut records, mut taken) = (Vec::new(), 0);
    let mut imported = Imported { id: None, games: Vec::new(), faults: Vec::new() };
    let hints = Hints { name, variant, ..Hints::default() };
    let games = match files::read(bytes, &hints) {
        Ok(games) => games,
        Err(error) => {
            let message = format!("{:?}: {}", shortened(name), error.kind);
            imported.faults.push(fault("other-game", message));
            return ReadFile { shown: imported, records };
        }
    };
    for (game, number) in games.zip(1_u64..) {
        if imported.games.len() >= MOST_GAMES || imported.faults.len() >= MOST_FAULTS {
            let message = format!("the rest is not shown, after {} games", imported.games.len());
            imported.faults.push(fault("rest-left-out", message));
            break;
        }
        match game {
            Ok(game) => match games::find_variant(game.variant) {
                Ok(own) => {
                    let number = imported.games.len();
                    imported.games.push(shown(&game, own.id));
                    taken += record_weight(&game);
                    match wanted {
                        WantedGames::One(one) if one != number => {}
                        WantedGames::All { bytes } if taken > bytes => records.clear(),
                        _ => records.push(game),
                    }
                }
                Err(error) => {
                    let message = format!("game {number}: {error}");
                    imported.faults.push(fault("other-game", message));
                }
            },
            Err(error) => imported.faults.push(unread(error.game, &error.error)),
        }
    }
    if imported.games.is_empty() && imported.faults.is_empty() {
        let message = format!("no game is in {:?}", shortened(name));
        imported.faults.push(fault("empty", message));
    }
    ReadFile { shown: imported, records }
}

fn shown(game: &Record, variant: &str) -> ImportedGame {
    let tag = |name| game.tags.get(name).map(str::trim).filter(|v| !v.is_empty() && *v != "?");
    let players = match files::players(game) {
        [None, None] => None,
        [first, second] => {
            let [one, other] = files::player_tags(variant);
            Some(format!("{} – {}", first.unwrap_or(one), second.unwrap_or(other)))
        }
    };
    let known = [players.as_deref(), tag("Event"), tag("Date")];
    let title = known.into_iter().flatten().collect::<Vec<_>>().join(", ");
    ImportedGame {
        variant: variant.to_owned(),
        title: shortened(&text::shown(&title)),
        players: files::players(game)
            .map(|name| shortened(&text::shown(name.unwrap_or_default().trim()))),
        position: files::start_text(game),
        moves: game.moves().map(str::to_owned).collect(),
        result: game.result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
    }
}

/// Whether the record has comments, annotations or variations.
#[must_use]
pub fn is_annotated(record: &Record) -> bool {
    let line = &record.line;
    let is_noted = |node: &records::Node<String>| {
        !node.comments.is_empty() || !node.nags.is_empty() || !node.variations.is_empty()
    };
    !line.comments.is_empty() || line.moves.iter().any(is_noted)
}

/// How codes of parts of a game begin that were left out; what they are follows (`left-out-labels`).
const LEFT_OUT: &str = "left-out-";
/// The code of a move that may be several.
const NOT_CERTAIN: &str = "not-certain";

/// The code of lines with a move each that are read as one game.
const JOINED: &str = "joined-lines";

/// Whether this only tells how the game before was read.
#[must_use]
pub fn is_notice(fault: &Fault) -> bool {
    fault.code.starts_with(LEFT_OUT) || [NOT_CERTAIN, JOINED].contains(&fault.code.as_str())
}

/// A game that could not be read, or what was left out of one.
fn unread(game: u64, error: &ReadError) -> Fault {
    let mut place = Place { game: Some(game), column: Some(error.column), ..Place::default() };
    // The size of a file without lines is given in bytes.
    place.line = Some(error.line).filter(|line| *line > 0);
    let code = match &error.kind {
        ReadErrorKind::Io(_) => "unreadable",
        ReadErrorKind::Utf16 => "utf-16",
        ReadErrorKind::TooLong { .. } => "too-long",
        ReadErrorKind::Tag(_) => "bad-tag",
        ReadErrorKind::UnclosedComment => "unclosed-comment",
        ReadErrorKind::UnclosedVariation => "unclosed-variation",
        ReadErrorKind::NothingToVary => "nothing-to-vary",
        ReadErrorKind::TooDeep(_) => "too-deep",
        ReadErrorKind::Nag => "bad-annotation",
        ReadErrorKind::LateSetup => "late-position",
        ReadErrorKind::Unknown(_) | ReadErrorKind::Unrecognised => "other-game",
        ReadErrorKind::LeftOut { count, what, first } => {
            place.found = Some(first.clone());
            let numbers = vec![u32::try_from(*count).unwrap_or(u32::MAX)];
            let code = format!("{LEFT_OUT}{}", what.replace(' ', "-"));
            return Fault { place: Some(place), numbers, ..fault(&code, error.to_string()) };
        }
        ReadErrorKind::Assumed { ply, .. } => {
            place.ply = Some(*ply);
            NOT_CERTAIN
        }
        ReadErrorKind::Joined { lines } => {
            let numbers = vec![u32::try_from(*lines).unwrap_or(u32::MAX)];
            return Fault { place: Some(place), numbers, ..fault(JOINED, error.to_string()) };
        }
        ReadErrorKind::Position(_) => "bad-start",
        ReadErrorKind::Unexpected(found) => {
            place.found = Some(found.to_string());
            "unexpected"
        }
        ReadErrorKind::Expected { found, .. } => {
            place.found = Some(found.clone());
            "unexpected"
        }
        ReadErrorKind::Move { ply, .. } => {
            place.ply = Some(*ply);
            "bad-move"
        }
        _ => "unreadable",
    };
    Fault { place: Some(place), ..fault(code, error.to_string()) }
}

/// A fault of a file without its place.
#[must_use]
pub fn fault(code: &str, message: String) -> Fault {
    Fault {
        code: code.to_owned(),
        squares: Vec::new(),
        piece: None,
        numbers: Vec::new(),
        message,
        place: None,
    }
}

/// The memory of a game, in bytes, nearly.
#[must_use]
pub fn record_weight(record: &Record) -> usize {
    let tags = record.tags.iter().map(|(name, value)| name.len() + value.len() + 64);
    GAME_BYTES + tags.sum::<usize>() + branch_weight(&record.line)
}

/// Readers limit how deep variations are nested.
fn branch_weight(branch: &Branch<String>) -> usize {
    let texts = |texts: &[String]| texts.iter().map(|text| text.len() + 32).sum::<usize>();
    let moves = branch.moves.iter().map(|node| {
        let variations = node.variations.iter().map(branch_weight);
        MOVE_BYTES + node.mv.len() + texts(&node.comments) + variations.sum::<usize>()
    });
    texts(&branch.comments) + moves.sum::<usize>()
}
