use thiserror::Error;

/// Why a game could not be read, and where. Lines and columns count from 1, columns in
/// characters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {kind}")]
pub struct ReadError {
    /// The line.
    pub line: u32,
    /// The character in it.
    pub column: u32,
    /// What is wrong there.
    pub kind: ReadErrorKind,
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
