//! Streaming readers and writers of game files.
//!
//! A [`Game`] has tags, a start position, a tree of moves with comments, and a result; it is the same for
//! every format. A [`Record`] is a game as plain text. This crate knows no game: a [`Dialect`] tells portable
//! notation ([`pgn`]), lists ([`list`]) and the syntax of [`sgf`] the text form of positions and moves, and
//! the crate of a game implements [`GameFiles`] for its files. A [`Format`] is a value.
//!
//! Readers are tolerant (byte order marks, CR LF, encodings of old programs, missing tags, any notation);
//! an invalid game does not affect the other games of a file. Writers are strict and write UTF-8.

mod dialect;
pub mod encoding;
mod error;
mod files;
mod format;
pub mod list;
mod loss;
mod merge;
mod notices;
pub mod pgn;
mod record;
pub mod sgf;
pub mod text;
mod tree;

pub use dialect::{Convention, Dialect};
pub use error::{GameError, ReadError, ReadErrorKind, WriteError};
pub use files::{GameFiles, Games, read_list, write_with};
pub use format::{Format, GamesPerFile, LISTS, MOVES, POSITIONS};
pub use loss::Losses;
pub use notices::Notices;
pub use record::Record;
pub use tree::{Branch, Game, Node, Tags};
