use game::Position as _;
use reversi::{Position, Square, Squares, mobility};

/// Discs as the side to move sees them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Of the side to move.
    pub own: Squares,
    /// Of the other side.
    pub theirs: Squares,
}

impl Board {
    /// The discs of a position.
    #[inline]
    #[must_use]
    pub const fn of(own: Squares, theirs: Squares) -> Self {
        Self { own, theirs }
    }

    /// The discs of a position as its side to move sees them.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// let board = reversi_engine::Board::at(&Position::start(Size::Eight));
    /// assert_eq!((board.own.len(), board.theirs.len()), (2, 2));
    /// ```
    #[inline]
    #[must_use]
    pub fn at(position: &Position) -> Self {
        let turn = position.side_to_move();
        Self { own: position.discs_of(turn), theirs: position.discs_of(turn.other()) }
    }

    /// The squares with a disc.
    #[inline]
    #[must_use]
    pub fn taken(self) -> Squares {
        self.own | self.theirs
    }

    /// The board after a disc was put on `square` and flipped `flipped`, as the other side
    /// sees it.
    #[inline]
    #[must_use]
    pub fn after(self, square: Square, flipped: Squares) -> Self {
        Self { own: self.theirs ^ flipped, theirs: self.own | flipped | Squares::one(square) }
    }

    /// The board as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.theirs, theirs: self.own }
    }

    /// The discs by which the side to move is ahead when the game is over: the empty squares of
    /// `board` go to the winner.
    #[inline]
    #[must_use]
    pub fn final_difference(self, board: Squares) -> i32 {
        let (own, theirs) = (self.own.len() as i32, self.theirs.len() as i32);
        let empty = board.len() as i32 - own - theirs;
        own - theirs + empty * (own - theirs).signum()
    }
}

/// What is worth knowing about a position and computed once per node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Where the side to move can put a disc.
    pub moves: Squares,
    /// Where the other side could.
    pub answers: Squares,
}

impl Facts {
    /// The facts about a board with these empty squares.
    #[inline]
    #[must_use]
    pub const fn of(board: Board, empty: Squares) -> Self {
        Self {
            moves: mobility(board.own, board.theirs, empty),
            answers: mobility(board.theirs, board.own, empty),
        }
    }

    /// Whether neither side can move.
    #[inline]
    #[must_use]
    pub const fn over(self) -> bool {
        self.moves.is_empty() && self.answers.is_empty()
    }
}
