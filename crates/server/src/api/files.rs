use crate::api::Hands;
use crate::api::body::{Body, GameId, Parameters};
use crate::live;
use crate::refusal::{Refusal, shortened};
use axum::Json;
use axum::extract;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use game::Outcome;
use records::files::{self, Hints};
use records::{Branch, Format, Node, Record, Tags};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::{Fault, ImportFile, Imported, ImportedGame, Player, Problem};

/// Games shown of one file.
const MOST_GAMES: usize = 2_000;
/// Faults shown of one file.
const MOST_FAULTS: usize = 100;

/// How to write a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Writing {
    /// A format in which the variant's games are written (`pgn`; `pdn`; `sgf`, `psq`, `lib`, …),
    /// `moves` (the moves on one line) or `fen` (the position now).
    format: String,
    /// The notation's id, in `pgn` and `moves`; absent: the variant's default.
    notation: Option<String>,
}

/// A game as a file to keep.
#[utoipa::path(
    get,
    path = "/api/games/{id}/export",
    params(("id" = String, Path, description = "The game's id."), Writing),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/plain"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    extract::State(hands): extract::State<Hands>,
    GameId(id): GameId,
    Parameters(writing): Parameters<Writing>,
) -> Result<impl IntoResponse, Refusal> {
    let state = hands.games.stored(&id).await?;
    let bytes = match writing.format.parse() {
        Ok(Format::Positions) => format!("{}\n", state.session().position_text()).into_bytes(),
        Ok(format) => {
            let notation = notation(&state, writing.notation.as_deref())?;
            write(&state, format, notation)?
        }
        Err(_) => {
            let message = format!(
                "format: {:?} is none of pgn, pdn, sgf, psq, rec, lib, openings, code, fen, moves",
                shortened(&writing.format)
            );
            return Err(Refusal::bad_request("bad-parameter", message));
        }
    };
    let ending = if writing.format == "moves" { "txt" } else { &writing.format };
    let short = id.get(..8).unwrap_or(&id);
    let name = format!("attachment; filename=\"{}-{short}.{ending}\"", state.setup().variant);
    // A RenLib library is no text.
    let kind = if writing.format == "lib" {
        "application/octet-stream"
    } else {
        "text/plain; charset=utf-8"
    };
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], bytes))
}

/// The id of a notation of the game's variant.
fn notation(state: &live::State, asked: Option<&str>) -> Result<&'static str, Refusal> {
    let known = state.session().variant().notations;
    let id = asked.or_else(|| known.first().map(|style| style.id)).unwrap_or_default();
    known.iter().map(|style| style.id).find(|known| *known == id).ok_or_else(|| {
        let ids = known.iter().map(|style| style.id).collect::<Vec<_>>().join(", ");
        let message = format!("notation: {:?} is none of {ids}", shortened(id));
        Refusal::bad_request("bad-parameter", message)
    })
}

/// Writes a game that was played here.
fn write(state: &live::State, format: Format, notation: &str) -> Result<Vec<u8>, Refusal> {
    let session = state.session();
    let mut record = Record {
        variant: session.variant().id,
        // The position tells it, as the id does.
        size: None,
        tags: Tags::default(),
        start: Some(session.start_text()),
        line: Branch::default(),
        result: None,
    };
    record.line.moves = state.moves().iter().map(|played| Node::new(played.text.clone())).collect();
    let view = state.view(tokio::time::Instant::now());
    record.tags.set("Event", "Yiqi");
    // RFC 3339 begins with the date; PGN separates its parts with dots.
    let date = view.created_at.get(..10).unwrap_or("????-??-??");
    let date = if format == Format::Sgf { date.to_owned() } else { date.replace('-', ".") };
    record.tags.set("Date", &date);
    for (tag, player) in record.player_tags().into_iter().zip(&view.players) {
        record.tags.set(tag, &player_name(player));
    }
    record.tags.set("Rules", &view.rules);
    if let Some(end) = &view.end {
        record.tags.set("Termination", format!("{} {}", end.reason, end.evidence).trim());
        record.result = match end.outcome.as_str() {
            "1-0" => Some(Outcome::FirstWins),
            "0-1" => Some(Outcome::SecondWins),
            "1/2" => Some(Outcome::Draw),
            _ => None,
        };
    }
    // Other formats have one notation.
    let chosen = matches!(format, Format::Pgn | Format::Moves) && record.has_notation(notation);
    let mut out = Vec::new();
    files::write(&mut out, &record, format, chosen.then_some(notation))
        .map_err(|why| Refusal::impossible("no-files", why.to_string()))?;
    Ok(out)
}

fn player_name(player: &Player) -> String {
    match player {
        Player::Person { name } if name.trim().is_empty() => "?".to_owned(),
        Player::Person { name } => name.clone(),
        Player::Machine { level, .. } => format!("Yiqi level {level}"),
    }
}

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

fn read(name: &str, bytes: &[u8], variant: &'static str) -> Imported {
    let mut imported = Imported { games: Vec::new(), faults: Vec::new() };
    let hints = Hints { name, variant: Some(variant), ..Hints::default() };
    let games = match files::read(bytes, &hints) {
        Ok(games) => games,
        Err(error) => {
            let message = format!("{}: {}", shortened(name), error.kind);
            imported.faults.push(fault("unreadable", message));
            return imported;
        }
    };
    for (game, number) in games.zip(1_u64..) {
        if imported.games.len() >= MOST_GAMES || imported.faults.len() >= MOST_FAULTS {
            let message = format!("the rest is not shown, after {} games", imported.games.len());
            imported.faults.push(fault("too-many", message));
            break;
        }
        match game {
            Ok(game) if game.is_of(variant) => imported.games.push(shown(&game)),
            Ok(game) => {
                let message = format!("game {number}: of {}, not {}", game.id(), variant);
                imported.faults.push(fault("unreadable", message));
            }
            Err(error) => {
                imported.faults.push(fault("unreadable", error.error.to_string()));
            }
        }
    }
    if imported.games.is_empty() && imported.faults.is_empty() {
        let message = format!("{}: no game is in it", shortened(name));
        imported.faults.push(fault("empty", message));
    }
    imported
}

fn shown(game: &Record) -> ImportedGame {
    let tag = |name| game.tags.get(name).map(str::trim).filter(|v| !v.is_empty() && *v != "?");
    let players = match game.players() {
        [None, None] => None,
        [first, second] => Some(format!("{} – {}", first.unwrap_or("?"), second.unwrap_or("?"))),
    };
    let known = [players.as_deref(), tag("Event"), tag("Date")];
    let title = known.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let position = game.start_text();
    ImportedGame {
        title: if title.is_empty() { position.clone() } else { shortened(&title) },
        position,
        moves: game.moves().map(str::to_owned).collect(),
        result: game.result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
    }
}

fn fault(code: &str, message: String) -> Fault {
    Fault { code: code.to_owned(), squares: Vec::new(), message }
}
