//! Moves as two points, as programs write them: ranks from 0 or 1, with or without a sign between the points, or
//! as four digits.

use super::{NotationError, cut};
use crate::{File, Move, Position, Rank, Square};
use game::Position as _;

/// How points are written.
///
/// ```
/// use xiangqi::{Position, notation::{self, Ranks}};
/// let start = Position::start();
/// for (text, ranks) in [
///     ("h2e2", Ranks::FromZero),
///     ("h3e3", Ranks::FromOne),
///     ("7747", Ranks::DigitsFromTop),
///     ("7242", Ranks::DigitsFromBottom),
/// ] {
///     assert_eq!(notation::read_counted(&start, text, ranks)?.to_string(), "h2e2");
/// }
/// # Ok::<(), notation::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// `h2e2`: ranks 0 to 9 from Red's side.
    #[default]
    FromZero,
    /// `h3e3`: ranks 1 to 10.
    FromOne,
    /// `7747`: columns and rows 0 to 9 from the top left, as DhtmlXQ has them.
    DigitsFromTop,
    /// `7242`: columns and ranks 0 to 9 from the bottom left.
    DigitsFromBottom,
}

impl Ranks {
    /// The point with this file and this number.
    pub(super) fn square(self, file: u8, rank: u8) -> Option<Square> {
        let rank = match self {
            Self::FromZero | Self::DigitsFromBottom => rank,
            Self::FromOne => rank.checked_sub(1)?,
            Self::DigitsFromTop => 9_u8.checked_sub(rank)?,
        };
        Some(Square::new(File::from_index(file.into())?, Rank::from_index(rank.into())?))
    }

    const fn has_letters(self) -> bool {
        matches!(self, Self::FromZero | Self::FromOne)
    }
}

/// The two points of a text, a piece's letter before the first and a sign between them if there is one; `None` if
/// it is no such text.
pub(super) fn pair(text: &str, ranks: Ranks) -> Option<(Option<Square>, Option<Square>)> {
    let mut rest = text;
    let mut first = point(&mut rest, ranks);
    if first.is_none() && text.len() > 4 {
        // `Ch2-e2`.
        rest = text.strip_prefix(|c: char| c.is_ascii_uppercase())?;
        first = point(&mut rest, ranks);
    }
    let first = first?;
    rest = rest.trim_start_matches(['-', 'x', 'X', ':', '*', '=', '>']);
    let second = point(&mut rest, ranks)?;
    rest.is_empty().then_some((first, second))
}

/// The move between two points, if it is legal.
pub(super) fn legal_pair(
    position: &Position,
    (from, to): (Option<Square>, Option<Square>),
    text: &str,
) -> Result<Move, NotationError> {
    let m = from.zip(to).map(|(from, to)| Move::new(from, to));
    m.filter(|&m| position.is_legal(m)).ok_or_else(|| NotationError::NoSuchMove { text: cut(text) })
}

/// Takes a point from the beginning of a text: `Some(None)` for one that is not on the board.
pub(super) fn point(text: &mut &str, ranks: Ranks) -> Option<Option<Square>> {
    let mut characters = text.chars();
    let letter = characters.next()?;
    let file = match letter.to_ascii_lowercase() {
        c @ 'a'..='i' if ranks.has_letters() => c as u8 - b'a',
        c @ '0'..='8' if !ranks.has_letters() => c as u8 - b'0',
        _ => return None,
    };
    let after = characters.as_str();
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    let length = match digits {
        0 => return None,
        // Rank 10; without letters every number has one digit.
        2.. if ranks == Ranks::FromOne && after.starts_with("10") => 2,
        _ => 1,
    };
    let (rank, rest) = after.split_at_checked(length)?;
    *text = rest;
    Some(ranks.square(file, rank.parse().ok()?))
}
