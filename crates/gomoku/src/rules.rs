//! The rules as data: the rows that win, and the moves that are forbidden to each side.

use game::Side;

/// The conditions for five in a row to win.
///
/// ```
/// use gomoku::{Row, Rules};
///
/// let [black, white]: [Row; 2] = Rules::RENJU.rows;
/// assert!(!black.overline_wins && white.overline_wins);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Whether more than five in a row wins too.
    pub overline_wins: bool,
    /// Whether exactly five does not win when an opponent's stone stands at both ends (caro;
    /// the edge of the board does not block).
    pub blocked_is_nothing: bool,
}

/// The sides to which a move is forbidden.
///
/// ```
/// use game::Side;
/// use gomoku::Restriction;
///
/// assert!(Restriction::Black.binds(Side::First) && !Restriction::Black.binds(Side::Second));
/// assert!(Restriction::Both.binds(Side::Second) && !Restriction::Nobody.binds(Side::Second));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Restriction {
    /// No side is bound.
    Nobody,
    /// Black is bound.
    Black,
    /// Both sides are bound.
    Both,
}

impl Restriction {
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

/// All differences between the games of this family, except the size of the board.
///
/// ```
/// use game::Side;
/// use gomoku::{Restriction, Rules};
///
/// assert!(Rules::RENJU.bind(Side::First) && !Rules::RENJU.bind(Side::Second));
/// // A house rule: standard gomoku in which overlines are forbidden to both.
/// let house = Rules { overline: Restriction::Both, ..Rules::STANDARD };
/// assert!(house.bind(Side::Second));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The winning rows of each side, Black first.
    pub rows: [Row; 2],
    /// The sides to which two open threes at once are forbidden (RIF 9.3).
    pub double_three: Restriction,
    /// The sides to which two fours at once are forbidden (RIF 9.3).
    pub double_four: Restriction,
    /// The sides to which more than five in a row is forbidden (RIF 9.3).
    pub overline: Restriction,
}

/// Five or more.
const FIVE_OR_MORE: Row = Row { overline_wins: true, blocked_is_nothing: false };
/// Exactly five.
const EXACTLY_FIVE: Row = Row { overline_wins: false, blocked_is_nothing: false };

impl Rules {
    /// Five or more in a row win (Gomocup rule 0).
    pub const FREESTYLE: Self = Self {
        rows: [FIVE_OR_MORE; 2],
        double_three: Restriction::Nobody,
        double_four: Restriction::Nobody,
        overline: Restriction::Nobody,
    };
    /// Exactly five in a row win (Gomocup rule 1).
    pub const STANDARD: Self = Self { rows: [EXACTLY_FIVE; 2], ..Self::FREESTYLE };
    /// Renju (RIF 9): Black wins with exactly five and has three fouls, White wins with five
    /// or more (Gomocup rule 4).
    pub const RENJU: Self = Self {
        rows: [EXACTLY_FIVE, FIVE_OR_MORE],
        double_three: Restriction::Black,
        double_four: Restriction::Black,
        overline: Restriction::Black,
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
    /// Omok in the most common form in Korea: exactly five wins, and double-threes are forbidden to
    /// both. Local rules differ; change the fields.
    pub const OMOK: Self = Self { double_three: Restriction::Both, ..Self::STANDARD };

    /// Whether a player may pass instead of putting a stone: in renju (RIF, "move"). If both pass one after the
    /// other, the game is drawn.
    ///
    /// ```
    /// use gomoku::Rules;
    /// assert!(Rules::RENJU.may_pass() && !Rules::FREESTYLE.may_pass());
    /// ```
    #[must_use]
    pub fn may_pass(&self) -> bool {
        *self == Self::RENJU
    }

    /// Whether `side` has any foul.
    #[must_use]
    pub const fn bind(&self, side: Side) -> bool {
        self.double_three.binds(side) || self.double_four.binds(side) || self.overline.binds(side)
    }
}
