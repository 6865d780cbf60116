use super::{About, Point};
use std::fmt;

/// An answer of a brain to its manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `x,y`: its move; in a Swap2 opening up to three stones.
    Points(Vec<Point>),
    /// `SWAP`: it takes the other colour.
    Swap,
    /// `SUGGEST x,y`: a move to be confirmed by `PLAY`.
    Suggest(Point),
    /// `OK`.
    Ok,
    /// `ERROR …`.
    Error(String),
    /// `UNKNOWN …`: it does not know the command.
    Unknown(String),
    /// `MESSAGE …`, for people; [`super::Progress`] reads what many programs put there.
    Message(String),
    /// `DEBUG …`, for its author.
    Debug(String),
    /// `FORBID …`: points forbidden to Black.
    Forbidden(Vec<Point>),
    /// `INFO key value`: details of a line searched.
    Detail(String),
    /// The description of the brain.
    About(About),
}

impl Answer {
    /// Reads a line of a brain. `None` when it is no answer of this protocol: a manager must ignore
    /// such lines.
    ///
    /// ```
    /// use protocol::gomocup::{Answer, Point};
    /// assert_eq!(Answer::parse("7,3"), Some(Answer::Points(vec![Point { x: 7, y: 3 }])));
    /// assert_eq!(Answer::parse("message hello"), Some(Answer::Message("hello".into())));
    /// assert_eq!(Answer::parse("segmentation fault"), None);
    /// ```
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            return read_points(line).map(Self::Points);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let text = || rest.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(match word.to_ascii_uppercase().as_str() {
            "SWAP" if rest.is_empty() => Self::Swap,
            "SUGGEST" => Self::Suggest(Point::read(rest)?),
            "OK" if rest.is_empty() => Self::Ok,
            "ERROR" => Self::Error(text()),
            "UNKNOWN" => Self::Unknown(text()),
            "MESSAGE" => Self::Message(text()),
            "DEBUG" => Self::Debug(text()),
            "INFO" => Self::Detail(text()),
            "FORBID" => Self::Forbidden(read_forbidden(rest.trim())?),
            _ => Self::About(About::read(line)?),
        })
    }
}

/// `7,7` or `7,7 8,8`; a space after a comma is accepted when there is one point.
fn read_points(line: &str) -> Option<Vec<Point>> {
    if let Some(point) = Point::read(line) {
        return Some(vec![point]);
    }
    line.split_whitespace().map(Point::read).collect()
}

/// `07070808.`, two digits each, without a sign between.
fn read_forbidden(text: &str) -> Option<Vec<Point>> {
    let digits = text.strip_suffix('.').unwrap_or(text);
    if !digits.len().is_multiple_of(4) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let points = (0..digits.len()).step_by(4).map(|at| {
        let x = digits.get(at..at + 2)?.parse().ok()?;
        let y = digits.get(at + 2..at + 4)?.parse().ok()?;
        Some(Point { x, y })
    });
    points.collect()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, word: &str, text: &str| {
            if text.is_empty() { f.write_str(word) } else { write!(f, "{word} {text}") }
        };
        match self {
            Self::Points(points) => points
                .iter()
                .enumerate()
                .try_for_each(|(n, point)| write!(f, "{}{point}", if n == 0 { "" } else { " " })),
            Self::Swap => f.write_str("SWAP"),
            Self::Suggest(point) => write!(f, "SUGGEST {point}"),
            Self::Ok => f.write_str("OK"),
            Self::Error(text) => line(f, "ERROR", text),
            Self::Unknown(text) => line(f, "UNKNOWN", text),
            Self::Message(text) => line(f, "MESSAGE", text),
            Self::Debug(text) => line(f, "DEBUG", text),
            Self::Detail(text) => line(f, "INFO", text),
            Self::Forbidden(points) => {
                f.write_str("FORBID ")?;
                points.iter().try_for_each(|p| write!(f, "{:02}{:02}", p.x, p.y))?;
                f.write_str(".")
            }
            Self::About(about) => about.fmt(f),
        }
    }
}
