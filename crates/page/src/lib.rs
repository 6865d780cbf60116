//! The built page of the hall, embedded.
//!
//! `build.rs` builds it from `web/` when its inputs changed; `YIQI_PAGE=DIR` takes a page
//! already built, `YIQI_PAGE=skip` embeds a stub.

mod encoding;

pub use encoding::{Encoding, encoded};

use std::borrow::Cow;
use std::io::Read as _;

/// A file as it is embedded.
struct EmbeddedFile {
    name: &'static str,
    /// A hash of the content.
    hash: u128,
    content: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its content as it is embedded.
    embedded: &'static [u8],
    /// Whether that is compressed with gzip.
    is_packed: bool,
    /// Its media type, as in `text/html; charset=utf-8`.
    pub media_type: &'static str,
    /// A strong entity tag of the content, in its quotes: a hash of the embedded file.
    pub tag: String,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub is_immutable: bool,
}

impl File {
    /// Its content, not compressed.
    #[must_use]
    pub fn content(&self) -> Cow<'_, [u8]> {
        if !self.is_packed {
            return Cow::Borrowed(self.embedded);
        }
        let mut plain = Vec::new();
        // The build compressed it: it can be expanded.
        let _ = flate2::read::GzDecoder::new(self.embedded).read_to_end(&mut plain);
        Cow::Owned(plain)
    }
}

/// The file with this path, `/`-separated and without a leading `/`.
///
/// ```
/// let index = page::file("index.html").expect("every page has one");
/// assert_eq!(index.media_type, "text/html; charset=utf-8");
/// assert_eq!(page::file("no-such-file"), None);
/// ```
#[must_use]
pub fn file(path: &str) -> Option<File> {
    let found = embedded(path).filter(|_| !encoding::is_copy(path));
    let is_packed = found.is_none();
    let found = found.or_else(|| embedded(&format!("{path}{}", Encoding::Gzip.ending())))?;
    Some(File {
        embedded: found.content,
        is_packed,
        media_type: media_type(path),
        tag: format!("\"{:032x}\"", found.hash),
        // Vite puts every file with a hash in its name there.
        is_immutable: path.starts_with("assets/"),
    })
}

/// The media type of a file of this name: of the kinds that the page has.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The paths of all files, in any order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|file| match file.name.strip_suffix(Encoding::Gzip.ending()) {
        // Its plain form is not embedded beside it.
        Some(plain) => Some(plain),
        None => (!encoding::is_copy(file.name)).then_some(file.name),
    })
}

/// What is embedded under this name.
fn embedded(name: &str) -> Option<&'static EmbeddedFile> {
    let at = FILES.binary_search_by_key(&name, |file| file.name).ok()?;
    FILES.get(at)
}
