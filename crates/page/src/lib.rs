//! The built page of the hall, embedded.
//!
//! `build.rs` builds it from `web/` when its inputs changed; `YIQI_PAGE=DIR` takes a page
//! already built, `YIQI_PAGE=skip` embeds a stub.

mod encoding;

pub use encoding::{Encoding, encoded};

use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Read as _;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Files;

/// A file of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its content as it is embedded.
    embedded: Cow<'static, [u8]>,
    /// Whether that is compressed with gzip.
    is_packed: bool,
    /// Its media type, as in `text/html; charset=utf-8`.
    pub media_type: String,
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
            return Cow::Borrowed(&self.embedded);
        }
        let mut plain = Vec::new();
        // The build compressed it: it can be expanded.
        let _ = flate2::read::GzDecoder::new(&*self.embedded).read_to_end(&mut plain);
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
    let found = Files::get(path).filter(|_| !encoding::is_copy(path));
    let packed = Files::get(&format!("{path}{}", Encoding::Gzip.ending()));
    let is_packed = found.is_none();
    let found = found.or(packed)?;
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = guess.type_() == "text" || guess.subtype() == "javascript";
    let mut tag = String::from("\"");
    for byte in &found.metadata.sha256_hash()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    Some(File {
        embedded: found.data,
        is_packed,
        media_type: if is_text { format!("{guess}; charset=utf-8") } else { guess.to_string() },
        tag,
        // Vite puts every file with a hash in its name there.
        is_immutable: path.starts_with("assets/"),
    })
}

/// The paths of all files, in any order.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter().filter_map(|path| match path.strip_suffix(Encoding::Gzip.ending()) {
        // Its plain form is not embedded beside it.
        Some(plain) => Some(Cow::Owned(plain.to_owned())),
        None => (!encoding::is_copy(&path)).then_some(path),
    })
}

/// The embedded content under this name.
fn embedded(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|found| found.data)
}
