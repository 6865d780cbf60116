use crate::{Disc, Move, Size, Square, Squares, flips, mobility};
use game::{Key, Observer, Side};
use std::fmt;
use std::ops::ControlFlow;

/// A position: discs on a board, and the side to move. 24 bytes, `Copy`.
///
/// Two positions are equal when size, discs and side to move are. Prints as the text that
/// [`crate::Setup`] reads: one character for each square from a1 row by row (`X` black, `O`
/// white, `-` empty), then the side to move.
///
/// ```
/// use reversi::{Position, Size};
/// assert_eq!(Position::start(Size::Four).to_string(), "-----OX--XO----- X");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    discs: [Squares; 2],
    size: Size,
    turn: Side,
}

/// What taking a move back restores: the discs that it flipped; none for a pass.
///
/// ```
/// use game::Position as _;
/// let mut position = reversi::Position::start(reversi::Size::Eight);
/// let undo = position.make("f5".parse()?, &mut game::NullObserver);
/// assert_eq!(undo.flipped.len(), 1);
/// # Ok::<(), reversi::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// The discs that changed their colour.
    pub flipped: Squares,
}

impl Position {
    /// The start: White on the top left and bottom right square of the middle, Black on the
    /// two others (WOF rule 1); Black moves.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// assert_eq!(Position::start(Size::Eight).discs(), [2, 2]);
    /// ```
    #[must_use]
    pub fn start(size: Size) -> Self {
        let [white, black, other_black, other_white] = size.centre();
        let discs = [[black, other_black], [white, other_white]];
        Self::with(size, discs.map(|two| two.into_iter().collect()), Side::First)
    }

    /// The position with these discs, Black's first.
    ///
    /// # Panics
    /// If a square has two discs or is off the board.
    pub(crate) fn with(size: Size, discs: [Squares; 2], turn: Side) -> Self {
        assert!((discs[0] & discs[1]).is_empty(), "a square with two discs");
        assert!((discs[0] | discs[1]).without(size.squares()).is_empty(), "a disc off the board");
        Self { discs, size, turn }
    }

    /// The board.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// assert_eq!(Position::start(Size::Six).size(), Size::Six);
    /// ```
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The discs of a side.
    ///
    /// ```
    /// use reversi::{Position, Size, Square};
    /// let start = Position::start(Size::Eight);
    /// assert!(start.discs_of(game::Side::Second).contains(Square::read("d4")?));
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn discs_of(&self, side: Side) -> Squares {
        self.discs[side.index()]
    }

    /// The number of discs of each side, Black's first.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// assert_eq!(Position::start(Size::Six).discs(), [2, 2]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn discs(&self) -> [u8; 2] {
        [self.discs[0].len() as u8, self.discs[1].len() as u8]
    }

    /// The count in the form of reported results when the game is over: empty squares go to the
    /// winner, and are shared in a draw (WOF, rules of the world championship). Black's first.
    ///
    /// ```
    /// let setup: reversi::Setup = "XXX- XXX- XXXX OOOO O".parse()?;
    /// assert_eq!(setup.position().unwrap().score(), [12, 4]);
    /// # Ok::<(), reversi::ReadSetupError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn score(&self) -> [u8; 2] {
        let [black, white] = self.discs();
        let empty = self.empty().len() as u8;
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => [black + empty, white],
            std::cmp::Ordering::Less => [black, white + empty],
            std::cmp::Ordering::Equal => [black + empty / 2, white + empty / 2],
        }
    }

    /// The empty squares.
    ///
    /// ```
    /// use reversi::{Position, Size};
    /// assert_eq!(Position::start(Size::Eight).empty().len(), 60);
    /// ```
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> Squares {
        self.size.squares().without(Squares(self.discs[0].0 | self.discs[1].0))
    }

    /// The side of the disc on a square, if there is one.
    ///
    /// ```
    /// use game::Side;
    /// use reversi::{Position, Size, Square};
    /// let start = Position::start(Size::Eight);
    /// assert_eq!(start.disc_at(Square::read("e4")?), Some(Side::First));
    /// assert_eq!(start.disc_at(Square::read("a1")?), None);
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[must_use]
    pub fn disc_at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.discs_of(*side).contains(square))
    }

    /// The squares where a side could put a disc if it were its turn.
    ///
    /// ```
    /// use game::Side;
    /// use reversi::{Position, Size};
    /// let start = Position::start(Size::Eight);
    /// assert_eq!(start.mobility(Side::Second).len(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn mobility(&self, side: Side) -> Squares {
        mobility(self.discs_of(side), self.discs_of(side.other()), self.empty())
    }

    /// The discs that the side to move flips with a disc on a square; empty if it may not put
    /// one there.
    ///
    /// ```
    /// use reversi::{Position, Size, Square};
    /// let start = Position::start(Size::Eight);
    /// assert_eq!(start.flips(Square::read("f5")?).len(), 1);
    /// assert!(start.flips(Square::read("f4")?).is_empty());
    /// # Ok::<(), reversi::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn flips(&self, square: Square) -> Squares {
        if !self.empty().contains(square) {
            return Squares::EMPTY;
        }
        flips(self.discs_of(self.turn), self.discs_of(self.turn.other()), square)
    }

    /// Whether the side to move can only pass: it can put no disc, but the other side can.
    ///
    /// ```
    /// // Black can enclose nothing; White can play c1.
    /// let setup: reversi::Setup = "OX---- ------ --OO-- --OO-- ------ ------ X".parse()?;
    /// assert!(setup.position().unwrap().must_pass());
    /// # Ok::<(), reversi::ReadSetupError>(())
    /// ```
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        self.mobility(self.turn).is_empty() && !self.mobility(self.turn.other()).is_empty()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.size.squares().iter() {
            f.write_str(match self.disc_at(square) {
                Some(Side::First) => "X",
                Some(Side::Second) => "O",
                None => "-",
            })?;
        }
        f.write_str(if self.turn == Side::First { " X" } else { " O" })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Announces to an observer that discs changed their colour to `side`.
fn announce(flipped: Squares, side: Side, observer: &mut impl Observer<Position>) {
    for square in flipped.iter() {
        observer.left(Disc { side: side.other() }, square);
        observer.arrived(Disc { side }, square);
    }
}

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;
    type Piece = Disc;
    type Square = Square;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    /// The key is computed from the discs on demand. Three multiplications cost less than an update
    /// for each flipped disc, and the key is always consistent.
    #[inline]
    fn key(&self) -> Key {
        // Odd constants of the MurmurHash3 finaliser (A. Appleby, public domain) spread the bits
        // of one word over the other.
        let rest = (self.size as u64) << 1 | self.turn as u64;
        let mut key = self.discs[0].0.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        key = (key ^ key >> 33 ^ self.discs[1].0).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        key = (key ^ key >> 33 ^ Key::random(rest).0).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        Key(key ^ key >> 33)
    }

    #[inline]
    fn legal_moves(&self, sink: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let squares = self.mobility(self.turn);
        if squares.is_empty() {
            return if self.must_pass() { sink(Move::Pass) } else { ControlFlow::Continue(()) };
        }
        squares.iter().map(Move::Put).try_for_each(sink)
    }

    #[inline]
    fn count_legal(&self) -> u64 {
        let squares = self.mobility(self.turn).len();
        if squares > 0 { u64::from(squares) } else { u64::from(self.must_pass()) }
    }

    fn has_legal_move(&self) -> bool {
        Side::ALL.into_iter().any(|side| !self.mobility(side).is_empty())
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Put(square) => !self.flips(square).is_empty(),
            Move::Pass => self.must_pass(),
        }
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) -> Undo {
        let side = self.turn;
        let mut flipped = Squares::EMPTY;
        if let Move::Put(square) = m {
            flipped = flips(self.discs_of(side), self.discs_of(side.other()), square);
            observer.arrived(Disc { side }, square);
            announce(flipped, side, observer);
            self.discs[side.index()] ^= flipped | Squares::one(square);
            self.discs[side.other().index()] ^= flipped;
        }
        self.turn = side.other();
        Undo { flipped }
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.turn = self.turn.other();
        if let Move::Put(square) = m {
            self.discs[self.turn.index()] ^= undo.flipped | Squares::one(square);
            self.discs[self.turn.other().index()] ^= undo.flipped;
        }
    }
}
