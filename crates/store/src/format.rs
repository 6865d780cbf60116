//! The stored form: the JSON of the types of `hall`, in rows with a number of their format and a checksum.
//!
//! Format 1 is what version 0.1.0 stored: the same JSON without checksums. Rows are never rewritten, so that every later
//! version reads them: within a format, fields may be added with a default and never renamed. A type whose stored form
//! really changes reads the earlier one by `#[serde(from = …)]`.

use crate::StoreError;
use hall::{Change, End, GameSetup, Player};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The format of rows that are written now.
pub(crate) const FORMAT: i64 = 2;

/// A value of the hall in its stored form.
pub(crate) trait StoredForm: Serialize + DeserializeOwned {
    /// Its name in messages.
    const WHAT: &'static str;

    /// Its present stored form.
    fn write(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and lists of them are always JSON")
    }

    /// Reads a value of a format.
    fn read(format: i64, text: &str, id: &str) -> Result<Self, StoreError> {
        match format {
            1 | 2 => serde_json::from_str(text).map_err(|error| {
                StoreError::damaged(id, format!("stored {}: {error}", Self::WHAT))
            }),
            other => Err(StoreError::damaged(
                id,
                format!("stored {}: format {other} is unknown to this version", Self::WHAT),
            )),
        }
    }
}

impl StoredForm for [Player; 2] {
    const WHAT: &'static str = "players";
}

impl StoredForm for End {
    const WHAT: &'static str = "end";
}

impl StoredForm for GameSetup {
    const WHAT: &'static str = "set-up";
}

impl StoredForm for Change {
    const WHAT: &'static str = "change";
}

/// A checksum over the parts of a row. It includes the lengths, so that text moved from one part to the
/// next is detected.
#[derive(Default)]
pub(crate) struct RowChecksum(crc32fast::Hasher);

impl RowChecksum {
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    pub(crate) fn option(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    pub(crate) fn number(mut self, number: i64) -> Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    pub(crate) fn sum(self) -> i64 {
        i64::from(self.0.finalize())
    }
}

/// The checksum over the columns of a game that never change.
pub(crate) fn setup_check(id: &str, created_at: i64, setup: &str) -> i64 {
    RowChecksum::default().text(id).number(created_at).text(setup).sum()
}

/// The checksum over the columns that each change updates.
pub(crate) fn head_check(
    id: &str,
    version: i64,
    updated_at: i64,
    players: &str,
    plies: i64,
    position: &str,
    ending: Option<&str>,
) -> i64 {
    let check = RowChecksum::default().text(id).number(version).number(updated_at).text(players);
    check.number(plies).text(position).option(ending).sum()
}

/// The checksum over a change.
pub(crate) fn change_check(
    id: &str,
    version: i64,
    at: i64,
    request: Option<&str>,
    body: &str,
) -> i64 {
    RowChecksum::default().text(id).number(version).number(at).option(request).text(body).sum()
}

/// Versions count changes made one by one: they never reach 2⁶³.
pub(crate) fn number(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
