use crate::LineError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The words of a line, read one by one. The position is kept for error messages.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { words: line.split_whitespace().collect(), next: 0 }
    }

    /// The next word, consumed.
    pub(crate) fn take(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// Puts the word read last back.
    pub(crate) fn step_back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// Consumes the next word if it is `word`.
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    /// The next word, or the error that it is missing.
    pub(crate) fn need(&mut self, expected: &str) -> Result<&'a str, LineError> {
        self.take().ok_or_else(|| LineError::end(self.next, expected))
    }

    /// The error for a missing word here.
    pub(crate) fn missing(&self, expected: &str) -> LineError {
        LineError::end(self.next, expected)
    }

    /// The number after the keyword `key`.
    pub(crate) fn number<T: FromStr>(&mut self, key: &str) -> Result<T, LineError> {
        let expected = format!("a whole number after {key}");
        let word = self.need(&expected)?;
        word.parse().map_err(|_| LineError::word(self.next, word, expected))
    }

    /// The milliseconds after the keyword `key`. Managers send negative values when a clock has run
    /// over: these count as none left.
    pub(crate) fn millis(&mut self, key: &str) -> Result<Duration, LineError> {
        let number: i64 = self.number(key)?;
        Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0)))
    }

    /// All remaining words.
    pub(crate) fn rest(&mut self) -> &[&'a str] {
        let rest = self.words.get(self.next..).unwrap_or_default();
        self.next = self.words.len();
        rest
    }

    /// All remaining words, as text.
    pub(crate) fn rest_text(&mut self) -> String {
        self.rest().join(" ")
    }

    /// Words up to (not including) the first that is in `stops`, as text.
    pub(crate) fn text_until(&mut self, stops: &[&str]) -> String {
        let start = self.next;
        while self.peek().is_some_and(|w| !stops.contains(&w)) {
            self.next += 1;
        }
        self.words[start..self.next].join(" ")
    }

    /// Words up to (not including) the first that is in `stops`.
    pub(crate) fn list_until(&mut self, stops: &[&str]) -> Vec<String> {
        let start = self.next;
        while self.peek().is_some_and(|w| !stops.contains(&w)) {
            self.next += 1;
        }
        self.words[start..self.next].iter().map(|&w| w.to_owned()).collect()
    }

    /// An error at the word read last.
    pub(crate) fn wrong(&self, found: &str, expected: &str) -> LineError {
        LineError::word(self.next, found, expected)
    }

    /// The error for words that are left over.
    pub(crate) fn finish(&self, expected: &str) -> Result<(), LineError> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(LineError::word(self.next + 1, word, expected)),
        }
    }
}

/// Prints ` key value` when there is a value.
pub(crate) fn write_pair<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    value: Option<T>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {key} {value}"),
        None => Ok(()),
    }
}

/// Prints ` word` for each word.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}
