use game::Position as _;
use reversi::{Position, Square, Squares, mobility};

/// The discs relative to the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The discs of the side to move.
    pub own: Squares,
    /// The discs of the other side.
    pub theirs: Squares,
}

impl Board {
    /// The discs of a position.
    #[inline]
    #[must_use]
    pub const fn of(own: Squares, theirs: Squares) -> Self {
        Self { own, theirs }
    }

    /// The discs of a position, relative to its side to move.
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

    /// The board after a disc was put on `square` and flipped `flipped`, relative to the other
    /// side.
    #[inline]
    #[must_use]
    pub fn after(self, square: Square, flipped: Squares) -> Self {
        Self { own: self.theirs ^ flipped, theirs: self.own | flipped | Squares::one(square) }
    }

    /// The board relative to the other side.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.theirs, theirs: self.own }
    }

    /// The final difference of discs for the side to move when the game is over: the empty squares
    /// of `board` count for the winner.
    #[inline]
    #[must_use]
    pub fn final_difference(self, board: Squares) -> i32 {
        let (own, theirs) = (self.own.len() as i32, self.theirs.len() as i32);
        let empty = board.len() as i32 - own - theirs;
        own - theirs + empty * (own - theirs).signum()
    }
}

/// Facts about a position that are computed once per node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The squares where the side to move can put a disc.
    pub moves: Squares,
    /// The squares where the other side could put a disc.
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
