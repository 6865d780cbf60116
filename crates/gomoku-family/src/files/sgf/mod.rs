//! Smart Game Format, FF\[4\], for gomoku and renju (GM\[4\]).
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[Yiqi:0.1.0]SZ[15]RU[Renju]PB[Nakamura]PW[Sushkov]RE[B+R]
//! ;B[hh];W[ig]C[a comment](;B[jf];W[gi])(;B[gg]))
//! ```
//!
//! Points are two letters, column from the left and row from the top; `h8` is read too. Stones set
//! up in the first node are the start position. Comments, node names, variations, judgements of
//! moves, marks, arrows, labels and clocks are kept; other drawings on the board are not.

mod marks;
mod read;
mod result;
mod write;

pub use read::Reader;
pub use write::write;

use gomoku::Square;
use records::Format;

/// Smart Game Format.
pub const SGF: Format = Format { shows, date_separator: '-', ..Format::plain("sgf", "SGF") };

fn shows(head: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins = text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'));
    match (begins, game_of(text)) {
        (false, _) => 0,
        // A number, or the name of a game that is ours.
        (true, None) => 3,
        (true, Some(name)) if is_number_or_ours(name) => 3,
        // The file of another game with the same syntax.
        (true, Some(_)) => 1,
    }
}

/// The value of the first `GM[…]`.
fn game_of(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("GM[")?;
    after.split(']').next().map(str::trim)
}

fn is_number_or_ours(name: &str) -> bool {
    let name = name.to_lowercase();
    name.parse::<u32>().is_ok() || ["gomoku", "renju", "go-moku"].contains(&name.as_str())
}

/// A point as letters from the top left.
fn point_text(square: Square, size: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    format!("{}{}", letter(square.column()), letter((size - 1).saturating_sub(square.row())))
}

/// Our tags and the properties with the same meaning.
const INFO: [(&str, &str); 20] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Date", "DT"),
    ("Round", "RO"),
    ("Black", "PB"),
    ("White", "PW"),
    ("BlackRank", "BR"),
    ("WhiteRank", "WR"),
    ("BlackTeam", "BT"),
    ("WhiteTeam", "WT"),
    ("TimeControl", "TM"),
    ("Overtime", "OT"),
    ("Opening", "ON"),
    ("GameName", "GN"),
    ("GameComment", "GC"),
    ("Annotator", "AN"),
    ("Source", "SO"),
    ("User", "US"),
    ("Copyright", "CP"),
    ("Handicap", "HA"),
];

/// What follows the seconds that every move adds, in `OT`, as servers of Go write it.
const INCREMENT: &str = " fischer";

/// Properties that judge a move, and the annotations with the same meaning.
const JUDGEMENTS: [(u16, &str, &str); 8] = [
    (3, "TE", "2"),
    (1, "TE", "1"),
    (4, "BM", "2"),
    (2, "BM", "1"),
    (5, "IT", ""),
    (6, "DO", ""),
    (10, "DM", "1"),
    (13, "UC", "1"),
];

/// Kinds of endings, as written in the result and the tag `Termination`.
const ENDINGS: [(&str, &str); 3] = [("R", "resign"), ("T", "time"), ("F", "forfeit")];
