//! Files of the page as they were compressed when it was built.

use std::borrow::Cow;

/// A way to compress a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Brotli: the smallest. Browsers take it from this machine and over TLS.
    Brotli,
    /// Zstandard; present where the Node that built the page can write it (22.15 or later).
    Zstd,
    /// gzip: what browsers take everywhere.
    Gzip,
}

impl Encoding {
    /// All of them, the one that usually makes the smallest files first.
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    /// Its name in `Accept-Encoding` and `Content-Encoding`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// What the name of a file ends with that is compressed so.
    const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
        }
    }
}

/// The content of a file, compressed; absent where it was not worth it.
///
/// ```
/// use page::{Encoding, encoded, file};
/// // Pictures are compressed already.
/// assert_eq!(encoded("icon-192.png", Encoding::Brotli), None);
/// assert_eq!(encoded("no-such-file", Encoding::Gzip), None);
/// if let (Some(plain), Some(small)) = (file("sw.js"), encoded("sw.js", Encoding::Brotli)) {
///     assert!(small.len() < plain.content.len());
/// }
/// ```
#[must_use]
pub fn encoded(path: &str, encoding: Encoding) -> Option<Cow<'static, [u8]>> {
    crate::embedded(&format!("{path}{}", encoding.ending()))
}

/// Whether this is no file of the page but a compressed copy of one.
pub(crate) fn is_copy(path: &str) -> bool {
    Encoding::ALL.iter().any(|encoding| path.ends_with(encoding.ending()))
}
