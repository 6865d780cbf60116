//! Reading game files that people open, of any game.

use crate::api::body::Body;
use crate::api::imports::{CLIENT_BYTES, no_such_game, weight};
use crate::api::{AppState, FILE};
use crate::quotas::QuotaKind;
use crate::refusal::{Refusal, shortened};
use crate::request;

use crate::text;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use games::files::{self, Hints, format_of_content, format_of_path};
use hall::{GameSetup, ImportedGameId, NewGame};
use hall_messages::{GameOfFile, UnsavedStudy, study_of_record};
use records::{ReadError, ReadErrorKind, Record};
use std::cell::Cell;
use std::cmp::Reverse;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Fault, ImportFile, Imported, ImportedGame, Place};

/// The largest number of games shown of a file.
const MOST_GAMES: usize = 2_000;
/// The largest number of faults shown of a file.
const MOST_FAULTS: usize = 100;
/// A body that has taken longer than this makes room for others, if there is none.
const SLOW: Duration = Duration::from_secs(2);
/// The longest time that a file waits for its turn before it is refused.
const TURN: Duration = Duration::from_secs(1);

/// The content of a file: its games and positions, and the parts that could not be read. The games are kept for some
/// minutes, so that one of them can become a game or a study without being sent again.
#[utoipa::path(
    post,
    path = "/api/import",
    request_body = ImportFile,
    responses(
        (status = 200, description = "What is in the file.", body = Imported),
        (status = "4XX", description = "Why it cannot be read at all.", body = Problem),
    )
)]
pub(crate) async fn import(
    State(app): State<AppState>,
    Body(file): Body<ImportFile>,
) -> Result<Json<Imported>, Refusal> {
    let variant = games::find_variant(&file.variant)?;
    let bytes = bytes_of(&file)?;
    // Large files take a while: they are not read on the threads that serve all requests, and not
    // many at once.
    let client = request::client();
    let turn = app.readers.wait(client).await;
    let read = tokio::task::spawn_blocking(move || {
        let read = read(&file.name, &bytes, variant.id, WantedGames::All);
        drop(turn);
        read
    });
    let read = read.await.map_err(|error| Refusal::internal("reading a file", &error))?;
    let id = app.imports.keep(client, read.records);
    Ok(Json(Imported { id, ..read.shown }))
}

/// The files that are received and read at a time, by their size. Further files do not wait: they end those
/// whose body has taken long.
pub(crate) async fn take_turns(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let _share = app.quotas.take(request::client(), QuotaKind::Import)?;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let bytes = length.and_then(|text| text.parse().ok()).unwrap_or(FILE).min(FILE);
    let all = app.config.limits.file_bytes >> 10;
    let kibibytes = u32::try_from((bytes >> 10).clamp(1, all.max(1))).unwrap_or(u32::MAX);
    let take = || Arc::clone(&app.files).acquire_many_owned(kibibytes);
    let mut taken = timeout(Duration::from_millis(1), take()).await;
    if taken.is_err() {
        while app.files.available_permits() < kibibytes as usize && app.connections.end_a_body(SLOW)
        {
            tokio::task::yield_now().await;
        }
        taken = timeout(TURN, take()).await;
    }
    let Ok(Ok(_turn)) = taken else {
        let message = "too many files are being read; try again in a moment";
        return Err(Refusal::busy("too-many-files", message));
    };
    Ok(next.run(request).await)
}

/// The content of a file, from text or from bytes in base64.
fn bytes_of(file: &ImportFile) -> Result<Vec<u8>, Refusal> {
    match (&file.content, &file.base64) {
        (Some(text), None) => Ok(text.clone().into_bytes()),
        (None, Some(base64)) => BASE64
            .decode(base64.as_bytes())
            .map_err(|error| Refusal::bad_request("bad-base64", format!("base64: {error}"))),
        (Some(_), Some(_)) => {
            let message = "a file is given either as content or as base64, not as both";
            Err(Refusal::bad_request("bad-file", message))
        }
        (None, None) => {
            let message = "the file is missing: give its text as content or its bytes as base64";
            Err(Refusal::bad_request("bad-file", message))
        }
    }
}

/// Which games of a file are wanted besides what is shown of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum WantedGames {
    /// All, if they are not more than what is kept of a client.
    All,
    /// The one with this number.
    One(usize),
}

/// The content of a file, and the games of it that are wanted.
struct ReadFile {
    shown: Imported,
    records: Vec<Record>,
}

impl ReadFile {
    /// A file of which nothing can be read.
    fn only(fault: Fault) -> Self {
        let shown = Imported { id: None, games: Vec::new(), faults: vec![fault] };
        Self { shown, records: Vec::new() }
    }
}

/// Reads one game of a file, by its number from 0 among the games that can be read, and makes something
/// of it.
pub(crate) async fn with_game<T: Send + 'static>(
    app: &AppState,
    file: ImportFile,
    number: u32,
    make: impl FnOnce(&Record) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let variant = games::find_variant(&file.variant)?;
    let bytes = bytes_of(&file)?;
    let turn = app.readers.wait(request::client()).await;
    let made = tokio::task::spawn_blocking(move || {
        let found = read(&file.name, &bytes, variant.id, WantedGames::One(number as usize));
        let made = match found.records.first() {
            Some(record) => Ok(make(record)),
            None => {
                let mut refusal = no_such_game(number, found.shown.games.len());
                refusal.problem.faults = found.shown.faults;
                Err(refusal)
            }
        };
        drop(turn);
        made
    });
    made.await.map_err(|error| Refusal::internal("reading a file", &error))?
}

/// The imported game that a new game is made of. Its position and its moves become those of the new game.
///
/// # Errors
/// When it is not kept, or does not fit what else is said of the new game.
pub(crate) fn game_for(
    app: &AppState,
    game: &ImportedGameId,
    new: &mut NewGame,
) -> Result<Arc<Record>, Refusal> {
    let bad = |message: String| Err(Refusal::impossible("bad-game", message));
    if new.position.is_some() || !new.moves.is_empty() || new.opening.is_some() {
        return bad("imported: position, moves and opening are those of the file".to_owned());
    }
    let record = app.imports.game(&game.file, game.game)?;
    if games::find_variant(&new.variant)?.id != record.variant {
        return bad(format!("imported: the game in the file is of the variant {}", record.variant));
    }
    if new.rules.is_none() {
        new.rules = hall_messages::rules_of(&record).map(str::to_owned);
    }
    new.position.clone_from(&record.start);
    new.moves = record.moves().map(str::to_owned).collect();
    Ok(record)
}

/// The study with what a file says of a game besides its moves, for the game of the hall that is made of it; `None` when
/// it says nothing.
pub(crate) fn study_for(
    record: &Record,
    id: &str,
    setup: &GameSetup,
) -> Option<Result<UnsavedStudy, Refusal>> {
    let says_more = is_annotated(record) || !record.tags.is_empty();
    let game = GameOfFile { id, rules: &setup.rules };
    says_more.then(|| study_of_record(record, Some(game)).map_err(Refusal::from))
}

/// Reads a file as one of the requested variant; if that gives nothing, as one of any other.
fn read(name: &str, bytes: &[u8], variant: &'static str, wanted: WantedGames) -> ReadFile {
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
pub(crate) struct GameReader<'a> {
    /// The games, and those that cannot be read.
    pub(crate) games: Box<dyn Iterator<Item = Result<Record, Box<Fault>>> + 'a>,
    /// The bytes that were read so far.
    pub(crate) position: Rc<Cell<u64>>,
}

/// Bytes that count how many of them were read.
struct CountingReader<'a> {
    bytes: &'a [u8],
    read: Rc<Cell<u64>>,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.bytes.read(buffer)?;
        self.read.set(self.read.get() + n as u64);
        Ok(n)
    }
}

/// Games of a file that show of what variant it is.
const SAMPLE: usize = 10;

/// Reads all games of a file: as ones of the variant, or of the game that most of its first games are of.
///
/// # Errors
/// When nothing of it can be read.
pub(crate) fn all_games<'a>(
    name: &'a str,
    bytes: &'a [u8],
    variant: Option<&'static str>,
) -> Result<GameReader<'a>, Refusal> {
    let refused = |why: &dyn std::fmt::Display| {
        Refusal::impossible("unreadable", format!("{:?}: {why}", shortened(name)))
    };
    if is_binary(name, bytes) {
        return Err(refused(&"it is no text, and no known format of games"));
    }
    let hints = |variant| Hints { name, variant, ..Hints::default() };
    let usual = games::families().iter().map(|family| Some(family.variants()[0].id));
    let asked = variant.is_some().then_some(variant);
    let mut best = (0, variant);
    for variant in asked.into_iter().chain([None]).chain(usual) {
        let sample = files::read(bytes, &hints(variant))
            .map_or(0, |games| games.take(SAMPLE).filter(Result::is_ok).count());
        if sample > best.0 {
            best = (sample, variant);
        }
    }
    let position = Rc::new(Cell::new(0));
    let source = CountingReader { bytes, read: Rc::clone(&position) };
    let games = files::read(source, &hints(best.1)).map_err(|error| refused(&error.kind))?;
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
                    taken += weight(&game);
                    match wanted {
                        WantedGames::One(one) if one != number => {}
                        WantedGames::All if taken > CLIENT_BYTES => records.clear(),
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
pub(crate) fn is_annotated(record: &Record) -> bool {
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
pub(crate) fn is_notice(fault: &Fault) -> bool {
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

pub(crate) fn fault(code: &str, message: String) -> Fault {
    Fault {
        code: code.to_owned(),
        squares: Vec::new(),
        piece: None,
        numbers: Vec::new(),
        message,
        place: None,
    }
}
