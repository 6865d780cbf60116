use crate::Format;
use thiserror::Error;

/// Why a game could not be read, and where. Lines and columns count from 1, columns in
/// characters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {kind}", self.place())]
pub struct ReadError {
    /// The line; 0 in a file that has none.
    pub line: u32,
    /// The character in it; in a file without lines the byte, from 0.
    pub column: u32,
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

impl ReadError {
    fn place(&self) -> String {
        match self.line {
            0 => format!("byte {}", self.column),
            line => format!("line {line}, column {}", self.column),
        }
    }
}

/// A game of a file that could not be read: which, where and why.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("game {game}: {error}")]
pub struct GameError {
    /// Which game of the file, from 1, good ones counted too.
    pub game: u64,
    /// Where and why.
    pub error: ReadError,
}

/// Why a game could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The target failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The format has no way to say what the game has.
    #[error("the game cannot be written as {format}: {why}")]
    Unfit {
        /// The format.
        format: String,
        /// What it cannot say.
        why: String,
    },
}

impl WriteError {
    /// The format cannot say what the game has, for this reason.
    #[must_use]
    pub fn unfit(format: Format, why: String) -> Self {
        Self::Unfit { format: format.name.to_owned(), why }
    }
}

/// What is wrong with a game in a file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file could not be read on; nothing follows.
    #[error("cannot read on: {0}")]
    Io(String),
    /// The file is in UTF-16.
    #[error("the text is UTF-16; expected UTF-8 or GBK")]
    Utf16,
    /// A line or a game is longer than anything sensible.
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
    /// A variation stands where there is no move it could replace.
    #[error("a variation before any move")]
    NothingToVary,
    /// Variations are nested deeper than anything sensible.
    #[error("variations nested more than {0} deep")]
    TooDeep(usize),
    /// A character that means nothing here.
    #[error("unexpected {0:?}")]
    Unexpected(char),
    /// An annotation glyph is not `$0` to `$255`.
    #[error("not an annotation: expected $0 to $255")]
    Nag,
    /// A position is set up after moves.
    #[error("a new position in the middle of a game")]
    LateSetup,
    /// The file is not what its format demands.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand there.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// The game is of another kind than asked for, or of none that is known.
    #[error("{0}")]
    Unknown(String),
    /// The start position is bad.
    #[error("the position is not legal: {0}")]
    Position(String),
    /// The move is bad.
    #[error("move {ply}: {why}")]
    Move {
        /// How many moves were played in this line until and with this one.
        ply: u32,
        /// What is wrong, naming the text.
        why: String,
    },
}
