//! A whole file of games goes into the archive.
//!
//! The file is read game by game while its report goes out, one line of JSON for each event. Its games are stored in one
//! transaction at the end: whoever cancels, or loses the connection before, has stored nothing.

use super::LONGEST_TAG;
use crate::acceptor::{Connection, ConnectionStage};
use crate::api::AppState;
use crate::api::body::Parameters;
use crate::hourly::HourlyKind;
use crate::refusal::Refusal;
use crate::request;
use crate::{text, view};
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hall_messages::{GameReader, all_games, archived_record, is_notice};
use records::Record;
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::NewGame;
use tokio::sync::mpsc;
use tokio::time::timeout;
use utoipa::IntoParams;
use wire::ArchiveImportEvent;
#[cfg(feature = "schema")]
use wire::Problem;

/// The largest file.
pub(crate) const LARGEST: usize = 32 << 20;
/// The type of the report.
pub(crate) const LINES: &str = "application/x-ndjson";
/// The most games of a file.
const MOST_GAMES: usize = 50_000;
/// The most faults that are told.
const MOST_FAULTS: u64 = 1_000;
/// The time between two reports.
const OFTEN: Duration = Duration::from_millis(200);
/// Events that wait for a slow client; then the reading waits.
const WAITING: usize = 64;
/// Bytes that every client can send in the time for a usual body.
const USUAL_BODY: usize = 4 << 20;

/// The file that is imported.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportQuery {
    /// The name of the file, for its ending.
    name: String,
    /// The variant of games that do not name one; absent: as the format has it.
    variant: Option<String>,
    /// A tag for all its games; absent: none.
    tag: Option<String>,
}

/// Puts all games of a file into the archive, or none of them. The body is the file.
#[utoipa::path(
    post,
    path = "/api/archive/import",
    operation_id = "import_games",
    params(ImportQuery),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The report: an `ArchiveImportEvent` on each line.", body = String, content_type = "application/x-ndjson"),
        (status = "4XX", description = "Why it is not read.", body = Problem),
    )
)]
pub(crate) async fn import(
    State(app): State<AppState>,
    Parameters(asked): Parameters<ImportQuery>,
    request: Request,
) -> Result<Response, Refusal> {
    let variant = asked.variant.as_deref().map(games::find_variant).transpose()?;
    let tag = asked.tag.as_deref().map(clean_tag).transpose()?;
    app.quotas.hour(HourlyKind::File)?;
    let file = received(&app, request).await?;
    let (tell, events) = mpsc::channel(WAITING);
    let name = asked.name;
    let maker = request::speaker().person().map(|person| person.id.clone());
    tokio::spawn(async move {
        let variant = variant.map(|own| own.id);
        let done = archived(&app, name, file, variant, tag, maker, tell.clone());
        let last = match done.await {
            Ok(Some(stored)) => stored,
            // The client has gone: nothing is stored.
            Ok(None) => return,
            Err(refusal) => ArchiveImportEvent::Refused { problem: refusal.problem },
        };
        let _ = tell.send(last).await;
    });
    let lines = futures_util::stream::unfold(events, async |mut events| {
        let event: ArchiveImportEvent = events.recv().await?;
        let mut line = serde_json::to_vec(&event).unwrap_or_default();
        line.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(line)), events))
    });
    Ok(([(CONTENT_TYPE, LINES)], Body::from_stream(lines)).into_response())
}

/// The file, received within a time that goes with its size.
async fn received(app: &AppState, request: Request) -> Result<Bytes, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    // A page of another site cannot send this type without asking first.
    if kind != Some("application/octet-stream") {
        let message = "Content-Type: expected application/octet-stream";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type", message));
    }
    let length = request.headers().get(axum::http::header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let length: usize = length.unwrap_or(LARGEST);
    if length > LARGEST {
        return Err(too_large());
    }
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let usual = connection.as_ref().map_or(app.config.limits.body_time, |one| one.body_time);
    let times = u32::try_from(1 + length / USUAL_BODY).unwrap_or(1);
    if let Some(connection) = &connection {
        connection.set_stage(ConnectionStage::Body);
    }
    let received = timeout(usual * times, Bytes::from_request(request, &())).await;
    if let Some(connection) = &connection {
        connection.set_stage(ConnectionStage::Answer);
    }
    match received {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(why)) if why.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(too_large()),
        Ok(Err(_)) => Err(Refusal::bad_request("bad-body", "the file could not be received")),
        Err(_) => {
            let message = "the file did not come in time";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message))
        }
    }
}

fn too_large() -> Refusal {
    let message = format!("the file is too large: at most {} MiB", LARGEST >> 20);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

fn clean_tag(tag: &str) -> Result<String, Refusal> {
    let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
    if tag.is_empty() || tag.chars().count() > LONGEST_TAG {
        return Err(super::request::bad(format!("tag: expected 1 to {LONGEST_TAG} characters")));
    }
    text::check("tag", &tag)?;
    Ok(tag)
}

/// Reads the file and stores its games. `None` when the client has gone before they were stored.
async fn archived(
    app: &AppState,
    name: String,
    file: Bytes,
    variant: Option<&'static str>,
    tag: Option<String>,
    maker: Option<hall::PersonId>,
    tell: mpsc::Sender<ArchiveImportEvent>,
) -> Result<Option<ArchiveImportEvent>, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::internal("importing a file", error);
    let turn = tokio::select! {
        turn = Arc::clone(&app.archivists).acquire_owned() => turn.map_err(|why| failed(&why))?,
        () = tell.closed() => return Ok(None),
    };
    let (teller, tags) = (tell.clone(), tag.clone());
    let reading = tokio::task::spawn_blocking(move || {
        ImportReport::new(tags, teller).read(&name, &file, variant)
    });
    let Some(mut read) = reading.await.map_err(|why| failed(&why))?? else { return Ok(None) };
    for game in &mut read.games {
        game.setup.maker.clone_from(&maker);
    }
    let number = read.games.len() as u64;
    if tell.send(ArchiveImportEvent::Storing { games: number }).await.is_err() {
        return Ok(None);
    }
    let places: Vec<_> = (0..number).map(|_| app.stored.take()).collect::<Result<_, _>>()?;
    app.store.create_many(read.games, view::now()).await?;
    for place in places {
        place.keep();
    }
    drop(turn);
    let ImportedGames { faulty, annotated, .. } = read;
    Ok(Some(ArchiveImportEvent::Stored { games: number, faulty, annotated, tag }))
}

/// What was read of a file.
struct ImportedGames {
    games: Vec<NewGame>,
    faulty: u64,
    annotated: u64,
}

/// A file that is being read.
struct ImportReport {
    read: ImportedGames,
    tag: Option<String>,
    tell: mpsc::Sender<ArchiveImportEvent>,
    told: Instant,
    faults_told: u64,
}

impl ImportReport {
    fn new(tag: Option<String>, tell: mpsc::Sender<ArchiveImportEvent>) -> Self {
        let read = ImportedGames { games: Vec::new(), faulty: 0, annotated: 0 };
        Self { read, tag, tell, told: Instant::now(), faults_told: 0 }
    }

    /// `None` when the client has gone.
    fn read(
        mut self,
        name: &str,
        file: &[u8],
        variant: Option<&'static str>,
    ) -> Result<Option<ImportedGames>, Refusal> {
        let GameReader { games, position } = all_games(name, file, variant)?;
        for game in games {
            let game = game.and_then(|record| self.stored_form(&record));
            match game {
                Ok(_) if self.read.games.len() >= MOST_GAMES => {
                    let message = format!("the file has more than {MOST_GAMES} games: divide it");
                    return Err(Refusal::impossible("too-many-games", message));
                }
                Ok(game) => self.read.games.push(game),
                Err(fault) => {
                    // A notice is about the game before, which is kept.
                    self.read.faulty += u64::from(!is_notice(&fault));
                    self.faults_told += 1;
                    let is_told = self.faults_told <= MOST_FAULTS;
                    let event = ArchiveImportEvent::Fault { fault: *fault };
                    if is_told && self.tell.blocking_send(event).is_err() {
                        return Ok(None);
                    }
                }
            }
            if self.told.elapsed() > OFTEN && !self.report(position.get()) {
                return Ok(None);
            }
        }
        if self.read.games.is_empty() {
            let message = format!("no game can be read in {:?}", crate::refusal::shortened(name));
            return Err(Refusal::impossible("empty", message));
        }
        Ok(self.report(file.len() as u64).then_some(self.read))
    }

    /// Tells how far it is; `false` when the client has gone.
    fn report(&mut self, bytes: u64) -> bool {
        self.told = Instant::now();
        let games = self.read.games.len() as u64;
        let event = ArchiveImportEvent::Reading { games, faulty: self.read.faulty, bytes };
        self.tell.blocking_send(event).is_ok()
    }

    /// The game as the store has it.
    fn stored_form(&mut self, record: &Record) -> Result<NewGame, Box<wire::Fault>> {
        let number = self.read.games.len() as u64 + self.read.faulty + 1;
        let made = archived_record(record, number)?;
        self.read.annotated += u64::from(made.is_annotated);
        Ok(NewGame {
            id: view::game_id(view::now()),
            setup: made.setup,
            began: made.began,
            changes: made.changes,
            summary: made.summary,
            tags: self.tag.iter().cloned().collect(),
        })
    }
}
