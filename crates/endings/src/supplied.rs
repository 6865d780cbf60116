//! Data files in a module for browsers: it does not contain them, so that a game costs what it needs only. Whoever runs it
//! supplies them before the first search.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static FILES: RwLock<BTreeMap<String, &'static [u8]>> = RwLock::new(BTreeMap::new());

/// Supplies a file by its name. It stays.
///
/// ```
/// endings::supply("a.yend", vec![1, 2]);
/// assert_eq!(endings::supplied("a.yend"), Some(&[1, 2][..]));
/// ```
pub fn supply(name: &str, bytes: Vec<u8>) {
    let mut files = FILES.write().unwrap_or_else(PoisonError::into_inner);
    files.insert(name.to_owned(), bytes.leak());
}

/// The file with this name, if it was supplied.
///
/// ```
/// assert_eq!(endings::supplied("never-supplied.yend"), None);
/// ```
#[must_use]
pub fn supplied(name: &str) -> Option<&'static [u8]> {
    FILES.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}
