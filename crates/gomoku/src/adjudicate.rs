//! When a game has ended, how, and why.

use crate::{Foul, FoulKind, Move, Position, Square};
use game::{Line, Outcome, Position as _, Side, Verdict};
use std::fmt;

/// Why a game of this family ended by its rules.
///
/// ```
/// use game::Side;
/// use gomoku::{Reason, Rules, Setup, Square};
///
/// let position = "g8a1i8a15h7o1h9o15".parse::<Setup>()?.position(Rules::RENJU, 15)?;
/// let foul = position.foul_at(Square::read("h8")?, Side::First).expect("two open threes");
/// let reason = Reason::Foul(foul);
/// assert_eq!(reason.word(), "double-three");
/// assert_eq!(reason.to_string(), "double-three h8: g8 h7 h9 i8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A row that wins; its stones, if the last move made it.
    Five(Vec<Square>),
    /// The last move was forbidden.
    Foul(Foul),
    /// No point is left.
    FullBoard,
    /// The side to move has no legal move.
    NoMoves,
    /// Both sides have passed, one after the other.
    Passes,
}

/// The word of the reason and its evidence: `double-three h8: g8 h7 h9 i8`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Five(row) => {
                f.write_str("five")?;
                row.iter().try_for_each(|stone| write!(f, " {stone}"))
            }
            Self::Foul(foul) => foul.fmt(f),
            Self::FullBoard => f.write_str("full-board"),
            Self::NoMoves => f.write_str("no-moves"),
            Self::Passes => f.write_str("passes"),
        }
    }
}

impl Reason {
    /// The word of the reason alone.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Five(_) => "five",
            Self::Foul(foul) => match foul.kind {
                FoulKind::Overline => "overline",
                FoulKind::DoubleFour => "double-four",
                FoulKind::DoubleThree => "double-three",
            },
            Self::FullBoard => "full-board",
            Self::NoMoves => "no-moves",
            Self::Passes => "passes",
        }
    }
}

/// Judges the game that led to a position. A forbidden move that was nevertheless played loses at
/// once, as in other programs.
///
/// ```
/// use gomoku::{Position, Rules, judge};
/// let mut line = game::Line::new(Position::new(Rules::FREESTYLE, 15));
/// for m in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"] {
///     assert_eq!(judge(&line), None);
///     line.push(m.parse()?);
/// }
/// let verdict = judge(&line).expect("five in a row");
/// assert_eq!(verdict.to_string(), "1-0 five h8 i8 j8 k8 l8");
/// # Ok::<(), gomoku::ReadSquareError>(())
/// ```
#[must_use]
pub fn judge(line: &Line<Position>) -> Option<Verdict<Reason>> {
    let position = line.position();
    let turn = position.side_to_move();
    let last = line.plies().last().and_then(|ply| ply.mv);
    let put = last.and_then(Move::square);
    if let Some(winner) = position.winner() {
        let row = put.map_or_else(Vec::new, |last| position.row_through(last, winner));
        return Some(Verdict { outcome: Outcome::win_of(winner), reason: Reason::Five(row) });
    }
    if let Some(last) = put
        && position.rules().bind(!turn)
        && let Some(foul) = line.position_at(line.len() - 1).foul_at(last, !turn)
    {
        return Some(Verdict { outcome: Outcome::win_of(turn), reason: Reason::Foul(foul) });
    }
    if let [.., before, last] = line.plies()
        && [before.mv, last.mv] == [Some(Move::Pass); 2]
    {
        return Some(Verdict { outcome: Outcome::Draw, reason: Reason::Passes });
    }
    if position.empty().is_empty() {
        return Some(Verdict { outcome: Outcome::Draw, reason: Reason::FullBoard });
    }
    // Only forbidden points are left to a side that is bound. In renju it could pass, and the other side could
    // still put stones; programs call the game drawn.
    (!position.has_legal_move())
        .then_some(Verdict { outcome: Outcome::Draw, reason: Reason::NoMoves })
}

impl Position {
    /// The stones of the row of `side` through a point that wins by the rules; if none does, those of the longest
    /// row, if it has five or more.
    ///
    /// ```
    /// use game::Side;
    /// use gomoku::{Rules, Setup, Square};
    ///
    /// let position = "h8a1i8a2j8a3k8a4l8".parse::<Setup>()?.position(Rules::FREESTYLE, 15)?;
    /// let row = position.row_through(Square::read("j8")?, Side::First);
    /// assert_eq!(format!("{row:?}"), "[h8, i8, j8, k8, l8]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn row_through(&self, square: Square, side: Side) -> Vec<Square> {
        let rows = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| {
            let walk = |sense: i8| {
                (1..i8::MAX).map(move |n| (n * sense * dx, n * sense * dy)).map_while(|(x, y)| {
                    let column = square.column().checked_add_signed(x)?;
                    let row = square.row().checked_add_signed(y)?;
                    Square::new(column, row).filter(|s| self.stones(side).contains(*s))
                })
            };
            let mut row: Vec<Square> = walk(-1).collect();
            row.reverse();
            if self.stones(side).contains(square) {
                row.push(square);
            }
            row.extend(walk(1));
            row
        });
        let rank = |row: &Vec<Square>| (self.wins_by(row, side), row.len());
        rows.into_iter().filter(|row| row.len() >= 5).max_by_key(rank).unwrap_or_default()
    }

    /// Whether a row of five or more stones wins: an overline may not, nor a five that is blocked at both ends.
    fn wins_by(&self, row: &[Square], side: Side) -> bool {
        let rule = self.rules().rows[side.index()];
        let ([first, second, ..], [.., before, last]) = (row, row) else { return false };
        let is_blocked = |from: &Square, end: &Square| {
            let step = |a: u8, b: u8| b.checked_add(b).and_then(|twice| twice.checked_sub(a));
            let beyond = step(from.column(), end.column()).zip(step(from.row(), end.row()));
            beyond
                .and_then(|(column, row)| Square::new(column, row))
                .is_some_and(|square| self.stones(side.other()).contains(square))
        };
        match row.len() {
            5 if rule.blocked_is_nothing => {
                !(is_blocked(second, first) && is_blocked(before, last))
            }
            5 => true,
            _ => rule.overline_wins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Setup};

    /// A move that makes a row of six and a five: the five is shown where an overline does not win. In each pair of
    /// directions, on both usual boards, under every rule set of the family.
    #[test]
    fn the_row_shown_is_the_one_that_wins() {
        const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let all = [
            (Rules::FREESTYLE, true),
            (Rules::CARO_FREE, true),
            (Rules::STANDARD, false),
            (Rules::RENJU, false),
            (Rules::CARO, false),
            (Rules::OMOK, false),
        ];
        for (size, (rules, overline_wins)) in [15, 20].into_iter().flat_map(|n| all.map(|r| (n, r)))
        {
            for (five, six) in DIRECTIONS.into_iter().flat_map(|a| DIRECTIONS.map(|b| (a, b))) {
                if five == six {
                    continue;
                }
                // The last stone is in the middle; the five goes on from it, the six lies around it.
                let at = |(x, y): (i32, i32), n: i32| {
                    let file = char::from(u8::try_from(i32::from(b'h') + n * x).unwrap());
                    Square::read(&format!("{file}{}", 8 + n * y)).unwrap()
                };
                let of_five = (1..=4).map(|n| at(five, n));
                let stones: Vec<_> =
                    of_five.chain([-3, -2, -1, 1, 2].map(|n| at(six, n))).collect();
                let placed = stones.iter().map(|&stone| (stone, Side::First)).collect();
                let setup = Setup { stones: placed, turn: Some(Side::First), ..Setup::default() };
                let position = setup.position(rules, size).unwrap();
                let last = Square::read("h8").unwrap();
                let mut line = Line::new(position);
                line.push(Move::from(last));
                let Some(Verdict { reason: Reason::Five(shown), .. }) = judge(&line) else {
                    panic!("{rules:?} {five:?} {six:?}: {:?}", judge(&line));
                };
                let why = format!("{rules:?} {five:?} {six:?}: {shown:?}");
                assert!(shown.contains(&last) && (overline_wins || shown.len() == 5), "{why}");
                assert!(
                    shown.iter().all(|stone| *stone == last || stones.contains(stone)),
                    "{why}"
                );
            }
        }
    }
}
