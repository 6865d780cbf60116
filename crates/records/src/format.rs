use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A kind of game file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable Game Notation ([`crate::pgn`]).
    Pgn,
    /// Positions, one a line, moves after them ([`crate::list`]).
    Positions,
    /// Moves, one game a line ([`crate::list`]).
    Moves,
}

/// No format is known by this name or file ending.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no game file format is called {0:?}; known are pgn, fen (or epd, txt) and moves")]
pub struct UnknownFormat(String);

impl Format {
    /// The format a file's ending stands for.
    ///
    /// # Errors
    /// When it has none, or one that is not known.
    ///
    /// ```
    /// use records::Format;
    /// assert_eq!(Format::of_path("games/2026.PGN".as_ref()), Ok(Format::Pgn));
    /// assert!(Format::of_path("games".as_ref()).is_err());
    /// ```
    pub fn of_path(path: &Path) -> Result<Self, UnknownFormat> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        ending.parse()
    }
}

/// Reads `pgn`, `fen`, `epd`, `txt` or `moves`, in either case.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name.to_ascii_lowercase().as_str() {
            "pgn" => Ok(Self::Pgn),
            "fen" | "epd" | "txt" => Ok(Self::Positions),
            "moves" => Ok(Self::Moves),
            _ => Err(UnknownFormat(name.chars().take(40).collect())),
        }
    }
}
