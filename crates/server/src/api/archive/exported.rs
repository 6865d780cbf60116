//! Several games as one file.

use super::check_games;
use super::request::bad;
use super::zip::ZipWriter;
use crate::api::AppState;
use crate::api::body::Body;
use crate::api::files::{dates_of, download};
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use crate::request;
use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use futures_util::Stream;
use hall_messages::{format_asked, game_record, written_archive, written_games};
use records::{Format, GamesPerFile};
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use wire::ExportGames;
#[cfg(feature = "schema")]
use wire::Problem;

/// The format of a file with a file for each game.
const ZIP: &str = "zip";
/// Bytes of a piece of an answer, and how many pieces wait to be read.
const CHUNK: usize = 64 << 10;
const CHUNKS: usize = 4;

/// Several games as one file for download.
#[utoipa::path(
    post,
    path = "/api/archive/export",
    operation_id = "export_games",
    request_body = ExportGames,
    responses(
        (status = 200, description = "The file.", body = String, content_type = "application/octet-stream"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn export(
    State(app): State<AppState>,
    Body(asked): Body<ExportGames>,
) -> Result<impl IntoResponse, Refusal> {
    check_games(&asked.games)?;
    let share = app.quotas.take(request::client(), QuotaKind::Export)?;
    let format = (asked.format != ZIP).then(|| format_asked(&asked.format)).transpose()?;
    let mut known = HashSet::new();
    let mut ids = asked.games;
    // Each game once, however often it is named.
    ids.retain(|id| known.insert(id.clone()));
    if let Some(format) = format
        && ids.len() > 1
        && format.holding == GamesPerFile::One
    {
        return Err(bad(format!("format: a {format} file holds one game; take zip")));
    }
    let number = ids.len();
    // What cannot be written is refused before the answer begins. One game is in memory at a time.
    let (tell, body) = mpsc::channel(CHUNKS);
    let (checked, can_be) = oneshot::channel();
    let (games, runtime) = (app.games.clone(), Handle::current());
    let (client, speaker) = (request::client(), request::visitor());
    let turn = app.readers.wait(client).await;
    // Writing five hundred long games takes a while: not on a thread that serves.
    tokio::task::spawn_blocking(move || {
        let load = |id: &String| {
            let state = runtime.block_on(games.stored_for(id, &speaker));
            state.map_err(|refusal| refusal.at(id))
        };
        let check = ids.iter().try_for_each(|id| check(&load(id)?, format));
        if check.is_err() {
            // The client may ask for another one as soon as it is told.
            drop((turn, share));
            let _ = checked.send(check);
            return;
        }
        if checked.send(check).is_err() {
            return;
        }
        // Whoever reads slowly keeps no place.
        drop(turn);
        let out = BufWriter::with_capacity(CHUNK, ExportChunks(tell.clone()));
        let states = ids.iter().map(load);
        let written = match format {
            Some(format) => one_file(out, states, format),
            None => zipped(out, states),
        };
        if let Err(refusal) = written {
            tracing::warn!("an export ends early: {}", refusal.problem.message);
            // The client sees that the file is not whole. It may be gone.
            let _ = tell.blocking_send(Err(io::Error::other(refusal.problem.message)));
        }
        // The answer ends after that.
        drop(share);
        drop(tell);
    });
    can_be.await.map_err(|error| Refusal::internal("an export", &error))??;
    let (ending, kind) = match format {
        Some(format) if format.is_text => (format.name, "text/plain; charset=utf-8"),
        Some(format) => (format.name, "application/octet-stream"),
        None => (ZIP, "application/zip"),
    };
    let ending = if ending == records::MOVES.name { "txt" } else { ending };
    let name = download("games", &number.to_string(), ending);
    let body = AnswerBody::from_stream(ReceiverStream(body));
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], body))
}

/// What is written, in pieces, to whoever reads the answer. It waits while that one reads slowly.
pub(in crate::api) struct ExportChunks(pub(in crate::api) mpsc::Sender<io::Result<Vec<u8>>>);

impl Write for ExportChunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(bytes.to_vec()));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The pieces as a stream.
pub(in crate::api) struct ReceiverStream(pub(in crate::api) mpsc::Receiver<io::Result<Vec<u8>>>);

impl Stream for ReceiverStream {
    type Item = io::Result<Vec<u8>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

/// Whether a game can be written.
fn check(state: &hall::GameState, format: Option<Format>) -> Result<(), Refusal> {
    match format {
        Some(format) => {
            let record = game_record(state, format, dates_of(state).as_ref());
            Ok(written_games(io::sink(), std::iter::once(Ok(record)), format)?)
        }
        None => Ok(()),
    }
}

fn one_file(
    out: impl Write,
    games: impl Iterator<Item = Result<hall::GameState, Refusal>>,
    format: Format,
) -> Result<(), Refusal> {
    let mut unread = None;
    let records = games.map_while(|state| match state {
        Ok(state) => Some(Ok(game_record(&state, format, dates_of(&state).as_ref()))),
        Err(refusal) => {
            unread = Some(refusal);
            None
        }
    });
    written_games(out, records, format)?;
    unread.map_or(Ok(()), Err)
}

/// A file for each game, in the first format in which its kind is written.
fn zipped(
    out: impl Write,
    games: impl Iterator<Item = Result<hall::GameState, Refusal>>,
) -> Result<(), Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::internal("an export", error);
    let mut zip = ZipWriter::new(out);
    for (number, state) in games.enumerate() {
        let state = state?;
        let (file, format) = written_archive(&state, dates_of(&state).as_ref())?;
        let name = format!("{:03}-{}.{format}", number + 1, state.session().variant().id);
        zip.file(&name, &file).map_err(|error| failed(&error))?;
    }
    zip.finish().map_err(|error| failed(&error))
}
