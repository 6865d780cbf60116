use crate::{ReadError, ReadErrorKind};
use game::Outcome;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};

/// The longest line that is read.
const MAX_LINE: usize = 1 << 20;
/// How much of a file is looked at to find its encoding.
const HEAD: usize = 1 << 16;

/// A line of a file without its end, and its number from 1.
#[derive(Clone, Debug)]
pub(crate) struct TextLine {
    pub(crate) number: u32,
    pub(crate) text: String,
}

/// The lines of a file as text: UTF-8, with or without a byte order mark, or GB 18030 (which
/// contains GBK and GB 2312).
///
/// The encoding is decided by the first 64 KiB as a whole: single Chinese words in GBK can be
/// valid UTF-8 by accident, a page of them cannot.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    gbk: bool,
    number: u32,
    /// Set when the source failed or is of no use.
    failed: Option<ReadErrorKind>,
    done: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(mut source: R) -> Self {
        let mut head = Vec::new();
        let mut failed = None;
        if let Err(error) = source.by_ref().take(HEAD as u64).read_to_end(&mut head) {
            failed = Some(ReadErrorKind::Io(error.to_string()));
        }
        if head.starts_with(&[0xEF, 0xBB, 0xBF]) {
            head.drain(..3);
        } else if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
            failed = Some(ReadErrorKind::Utf16);
        }
        let gbk = match std::str::from_utf8(&head) {
            Ok(_) => false,
            // The head may end inside a character.
            Err(error) => error.error_len().is_some() || head.len() < HEAD - 3,
        };
        let source = BufReader::new(Cursor::new(head).chain(source));
        Self { source, gbk, number: 0, failed, done: false }
    }

    /// The next line; `None` at the end of the file. After an error that names the file's
    /// end or encoding, nothing follows; after a line too long, the next line.
    pub(crate) fn next(&mut self) -> Option<Result<TextLine, ReadError>> {
        if self.done {
            return None;
        }
        if let Some(kind) = self.failed.take() {
            self.done = true;
            return Some(Err(ReadError { line: 1, column: 1, kind }));
        }
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes);
        self.number = self.number.saturating_add(1);
        let error = |kind| Some(Err(ReadError { line: self.number, column: 1, kind }));
        match read {
            Err(failure) => {
                self.done = true;
                return error(ReadErrorKind::Io(failure.to_string()));
            }
            Ok(0) => {
                self.done = true;
                return None;
            }
            Ok(MAX_LINE) if bytes.last() != Some(&b'\n') => {
                self.done = self.source.skip_until(b'\n').is_err();
                return error(ReadErrorKind::TooLong { what: "the line", limit: MAX_LINE });
            }
            Ok(_) => {}
        }
        while bytes.last().is_some_and(|b| matches!(b, b'\n' | b'\r')) {
            bytes.pop();
        }
        let text = if self.gbk { None } else { String::from_utf8(bytes.clone()).ok() };
        let text = text.unwrap_or_else(|| {
            self.gbk = true;
            encoding_rs::GB18030.decode_without_bom_handling(&bytes).0.into_owned()
        });
        Some(Ok(TextLine { number: self.number, text }))
    }
}

/// The words of a text, one space between them: comments keep no line breaks, because the
/// writer breaks lines where it needs to.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result a word says, if it is one; `Some(None)` for `*`.
pub(crate) fn result(word: &str) -> Option<Option<Outcome>> {
    Some(match word {
        "1-0" => Some(Outcome::FirstWins),
        "0-1" => Some(Outcome::SecondWins),
        "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Outcome::Draw),
        "*" => None,
        _ => return None,
    })
}

/// A word without a move number before it. Digits count as one when dots follow them and no
/// digit follows the dots: in WXF `15.1` is a move.
pub(crate) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() {
        return rest;
    }
    let after = rest.trim_start_matches(['.', '…', '．', '、', '。']);
    let dots = after.len() < rest.len();
    if dots && !after.starts_with(|c: char| c.is_ascii_digit()) { after } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next()).map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn reads_line_ends_and_byte_order_marks() {
        assert_eq!(texts(b"\xEF\xBB\xBFa\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(texts(b""), Vec::<String>::new());
    }

    #[test]
    fn reads_gbk_even_where_a_line_is_valid_utf8_by_accident() {
        // In GBK the word for "one" is D2 BB, which is also one UTF-8 character.
        let (gbk, _, _) = encoding_rs::GBK.encode("一\n炮二平五 馬8進7\n");
        assert_eq!(texts(&gbk), ["一", "炮二平五 馬8進7"]);
    }

    #[test]
    fn a_line_too_long_is_one_error() {
        let mut bytes = vec![b'x'; MAX_LINE + 9];
        bytes.extend_from_slice(b"\nnext");
        let mut lines = Lines::new(&bytes[..]);
        assert!(lines.next().unwrap().is_err());
        assert_eq!(lines.next().unwrap().unwrap().text, "next");
        assert!(lines.next().is_none());
    }

    #[test]
    fn utf16_is_named() {
        let error = Lines::new(&b"\xFF\xFEa\0"[..]).next().unwrap().unwrap_err();
        assert_eq!(error.kind, ReadErrorKind::Utf16);
    }
}
