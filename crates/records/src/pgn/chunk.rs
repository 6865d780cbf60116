use crate::text::{Lines, TextLine};
use crate::{ReadError, ReadErrorKind};
use std::io::Read;

/// The most bytes of one game that are read.
const MAX_GAME: usize = 1 << 24;

/// Splits a file into stretches of lines that hold whole games, so that reading can go on
/// with the next one when one is broken.
///
/// A stretch ends before a tag that follows moves, or repeats a tag after a blank line.
/// Inside an open comment only an `[Event "` or `[Game "` ends it: that comment was never
/// closed.
#[derive(Debug)]
pub struct Chunks<R> {
    lines: Lines<R>,
    ahead: Option<TextLine>,
}

/// What the lines of a stretch amounted to so far.
#[derive(Default)]
struct StretchSummary {
    moves: bool,
    in_comment: bool,
    blank: bool,
    tags: Vec<String>,
}

impl<R: Read> Chunks<R> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source), ahead: None }
    }

    /// The next stretch; `None` at the end of the file.
    #[expect(clippy::should_implement_trait, reason = "as the lines it is made of")]
    pub fn next(&mut self) -> Option<Result<Vec<TextLine>, ReadError>> {
        let mut lines: Vec<TextLine> = Vec::new();
        let mut seen = StretchSummary::default();
        let mut bytes = 0;
        let mut error = None;
        loop {
            let line = match self.ahead.take().map(Ok).or_else(|| self.lines.next()) {
                None => break,
                Some(Err(e)) => {
                    error = error.or(Some(e));
                    continue;
                }
                Some(Ok(line)) => line,
            };
            if seen.ends_before(&line.text) {
                self.ahead = Some(line);
                break;
            }
            seen.add(&line.text);
            bytes += line.text.len();
            if bytes > MAX_GAME {
                error = error.or_else(|| {
                    let kind = ReadErrorKind::TooLong { what: "the game", limit: MAX_GAME };
                    Some(ReadError { line: line.number, column: 1, kind })
                });
                lines.clear();
            } else {
                lines.push(line);
            }
        }
        match error {
            Some(error) => Some(Err(error)),
            None if lines.is_empty() => None,
            None => Some(Ok(lines)),
        }
    }
}

impl StretchSummary {
    fn ends_before(&self, line: &str) -> bool {
        let Some(name) = tag_name(line) else { return false };
        if self.in_comment {
            return name.eq_ignore_ascii_case("Event") || name.eq_ignore_ascii_case("Game");
        }
        self.moves || (self.blank && self.tags.iter().any(|t| t.eq_ignore_ascii_case(name)))
    }

    fn add(&mut self, line: &str) {
        let line = line.trim();
        if !self.in_comment {
            self.blank = line.is_empty();
            if let Some(name) = tag_name(line) {
                self.tags.push(name.to_owned());
                return;
            }
            if line.is_empty() || line.starts_with('%') {
                return;
            }
            self.moves = true;
        }
        for c in line.chars() {
            match c {
                '}' if self.in_comment => self.in_comment = false,
                '{' => self.in_comment = true,
                ';' if !self.in_comment => return,
                _ => {}
            }
        }
    }
}

/// The name in a line that begins like a tag pair, `[Name "`.
fn tag_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('[')?.trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = rest.split_at(end);
    (!name.is_empty() && rest.trim_start().starts_with('"')).then_some(name)
}
