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
mod wxf;

use crate::{Move, Position};
use game::Notation;
use std::fmt;

pub use chinese::{Chinese, Script};
pub use engine::Engine;
pub use iccs::Iccs;
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
        found: Found,
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
/// use xiangqi::notation::Found;
///
/// assert_eq!(Found::Char('x').to_string(), "'x'");
/// assert_eq!(Found::End.to_string(), "the end");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This character.
    Char(char),
    /// The text is too short.
    End,
}

impl fmt::Display for Found {
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

/// Reads a legal move in any of the four notations.
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
/// for text in ["h2e2", "H2-E2", "C2=5", "炮二平五", "砲二平5"] {
///     assert_eq!(notation::read(&start, text)?, "h2e2".parse()?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    let letters = || text.chars().filter(char::is_ascii_alphabetic).count();
    if !text.is_ascii() {
        Chinese::default().parse(position, text)
    } else if text.len() == 4 && letters() == 2 {
        Engine.parse(position, text)
    } else if text.len() == 5 && letters() == 2 {
        Iccs.parse(position, text)
    } else {
        Wxf.parse(position, text)
    }
}

/// The start of a text, for messages.
fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}
