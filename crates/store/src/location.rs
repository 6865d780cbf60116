//! Where a hall is kept: a folder with a file of SQLite, or a database of a PostgreSQL server.

use crate::{Address, StoreError};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a hall is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HallLocation {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A database of a server.
    Database(Address),
}

impl FromStr for HallLocation {
    type Err = StoreError;

    /// Reads `postgres://…` or the path of a folder.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        if is_address(text) {
            text.parse().map(Self::Database)
        } else if text.is_empty() {
            Err(StoreError::Foreign("a folder or postgres://… is missing".to_owned()))
        } else {
            Ok(Self::Folder(PathBuf::from(text)))
        }
    }
}

impl fmt::Display for HallLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => path.display().fmt(f),
            Self::Database(address) => address.fmt(f),
        }
    }
}

/// Whether a text is meant as the address of a database.
pub(crate) fn is_address(text: &str) -> bool {
    ["postgres:", "postgresql:"].iter().any(|scheme| text.starts_with(scheme))
}
