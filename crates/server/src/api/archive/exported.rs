//! Several games as one file.

use super::asked::bad;
use super::check_games;
use crate::api::Hands;
use crate::api::body::Body;
use crate::api::files::{download, format_asked, record_of};
use crate::live;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use games::files::{self, Writer};
use records::{Format, Holding};
use std::io::{Cursor, Write as _};
use wire::ExportGames;
#[cfg(feature = "schema")]
use wire::Problem;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The format of a file with a file for each game.
const ZIP: &str = "zip";

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
    State(hands): State<Hands>,
    Body(asked): Body<ExportGames>,
) -> Result<impl IntoResponse, Refusal> {
    check_games(&asked.games)?;
    let format = (asked.format != ZIP).then(|| format_asked(&asked.format)).transpose()?;
    let mut games = Vec::with_capacity(asked.games.len());
    for id in &asked.games {
        let state = hands.games.stored(id).await.map_err(|refusal| refusal.at(id))?;
        games.push((id.clone(), state));
    }
    let number = games.len();
    // Writing five hundred long games takes a while: not on a thread that serves.
    let written = tokio::task::spawn_blocking(move || match format {
        Some(format) => one_file(&games, format),
        None => zipped(&games),
    });
    let bytes = written.await.map_err(|error| Refusal::internal("an export", &error))??;
    let (ending, kind) = match format {
        Some(format) if format.is_text => (format.name, "text/plain; charset=utf-8"),
        Some(format) => (format.name, "application/octet-stream"),
        None => (ZIP, "application/zip"),
    };
    let ending = if ending == records::MOVES.name { "txt" } else { ending };
    let name = download("games", &number.to_string(), ending);
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], bytes))
}

fn unwritable(why: &records::WriteError) -> Refusal {
    Refusal::impossible("no-files", why.to_string())
}

fn one_file(games: &[(String, live::State)], format: Format) -> Result<Vec<u8>, Refusal> {
    if games.len() > 1 && format.holding == Holding::One {
        return Err(bad(format!("format: a {format} file holds one game; take zip")));
    }
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out, format, None);
    for (_, state) in games {
        writer.write(record_of(state, format)).map_err(|why| unwritable(&why))?;
    }
    writer.finish().map_err(|why| unwritable(&why))?;
    Ok(out)
}

/// A file for each game, in the first format in which its kind is written.
fn zipped(games: &[(String, live::State)]) -> Result<Vec<u8>, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::internal("an export", error);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (number, (_, state)) in games.iter().enumerate() {
        let variant = state.session().variant();
        let formats = games::family(variant.family).map(|family| family.files().archives());
        let format = formats.and_then(|all| all.iter().find(|format| format.is_written));
        let format = *format.unwrap_or(&records::MOVES);
        let mut out = Vec::new();
        files::write(&mut out, &record_of(state, format), format, None)
            .map_err(|why| unwritable(&why))?;
        let name = format!("{:03}-{}.{}", number + 1, variant.id, format.name);
        zip.start_file(name, SimpleFileOptions::default()).map_err(|error| failed(&error))?;
        zip.write_all(&out).map_err(|error| failed(&error))?;
    }
    let file = zip.finish().map_err(|error| failed(&error))?;
    Ok(file.into_inner())
}
