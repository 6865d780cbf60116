use crate::api::AppState;
use crate::api::body::{GameId, Parameters};
use crate::dates;
use crate::live;
use crate::refusal::{Refusal, shortened};
use axum::Json;
use axum::extract;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use engine::Variant;
use games::files::{self, format_named, player_tags};
use hall_messages::EVENT;
use records::{Branch, Format, Losses, Node, POSITIONS, Record, Tags};
use serde::Deserialize;
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{ClockSetting, Player};

/// How to write a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameExportQuery {
    /// A format in which the variant's games are written (`pgn`; `pdn`; `sgf`, `psq`, `lib`, …),
    /// `moves` (the moves on one line) or `fen` (the position now).
    format: String,
    /// The notation's id, in `pgn` and `moves`; absent: the variant's default.
    notation: Option<String>,
}

/// A game as a file for download.
#[utoipa::path(
    get,
    path = "/api/games/{id}/export",
    params(("id" = String, Path, description = "The game's id."), GameExportQuery),
    responses(
        (status = 200, description = "The file.", body = String, content_type = "text/plain"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
    Parameters(writing): Parameters<GameExportQuery>,
) -> Result<impl IntoResponse, Refusal> {
    let state = app.games.stored(&id).await?;
    let format = format_asked(&writing.format)?;
    let (bytes, losses) = if format == POSITIONS {
        (format!("{}\n", state.session().position_text()).into_bytes(), Losses::default())
    } else {
        let notation = notation(state.session().variant(), writing.notation.as_deref())?;
        write(&state, format, notation)?
    };
    let ending = if writing.format == "moves" { "txt" } else { &writing.format };
    let name = download(&state.setup().variant, &id, ending);
    let kind =
        if format.is_text { "text/plain; charset=utf-8" } else { "application/octet-stream" };
    let head = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, left_out(&losses), bytes))
}

/// The stored bytes of a game, also of one that can no longer be read.
#[utoipa::path(
    get,
    path = "/api/games/{id}/raw",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "Every column of the game's rows.", body = serde_json::Value),
        (status = "4XX", description = "There is no such game.", body = Problem),
    )
)]
pub(crate) async fn raw(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
) -> Result<impl IntoResponse, Refusal> {
    app.games.must_be_alone(&id).await?;
    let raw = app.store.raw(&id).await?.ok_or_else(|| Refusal::no_game(&id))?;
    let name = download("game", &id, "json");
    Ok(([(CONTENT_DISPOSITION, name)], Json(raw)))
}

/// The format with this name.
pub(super) fn format_asked(name: &str) -> Result<Format, Refusal> {
    format_named(name).map_err(|_| {
        let known: Vec<_> = files::formats().iter().map(|format| format.name).collect();
        let known = known.join(", ");
        let message = format!("format: {:?} is none of {known}", shortened(name));
        Refusal::bad_request("bad-parameter", message)
    })
}

/// The header with the name of a file. An id begins with the time: the ids of games begun within a minute
/// have equal beginnings and different ends.
pub(super) fn download(what: &str, id: &str, ending: &str) -> String {
    let own = id.get(id.len().saturating_sub(12)..).unwrap_or(id);
    format!("attachment; filename=\"{what}-{own}.{ending}\"")
}

/// The id of a notation of the game's variant.
pub(super) fn notation(
    variant: &'static Variant,
    asked: Option<&str>,
) -> Result<&'static str, Refusal> {
    let known = variant.notations;
    let id = asked.or_else(|| known.first().map(|style| style.id)).unwrap_or_default();
    known.iter().map(|style| style.id).find(|known| *known == id).ok_or_else(|| {
        let ids = known.iter().map(|style| style.id).collect::<Vec<_>>().join(", ");
        let message = format!("notation: {:?} is none of {ids}", shortened(id));
        Refusal::bad_request("bad-parameter", message)
    })
}

/// The header with what a format has no place for, as codes with counts: `comments=3, variations=1`. Absent if that
/// is nothing.
pub(super) fn left_out(losses: &Losses) -> HeaderMap {
    let counted = losses.counted().into_iter().map(|(code, count)| format!("{code}={count}"));
    let text = counted.collect::<Vec<_>>().join(", ");
    let value = HeaderValue::from_str(&text).ok().filter(|_| !text.is_empty());
    value.map(|value| (HeaderName::from_static("x-left-out"), value)).into_iter().collect()
}

/// What a format has no place for; nothing where the file cannot be read again.
pub(super) fn losses(record: &Record, format: Format, notation: Option<&str>) -> Losses {
    files::write_with_losses(&mut std::io::sink(), record, format, notation).unwrap_or_default()
}

/// Writes a game of this server, and says what the format has no place for.
fn write(
    state: &hall::GameState,
    format: Format,
    notation: &str,
) -> Result<(Vec<u8>, Losses), Refusal> {
    // Other formats have one notation.
    let family = games::family(state.session().variant().family);
    let known = family.is_some_and(|family| family.files().has_notation(notation));
    let chosen = format.takes_notations && known;
    let mut out = Vec::new();
    let record = record_of(state, format);
    let chosen = chosen.then_some(notation);
    files::write(&mut out, &record, format, chosen)
        .map_err(|why| Refusal::impossible("no-files", why.to_string()))?;
    Ok((out, losses(&record, format, chosen)))
}

/// A game of this server as a file of this format has it.
pub(super) fn record_of(state: &hall::GameState, format: Format) -> Record {
    let session = state.session();
    let mut record = Record {
        variant: session.variant().id,
        tags: Tags::default(),
        start: Some(session.start_text()),
        line: Branch::default(),
        result: None,
    };
    record.line.moves = state.moves().iter().map(|played| Node::new(played.text.clone())).collect();
    let view = live::shown(state);
    record.tags.set("Event", EVENT);
    // Most files separate the parts of a date with dots.
    let separated = |date: &str| date.replace('-', &format.date_separator.to_string());
    match dates::of(&view.created_at) {
        Some(dates) => {
            record.tags.set("Date", &separated(&dates.local));
            // Other formats have no place for them.
            if ["pgn", "pdn"].contains(&format.name) {
                record.tags.set("UTCDate", &separated(&dates.utc));
                record.tags.set("UTCTime", &dates.utc_time);
            }
        }
        None => record.tags.set("Date", &separated("????-??-??")),
    }
    for (tag, player) in player_tags(record.variant).into_iter().zip(&view.players) {
        record.tags.set(tag, &player_name(player, tag));
    }
    record.tags.set("Rules", &view.rules);
    if let Some(control) = time_control(&view.clock.setting) {
        record.tags.set("TimeControl", &control);
    }
    if let Some(end) = &view.end {
        record.tags.set("Termination", format!("{} {}", end.reason, end.evidence).trim());
        record.result = end.outcome;
    }
    record
}

/// The clock as PGN and PDN write it: `300+5`, or one move in so many seconds (`1/30`).
fn time_control(clock: &ClockSetting) -> Option<String> {
    let seconds = |ms: u64| {
        let text = format!("{}.{:03}", ms / 1000, ms % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match *clock {
        ClockSetting::None => None,
        ClockSetting::PerMove { ms } => Some(format!("1/{}", seconds(ms))),
        ClockSetting::Increment { base_ms, increment_ms: 0 } => Some(seconds(base_ms)),
        ClockSetting::Increment { base_ms, increment_ms } => {
            Some(format!("{}+{}", seconds(base_ms), seconds(increment_ms)))
        }
        // The formats have no word for periods.
        ClockSetting::ByoYomi { .. } => None,
    }
}

/// The name of a player in a file: a person without a name is called by the side.
fn player_name(player: &Player, side: &str) -> String {
    match player {
        Player::Person { name, .. } if name.trim().is_empty() => side.to_owned(),
        Player::Person { name, .. } => name.clone(),
        Player::Machine { preset: Some(preset), .. } => preset.clone(),
        Player::Machine { level, .. } => format!("Yiqi level {level}"),
    }
}
