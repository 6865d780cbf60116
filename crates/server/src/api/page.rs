//! The page: its files as they were built, and its first answer with the data that it would request
//! next.

use crate::api::{AppState, catalogue, people};
use crate::people::own_games;
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use crate::request;
use axum::Extension;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG,
    HeaderName, IF_NONE_MATCH, SET_COOKIE, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use page::Encoding;
use std::hash::{DefaultHasher, Hash, Hasher};
use store::StateFilter;
use wire::{Game, Me, PageData};

/// The embedded page. Its views have addresses behind a `#`, which a server does not see: a path that is no file
/// of it is an unknown address. If it has no ending, the answer is the page
/// with status 404, and the page shows that the address is unknown.
pub(crate) async fn page(
    State(app): State<AppState>,
    method: Method,
    uri: Uri,
    origin: Option<Extension<ClientOrigin>>,
    headers: HeaderMap,
) -> Response {
    let origin = origin.map(|Extension(origin)| origin);
    if method != Method::GET && method != Method::HEAD {
        let message = format!("the page does not accept {method}");
        let status = StatusCode::METHOD_NOT_ALLOWED;
        return Refusal::new(status, "wrong-method", message).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path.is_empty() || path == "index.html" {
        return index(&app, &headers, origin.as_ref(), StatusCode::OK).await;
    }
    if let Some(file) = page::file(path) {
        return send(path, &file, &headers);
    }
    let is_place = !path.rsplit('/').next().unwrap_or_default().contains('.');
    if is_place {
        return index(&app, &headers, origin.as_ref(), StatusCode::NOT_FOUND).await;
    }
    let message = format!("there is no file {}", crate::refusal::shortened(uri.path()));
    Refusal::not_found(message).into_response()
}

/// A file as it was built, compressed in an encoding that the client accepts.
fn send(path: &str, file: &page::File, headers: &HeaderMap) -> Response {
    let cache = if file.is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let copies = Encoding::ALL.map(|way| page::encoded(path, way).map(|copy| (way, copy)));
    let has_copies = copies.iter().any(Option::is_some);
    let accepted = text(headers, &ACCEPT_ENCODING);
    let copy = copies.into_iter().flatten().find(|(way, _)| takes(accepted, way.name()));
    // Each encoding of the content is a separate representation for caches, with a tag of its own.
    let tag = copy.as_ref().map_or_else(
        || file.tag.clone(),
        |(way, _)| format!("{}-{}\"", file.tag.trim_end_matches('"'), way.name()),
    );
    let mut response = if is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if let Some((way, copy)) = copy {
        ([(CONTENT_TYPE, file.media_type), (CONTENT_ENCODING, way.name())], copy).into_response()
    } else {
        ([(CONTENT_TYPE, file.media_type)], file.content().into_owned()).into_response()
    };
    let about = response.headers_mut();
    if has_copies {
        about.insert(VARY, ACCEPT_ENCODING.into());
    }
    about.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static(cache));
    if let Ok(tag) = tag.try_into() {
        about.insert(ETAG, tag);
    }
    response
}

/// The page itself, with its first data. It is made for each request, and the client
/// revalidates it each time: so no page outlives an update of the program.
async fn index(
    app: &AppState,
    headers: &HeaderMap,
    origin: Option<&ClientOrigin>,
    status: StatusCode,
) -> Response {
    // Who opens the page is somebody from then on.
    let (identity, cookie) = people::welcome(app, origin);
    let me = people::me_of(app, identity.as_ref(), request::signed_in().map(|it| it.role));
    let mut response = page_with_data(app, headers, me, status).await;
    if let Some(cookie) = cookie {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

async fn page_with_data(
    app: &AppState,
    headers: &HeaderMap,
    me: Me,
    status: StatusCode,
) -> Response {
    let Some(page) = page::file("index.html") else {
        return Refusal::not_found("the program was built without its page").into_response();
    };
    // The files stand beside the page, which may be asked for at any path.
    let mut html = String::from_utf8_lossy(&page.content()).replace("=\"./", "=\"/");
    // If the data cannot be read, the page requests them and shows the error.
    if let Ok(game) = played_last(app).await {
        // The front page is in the first file; from it one click leads to a board.
        preload(&mut html, asset("Play-"));
        let data = PageData { catalogue: catalogue::what_can_be_played(&app.config), game, me };
        if let Ok(json) = serde_json::to_string(&data) {
            let element = format!(
                "<script type=\"application/json\" id=\"page-data\">{}</script>\n",
                safe(&json)
            );
            insert_before(&mut html, "</body>", &element);
        }
    }
    preload(&mut html, words_for(text(headers, &ACCEPT_LANGUAGE)));
    // The words and the first views need it.
    preload(&mut html, asset("shared-"));
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    // The data are those of one person.
    let has_people = app.config.mode.has_people();
    let about = [
        (CACHE_CONTROL, if has_people { "private, no-cache" } else { "no-cache" }.to_owned()),
        (VARY, format!("{ACCEPT_ENCODING}, {ACCEPT_LANGUAGE}")),
        (ETAG, tag.clone()),
    ];
    if status == StatusCode::OK && is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (status, about, [(CONTENT_TYPE, page.media_type)], html).into_response()
}

/// The game in progress that changed last.
async fn played_last(app: &AppState) -> Result<Option<Game>, Refusal> {
    let query = store::GameQuery {
        of: own_games(&request::speaker()),
        filter: StateFilter::Playing,
        limit: 1,
        ..store::GameQuery::default()
    };
    match app.store.list(&query).await?.games.into_iter().next() {
        Some(store::ListEntry::Game(game)) => app.games.seen(&game.id).await.map(Some),
        // The page requests the list, which reports the damage.
        Some(store::ListEntry::Broken(_)) => Err(Refusal::damaged("the game played last")),
        None => Ok(None),
    }
}

/// JSON that can stand in an element of HTML: a name in it may hold `</script>` or `<!--`.
fn safe(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn insert_before(html: &mut String, end: &str, what: &str) {
    if let Some(at) = html.rfind(end) {
        html.insert_str(at, what);
    }
}

/// The file with the words of the language that the browser prefers, or of English: it is loaded before the
/// page has run.
fn words_for(languages: &str) -> Option<String> {
    let first = languages.split([',', ';']).next().unwrap_or_default().trim().to_ascii_lowercase();
    let mut parts = first.split('-');
    let language = parts.next().unwrap_or_default();
    let is_traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
    let code = match language {
        "zh" if is_traditional => "zh-Hant",
        "zh" => "zh-Hans",
        _ => "en",
    };
    asset(&format!("words-{code}-"))
}

/// The path of the script whose name begins so; a hash of its content follows.
fn asset(start: &str) -> Option<String> {
    let is_it = |path: &str| {
        path.strip_prefix("assets/").is_some_and(|name| name.starts_with(start))
            && path.ends_with(".js")
    };
    page::paths().find(|path| is_it(path)).map(Into::into)
}

/// A hint for the browser to load a script before the page requests it.
fn preload(html: &mut String, path: Option<String>) {
    if let Some(path) = path {
        let link = format!("<link rel=\"modulepreload\" crossorigin href=\"/{path}\">\n");
        insert_before(html, "</head>", &link);
    }
}

/// The text of a header; empty if it is absent or not text.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether the client has the content with this entity tag.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = text(headers, &IF_NONE_MATCH);
    known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

/// Whether `Accept-Encoding` allows a coding (RFC 9110, 12.5.3).
pub(super) fn takes(accepted: &str, coding: &str) -> bool {
    let weight = |wanted: &str| {
        accepted.split(',').find_map(|one| {
            let mut parts = one.split(';').map(str::trim);
            let name = parts.next()?;
            if !name.eq_ignore_ascii_case(wanted) {
                return None;
            }
            let q = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
            Some(q.map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or(0.0)))
        })
    };
    weight(coding).or_else(|| weight("*")).is_some_and(|q| q > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_taken_as_the_client_says() {
        for (accepted, coding, is_taken) in [
            ("gzip, deflate, br, zstd", "br", true),
            ("gzip, deflate", "br", false),
            ("BR;q=0.5, gzip", "br", true),
            ("br;q=0, gzip", "br", false),
            ("br; q=0.000", "br", false),
            ("*", "gzip", true),
            ("*;q=0", "gzip", false),
            ("br;q=0, *", "br", false),
            ("br;q=x", "br", false),
            ("", "gzip", false),
        ] {
            assert_eq!(takes(accepted, coding), is_taken, "{accepted:?} {coding}");
        }
    }

    #[test]
    fn data_in_the_page_cannot_end_their_element() {
        let json = serde_json::to_string("</script><!-- & \u{2028}").unwrap();
        let safe = safe(&json);
        assert!(!safe.contains(['<', '>', '&']), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), "</script><!-- & \u{2028}");
    }
}
