//! The common part of WXF and Chinese notation: a piece named by its kind and its place, a
//! direction, and a number that means a file or a distance.

use super::{FoundText, NotationError, cut};
use crate::{Kind, Move, Piece, Position, Square, Squares};
use game::{Position as _, Side};

/// A move as these notations describe it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) kind: Kind,
    pub(super) place: PieceTag,
    pub(super) direction: Direction,
    /// The file of arrival. For a move along the file by a piece that goes straight, the number of
    /// steps.
    pub(super) number: u8,
}

/// The place that distinguishes the piece from others of its kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceTag {
    /// On this file, counted from the player's own right, from 1.
    File(u8),
    /// One of several on one file: on the given file, or on any file.
    Tandem(Order, Option<u8>),
    /// A pawn by its number among all pawns that share a file with another: file by file from
    /// the right, the foremost first.
    Numbered(u8),
}

/// Which of several pieces on a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Front,
    Middle,
    Rear,
    /// From the front, from 1.
    Nth(u8),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Advance,
    Retreat,
    Traverse,
}

/// The file as `side` counts it, from its own right: 1 to 9.
pub(super) fn file_number(square: Square, side: Side) -> u8 {
    let from_left = square.file().index() as u8;
    match side {
        Side::First => 9 - from_left,
        Side::Second => from_left + 1,
    }
}

/// The pieces of the same kind and side on the file of `square`, itself included, the foremost
/// first.
pub(super) fn column(position: &Position, piece: Piece, square: Square) -> Vec<Square> {
    let like = position.pieces(piece.side(), piece.kind());
    let mut column: Vec<Square> = (like & Squares::file(square.file())).into_iter().collect();
    column.sort_by_key(|s| std::cmp::Reverse(s.rank().relative_to(piece.side())));
    column
}

/// The pawns of `side` that share a file with another one, numbered as [`PieceTag::Numbered`]
/// counts them.
pub(super) fn tandem_pawns(position: &Position, side: Side) -> Vec<Square> {
    let pawns = position.pieces(side, Kind::Pawn);
    let shares = |s: Square| (pawns & Squares::file(s.file())).more_than_one();
    let mut tandem: Vec<Square> = pawns.into_iter().filter(|&s| shares(s)).collect();
    tandem.sort_by_key(|&s| (file_number(s, side), std::cmp::Reverse(s.rank().relative_to(side))));
    tandem
}

/// Whether pawns of `side` stand in tandem on more than one file.
pub(super) fn has_two_tandem_files(position: &Position, side: Side) -> bool {
    let tandem = tandem_pawns(position, side);
    tandem.iter().any(|s| s.file() != tandem[0].file())
}

/// Direction and number of `m`, a move of `piece`.
pub(super) fn way(piece: Piece, m: Move) -> (Direction, u8) {
    let side = piece.side();
    let rank = |s: Square| s.rank().relative_to(side);
    let direction = match rank(m.to).cmp(&rank(m.from)) {
        std::cmp::Ordering::Greater => Direction::Advance,
        std::cmp::Ordering::Less => Direction::Retreat,
        std::cmp::Ordering::Equal => Direction::Traverse,
    };
    let number = if m.from.file() == m.to.file() {
        rank(m.to).index().abs_diff(rank(m.from).index()) as u8
    } else {
        file_number(m.to, side)
    };
    (direction, number)
}

impl Pattern {
    /// The one legal move that this describes.
    pub(super) fn find(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let side = position.side_to_move();
        let piece = Piece::new(side, self.kind);
        let mut fitting: Vec<Move> = position
            .moves()
            .into_iter()
            .filter(|&m| {
                position.piece_at(m.from) == Some(piece)
                    && way(piece, m) == (self.direction, self.number)
                    && self.place.fits(position, piece, m.from)
            })
            .collect();
        fitting.sort();
        match fitting[..] {
            [m] => Ok(m),
            [] => Err(NotationError::NoSuchMove { text: cut(text) }),
            _ => Err(NotationError::Ambiguous { text: cut(text), candidates: fitting }),
        }
    }
}

impl PieceTag {
    fn fits(self, position: &Position, piece: Piece, square: Square) -> bool {
        let own_file = file_number(square, piece.side());
        match self {
            Self::File(file) => file == own_file,
            Self::Tandem(order, file) => {
                file.is_none_or(|file| file == own_file)
                    && order.fits(&column(position, piece, square), square)
            }
            Self::Numbered(number) => {
                let pawns = tandem_pawns(position, piece.side());
                pawns.get(usize::from(number).wrapping_sub(1)) == Some(&square)
            }
        }
    }
}

impl Order {
    fn fits(self, column: &[Square], square: Square) -> bool {
        let place = match self {
            _ if column.len() < 2 => return false,
            Self::Front => 0,
            Self::Rear => column.len() - 1,
            Self::Middle if column.len() == 3 => 1,
            Self::Middle => return false,
            Self::Nth(number) => usize::from(number).wrapping_sub(1),
        };
        column.get(place) == Some(&square)
    }
}

/// Reads a text character by character and skips spaces.
pub(super) struct Reader<'a> {
    chars: std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'a>>>,
    length: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { chars: text.chars().enumerate().peekable(), length: text.chars().count() }
    }

    fn skip_spaces(&mut self) {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    /// The next character as converted by `f`, if `f` accepts it.
    pub(super) fn take<T>(&mut self, f: impl Fn(char) -> Option<T>) -> Option<T> {
        self.skip_spaces();
        let value = f(self.chars.peek()?.1)?;
        self.chars.next();
        Some(value)
    }

    /// [`Reader::take`], or an error.
    pub(super) fn expect<T>(
        &mut self,
        expected: &'static str,
        f: impl Fn(char) -> Option<T>,
    ) -> Result<T, NotationError> {
        self.take(f).ok_or_else(|| self.error(expected))
    }

    pub(super) fn end(&mut self) -> Result<(), NotationError> {
        self.skip_spaces();
        if self.chars.peek().is_none() { Ok(()) } else { Err(self.error("the end")) }
    }

    pub(super) fn error(&mut self, expected: &'static str) -> NotationError {
        let (column, found) = match self.chars.peek() {
            Some(&(index, c)) => (index + 1, FoundText::Char(c)),
            None => (self.length + 1, FoundText::End),
        };
        NotationError::Malformed { column, expected, found }
    }
}
