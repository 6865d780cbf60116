//! The log of measurements: one row in a line, from which an interrupted run goes on.

use crate::{LabError, Measurement};
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

/// A log that is written on.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens a log, or begins it. A line without its end is cut off first.
    pub(crate) fn open(path: &Path) -> Result<Self, LabError> {
        let file = || {
            let whole = std::fs::read(path).map_or(0, |bytes| {
                bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
            });
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(u64::try_from(whole).unwrap_or(u64::MAX))?;
            Ok(file)
        };
        Ok(Self { path: path.to_owned(), file: file().map_err(LabError::file(path))? })
    }

    /// Adds a row at once.
    pub(crate) fn keep(&mut self, row: &Measurement) -> Result<(), LabError> {
        let text = serde_json::to_string(row).unwrap_or_default();
        writeln!(self.file, "{text}").map_err(LabError::file(self.path.as_path()))
    }
}

/// The rows of a log. A last line without its end, of an interrupted run, is left out.
pub(crate) fn read(path: &Path) -> Result<Vec<Measurement>, LabError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LabError::file(path)(error)),
    };
    let mut rows = Vec::new();
    let mut file = BufReader::new(file);
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let read = file.read_line(&mut text).map_err(LabError::file(path))?;
        if read == 0 || !text.ends_with('\n') {
            break;
        }
        let row = serde_json::from_str(&text).map_err(|error| LabError::Log {
            path: path.to_owned(),
            line,
            error,
        })?;
        rows.push(row);
    }
    Ok(rows)
}
