//! The compressed files of the page, made when it was built.

/// A way to compress a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Brotli: the smallest. Browsers take it from this machine and over TLS.
    Brotli,
    /// gzip: every browser accepts it everywhere.
    Gzip,
}

impl Encoding {
    /// All of them, beginning with the one that usually makes the smallest files.
    pub const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in `Accept-Encoding` and `Content-Encoding`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The suffix of the names of files compressed in this way.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }
}

/// The compressed content of a file; absent if compression did not reduce it enough.
///
/// ```
/// use page::{Encoding, encoded, file};
/// // Pictures are compressed already.
/// assert_eq!(encoded("icon-192.png", Encoding::Brotli), None);
/// assert_eq!(encoded("no-such-file", Encoding::Gzip), None);
/// if let (Some(plain), Some(small)) = (file("sw.js"), encoded("sw.js", Encoding::Brotli)) {
///     assert!(small.len() < plain.content().len());
/// }
/// ```
#[must_use]
pub fn encoded(path: &str, encoding: Encoding) -> Option<&'static [u8]> {
    crate::embedded(&format!("{path}{}", encoding.ending())).map(|file| file.content)
}

/// Whether this is a compressed copy of a file of the page.
pub(crate) fn is_copy(path: &str) -> bool {
    Encoding::ALL.iter().any(|encoding| path.ends_with(encoding.ending()))
}
