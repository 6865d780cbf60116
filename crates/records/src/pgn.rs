//! Portable notation: tags and movetext, by the standard of [`crate::Convention`].
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
//! annotations are kept. Commas between moves, times in parentheses (`32-28(0:05)`) and signs that judge a position
//! (`+-`, `=`) are read.
//!
//! A comment behind the result belongs to the last move; other text behind a game gives a notice, and so do a result `0-0`
//! and a tag `Result` that the end of the game contradicts. Dots that stand for a move which is not there are a fault:
//! every later move would be the other side's.

mod choices;
mod chunk;
mod lex;
mod read;
mod write;

pub use chunk::Chunks;
pub use read::{Reader, read_chunk};
pub use write::{to_string, write};

/// Whether the beginning of a file has tags, `[Name "value"]`.
#[must_use]
pub fn has_tags(head: &[u8]) -> bool {
    lines_of(head).iter().any(|line| is_tag(line))
}

/// Whether a line looks like a tag.
#[must_use]
pub fn is_tag(line: &str) -> bool {
    line.trim_start().starts_with('[') && line.contains('"')
}

/// The lines at the beginning of a file that are neither empty nor comments (`#`, `%`).
#[must_use]
pub fn lines_of(head: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.filter(|line| !line.trim_start().starts_with(['#', '%'])).map(str::to_owned).collect()
}
