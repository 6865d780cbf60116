use crate::LineError;
use crate::words::Words;
use std::fmt;

/// A point in the coordinates of the protocol: column, then row, both from 0. Prints as `7,7`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

const EXPECTED: &str = "a point, as in 7,7";

impl Point {
    /// Reads a text that is exactly one point.
    ///
    /// ```
    /// use protocol::gomocup::Point;
    /// assert_eq!(Point::read("7, 3"), Some(Point { x: 7, y: 3 }));
    /// assert_eq!(Point::read("h8"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: number(x)?, y: number(y)? })
    }

    /// Reads the rest of a line as a point.
    pub(super) fn rest(words: &mut Words<'_>) -> Result<Self, LineError> {
        let first = words.peek().ok_or_else(|| words.missing(EXPECTED))?;
        let text = words.rest_text();
        Self::read(&text).ok_or_else(|| LineError::word(2, first, EXPECTED))
    }

    /// The point in our own notation: `h8`. A column beyond its letters stays a number, which is no
    /// move.
    #[must_use]
    pub fn to_move(self) -> String {
        match self.x {
            0..26 => format!("{}{}", char::from(b'a' + self.x), u16::from(self.y) + 1),
            _ => self.to_string(),
        }
    }

    /// Reads our own notation.
    ///
    /// ```
    /// use protocol::gomocup::Point;
    /// assert_eq!(Point::from_move("h8"), Some(Point { x: 7, y: 7 }));
    /// assert_eq!(Point::from_move("h0"), None);
    /// ```
    #[must_use]
    pub fn from_move(text: &str) -> Option<Self> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let row: u8 = number(&text[1..])?;
        Some(Self { x: letter - b'a', y: row.checked_sub(1)? })
    }
}

/// Digits only: `parse` alone would take a plus sign.
fn number(text: &str) -> Option<u8> {
    let text = text.trim();
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
