use crate::refusal::Refusal;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// The embedded page. Its places are behind a `#` and never come here: a path that is no file
/// of it is an address that nobody knows. Where it has no ending it gets the page all the same,
/// with status 404, and the page says so and shows the way.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = format!("the page does not take {method}");
        let status = StatusCode::METHOD_NOT_ALLOWED;
        return Refusal::new(status, "wrong-method", message).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_place = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let found = if path.is_empty() { page::file("index.html") } else { page::file(path) };
    let Some(file) = found else {
        if is_place && let Some(page) = page::file("index.html") {
            return unknown_address(&page);
        }
        let message = format!("there is no file {}", crate::refusal::shortened(uri.path()));
        return Refusal::not_found(message).into_response();
    };
    let cache = if file.is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|tags| {
        tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == file.tag)
    });
    let about = [(CACHE_CONTROL, cache.to_owned()), (ETAG, file.tag)];
    if is_known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(CONTENT_TYPE, file.media_type)], file.content).into_response()
}

/// The page at an address that nobody knows. What it loads is named from the root: from here
/// its relative names would lead nowhere.
fn unknown_address(page: &page::File) -> Response {
    let text = String::from_utf8_lossy(&page.content);
    let text = text.replace("=\"./", "=\"/");
    let about = [(CACHE_CONTROL, "no-cache"), (CONTENT_TYPE, page.media_type.as_str())];
    (StatusCode::NOT_FOUND, about, text).into_response()
}
