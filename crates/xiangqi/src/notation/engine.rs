use super::{NotationError, cut};
use crate::{Move, Position, Square};
use game::{Notation, Position as _};

/// The notation of UCI and UCCI, `h2e2`: files `a` to `i` and ranks 0 to 9 from Red's left.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::{Position, notation::Engine};
///
/// let start = Position::start();
/// let m = Engine.parse(&start, "h2e2")?;
/// assert_eq!(Engine.print(&start, m), "h2e2");
/// # Ok::<(), xiangqi::notation::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Engine;

impl Notation<Position> for Engine {
    type Error = NotationError;

    fn print(&self, _position: &Position, m: Move) -> String {
        m.to_string()
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let points = Points::new(text);
        let (from, points) = points.square()?;
        let (to, points) = points.square()?;
        points.end()?;
        legal(position, Move::new(from, to), text)
    }
}

/// `m`, if it is legal.
pub(super) fn legal(position: &Position, m: Move, text: &str) -> Result<Move, NotationError> {
    if position.is_legal(m) { Ok(m) } else { Err(NotationError::NoSuchMove { text: cut(text) }) }
}

/// Reads points of the board one after the other.
#[derive(Copy, Clone)]
pub(super) struct Points<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Points<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, column: 1 }
    }

    pub(super) fn square(self) -> Result<(Square, Self), NotationError> {
        let (file, rest) = self.letter("a file a-i", |c| matches!(c, 'a'..='i' | 'A'..='I'))?;
        let (rank, rest) = rest.letter("a rank 0-9", |c| c.is_ascii_digit())?;
        let name: String = [file, rank].into_iter().collect();
        match name.parse() {
            Ok(square) => Ok((square, rest)),
            Err(_) => Err(self.error("a point such as e0")),
        }
    }

    pub(super) fn dash(self) -> Self {
        let rest = self.text.strip_prefix('-');
        rest.map_or(self, |text| Self { text, column: self.column + 1 })
    }

    pub(super) fn end(self) -> Result<(), NotationError> {
        if self.text.is_empty() { Ok(()) } else { Err(self.error("the end")) }
    }

    fn letter(
        self,
        expected: &'static str,
        fits: impl Fn(char) -> bool,
    ) -> Result<(char, Self), NotationError> {
        let mut chars = self.text.chars();
        match chars.next() {
            Some(c) if fits(c) => Ok((c, Self { text: chars.as_str(), column: self.column + 1 })),
            _ => Err(self.error(expected)),
        }
    }

    fn error(self, expected: &'static str) -> NotationError {
        let found = self.text.chars().next().map_or(super::FoundText::End, super::FoundText::Char);
        NotationError::Malformed { column: self.column, expected, found }
    }
}
