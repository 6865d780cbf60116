//! The archive of stored games: searched, tagged, exported.

mod exported;
mod imported;
mod request;
mod zip;

#[cfg(feature = "schema")]
pub(crate) use exported::__path_export;
pub(crate) use exported::export;
pub(super) use exported::{ExportChunks, ReceiverStream};
#[cfg(feature = "schema")]
pub(crate) use imported::__path_import;
pub(crate) use imported::{LARGEST, LINES, import};

use crate::api::AppState;
use crate::api::body::Body;
use crate::api::games::summary;
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hall::archive::{Pattern, Track};
use hall_messages::{next_moves, written_opening};
use request::ArchiveRequest;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{ArchiveEntry, ArchiveFilter, ArchiveMatch};
use tokio::time::Instant;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{ArchiveList, ArchiveQuery, ArchivedGame, NextMove, TagCount, TagGames};

/// Time in which one request looks for a pattern; the next one goes on.
const SLICE: Duration = Duration::from_millis(200);
/// Games of a slice that are read from the store together.
const CHUNK: usize = 200;
/// The most games that a search looks through for a pattern.
const MOST_LOOKED_THROUGH: u32 = 100_000;
/// The greatest number of games in one request.
const MOST_GAMES: usize = 500;
/// The greatest number of tags in one request.
const MOST_TAGS: usize = 20;
/// The greatest number of characters of a tag.
pub(crate) const LONGEST_TAG: usize = 40;
/// Searches the archive.
#[utoipa::path(
    post,
    path = "/api/archive",
    operation_id = "search_archive",
    request_body = ArchiveQuery,
    responses(
        (status = 200, description = "A page of the archive.", body = ArchiveList),
        (status = "4XX", description = "What is wrong with the query.", body = Problem),
    )
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    Body(query): Body<ArchiveQuery>,
) -> Result<Json<ArchiveList>, Refusal> {
    let ArchiveRequest { search, pattern } = ArchiveRequest::read(query)?;
    let pending = app.archive.catch_up().await?;
    let (found, total, looked_through) = match pattern {
        None => {
            let (found, total) = app.store.search(&search).await?;
            let seen = u64::from(search.offset) + found.len() as u64;
            (found, total, seen)
        }
        Some(pattern) => scan(&app, search.clone(), pattern).await?,
    };
    let entries = app.store.archive_entries(found).await?;
    let next = (looked_through < total).then(|| u32::try_from(looked_through).ok()).flatten();
    let games = entries.into_iter().map(entry).collect();
    Ok(Json(ArchiveList { games, total, looked_through, next, pending }))
}

/// Looks for a pattern in the games from the search's offset on, until the page is full or the time is over.
/// Returns what was found, the number of all games, and how many were looked through.
async fn scan(
    app: &AppState,
    search: ArchiveFilter,
    pattern: Pattern,
) -> Result<(Vec<ArchiveMatch>, u64, u64), Refusal> {
    let until = Instant::now() + SLICE;
    let wanted = search.limit as usize;
    let offset = search.offset;
    let limit = MOST_LOOKED_THROUGH.saturating_sub(offset);
    let (candidates, total) = app.store.search(&ArchiveFilter { limit, ..search }).await?;
    let total = total.min(u64::from(offset) + candidates.len() as u64);
    let pattern = Arc::new(pattern);
    let (mut matched, mut looked) = (Vec::new(), u64::from(offset));
    for chunk in candidates.chunks(CHUNK) {
        let numbers: Vec<i64> = chunk.iter().filter_map(|found| found.number).collect();
        let tracks = app.store.tracks(&numbers).await?;
        let pattern = Arc::clone(&pattern);
        let searched = tokio::task::spawn_blocking(move || {
            let find = |(number, body): (i64, Vec<u8>)| {
                let track = Track::from_bytes(&body).ok()?;
                Some((number, track.find(&pattern)?))
            };
            tracks.into_iter().filter_map(find).collect::<HashMap<i64, u32>>()
        });
        let plies = searched.await.unwrap_or_default();
        for found in chunk {
            looked += 1;
            let ply = found.number.and_then(|number| plies.get(&number).copied());
            if ply.is_some() {
                matched.push(ArchiveMatch { ply, ..found.clone() });
                if matched.len() == wanted {
                    return Ok((matched, total, looked));
                }
            }
        }
        if Instant::now() >= until {
            break;
        }
    }
    Ok((matched, total, looked))
}

fn entry(entry: ArchiveEntry) -> ArchivedGame {
    let ArchiveEntry { entry, tags, line, mistakes, ply } = entry;
    let opening = entry.game().map(|game| written_opening(&game.setup.variant, &line));
    let (opening, opening_name) = opening.unwrap_or_default();
    ArchivedGame {
        game: summary(entry),
        tags: tags.iter().map(|tag| crate::text::shown(tag)).collect(),
        opening,
        opening_name: opening_name.map(str::to_owned),
        mistakes,
        ply,
    }
}

/// The moves with which the games of a search went on after its opening.
#[utoipa::path(
    post,
    path = "/api/archive/moves",
    operation_id = "archive_moves",
    request_body = ArchiveQuery,
    responses(
        (status = 200, description = "The moves, the most frequent first.", body = Vec<NextMove>),
        (status = "4XX", description = "What is wrong with the query.", body = Problem),
    )
)]
pub(crate) async fn moves(
    State(app): State<AppState>,
    Body(query): Body<ArchiveQuery>,
) -> Result<Json<Vec<NextMove>>, Refusal> {
    let ArchiveRequest { search, .. } = ArchiveRequest::read(query)?;
    let Some(variant) = search.variant.clone() else {
        return Err(request::bad("variant: the moves of an opening are those of one variant"));
    };
    app.archive.catch_up().await?;
    let next = app.store.next_moves(&search).await?;
    let counted = next.into_iter().map(|next| (next.text, next.games, next.results));
    Ok(Json(next_moves(&variant, &search.opening, counted)?))
}

/// All tags, in alphabetical order.
#[utoipa::path(
    get,
    path = "/api/archive/tags",
    operation_id = "tags",
    responses((status = 200, description = "The tags and their counts.", body = Vec<TagCount>))
)]
pub(crate) async fn tags(State(app): State<AppState>) -> Result<Json<Vec<TagCount>>, Refusal> {
    Ok(Json(app.store.tags().await?))
}

/// Adds tags to games and removes others. Games that are gone are passed over.
#[utoipa::path(
    post,
    path = "/api/archive/tags",
    operation_id = "tag_games",
    request_body = TagGames,
    responses(
        (status = 204, description = "It is stored."),
        (status = "4XX", description = "What is wrong with the request.", body = Problem),
    )
)]
pub(crate) async fn tag(
    State(app): State<AppState>,
    Body(asked): Body<TagGames>,
) -> Result<StatusCode, Refusal> {
    check_games(&asked.games)?;
    if asked.add.len() + asked.remove.len() > MOST_TAGS {
        return Err(request::bad(format!("at most {MOST_TAGS} tags at once")));
    }
    let mut add = Vec::new();
    for (i, tag) in asked.add.iter().enumerate() {
        let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        if tag.is_empty() || tag.chars().count() > LONGEST_TAG {
            return Err(request::bad(format!("add[{i}]: expected 1 to {LONGEST_TAG} characters")));
        }
        crate::text::check(&format!("add[{i}]"), &tag)?;
        add.push(tag);
    }
    app.store.tag(asked.games, add, asked.remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn check_games(ids: &[String]) -> Result<(), Refusal> {
    if ids.is_empty() || ids.len() > MOST_GAMES {
        return Err(request::bad(format!("games: expected 1 to {MOST_GAMES} ids")));
    }
    Ok(())
}
