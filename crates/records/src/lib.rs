//! Streaming readers and writers of game files.
//!
//! A [`Game`] is tags, a start position, a tree of moves with comments, and a result,
//! whatever file it came from; a [`Record`] is the same as plain text. This crate knows no game:
//! portable notation ([`pgn`]), lists ([`list`]) and the syntax of [`sgf`] are told what a
//! position and a move look like by a [`Dialect`], and [`GameFiles`] is what a game's own crate
//! says of its files. A [`Format`] is a value.
//!
//! Readers are tolerant (byte order marks, CR LF, GBK as old Chinese programs write it,
//! missing tags, any notation) and never lose the other games over one bad game. Writers are
//! strict and write UTF-8.

mod dialect;
mod error;
mod files;
mod format;
pub mod list;
pub mod pgn;
mod record;
pub mod sgf;
pub mod text;
mod tree;

pub use dialect::{Convention, Dialect};
pub use error::{GameError, ReadError, ReadErrorKind, WriteError};
pub use files::{GameFiles, Games, read_list, write_with};
pub use format::{Format, LISTS, MOVES, POSITIONS};
pub use record::Record;
pub use tree::{Branch, Game, Node, Tags};
