use crate::api::Hands;
use crate::api::body::{Body, GameId, Parameters};
use crate::live;
use crate::refusal::{Refusal, shortened};
use axum::Json;
use axum::extract;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use game::{Outcome, Position, Silent};
use records::xiangqi::{Notation, Xiangqi};
use records::{Dialect, Format, Game, Node, ReadError, list, pgn};
use serde::Deserialize;
use std::path::Path;
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
    /// `pgn` (the game), `moves` (its moves on one line) or `fen` (the position now).
    format: String,
    /// The notation's id; absent: the variant's default.
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
    let text = match writing.format.as_str() {
        "fen" => format!("{}\n", state.session().position_text()),
        "pgn" | "moves" => {
            let notation = notation(&state, writing.notation.as_deref())?;
            match state.session().variant().id {
                "xiangqi" => write(&state, &Xiangqi::new(notation), writing.format == "pgn")?,
                other => return Err(no_files(other)),
            }
        }
        other => {
            let message = format!("format: {:?} is not pgn, fen or moves", shortened(other));
            return Err(Refusal::bad_request("bad-parameter", message));
        }
    };
    let ending = if writing.format == "moves" { "txt" } else { &writing.format };
    let short = id.get(..8).unwrap_or(&id);
    let name = format!("attachment; filename=\"{}-{short}.{ending}\"", state.setup().variant);
    let headers =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, text))
}

fn notation(state: &live::State, asked: Option<&str>) -> Result<Notation, Refusal> {
    let known = state.session().variant().notations;
    let id = asked.or_else(|| known.first().map(|style| style.id)).unwrap_or_default();
    known.iter().find(|style| style.id == id).and_then(|style| in_files(style.id)).ok_or_else(
        || {
            let ids = known.iter().map(|style| style.id).collect::<Vec<_>>().join(", ");
            let message = format!("notation: {:?} is none of {ids}", shortened(id));
            Refusal::bad_request("bad-parameter", message)
        },
    )
}

/// What a notation is called in files.
fn in_files(id: &str) -> Option<Notation> {
    match id {
        "engine" => Some(Notation::Engine),
        "iccs" => Some(Notation::Iccs),
        "wxf" => Some(Notation::Wxf),
        "chinese" => Some(Notation::ChineseTraditional),
        "chinese-simplified" => Some(Notation::ChineseSimplified),
        _ => None,
    }
}

fn no_files(variant: &str) -> Refusal {
    Refusal::impossible("no-files", format!("there are no game files of {variant} yet"))
}

/// Writes a game that was played here.
fn write<D: Dialect>(state: &live::State, dialect: &D, as_pgn: bool) -> Result<String, Refusal> {
    let unwritable = |why: String| Refusal::internal("a game to be written", &why);
    let start = dialect.read_position(&state.session().start_text()).map_err(unwritable)?;
    let mut now = start.clone();
    let mut record = Game::new(start);
    for played in state.moves() {
        let m = dialect.read_move(&now, &played.text).map_err(unwritable)?;
        now.make(m, &mut Silent);
        record.line.moves.push(Node::new(m));
    }
    let view = state.view(tokio::time::Instant::now());
    record.tags.set("Event", "Yiqi");
    // RFC 3339 begins with the date; PGN separates its parts with dots.
    let date = view.created_at.get(..10).unwrap_or("????-??-??").replace('-', ".");
    record.tags.set("Date", &date);
    for (tag, player) in dialect.player_tags().into_iter().zip(&view.players) {
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
    let mut out = Vec::new();
    let written = if as_pgn {
        pgn::write(&mut out, &record, dialect)
    } else {
        list::write_moves(&mut out, &record, dialect)
    };
    written.map_err(|error| unwritable(error.to_string()))?;
    String::from_utf8(out).map_err(|error| unwritable(error.to_string()))
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
    let variant = engine::find_variant(&file.variant)?.id;
    // Large files take a while: not on the threads that serve everybody.
    let read = tokio::task::spawn_blocking(move || match variant {
        "xiangqi" => Ok(read(&file, Xiangqi::new(Notation::Engine))),
        other => Err(no_files(other)),
    });
    read.await.map_err(|error| Refusal::internal("reading a file", &error))?.map(Json)
}

/// `dialect` writes moves in engine notation.
fn read<D: Dialect + Copy>(file: &ImportFile, dialect: D) -> Imported {
    let source = file.content.as_bytes();
    let imported = match format(file) {
        Format::Pgn => collect(pgn::Reader::new(source, dialect), &dialect),
        Format::Positions | Format::Moves => collect(list::Reader::new(source, dialect), &dialect),
    };
    if imported.games.is_empty() && imported.faults.is_empty() {
        let faults = vec![fault("empty", format!("{}: no game is in it", shortened(&file.name)))];
        return Imported { faults, ..imported };
    }
    imported
}

/// By the file's ending where that says it; else by what is in it.
fn format(file: &ImportFile) -> Format {
    let looks_like_pgn = file.content.lines().any(|line| line.trim_start().starts_with('['));
    match Format::of_path(Path::new(&file.name)) {
        Ok(Format::Pgn) => Format::Pgn,
        _ if looks_like_pgn => Format::Pgn,
        Ok(other) => other,
        Err(_) => Format::Positions,
    }
}

fn collect<P: Position, D: Dialect<Position = P>>(
    games: impl Iterator<Item = Result<Game<P>, ReadError>>,
    dialect: &D,
) -> Imported {
    let mut imported = Imported { games: Vec::new(), faults: Vec::new() };
    for game in games {
        if imported.games.len() >= MOST_GAMES || imported.faults.len() >= MOST_FAULTS {
            let message = format!("the rest is not shown, after {} games", imported.games.len());
            imported.faults.push(fault("too-many", message));
            break;
        }
        match game {
            Ok(game) => imported.games.push(shown(&game, dialect)),
            Err(error) => imported.faults.push(fault("unreadable", error.to_string())),
        }
    }
    imported
}

fn shown<P: Position, D: Dialect<Position = P>>(game: &Game<P>, dialect: &D) -> ImportedGame {
    let tag = |name| game.tags.get(name).map(str::trim).filter(|v| !v.is_empty() && *v != "?");
    let players = dialect.player_tags().map(tag);
    let players = match players {
        [None, None] => None,
        [first, second] => Some(format!("{} – {}", first.unwrap_or("?"), second.unwrap_or("?"))),
    };
    let known = [players.as_deref(), tag("Event"), tag("Date")];
    let title = known.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let position = dialect.write_position(&game.start);
    let mut now = game.start.clone();
    let mut moves = Vec::new();
    for m in game.moves() {
        moves.push(dialect.write_move(&now, m));
        now.make(m, &mut Silent);
    }
    ImportedGame {
        title: if title.is_empty() { position.clone() } else { shortened(&title) },
        position,
        moves,
        result: game.result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
    }
}

fn fault(code: &str, message: String) -> Fault {
    Fault { code: code.to_owned(), squares: Vec::new(), message }
}
