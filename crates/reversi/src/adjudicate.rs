//! When a game has ended, how, and why.

use crate::Position;
use game::{Line, Outcome, Position as _, Side, Verdict};
use std::fmt;

/// The kind of the end of a game.
///
/// ```
/// assert_eq!(reversi::ReasonKind::FullBoard.word(), "full-board");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReasonKind {
    /// Every square holds a disc.
    FullBoard,
    /// One side has no disc left.
    WipedOut,
    /// Squares are empty, but neither side can put a disc (WOF rule 10).
    NoMoves,
}

impl ReasonKind {
    /// The word of the kind.
    ///
    /// ```
    /// assert_eq!(reversi::ReasonKind::NoMoves.word(), "no-moves");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::FullBoard => "full-board",
            Self::WipedOut => "wiped-out",
            Self::NoMoves => "no-moves",
        }
    }
}

/// Why a game ended, with the count. Prints as `full-board 36 28`.
///
/// ```
/// use reversi::{Reason, ReasonKind};
/// let reason = Reason { kind: ReasonKind::NoMoves, discs: [40, 20] };
/// assert_eq!(reason.to_string(), "no-moves 40 20");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The kind.
    pub kind: ReasonKind,
    /// Discs on the board, Black's first.
    pub discs: [u8; 2],
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.discs;
        write!(f, "{} {black} {white}", self.kind.word())
    }
}

/// Judges the game that led to a position: it ends when neither side can put a disc, and the
/// side with more discs wins (WOF rules 10 and 11).
///
/// ```
/// use game::Line;
/// use reversi::{Position, Size, judge, notation::transcript};
/// // The shortest game there is: White has no disc left after nine moves.
/// let start = Position::start(Size::Eight);
/// let mut line = Line::new(start);
/// for m in transcript::read(&start, "e6f4e3f6g5d6e7f5c5")? {
///     assert_eq!(judge(&line), None);
///     line.push(m);
/// }
/// assert_eq!(judge(&line).unwrap().to_string(), "1-0 wiped-out 13 0");
/// # Ok::<(), reversi::notation::transcript::ReadTranscriptError>(())
/// ```
#[must_use]
pub fn judge(line: &Line<Position>) -> Option<Verdict<Reason>> {
    let position = line.position();
    if position.has_legal_move() {
        return None;
    }
    let discs = position.discs();
    let kind = if position.empty().is_empty() {
        ReasonKind::FullBoard
    } else if discs.contains(&0) {
        ReasonKind::WipedOut
    } else {
        ReasonKind::NoMoves
    };
    let outcome = match discs[0].cmp(&discs[1]) {
        std::cmp::Ordering::Greater => Outcome::win_of(Side::First),
        std::cmp::Ordering::Less => Outcome::win_of(Side::Second),
        std::cmp::Ordering::Equal => Outcome::Draw,
    };
    Some(Verdict { outcome, reason: Reason { kind, discs } })
}
