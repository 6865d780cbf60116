//! The hall's modules for browsers, where its folder is set: with them visitors search on their own processor.

use crate::api::AppState;
use crate::api::page::{is_known, takes, text};
use crate::refusal::Refusal;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use page::Encoding;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;

/// The list of the modules; the names of all other files change with their content.
const CATALOGUE: &str = "catalogue.json";

/// A file of a module.
pub(crate) async fn module(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let missing =
        || Refusal::not_found(format!("there is no module {}", crate::refusal::shortened(&name)));
    let Some(folder) = &app.config.modules else { return Err(missing()) };
    // No name leads out of the folder.
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if !is_name || name.starts_with('.') {
        return Err(missing());
    }
    let accepted = text(&headers, &ACCEPT_ENCODING);
    for encoding in Encoding::ALL {
        let ending = if encoding == Encoding::Brotli { "br" } else { "gz" };
        if !takes(accepted, encoding.name()) {
            continue;
        }
        if let Ok(bytes) = tokio::fs::read(folder.join(format!("{name}.{ending}"))).await {
            return Ok(sent(&name, bytes, Some(encoding), &headers));
        }
    }
    match tokio::fs::read(folder.join(&name)).await {
        Ok(bytes) => Ok(sent(&name, bytes, None, &headers)),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(missing()),
        Err(error) => Err(Refusal::internal("a module", &error)),
    }
}

fn sent(name: &str, bytes: Vec<u8>, encoding: Option<Encoding>, headers: &HeaderMap) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("tsv") => "text/tab-separated-values; charset=utf-8",
        _ => "application/octet-stream",
    };
    let is_list = name == CATALOGUE;
    let cache = if is_list { "no-cache" } else { "public, max-age=31536000, immutable" };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let about = [
        (CONTENT_TYPE, kind.to_owned()),
        (CACHE_CONTROL, cache.to_owned()),
        (VARY, ACCEPT_ENCODING.to_string()),
        (ETAG, tag.clone()),
    ];
    if is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    match encoding {
        Some(encoding) => (about, [(CONTENT_ENCODING, encoding.name())], bytes).into_response(),
        None => (about, bytes).into_response(),
    }
}

/// What is wrong with a folder of modules.
#[must_use]
pub fn modules_fault(folder: &std::path::Path) -> Option<String> {
    let list = folder.join(CATALOGUE);
    (!list.is_file()).then(|| {
        format!(
            "{}: no {CATALOGUE} is there; `npm --prefix web run modules` builds it",
            folder.display()
        )
    })
}
