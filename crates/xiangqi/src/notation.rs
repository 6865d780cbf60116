//! The notations of moves: engine notation `h2e2`, ICCS `H2-E2`, WXF `C2=5` and Chinese 炮二平五, each
//! read and printed.
//!
//! ```
//! use game::Notation as _;
//! use xiangqi::Position;
//! use xiangqi::notation::{Chinese, Engine, Iccs, Script, Wxf};
//!
//! let start = Position::start();
//! let m = Engine.parse(&start, "h2e2")?;
//! assert_eq!(Iccs.print(&start, m), "H2-E2");
//! assert_eq!(Wxf.print(&start, m), "C2=5");
//! assert_eq!(Chinese { script: Script::Simplified }.print(&start, m), "炮二平五");
//! assert_eq!(xiangqi::notation::read(&start, "馬八進七")?, "b0c2".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chinese;
mod engine;
mod iccs;
mod pattern;
mod points;
mod short;
mod wxf;

use crate::{Move, Position};
use game::Notation;
use std::fmt;

pub use chinese::{Chinese, Script};
pub use engine::Engine;
pub use iccs::Iccs;
pub use points::Ranks;
pub use wxf::Wxf;

/// Why a text is not a move of a position.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::Position;
/// use xiangqi::notation::{Engine, NotationError};
///
/// let error = Engine.parse(&Position::start(), "h2h9e0").unwrap_err();
/// assert!(matches!(error, NotationError::Malformed { column: 5, .. }));
/// let error = Engine.parse(&Position::start(), "h2h8").unwrap_err();
/// assert_eq!(error.to_string(), "no legal move is called 'h2h8' here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is not in the notation.
    #[error("character {column}: expected {expected}, found {found}")]
    Malformed {
        /// The place, in characters from 1.
        column: usize,
        /// What was expected there.
        expected: &'static str,
        /// What was found there.
        found: FoundText,
    },
    /// The text is in the notation, but no legal move fits it.
    #[error("no legal move is called '{text}' here")]
    NoSuchMove {
        /// The text, cut to 20 characters.
        text: String,
    },
    /// More than one legal move fits.
    #[error("'{text}' may mean {}", List(candidates))]
    Ambiguous {
        /// The text, cut to 20 characters.
        text: String,
        /// The moves that fit, sorted.
        candidates: Vec<Move>,
    },
}

/// The text found in place of the expected text.
///
/// ```
/// use xiangqi::notation::FoundText;
///
/// assert_eq!(FoundText::Char('x').to_string(), "'x'");
/// assert_eq!(FoundText::End.to_string(), "the end");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FoundText {
    /// This character.
    Char(char),
    /// The text is too short.
    End,
}

impl fmt::Display for FoundText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "'{}'", c.escape_debug()),
            Self::End => f.write_str("the end"),
        }
    }
}

struct List<'a>(&'a [Move]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, m) in self.0.iter().enumerate() {
            let separator = match i {
                0 => "",
                _ if i + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{separator}{m}")?;
        }
        Ok(())
    }
}

/// Reads a legal move in any of the four notations, or by a letter and a point (`Che2`, `Hg7`). Marks of check,
/// capture and praise are skipped.
///
/// No text is a move in two of them: only WXF has a sign in the third place of four, and only ICCS
/// has a dash among five characters.
///
/// # Errors
/// Those of the notation that the text resembles most.
///
/// ```
/// use xiangqi::{Position, notation};
/// let start = Position::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "炮二平五", "砲二平5", "Che2", "h2e2+", "C2=5#"] {
///     assert_eq!(notation::read(&start, text)?.to_string(), "h2e2");
/// }
/// # Ok::<(), xiangqi::notation::NotationError>(())
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    read_counted(position, text, Ranks::FromZero)
}

/// [`read`] with points as `ranks` counts them.
///
/// # Errors
/// As [`read`].
///
/// ```
/// use xiangqi::{Position, notation::{self, Ranks}};
/// let m = notation::read_counted(&Position::start(), "H3-E3", Ranks::FromOne)?;
/// assert_eq!(m.to_string(), "h2e2");
/// # Ok::<(), xiangqi::notation::NotationError>(())
/// ```
pub fn read_counted(position: &Position, text: &str, ranks: Ranks) -> Result<Move, NotationError> {
    let text = without_marks(text.trim());
    if !text.is_ascii() {
        return Chinese::default().parse(position, text);
    }
    // A point with rank 10 tells by itself how ranks are counted.
    let ranks =
        if text.contains("10") && ranks == Ranks::FromZero { Ranks::FromOne } else { ranks };
    if let Some(pair) = points::pair(text, ranks) {
        let read = points::legal_pair(position, pair, text);
        return match read {
            Err(NotationError::NoSuchMove { .. }) if text.starts_with(char::is_uppercase) => {
                // `C2e2`: the cannon of rank 2.
                short::read(position, text, ranks).unwrap_or(read)
            }
            read => read,
        };
    }
    if let Some(read) = short::read(position, text, ranks) {
        return read;
    }
    let letters = || text.chars().filter(char::is_ascii_alphabetic).count();
    match (text.len(), letters()) {
        (4, 2) => Engine.parse(position, text),
        (5, 2) => Iccs.parse(position, text),
        _ => Wxf.parse(position, text),
    }
}

/// A move without the marks behind it: check, mate, praise and the like.
fn without_marks(text: &str) -> &str {
    const MARKS: [char; 16] =
        ['+', '#', '!', '?', '*', '=', ',', ';', '.', '＋', '＃', '！', '？', '†', '‡', '，'];
    let bare = text.trim_end_matches(MARKS).trim_end_matches("将军").trim_end_matches("將軍");
    if bare.is_empty() { text } else { bare }
}

/// The start of a text, for messages.
fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}
