use crate::LineError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A parsed line of Hub 2: `command name=value flag name="a value"`.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) command: &'a str,
    arguments: Vec<Argument<'a>>,
}

#[derive(Copy, Clone, Debug)]
struct Argument<'a> {
    name: &'a str,
    value: Option<&'a str>,
    /// Which word of the line, from 1.
    place: usize,
}

impl<'a> Line<'a> {
    /// `None` when the line is empty.
    pub(super) fn read(text: &'a str) -> Result<Option<Self>, LineError> {
        let text = text.trim();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (command, mut rest) = text.split_at(end);
        if command.is_empty() {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        for place in 2.. {
            rest = rest.trim_start();
            if rest.is_empty() {
                break;
            }
            let (argument, after) = Argument::read(rest, place)?;
            arguments.push(argument);
            rest = after;
        }
        Ok(Some(Self { command, arguments }))
    }

    /// The value of an argument; a flag's is the empty text.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.find(name).map(|argument| argument.value.unwrap_or_default())
    }

    /// The value of a required argument.
    pub(super) fn need(&self, name: &str, expected: &str) -> Result<&'a str, LineError> {
        self.value(name).ok_or_else(|| LineError::end(self.arguments.len() + 1, expected))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The first argument's name.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.arguments.first().map(|argument| argument.name)
    }

    /// A number, if the argument is there.
    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, LineError> {
        let read = |text: &str| text.parse().ok();
        self.parsed(name, "a whole number", read)
    }

    /// The seconds, if the argument is present. Negative seconds, of a clock that has run over,
    /// count as none left.
    pub(super) fn seconds(&self, name: &str) -> Result<Option<Duration>, LineError> {
        self.parsed(name, "seconds", seconds)
    }

    fn parsed<T>(
        &self,
        name: &str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, LineError> {
        let Some(argument) = self.find(name) else { return Ok(None) };
        let text = argument.value.unwrap_or_default();
        read(text)
            .map(Some)
            .ok_or_else(|| LineError::word(argument.place, text, format!("{what} after {name}=")))
    }

    fn find(&self, name: &str) -> Option<&Argument<'a>> {
        self.arguments.iter().find(|argument| argument.name == name)
    }
}

impl<'a> Argument<'a> {
    fn read(text: &'a str, place: usize) -> Result<(Self, &'a str), LineError> {
        let end = text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if name.is_empty() || name.contains('"') {
            let word = text.split_whitespace().next().unwrap_or_default();
            return Err(LineError::word(place, word, "NAME=VALUE or NAME"));
        }
        let Some(value) = rest.strip_prefix('=') else {
            return Ok((Self { name, value: None, place }, rest));
        };
        let (value, rest) = if let Some(quoted) = value.strip_prefix('"') {
            let closed = quoted.split_once('"');
            closed.ok_or_else(|| LineError::word(place, text, "a closing quotation mark"))?
        } else {
            value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()))
        };
        if value.contains('"') || !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            return Err(LineError::word(place, text, "quotation marks around a whole value"));
        }
        Ok((Self { name, value: Some(value), place }, rest))
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(if number < 0.0 { 0.0 } else { number }).ok()
}

/// Hundredths of a real number, if it is one.
pub(super) fn hundredths(text: &str) -> Option<i32> {
    let number: f64 = text.parse().ok()?;
    let scaled = (number * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "the bounds were checked")]
    (scaled.abs() <= 1e9).then_some(scaled as i32)
}

/// Prints ` name=value`, in quotes where the value needs them.
pub(super) fn write_argument(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    // The protocol cannot write a quotation mark.
    let value = value.replace('"', "'");
    if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=') {
        write!(f, " {name}=\"{value}\"")
    } else {
        write!(f, " {name}={value}")
    }
}

/// Prints ` name=value` when there is a value.
pub(super) fn write_number<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<T>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {name}={value}"),
        None => Ok(()),
    }
}

/// Seconds as a decimal number without trailing zeros.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:09}", self.0.as_secs(), self.0.subsec_nanos());
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
