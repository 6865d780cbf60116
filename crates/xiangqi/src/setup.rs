use crate::{Kind, Piece, Position, Square};
use game::Side;
use std::fmt;

/// Any placement of pieces on a board, possible or not: set up by a person or read from a FEN.
/// [`Setup::check`] reports everything that is wrong with it; `Position::try_from` makes it a
/// position.
///
/// ```
/// use xiangqi::{FaultReason, Piece, Setup, Square};
/// let mut setup = Setup::start();
/// setup.put(Square::E1, Some(Piece::RedAdvisor));
/// setup.put(Square::A4, Some(Piece::RedElephant));
/// let reasons: Vec<_> = setup.check().iter().map(|f| f.reason).collect();
/// assert!(reasons.contains(&FaultReason::TooMany(Piece::RedAdvisor)));
/// assert!(reasons.contains(&FaultReason::Misplaced(Piece::RedElephant)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces, in the order of [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub turn: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the next move, from 1; Red and Black share a number.
    pub move_number: u16,
}

impl Setup {
    /// A board without pieces, Red to move.
    ///
    /// ```
    /// use xiangqi::{Setup, Square};
    ///
    /// let setup = Setup::empty();
    /// assert!(Square::ALL.into_iter().all(|square| setup.piece_at(square).is_none()));
    /// ```
    #[must_use]
    pub const fn empty() -> Self {
        Self { board: [None; Square::COUNT], turn: Side::First, quiet_plies: 0, move_number: 1 }
    }

    /// The start of a game.
    ///
    /// ```
    /// let setup = xiangqi::Setup::start();
    /// assert_eq!(
    ///     setup.to_string(),
    ///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    /// );
    /// ```
    #[must_use]
    pub fn start() -> Self {
        use Kind::{Advisor, Chariot, Elephant, Horse, King};
        let back = [Chariot, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Chariot];
        let mut setup = Self::empty();
        for side in Side::ALL {
            let mut put = |s: Square, kind| {
                setup.put(s.relative_to(side), Some(Piece::new(side, kind)));
            };
            for (&s, kind) in Square::ALL.iter().zip(back) {
                put(s, kind);
            }
            put(Square::B2, Kind::Cannon);
            put(Square::H2, Kind::Cannon);
            for s in [Square::A3, Square::C3, Square::E3, Square::G3, Square::I3] {
                put(s, Kind::Pawn);
            }
        }
        setup
    }

    /// The piece on `square`.
    ///
    /// ```
    /// use xiangqi::{Piece, Setup, Square};
    ///
    /// assert_eq!(Setup::start().piece_at(Square::E9), Some(Piece::BlackKing));
    /// ```
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on `square`, or clears it.
    pub const fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// Everything that makes this setup impossible; nothing if it is a legal position.
    ///
    /// Beyond these reasons the function does not test whether the position can be reached: two
    /// pawns that have not crossed the river may share a file, for instance.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        match Position::try_from(self.clone()) {
            Ok(_) => Vec::new(),
            Err(invalid) => invalid.faults,
        }
    }
}

/// One thing that is wrong with a [`Setup`].
///
/// ```
/// use xiangqi::{Fault, FaultReason, Setup};
///
/// let faults: Vec<Fault> = Setup::empty().check();
/// assert_eq!(faults.len(), 2);
/// assert_eq!(faults[0].reason, FaultReason::NoKing(game::Side::First));
/// assert_eq!(faults[0].to_string(), "Red has no king");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The kind of fault.
    pub reason: FaultReason,
    /// The point, if it concerns one point.
    pub square: Option<Square>,
}

/// Why a [`Setup`] is no position.
///
/// ```
/// use xiangqi::{FaultReason, Setup};
///
/// let setup: Setup = "4k4/9/9/9/9/9/9/9/9/4K4 w".parse()?;
/// assert_eq!(setup.check()[0].reason, FaultReason::KingsFacing);
/// # Ok::<(), xiangqi::FenError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FaultReason {
    /// This side has no king.
    NoKing(Side),
    /// There are more of this piece than at the start (reported once, without a point).
    TooMany(Piece),
    /// A piece is on a point that it can never reach: a king outside its palace, an advisor or an
    /// elephant off its points, a pawn behind its start or off its file before the river.
    Misplaced(Piece),
    /// The kings face each other on an open file (the point is Red's king's).
    KingsFacing,
    /// The side that does not move is in check (the point is its king's): it could be taken.
    OpponentInCheck(Side),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = AtSquare(self.square);
        match self.reason {
            FaultReason::NoKing(side) => write!(f, "{} has no king", name(side)),
            FaultReason::TooMany(piece) => write!(
                f,
                "{} has more than {} {}",
                name(piece.side()),
                piece.kind().count_at_start(),
                plural(piece.kind()),
            ),
            FaultReason::Misplaced(piece) => {
                let side = name(piece.side());
                match piece.kind() {
                    Kind::King => write!(f, "{side}'s king{at} is outside its palace"),
                    Kind::Pawn => write!(
                        f,
                        "{side}'s pawn{at} is behind its start or off its file before the river"
                    ),
                    kind => write!(f, "{side}'s {}{at} can never get there", noun(kind)),
                }
            }
            FaultReason::KingsFacing => {
                write!(f, "the kings face each other on an open file (Red's is{at})")
            }
            FaultReason::OpponentInCheck(side) => {
                write!(f, "{}, who does not move, is in check{at}", name(side))
            }
        }
    }
}

struct AtSquare(Option<Square>);

impl fmt::Display for AtSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |s| write!(f, " on {s}"))
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

const fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Elephant => "elephant",
        Kind::Chariot => "chariot",
        Kind::Horse => "horse",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}

const fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisors",
        Kind::Elephant => "elephants",
        Kind::Chariot => "chariots",
        Kind::Horse => "horses",
        Kind::Cannon => "cannons",
        Kind::Pawn => "pawns",
    }
}

/// A [`Setup`] that is no position, with all the reasons.
///
/// ```
/// use xiangqi::{InvalidSetup, Position, Setup};
///
/// let error: InvalidSetup = Position::try_from(Setup::empty()).unwrap_err();
/// assert_eq!(*error.setup, Setup::empty());
/// assert_eq!(error.faults.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidSetup {
    /// The setup, given back.
    pub setup: Box<Setup>,
    /// At least one fault, in the order of [`Square::index`] where they concern points.
    pub faults: Vec<Fault>,
}
