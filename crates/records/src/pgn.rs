//! Portable Game Notation, as Xiangqi programs write it.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Red "Hu"]
//! [Result "1-0"]
//! [FEN "…"]                 only when the game began elsewhere
//!
//! 1. 炮二平五 马8进7 {a comment} 2. 马二进三 $1 (2. 马八进七 车9平8) 车9平8 1-0
//! ```
//!
//! Movetext may be in any notation of the game. Comments (`{…}` and `; …`), variations and
//! annotations are kept.

mod chunk;
mod lex;
mod read;
mod write;

pub(crate) use chunk::Chunks;
pub use read::Reader;
pub(crate) use read::read_chunk;
pub use write::{to_string, write};
