//! Streaming readers and writers of game files.
//!
//! A [`Game`] is tags, a start position, a tree of moves with comments, and a result,
//! whatever file it came from. Portable notation ([`pgn`], with the rules of PDN for draughts)
//! and lists ([`list`]) know no game: what a position and a move look like in a file is told
//! them by a [`Dialect`], of which there is one per game ([`xiangqi::Xiangqi`],
//! [`draughts::Draughts`], [`gomoku::Gomoku`]). [`sgf`], [`psq`] and [`renlib`] are of gomoku.
//!
//! Who does not know what is in a file takes [`files`]: it finds out the format and the
//! variants, and gives every game as a [`Record`] of plain text.
//!
//! Readers are tolerant (byte order marks, CR LF, GBK as old Chinese programs write it,
//! missing tags, any notation) and never lose the other games over one bad game. Writers are
//! strict and write UTF-8.
//!
//! ```
//! use records::{pgn, xiangqi::{Notation, Xiangqi}};
//!
//! let file = "[Red \"Hu\"]\n\n1. 炮二平五 马8进7 {usual} 2. H2+3 (2. 马八进七) R9=8 1-0\n";
//! let game = pgn::Reader::new(file.as_bytes(), Xiangqi::default()).next().unwrap()?;
//! assert_eq!(game.tags.get("Red"), Some("Hu"));
//! assert_eq!(game.line.moves.len(), 4);
//! assert_eq!(game.line.moves[1].comments, ["usual"]);
//!
//! let mut out = Vec::new();
//! pgn::write(&mut out, &game, &Xiangqi::new(Notation::Iccs))?;
//! assert!(String::from_utf8(out)?.contains("1. H2-E2 H9-G7 {usual}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod tree;

mod dialect;

mod error;

mod text;

pub mod pgn;

pub mod list;

pub mod xiangqi;

pub mod draughts;

pub mod gomoku;

pub mod sgf;

pub mod psq;

pub mod renlib;

mod format;

mod record;

pub mod files;

pub use dialect::{Convention, Dialect};
pub use error::{GameError, ReadError, ReadErrorKind, WriteError};
pub use format::{Format, UnknownFormat};
pub use record::Record;
pub use tree::{Branch, Game, Node, Tags};
