//! Reading game files that people open, whatever game they are of.

use crate::api::body::Body;
use crate::refusal::{Refusal, shortened};
use axum::Json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use records::files::{self, Hints};
use records::{Format, ReadError, ReadErrorKind, Record};
use std::cmp::Reverse;
use std::path::Path;
use wire::{Fault, ImportFile, Imported, ImportedGame, Place, Problem};

/// Games shown of one file.
const MOST_GAMES: usize = 2_000;
/// Faults shown of one file.
const MOST_FAULTS: usize = 100;
/// What a file of another game than was asked for may be of; `None`: what it says itself.
const OTHERS: [Option<&str>; 4] = [None, Some("xiangqi"), Some("draughts"), Some("gomoku")];

/// What a file holds: games and positions to choose from, and what could not be read.
#[utoipa::path(
    post,
    path = "/api/import",
    request_body = ImportFile,
    responses(
        (status = 200, description = "What is in the file.", body = Imported),
        (status = "4XX", description = "Why it cannot be read at all.", body = Problem),
    )
)]
pub(crate) async fn import(Body(file): Body<ImportFile>) -> Result<Json<Imported>, Refusal> {
    let variant = engine::find_variant(&file.variant)?;
    let bytes = bytes_of(&file)?;
    // Large files take a while: not on the threads that serve everybody.
    let read = tokio::task::spawn_blocking(move || read(&file.name, &bytes, variant.id));
    Ok(Json(read.await.map_err(|error| Refusal::internal("reading a file", &error))?))
}

/// A file's content: given as text, or as bytes in base64.
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

/// Reads a file as one of the variant asked for; where that gives nothing, as one of any other.
fn read(name: &str, bytes: &[u8], variant: &'static str) -> Imported {
    if is_binary(name, bytes) {
        let message = format!("{:?} is no text and no RenLib library", shortened(name));
        return Imported { games: Vec::new(), faults: vec![fault("binary", message)] };
    }
    let asked = read_as(name, bytes, Some(variant));
    if !asked.games.is_empty() {
        return asked;
    }
    let others = OTHERS.map(|other| read_as(name, bytes, other));
    let most = others.iter().enumerate().max_by_key(|(i, other)| (other.games.len(), Reverse(*i)));
    let best = most.map_or(0, |(i, _)| i);
    // Of a file in another game's format its own reader knows best what is wrong.
    let is_unfit = asked.faults.iter().all(|fault| fault.place.is_none());
    match others.into_iter().nth(best) {
        Some(other) if is_unfit || !other.games.is_empty() => other,
        _ => asked,
    }
}

/// Whether a file is neither text nor a RenLib library: texts hold no control characters.
fn is_binary(name: &str, bytes: &[u8]) -> bool {
    let is_library = Format::of_path(Path::new(name)) == Ok(Format::Lib)
        || Format::of_content(bytes) == Some(Format::Lib);
    // Those have a sentence of their own.
    let is_utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=25 | 28..=31);
    !is_library && !is_utf16 && bytes.iter().any(is_control)
}

fn read_as(name: &str, bytes: &[u8], variant: Option<&str>) -> Imported {
    let mut imported = Imported { games: Vec::new(), faults: Vec::new() };
    let hints = Hints { name, variant, ..Hints::default() };
    let games = match files::read(bytes, &hints) {
        Ok(games) => games,
        Err(error) => {
            let message = format!("{:?}: {}", shortened(name), error.kind);
            imported.faults.push(fault("other-game", message));
            return imported;
        }
    };
    for (game, number) in games.zip(1_u64..) {
        if imported.games.len() >= MOST_GAMES || imported.faults.len() >= MOST_FAULTS {
            let message = format!("the rest is not shown, after {} games", imported.games.len());
            imported.faults.push(fault("rest-left-out", message));
            break;
        }
        match game {
            Ok(game) => match engine::find_variant(&game.id()) {
                Ok(own) => imported.games.push(shown(&game, own.id)),
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
    imported
}

fn shown(game: &Record, variant: &str) -> ImportedGame {
    let tag = |name| game.tags.get(name).map(str::trim).filter(|v| !v.is_empty() && *v != "?");
    let players = match game.players() {
        [None, None] => None,
        [first, second] => Some(format!("{} – {}", first.unwrap_or("?"), second.unwrap_or("?"))),
    };
    let known = [players.as_deref(), tag("Event"), tag("Date")];
    let title = known.into_iter().flatten().collect::<Vec<_>>().join(", ");
    ImportedGame {
        variant: variant.to_owned(),
        title: shortened(&title),
        players: game.players().map(|name| shortened(name.unwrap_or_default().trim())),
        position: game.start_text(),
        moves: game.moves().map(str::to_owned).collect(),
        result: game.result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
    }
}

/// A game that could not be read.
fn unread(game: u64, error: &ReadError) -> Fault {
    let mut place = Place { game: Some(game), column: Some(error.column), ..Place::default() };
    // A file without lines has bytes.
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
        ReadErrorKind::Unknown(_) => "other-game",
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

fn fault(code: &str, message: String) -> Fault {
    Fault { code: code.to_owned(), squares: Vec::new(), message, place: None }
}
