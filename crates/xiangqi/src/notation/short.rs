//! Short moves of programs for many games: the letter of the piece, what tells it from another one, and the point
//! of arrival (`Che2`, `Hg7`, `c4`).

use super::points::{Ranks, point};
use super::{NotationError, cut};
use crate::{File, Kind, Move, Position, Square};
use game::Position as _;

/// The pieces that a letter may mean, the usual one first. Files are named by small letters, so only capitals are
/// letters of pieces.
pub(super) fn kinds(letter: char) -> &'static [Kind] {
    match letter {
        'K' => &[Kind::King, Kind::Horse],
        'G' => &[Kind::King, Kind::Advisor],
        'A' => &[Kind::Advisor],
        'B' | 'E' => &[Kind::Elephant],
        'M' => &[Kind::Elephant, Kind::Advisor],
        'R' => &[Kind::Chariot],
        'N' | 'H' => &[Kind::Horse],
        'C' => &[Kind::Cannon, Kind::Chariot],
        'P' | 'S' => &[Kind::Pawn],
        _ => &[],
    }
}

/// Reads such a move; `None` if the text is none.
pub(super) fn read(
    position: &Position,
    text: &str,
    ranks: Ranks,
) -> Option<Result<Move, NotationError>> {
    if !matches!(ranks, Ranks::FromZero | Ranks::FromOne) {
        return None;
    }
    let first = text.chars().next()?;
    let (kinds, rest) = match kinds(first) {
        [] => (&[Kind::Pawn][..], text),
        kinds => (kinds, text.strip_prefix(first)?),
    };
    let (origin, to) = arrival(rest, ranks)?;
    let fits = |m: &Move, kind: Kind| {
        m.to == to
            && position.piece_at(m.from).is_some_and(|piece| piece.kind() == kind)
            && origin.fits(m.from)
    };
    let all = position.moves();
    let mut fitting: Vec<Move> = kinds
        .iter()
        .map(|&kind| all.iter().copied().filter(|m| fits(m, kind)).collect::<Vec<_>>())
        .find(|moves| !moves.is_empty())
        .unwrap_or_default();
    fitting.sort_unstable();
    Some(match fitting[..] {
        [] => Err(NotationError::NoSuchMove { text: cut(text) }),
        [m] => Ok(m),
        _ => Err(NotationError::Ambiguous { text: cut(text), candidates: fitting }),
    })
}

/// What tells the piece from another one.
#[derive(Copy, Clone, Default)]
struct Origin {
    file: Option<File>,
    rank: Option<usize>,
}

impl Origin {
    fn fits(self, from: Square) -> bool {
        self.file.is_none_or(|file| from.file() == file)
            && self.rank.is_none_or(|rank| from.rank().index() == rank)
    }
}

/// The origin and the point of arrival.
fn arrival(text: &str, ranks: Ranks) -> Option<(Origin, Square)> {
    let whole = |mut rest: &str| {
        rest = rest.trim_start_matches(['x', 'X', '-', ':', '*', '=']);
        point(&mut rest, ranks).flatten().filter(|_| rest.is_empty())
    };
    if let Some(to) = whole(text) {
        return Some((Origin::default(), to));
    }
    let first = text.chars().next()?;
    let rest = text.strip_prefix(first)?;
    if let 'a'..='i' = first.to_ascii_lowercase() {
        let file = File::from_index(usize::from(first.to_ascii_lowercase() as u8 - b'a'));
        let origin = Origin { file, ..Origin::default() };
        return whole(rest).map(|to| (origin, to));
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let number: usize = number.parse().ok()?;
    let rank = if ranks == Ranks::FromOne { number.checked_sub(1)? } else { number };
    whole(rest).map(|to| (Origin { rank: Some(rank), ..Origin::default() }, to))
}
