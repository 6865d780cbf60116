use super::Point;
use std::fmt;

/// A side, as gomoku players call it. Black begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black: the first side of our games.
    Black,
    /// White.
    White,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Black => 'x',
            Self::White => 'o',
        }
    }
}

/// A position as our games write it: rows from the top with `/` between them, `x` for Black, `o`
/// for White, numbers for empty points, then the side to move.
///
/// ```
/// use protocol::gomocup::{Colour, Point, Rows};
/// let stones = vec![(Point { x: 0, y: 0 }, Colour::Black), (Point { x: 2, y: 4 }, Colour::White)];
/// let rows = Rows { size: Some(5), stones, mover: Some(Colour::Black) };
/// assert_eq!(rows.to_string(), "2o2/5/5/5/x4 x");
/// assert_eq!(Rows::read("2o2/5/5/5/x4 x"), rows);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Points along an edge; `None` where a text has no rows.
    pub size: Option<u8>,
    /// The stones, in an order in which they may have been put: Black and White by turns, as far
    /// as both have stones.
    pub stones: Vec<(Point, Colour)>,
    /// The side to move; `None` where a text does not state it.
    pub mover: Option<Colour>,
}

impl Rows {
    /// Reads a position. Unreadable parts are left out: positions come from our own rules.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        let mover = match words.next() {
            Some("x") => Some(Colour::Black),
            Some("o") => Some(Colour::White),
            _ => None,
        };
        let (mut blacks, mut whites) = (Vec::new(), Vec::new());
        for (y, row) in (0_u8..).zip(rows.iter().rev()) {
            let (mut x, mut run) = (0_u8, 0_u8);
            for character in row.chars() {
                if let Some(digit) = character.to_digit(10).and_then(|d| u8::try_from(d).ok()) {
                    run = run.saturating_mul(10).saturating_add(digit);
                    continue;
                }
                x = x.saturating_add(std::mem::take(&mut run));
                match character {
                    'x' => blacks.push(Point { x, y }),
                    'o' => whites.push(Point { x, y }),
                    _ => {}
                }
                x = x.saturating_add(1);
            }
        }
        // Brains for renju count moves by these stones: they alternate in colour, as if they were
        // played in this order.
        let mut stones = Vec::new();
        let longest = blacks.len().max(whites.len());
        for n in 0..longest {
            stones.extend(blacks.get(n).map(|&at| (at, Colour::Black)));
            stones.extend(whites.get(n).map(|&at| (at, Colour::White)));
        }
        let size = (rows.len() > 1).then(|| u8::try_from(rows.len()).ok()).flatten();
        Self { size, stones, mover }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.unwrap_or(0);
        for y in (0..size).rev() {
            let mut empty = 0;
            for x in 0..size {
                let stone = self.stones.iter().find(|(at, _)| *at == Point { x, y });
                let Some((_, colour)) = stone else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{}", std::mem::take(&mut empty))?;
                }
                write!(f, "{}", colour.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if y > 0 { "/" } else { "" })?;
        }
        write!(f, " {}", self.mover.unwrap_or(Colour::Black).letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["2oxo/5/5/5/x4 x", "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"] {
            assert_eq!(Rows::read(text).to_string(), text);
        }
        let rows = Rows::read("xo3/5/xx3/5/ooo2 o");
        let colours: Vec<_> = rows.stones.iter().map(|(_, colour)| *colour).collect();
        let (black, white) = (Colour::Black, Colour::White);
        assert_eq!(colours, [black, white, black, white, black, white, white]);
    }

    #[test]
    fn nonsense_is_left_out() {
        for text in ["", "/", "999999999x", "zz/ü3/x x", "x/o/x"] {
            let _ = Rows::read(text).to_string();
        }
        assert_eq!(Rows::read("").size, None);
    }
}
