//! The rules as data: what a row wins, what it forbids, and whom.

use game::Side;

/// What makes five in a row win.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Whether more than five in a row wins too.
    pub overline_wins: bool,
    /// Whether exactly five does not win when an opponent's stone stands at both ends (caro;
    /// the edge of the board does not block).
    pub blocked_is_nothing: bool,
}

/// Who may not do something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Nobody is bound.
    Nobody,
    /// Black is.
    Black,
    /// Both are.
    Both,
}

impl Bound {
    /// Whether it binds this side.
    #[inline]
    #[must_use]
    pub const fn binds(self, side: Side) -> bool {
        match self {
            Self::Nobody => false,
            Self::Black => matches!(side, Side::First),
            Self::Both => true,
        }
    }
}

/// Everything in which the games of this family differ, but the size of the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What wins for each side, Black first.
    pub rows: [Row; 2],
    /// Whom two open threes at once are forbidden (RIF 9.3).
    pub double_three: Bound,
    /// Whom two fours at once are forbidden (RIF 9.3).
    pub double_four: Bound,
    /// Whom more than five in a row is forbidden (RIF 9.3).
    pub overline: Bound,
}

/// Five or more.
const FIVE_OR_MORE: Row = Row { overline_wins: true, blocked_is_nothing: false };
/// Exactly five.
const EXACTLY_FIVE: Row = Row { overline_wins: false, blocked_is_nothing: false };

impl Rules {
    /// Five or more in a row win (Gomocup rule 0).
    pub const FREESTYLE: Self = Self {
        rows: [FIVE_OR_MORE; 2],
        double_three: Bound::Nobody,
        double_four: Bound::Nobody,
        overline: Bound::Nobody,
    };
    /// Exactly five in a row win (Gomocup rule 1).
    pub const STANDARD: Self = Self { rows: [EXACTLY_FIVE; 2], ..Self::FREESTYLE };
    /// Renju (RIF 9): Black wins with exactly five and has three fouls, White wins with five
    /// or more (Gomocup rule 4).
    pub const RENJU: Self = Self {
        rows: [EXACTLY_FIVE, FIVE_OR_MORE],
        double_three: Bound::Black,
        double_four: Bound::Black,
        overline: Bound::Black,
    };
    /// Caro: exactly five, not blocked at both ends (Gomocup rule 9).
    pub const CARO: Self = Self {
        rows: [Row { overline_wins: false, blocked_is_nothing: true }; 2],
        ..Self::FREESTYLE
    };
    /// Caro in which six and more win too (Gomocup rule 8).
    pub const CARO_FREE: Self = Self {
        rows: [Row { overline_wins: true, blocked_is_nothing: true }; 2],
        ..Self::FREESTYLE
    };
    /// Omok as most often played in Korea: exactly five wins, double-threes are forbidden to
    /// both. House rules differ; change the fields.
    pub const OMOK: Self = Self { double_three: Bound::Both, ..Self::STANDARD };

    /// Whether `side` has any foul.
    #[must_use]
    pub const fn bind(&self, side: Side) -> bool {
        self.double_three.binds(side) || self.double_four.binds(side) || self.overline.binds(side)
    }
}
