use crate::psq::offsets;
use crate::{psq, renlib};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A kind of game file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable Game Notation ([`crate::pgn`]), for Xiangqi.
    Pgn,
    /// Portable Draughts Notation ([`crate::draughts`]).
    Pdn,
    /// Smart Game Format ([`crate::sgf`]), for gomoku and renju.
    Sgf,
    /// A game of Piskvork ([`crate::psq`]).
    Psq,
    /// A game of Gomotur ([`crate::psq`]).
    Rec,
    /// A RenLib library ([`crate::renlib`]).
    Lib,
    /// Openings as Gomocup has them ([`crate::psq::Openings`]).
    Openings,
    /// Moves of gomoku run together, one game a line ([`crate::list`]).
    Code,
    /// Positions, one a line, moves after them ([`crate::list`]).
    Positions,
    /// Moves, one game a line ([`crate::list`]).
    Moves,
}

/// No format is known by this name or file ending.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "no game file format is called {0:?}; known are pgn, pdn, sgf, psq, rec, lib, openings, code, \
     fen (or epd, txt) and moves"
)]
pub struct UnknownFormat(String);

impl Format {
    /// Its name, which is also its usual ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Rec => "rec",
            Self::Lib => "lib",
            Self::Openings => "openings",
            Self::Code => "code",
            Self::Positions => "fen",
            Self::Moves => "moves",
        }
    }

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

    /// The format that the beginning of a file shows, where it shows one: nothing tells lists of
    /// moves and positions from other text.
    ///
    /// ```
    /// use records::Format;
    /// assert_eq!(Format::of_content(b"(;GM[4]SZ[15];B[hh])"), Some(Format::Sgf));
    /// assert_eq!(Format::of_content(b"[White \"A\"]\n\n1. 32-28 19-23 2-0"), Some(Format::Pdn));
    /// assert_eq!(Format::of_content(b"h2e2 h9g7"), None);
    /// ```
    #[must_use]
    pub fn of_content(head: &[u8]) -> Option<Self> {
        if head.starts_with(renlib::MAGIC) {
            return Some(Self::Lib);
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Some(Self::Sgf);
        }
        if text.starts_with(psq::MAGIC) {
            return Some(Self::Psq);
        }
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.by_ref().filter(|line| !line.trim_start().starts_with(['#', '%']));
        let lines: Vec<&str> = lines.collect();
        if lines.first().is_some_and(|line| offsets(line).is_some()) {
            return Some(Self::Openings);
        }
        let is_tag = |line: &&str| line.trim_start().starts_with('[') && line.contains('"');
        let has_tags = lines.iter().any(is_tag);
        let draughts_tag = lines.iter().filter(|line| is_tag(line)).any(|line| {
            line.contains("[GameType \"") || line.contains("\"W:") || line.contains("\"B:")
        });
        let is_first_word = |line: &&&str| !is_tag(line) && !line.trim_start().starts_with('{');
        let draughts_moves =
            lines.iter().find(is_first_word).is_some_and(|line| has_draughts(line));
        if has_tags && (draughts_tag || draughts_moves) {
            return Some(Self::Pdn);
        }
        has_tags.then_some(Self::Pgn)
    }

    /// Whether a list begins with a position or a move of draughts.
    pub(crate) fn is_draughts_list(head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(head);
        let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| {
            ["W:", "B:"].iter().any(|side| line.starts_with(side)) || has_draughts(line)
        })
    }
}

/// Whether a line of movetext begins with a move of draughts.
fn has_draughts(line: &str) -> bool {
    let is_square = |name: &str| {
        let digits = matches!(name.len(), 1 | 2) && name.bytes().all(|b| b.is_ascii_digit());
        digits || matches!(*name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
    };
    let words = line.split_whitespace().map(crate::text::without_draughts_number);
    let first = words.into_iter().find(|word| !word.is_empty());
    first.is_some_and(|word| {
        let word = word.trim_end_matches(['!', '?']);
        word.split_once(['-', 'x', ':'])
            .is_some_and(|(from, to)| is_square(from) && to.split(['x', ':']).all(is_square))
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a format's name or another of its endings (`epd`, `txt`), in either case.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name.to_ascii_lowercase().as_str() {
            "pgn" => Ok(Self::Pgn),
            "pdn" => Ok(Self::Pdn),
            "sgf" => Ok(Self::Sgf),
            "psq" => Ok(Self::Psq),
            "rec" => Ok(Self::Rec),
            "lib" => Ok(Self::Lib),
            "openings" => Ok(Self::Openings),
            "code" => Ok(Self::Code),
            "fen" | "epd" | "txt" => Ok(Self::Positions),
            "moves" => Ok(Self::Moves),
            _ => Err(UnknownFormat(name.chars().take(40).collect())),
        }
    }
}
