//! Reading game files that people open, of any game.

use crate::api::body::Body;
use crate::api::imports::{CLIENT_BYTES, no_such_game};
use crate::api::{AppState, FILE};
use crate::hourly::HourlyKind;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use crate::request;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::Response;
use hall::{ImportedGameId, NewGame};
use hall_messages::{WantedGames, bytes_of_file, read_file, record_for_game};
use records::Record;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{ImportFile, Imported};

/// A file of so many bytes is read before a thread for it would have begun.
const SMALL: usize = 1024;
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
    let bytes = bytes_of_file(&file)?;
    app.quotas.hour(HourlyKind::File)?;
    // Large files take a while: they are not read on the threads that serve all requests, and not
    // many at once.
    let client = request::client();
    let is_small = bytes.len() <= SMALL;
    let read = move || {
        let all = WantedGames::All { bytes: CLIENT_BYTES };
        read_file(&file.name, &bytes, variant.id, all)
    };
    let read = if is_small {
        read()
    } else {
        let turn = app.readers.wait(client).await;
        let read = tokio::task::spawn_blocking(move || {
            let read = read();
            drop(turn);
            read
        });
        read.await.map_err(|error| Refusal::internal("reading a file", &error))?
    };
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

/// Reads one game of a file, by its number from 0 among the games that can be read, and makes something
/// of it.
pub(crate) async fn with_game<T: Send + 'static>(
    app: &AppState,
    file: ImportFile,
    number: u32,
    make: impl FnOnce(&Record) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let variant = games::find_variant(&file.variant)?;
    let bytes = bytes_of_file(&file)?;
    app.quotas.hour(HourlyKind::File)?;
    let turn = app.readers.wait(request::client()).await;
    let made = tokio::task::spawn_blocking(move || {
        let found = read_file(&file.name, &bytes, variant.id, WantedGames::One(number as usize));
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
    let record = app.imports.game(&game.file, game.game)?;
    record_for_game(&record, new)?;
    Ok(record)
}
