//! Records of the World Xiangqi Federation's programs, `.wxf`: lines of names, then the moves between `START{` and
//! `}END`. They are only read.
//!
//! ```text
//! FORMAT WXF
//! RED    a;;;            name; club; country; title
//! BLACK  b;;;
//! RESULT 0-1
//! START{
//! 1. P3+1 c8.7
//! }END
//! ```

use super::Xiangqi;
use records::text::{decode, squeeze};
use records::{Format, Game, ReadError, ReadErrorKind, pgn};
use std::io::Read;
use xiangqi::Position;

/// Records of the World Xiangqi Federation's programs.
pub const WXF: Format =
    Format { shows, is_written: false, ..Format::plain("wxf", "record of the WXF") };

/// The greatest size of a file that is read.
const MAX_FILE: u64 = 1 << 26;

/// The fields that have a tag of another name here, and how many parts of it are kept.
const TAGS: [(&str, &str); 9] = [
    ("GAME", "GameName"),
    ("EVENT", "Event"),
    ("DATE", "Date"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("ROUND", "Round"),
    ("RESULT", "Result"),
    ("TIME", "Time"),
    ("FEN", "FEN"),
];

fn shows(head: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(head);
    let mut words = text.trim_start_matches('\u{feff}').split_whitespace();
    let begins = words.next().is_some_and(|word| word.eq_ignore_ascii_case("FORMAT"));
    if begins && words.next().is_some_and(|word| word.eq_ignore_ascii_case("WXF")) { 3 } else { 0 }
}

/// Reads the records of a file.
///
/// ```
/// use xiangqi_family::files::wxf;
/// let file = "FORMAT WXF\nRED a;;;\nRESULT 0-1\nSTART{ 1. P3+1 c8.7 }END";
/// let game = wxf::read(file.as_bytes()).remove(0)?;
/// assert_eq!(game.tags.get("Red"), Some("a"));
/// assert_eq!(game.line.moves.len(), 2);
/// # Ok::<(), records::ReadError>(())
/// ```
#[must_use]
pub fn read(source: impl Read) -> Vec<Result<Game<Position>, ReadError>> {
    let mut bytes = Vec::new();
    if let Err(failure) = source.take(MAX_FILE).read_to_end(&mut bytes) {
        let kind = ReadErrorKind::Io(failure.to_string());
        return vec![Err(ReadError { line: 1, column: 1, kind })];
    }
    let text = decode(&bytes);
    let mut all = Vec::new();
    let mut before = 0;
    for (n, part) in records_of(&text).into_iter().enumerate() {
        let lines = u32::try_from(part.lines().count()).unwrap_or(u32::MAX);
        let portable = portable(part);
        let games = pgn::Reader::new(portable.as_bytes(), Xiangqi::default());
        // The tags stand on as many lines as the fields did, so that places are right.
        all.extend(games.map(|game| {
            game.map_err(|error| ReadError { line: error.line.saturating_add(before), ..error })
        }));
        before = before.saturating_add(lines);
        if n > 100_000 {
            break;
        }
    }
    all
}

/// The records of a text: each begins with `FORMAT`.
fn records_of(text: &str) -> Vec<&str> {
    let begins: Vec<usize> = text.match_indices("FORMAT").map(|(at, _)| at).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).filter_map(|(&begin, end)| text.get(begin..end)).collect()
}

/// A record in portable notation, line by line.
fn portable(text: &str) -> String {
    let (head, body) = match text.split_once('{') {
        Some((head, body)) if head.trim_end().to_uppercase().ends_with("START") => (head, body),
        _ => (text, ""),
    };
    let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
    let mut out = String::new();
    for line in head.lines() {
        let (name, value) =
            line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let value = squeeze(value).replace('"', "'");
        let known = TAGS.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        match (name.to_uppercase().as_str(), known) {
            ("RED" | "BLACK", _) => {
                let side = if name.eq_ignore_ascii_case("RED") { "Red" } else { "Black" };
                let parts = ["", "Team", "Country", "Title"].into_iter().zip(value.split(';'));
                for (part, value) in parts.filter(|(_, value)| !value.trim().is_empty()) {
                    out.push_str(&format!("[{side}{part} \"{}\"]", value.trim()));
                }
            }
            ("FORMAT" | "START", _) | (_, None) => {}
            (_, Some((_, tag))) if !value.is_empty() => {
                out.push_str(&format!("[{tag} \"{value}\"]"));
            }
            _ => {}
        }
        out.push('\n');
    }
    out.push('\n');
    out.push_str(body);
    out
}
