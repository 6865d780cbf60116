//! Files as text: lines in any encoding, and their words.

use crate::encoding::{detect, utf16};
use crate::{ReadError, ReadErrorKind};
use encoding_rs::Encoding;
use game::Outcome;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};

/// The longest line that is read.
const MAX_LINE: usize = 1 << 20;
/// How many bytes of a file decide its encoding.
const HEAD: usize = 1 << 16;

/// A line of a file without its end, and its number from 1.
#[derive(Clone, Debug)]
pub struct TextLine {
    /// Its number, from 1.
    pub number: u32,
    /// Its text.
    pub text: String,
}

/// The lines of a file as text: UTF-8, with or without a byte order mark, or an older encoding, which is
/// guessed ([`crate::encoding`]).
///
/// The first 64 KiB as a whole decide the encoding: a single Chinese word in GBK can be valid UTF-8 by
/// accident, a page cannot.
#[derive(Debug)]
pub struct Lines<R> {
    source: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    /// The encoding of lines that are not UTF-8, once it is known.
    old: Option<&'static Encoding>,
    /// Whether the file as a whole is in it.
    is_old: bool,
    number: u32,
    /// Parts of the last line behind a CR alone, as old systems end lines.
    parts: VecDeque<Vec<u8>>,
    /// Whether the source failed or cannot be read.
    failed: Option<ReadErrorKind>,
    done: bool,
}

impl<R: Read> Lines<R> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(mut source: R) -> Self {
        let mut head = Vec::new();
        let mut failed = None;
        if let Err(error) = source.by_ref().take(HEAD as u64).read_to_end(&mut head) {
            failed = Some(ReadErrorKind::Io(error.to_string()));
        }
        if head.starts_with(&[0xEF, 0xBB, 0xBF]) {
            head.drain(..3);
        } else if utf16(&head).is_some() {
            failed = Some(ReadErrorKind::Utf16);
        }
        let is_old = match std::str::from_utf8(&head) {
            Ok(_) => false,
            // The head may end inside a character.
            Err(error) => error.error_len().is_some() || head.len() < HEAD - 3,
        };
        let old = is_old.then(|| detect(&head));
        let source = BufReader::new(Cursor::new(head).chain(source));
        let parts = VecDeque::new();
        Self { source, old, is_old, number: 0, parts, failed, done: false }
    }

    /// The next line; `None` at the end of the file. After an error of the file or its encoding nothing
    /// follows; after a line that is too long the next line follows.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator could not be asked on after its end"
    )]
    pub fn next(&mut self) -> Option<Result<TextLine, ReadError>> {
        if self.done {
            return None;
        }
        if let Some(kind) = self.failed.take() {
            self.done = true;
            return Some(Err(ReadError { line: 1, column: 1, kind }));
        }
        if let Some(bytes) = self.parts.pop_front() {
            self.number = self.number.saturating_add(1);
            return Some(Ok(self.line(&bytes)));
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
        if bytes.contains(&b'\r') {
            self.parts.extend(bytes.split(|byte| *byte == b'\r').map(<[u8]>::to_vec));
            bytes = self.parts.pop_front().unwrap_or_default();
        }
        Some(Ok(self.line(&bytes)))
    }

    fn line(&mut self, bytes: &[u8]) -> TextLine {
        let text = if self.is_old { None } else { String::from_utf8(bytes.to_owned()).ok() };
        let text = text.unwrap_or_else(|| {
            self.is_old = true;
            let old = *self.old.get_or_insert_with(|| detect(bytes));
            old.decode_without_bom_handling(bytes).0.into_owned()
        });
        TextLine { number: self.number, text }
    }
}

/// The text of bytes in an unknown encoding: UTF-8, else the one that is detected ([`detect`]).
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => detect(bytes).decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// The ASCII character that a full-width letter, digit or sign of a move stands for; other characters
/// stay. Brackets stay too, because they would begin comments.
#[must_use]
pub fn narrow(c: char) -> char {
    let signs =
        matches!(c, '！' | '（' | '）' | '＊' | '＋' | '－' | '．' | '／' | '：' | '＝' | '？');
    if signs || matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ') {
        u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(c)
    } else {
        c
    }
}

/// A word of movetext in ASCII if it consists of full-width and ASCII characters only.
#[must_use]
pub fn narrowed(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let narrow: String = word.chars().map(narrow).collect();
    if narrow.is_ascii() { Cow::Owned(narrow) } else { Cow::Borrowed(word) }
}

/// The annotation of a move that signs behind it mean (`!?`, also in full width), by its number in the standard;
/// longer ones by their first two.
///
/// ```
/// assert_eq!(records::text::judgement("!?"), Some(5));
/// assert_eq!(records::text::judgement("+"), None);
/// ```
#[must_use]
pub fn judgement(marks: &str) -> Option<u16> {
    let marks: String = marks.chars().map(narrow).collect();
    if marks.is_empty() || !marks.chars().all(|c| matches!(c, '!' | '?')) {
        return None;
    }
    Some(match marks.get(..2).unwrap_or(&marks) {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        _ => 6,
    })
}

/// The words of a text with one space between them. Control characters are left out: a terminal
/// would obey them. Comments lose their line breaks, because the writer breaks
/// lines itself.
#[must_use]
pub fn squeeze(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The words of the first line of a text that is neither empty nor a comment, without the comment at its
/// end; `None` if there is no such line.
///
/// ```
/// use records::text::first_words;
/// assert_eq!(first_words(b"# usual\n\nh8 I9 # a comment"), Some(vec!["h8".into(), "I9".into()]));
/// assert_eq!(first_words(b"# nothing\n"), None);
/// ```
#[must_use]
pub fn first_words(head: &[u8]) -> Option<Vec<String>> {
    // Line by line: the last one may be cut within a character.
    head.split(|byte| matches!(byte, b'\n' | b'\r')).find_map(|line| {
        let line = decode(line);
        let moves = line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default();
        let words = moves.split_whitespace().map(|word| narrowed(word).into_owned());
        Some(words.collect::<Vec<_>>()).filter(|words| !words.is_empty())
    })
}

/// The result that a word means, if any; `Some(None)` for `*`, and for `0-0`, which means that both sides
/// lost a game of draughts. Forfeits have an `F` (`2-0F`); Chinese sites write results in words.
///
/// ```
/// use game::Outcome;
/// use records::text::result;
/// assert_eq!(result("0-2F"), Some(Some(Outcome::SecondWins)));
/// assert_eq!(result("红先胜"), Some(Some(Outcome::FirstWins)));
/// assert_eq!(result("h2e2"), None);
/// ```
#[must_use]
pub fn result(word: &str) -> Option<Option<Outcome>> {
    let word: String = word.trim().chars().map(narrow).collect();
    if word == "*" {
        return Some(None);
    }
    if !word.is_ascii() {
        return result_in_words(&word).map(Some);
    }
    // Anywhere else an F is a file.
    let word = word.strip_suffix(['f', 'F']).unwrap_or(&word);
    Some(match word {
        "1-0" | "2-0" | "1:0" | "2:0" => Some(Outcome::FirstWins),
        "0-1" | "0-2" | "0:1" | "0:2" => Some(Outcome::SecondWins),
        "1/2-1/2" | "1/2" | "1-1" | "1:1" | "0.5-0.5" | "1/2:1/2" => Some(Outcome::Draw),
        "0-0" | "0:0" => None,
        _ => return None,
    })
}

/// `½-½`, and results in Chinese, in either script.
fn result_in_words(word: &str) -> Option<Outcome> {
    const FIRST: [&str; 5] = ["红", "紅", "先", "红先", "紅先"];
    const SECOND: [&str; 4] = ["黑", "后", "後", "黑后"];
    if matches!(word, "½-½" | "½") {
        return Some(Outcome::Draw);
    }
    let word = word.strip_prefix("结果").or(word.strip_prefix("結果")).unwrap_or(word);
    let word = word.trim_start_matches([':', ' ']).trim_end_matches(['。', '.']);
    if matches!(
        word,
        "和" | "和棋" | "和局" | "平" | "平局" | "平手" | "红和" | "先和" | "双方和棋" | "雙方和棋"
    ) {
        return Some(Outcome::Draw);
    }
    let is_win = |how: &str| matches!(how, "胜" | "勝" | "胜利" | "勝利" | "赢" | "贏" | "优胜");
    let is_loss = |how: &str| {
        matches!(
            how,
            "负" | "負"
                | "败"
                | "敗"
                | "输"
                | "輸"
                | "认输"
                | "認輸"
                | "认负"
                | "認負"
                | "超时"
                | "超時"
        )
    };
    let rest = |sides: &[&str]| {
        let longest =
            sides.iter().filter(|side| word.starts_with(*side)).max_by_key(|s| s.len())?;
        let rest = word.get(longest.len()..)?;
        Some(rest.trim_start_matches(['方', '棋', '手']).to_owned())
    };
    match (rest(&FIRST), rest(&SECOND)) {
        (Some(how), _) if is_win(&how) => Some(Outcome::FirstWins),
        (Some(how), _) if is_loss(&how) => Some(Outcome::SecondWins),
        (_, Some(how)) if is_win(&how) => Some(Outcome::SecondWins),
        (_, Some(how)) if is_loss(&how) => Some(Outcome::FirstWins),
        _ => None,
    }
}

/// The result of a game of draughts whose points are divided, 20 or 12 of them (`12-8`, `20-0`, `10-10`): who has
/// more has won. Such a word can be a move too.
#[must_use]
pub fn points(word: &str) -> Option<Outcome> {
    let (first, second) = word.trim_end_matches(['f', 'F']).split_once(['-', ':'])?;
    let (first, second): (u8, u8) = (first.parse().ok()?, second.parse().ok()?);
    matches!(first.checked_add(second), Some(2 | 12 | 20)).then(|| match first.cmp(&second) {
        std::cmp::Ordering::Greater => Outcome::FirstWins,
        std::cmp::Ordering::Less => Outcome::SecondWins,
        std::cmp::Ordering::Equal => Outcome::Draw,
    })
}

/// A word without a move number before it. Digits count as one when dots follow them and no
/// digit follows the dots (in WXF `15.1` is a move), and alone when there are at most three (`7747` may be a
/// move).
#[must_use]
pub fn without_number(word: &str) -> &str {
    let is_digit = |c: char| narrow(c).is_ascii_digit();
    let rest = word.trim_start_matches(is_digit);
    if rest.is_empty() {
        return if word.chars().count() <= 3 { rest } else { word };
    }
    let after = rest.trim_start_matches(['.', '…', '．', '、', '。']);
    let dots = after.len() < rest.len();
    if dots && !after.starts_with(is_digit) { after } else { word }
}

/// A word of draughts without a move number before it. Digits count as one when dots follow
/// them (`1.32-28`), and alone when there are at most three (`3228` is a move).
#[must_use]
pub fn without_pdn_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - rest.len();
    if rest.is_empty() && digits <= 3 {
        return rest;
    }
    let after = rest.trim_start_matches(['.', '…']);
    if after.len() < rest.len() { after } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GB18030, WINDOWS_1251};

    fn texts(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next()).map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn reads_line_ends_and_byte_order_marks() {
        assert_eq!(texts(b"\xEF\xBB\xBFa\r\nb\n\nc"), ["a", "b", "", "c"]);
        // Mixed ends, and those of old systems.
        assert_eq!(texts(b"a\rb\r\nc\nd\r\r\ne"), ["a", "b", "c", "d", "e"]);
        assert_eq!(texts(b"a\rb\r"), ["a", "b"]);
        assert_eq!(texts(b""), Vec::<String>::new());
    }

    #[test]
    fn reads_gbk_even_where_a_line_is_valid_utf8_by_accident() {
        // In GBK the word for "one" is D2 BB, which is also one UTF-8 character.
        let (gbk, _, _) = encoding_rs::GBK.encode("一\n炮二平五 馬8進7\n");
        assert_eq!(texts(&gbk), ["一", "炮二平五 馬8進7"]);
    }

    #[test]
    fn alphabets_of_old_files_are_told_apart() {
        let mut lines = Lines::new(&b"Wiersma, Andr\xE9"[..]);
        assert_eq!(lines.next().unwrap().unwrap().text, "Wiersma, André");
        let (bytes, _, _) = WINDOWS_1251.encode("Цукерник, Э.");
        let mut lines = Lines::new(&bytes[..]);
        assert_eq!(lines.next().unwrap().unwrap().text, "Цукерник, Э.");
        assert_eq!(decode(b"Bj\xF6rn"), "Björn");
        assert_eq!(decode(&GB18030.encode("好棋 a 黑").0), "好棋 a 黑");
    }

    #[test]
    fn move_numbers_of_draughts_may_be_glued_to_moves() {
        for (word, bare) in [("1.32-28", "32-28"), ("12...", ""), ("7", ""), ("32-28", "32-28")] {
            assert_eq!(without_pdn_number(word), bare);
        }
        assert_eq!(without_pdn_number("3228"), "3228");
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
