use crate::Format;
use thiserror::Error;

/// Why a game could not be read, and where. Lines and columns count from 1, columns in
/// characters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {kind}", self.place())]
pub struct ReadError {
    /// The line; 0 in a file without lines.
    pub line: u32,
    /// The character in the line; in a file without lines the byte, from 0.
    pub column: u32,
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Whether it only tells how the game before was read: that parts were left out or guessed.
    #[must_use]
    pub const fn is_notice(&self) -> bool {
        matches!(
            self.kind,
            ReadErrorKind::LeftOut { .. }
                | ReadErrorKind::Assumed { .. }
                | ReadErrorKind::Joined { .. }
        )
    }

    fn place(&self) -> String {
        match self.line {
            0 => format!("byte {}", self.column),
            line => format!("line {line}, column {}", self.column),
        }
    }
}

/// A game of a file that could not be read: its number, the place and the reason.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("game {game}: {error}")]
pub struct GameError {
    /// The number of the game in the file, from 1; valid games count too.
    pub game: u64,
    /// The place and the reason.
    pub error: ReadError,
}

/// Why a game could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The target failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The format cannot express a part of the game.
    #[error("the game cannot be written as {format}: {why}")]
    Unfit {
        /// The format.
        format: String,
        /// The part that it cannot express.
        why: String,
    },
}

impl WriteError {
    /// The format cannot express the game, for this reason.
    #[must_use]
    pub fn unfit(format: Format, why: String) -> Self {
        Self::Unfit { format: format.name.to_owned(), why }
    }
}

/// What is wrong with a game in a file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Reading failed; nothing follows.
    #[error("cannot read on: {0}")]
    Io(String),
    /// The file is in UTF-16.
    #[error("the text is UTF-16; it is to be decoded first")]
    Utf16,
    /// A line or a game is too long.
    #[error("{what} is longer than {limit} bytes")]
    TooLong {
        /// `the line` or `the game`.
        what: &'static str,
        /// The most that is read.
        limit: usize,
    },
    /// A tag pair is not `[Name "value"]`.
    #[error("not a tag: expected {0}, as in [Red \"Hu\"]")]
    Tag(&'static str),
    /// A comment has no end.
    #[error("a comment begins here and has no end: expected '}}'")]
    UnclosedComment,
    /// A variation has no end.
    #[error("a variation begins here and has no end: expected ')'")]
    UnclosedVariation,
    /// A variation has no move before it that it could replace.
    #[error("a variation before any move")]
    NothingToVary,
    /// Variations are nested too deep.
    #[error("variations nested more than {0} deep")]
    TooDeep(usize),
    /// A character without a meaning here.
    #[error("unexpected {0:?}")]
    Unexpected(char),
    /// An annotation glyph is not `$0` to `$255`.
    #[error("not an annotation: expected $0 to $65535")]
    Nag,
    /// A position is set up after moves.
    #[error("a new position in the middle of a game")]
    LateSetup,
    /// The file violates its format.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What is allowed there.
        expected: String,
        /// The text there, shortened.
        found: String,
    },
    /// The game is of another kind than requested, or of an unknown kind.
    #[error("{0}")]
    Unknown(String),
    /// Nothing in the content shows a format or a game.
    #[error("the content shows neither a format nor a game")]
    Unrecognised,
    /// Parts of the game before this were left out. It is no game of its own.
    #[error("there is no place for {what} ({count}): left out, the first: {first}")]
    LeftOut {
        /// The number of parts.
        count: usize,
        /// What they are, in the plural (`variations`, `labels`).
        what: &'static str,
        /// Why the first was left out.
        first: String,
    },
    /// A move of the game before this may be several; one of them was taken. It is no game of its own.
    #[error("move {ply} is not certain, and the first reading is kept: {why}")]
    Assumed {
        /// The number of the move in its line, from 1.
        ply: u32,
        /// What it may be.
        why: String,
    },
    /// The lines of a list with one move in each were read as the game before this. It is no game of its own.
    #[error("the {lines} lines have one move each, and are read as one game")]
    Joined {
        /// The number of lines.
        lines: usize,
    },
    /// The start position is invalid.
    #[error("the position is not legal: {0}")]
    Position(String),
    /// The move is invalid.
    #[error("move {ply}: {why}")]
    Move {
        /// The number of the move in its line, from 1.
        ply: u32,
        /// The fault, with the text.
        why: String,
    },
}
