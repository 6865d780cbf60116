//! The weight file that a training begins with.

use crate::run::TrainError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A weight file that a training begins with instead of random numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The file.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Its CRC-32 without the last four bytes, which say the same: as in the card of its own training.
    pub checksum: String,
}

impl Origin {
    /// Reads the file. `before` is what an earlier run of the same training has read, which must be the same.
    pub(crate) fn read(path: &Path, before: Option<&Self>) -> Result<(Self, Vec<u8>), TrainError> {
        let name = path.display().to_string();
        let bytes = fs::read(path)
            .map_err(|why| TrainError::Start { path: name.clone(), why: why.to_string() })?;
        let checksum = checksum(&bytes);
        let origin = Self { path: name, bytes: bytes.len() as u64, checksum };
        match before {
            Some(before) if *before != origin => {
                let why = format!(
                    "not the file that this training began with ({} bytes, CRC-32 {})",
                    before.bytes, before.checksum
                );
                Err(TrainError::Start { path: origin.path, why })
            }
            _ => Ok((origin, bytes)),
        }
    }
}

/// The CRC-32 of a weight file without its last four bytes, which say the same.
pub(crate) fn checksum(file: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(&file[..file.len().saturating_sub(4)]))
}
