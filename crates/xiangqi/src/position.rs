//! A legal position: the pieces, the side to move, and the legal moves.

mod danger;
mod generate;
mod keys;
mod play;

use crate::{
    Fault, FaultReason, FenError, InvalidSetup, Kind, Piece, Setup, Square, Squares, attacks,
};
use game::{Key, Side};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

pub use danger::Danger;
pub use play::Undo;

/// A legal position of Xiangqi. It contains everything on which legal moves depend, and the two
/// counters of a FEN: the plies since the last capture and the move number. Moves update the
/// counters, and taking back restores them.
///
/// **Equality, hashing and the key** compare the pieces and the side to move. They ignore the
/// counters, so that positions are equal exactly when they repeat each other.
///
/// Methods named after the rules (`is_in_check`, `captured` …) refer to the side to move unless
/// they take a [`Side`].
///
/// ```
/// use game::{Position as _, Side};
/// use std::ops::ControlFlow;
/// use xiangqi::{Kind, Piece, Position, Rank, Square, Squares};
///
/// let start = Position::start();
/// assert_eq!(start.piece_at(Square::B2), Some(Piece::RedCannon));
/// assert_eq!(start.pieces(Side::First, Kind::Cannon), Squares::of(Square::B2) | Square::H2);
/// assert_eq!(start.kind(Kind::Pawn).len(), 10);
/// assert_eq!(start.side(Side::First) | start.side(Side::Second), start.occupied());
/// assert_eq!(start.king(Side::First), Square::E0);
/// assert_eq!((start.quiet_plies(), start.move_number()), (0, 1));
/// assert_eq!(start.mirrored(), start);
///
/// // What pieces do on this board: a horse beside an elephant, and who attacks a horse.
/// let reach = start.reach(Piece::RedHorse, Square::B0);
/// assert_eq!(reach - start.side(Side::First), Squares::of(Square::A2) | Square::C2);
/// let attackers = start.attackers_to(Square::B9, start.occupied());
/// assert!(attackers.contains(Square::B2), "over the cannon on b7");
///
/// // Legal moves by kind, and those that land on one rank.
/// let (mut captures, mut quiets, mut on_rank) = (Vec::new(), 0, 0);
/// let _ = start.captures(&mut |m| {
///     captures.push(m);
///     ControlFlow::Continue(())
/// });
/// let _ = start.quiets(&mut |_| {
///     quiets += 1;
///     ControlFlow::Continue(())
/// });
/// assert_eq!((captures.len(), quiets), (2, 42));
/// assert_eq!(start.captured(captures[0]), Some(Piece::BlackHorse));
/// let danger = start.danger(Side::First);
/// let _ = start.legal_moves_within(&danger, Squares::rank(Rank::R4), &mut |_| {
///     on_rank += 1;
///     ControlFlow::Continue(())
/// });
/// assert_eq!(on_rank, 7);
/// assert!(start.is_legal_given(&danger, captures[0]));
///
/// let check: Position = "4k4/9/9/9/9/9/9/9/4R4/3K5 b".parse()?;
/// assert!(check.is_in_check());
/// assert_eq!(check.checkers(), Squares::of(Square::E1));
/// # Ok::<(), xiangqi::PositionError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    kinds: [Squares; 7],
    sides: [Squares; 2],
    board: [Option<Piece>; Square::COUNT],
    turn: Side,
    quiet_plies: u16,
    move_number: u16,
    key: Key,
}

const _: () = assert!(size_of::<Position>() <= 256);

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start() -> Self {
        Self::from_setup_unchecked(&Setup::start())
    }

    /// The piece on `square`.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The points with pieces of this kind of `side`.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, side: Side, kind: Kind) -> Squares {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// The points with pieces of this kind of either side.
    #[inline(always)]
    #[must_use]
    pub const fn kind(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()]
    }

    /// The points with pieces of `side`.
    #[inline(always)]
    #[must_use]
    pub const fn side(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// The points with any piece.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The point of `side`'s king.
    #[inline(always)]
    #[must_use]
    pub fn king(&self, side: Side) -> Square {
        let king = self.pieces(side, Kind::King).bits();
        Square::from_bit(king.trailing_zeros())
    }

    /// The plies since the last capture, including those before the FEN's position. A null move
    /// does not count.
    #[inline]
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the next move, shared by Red and Black.
    #[inline]
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// The position with left and right exchanged: an equal game.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.transformed(|square, piece| (square.mirror(), piece), self.turn)
    }

    /// The position with Red and Black exchanged, the side to move included: an equal game.
    ///
    /// ```
    /// use {game::{Position as _, Side}, xiangqi::Position};
    /// let flipped = Position::start().flipped();
    /// assert_eq!(flipped.side_to_move(), Side::Second);
    /// assert_eq!(flipped.flipped(), Position::start());
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Self {
        self.transformed(|square, piece| (square.flip(), piece.flip()), self.turn.other())
    }

    fn transformed(&self, f: impl Fn(Square, Piece) -> (Square, Piece), turn: Side) -> Self {
        let mut setup = Setup { turn, ..Setup::from(self) };
        setup.board = [None; Square::COUNT];
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let (square, piece) = f(square, piece);
                setup.put(square, Some(piece));
            }
        }
        Self::from_setup_unchecked(&setup)
    }

    /// The pieces of both sides that could go to `square` if it held an enemy of theirs, and if
    /// exactly `occupied` were the occupied points. This is meant for exchanges on one point. It
    /// ignores pins and facing kings.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Squares) -> Squares {
        let of = |kind: Kind| self.kinds[kind.index()];
        let pawns = attacks::pawns_to(Side::First, square) & self.sides[0]
            | attacks::pawns_to(Side::Second, square) & self.sides[1];
        let attackers = attacks::chariot(square, occupied) & of(Kind::Chariot)
            | attacks::cannon_over(square, occupied) & of(Kind::Cannon)
            | attacks::horses_to(square, occupied) & of(Kind::Horse)
            | attacks::elephant(square, occupied) & of(Kind::Elephant)
            | attacks::advisor(square) & of(Kind::Advisor)
            | attacks::king(square) & of(Kind::King)
            | pawns & of(Kind::Pawn);
        attackers & occupied
    }

    /// The points that a piece of this kind on `square` attacks or protects on this board. Pieces
    /// block it as usual, and targets may be occupied by either side; legality is ignored. For a
    /// cannon they include the free points to which it slides.
    #[inline]
    #[must_use]
    pub fn reach(&self, piece: Piece, square: Square) -> Squares {
        reach(piece, square, self.occupied())
    }

    /// Builds a position without any check. This is the only constructor, private to this module.
    fn from_setup_unchecked(setup: &Setup) -> Self {
        let mut position = Self {
            kinds: [Squares::EMPTY; 7],
            sides: [Squares::EMPTY; 2],
            board: setup.board,
            turn: setup.turn,
            quiet_plies: setup.quiet_plies,
            move_number: setup.move_number,
            key: Key::default(),
        };
        for square in Square::ALL {
            if let Some(piece) = setup.piece_at(square) {
                position.kinds[piece.kind().index()].insert(square);
                position.sides[piece.side().index()].insert(square);
            }
        }
        position.key = keys::fresh(&position);
        position
    }
}

/// See [`Position::reach`].
#[inline]
fn reach(piece: Piece, square: Square, occupied: Squares) -> Squares {
    match piece.kind() {
        Kind::King => attacks::king(square),
        Kind::Advisor => attacks::advisor(square),
        Kind::Elephant => attacks::elephant(square, occupied),
        Kind::Chariot => attacks::chariot(square, occupied),
        Kind::Horse => attacks::horse(square, occupied),
        Kind::Cannon => attacks::cannon(square, occupied),
        Kind::Pawn => attacks::pawn(piece.side(), square),
    }
}

impl TryFrom<Setup> for Position {
    type Error = InvalidSetup;

    /// Checks a setup.
    ///
    /// # Errors
    /// With all its faults, and the setup itself, when it is no position.
    fn try_from(setup: Setup) -> Result<Self, InvalidSetup> {
        let position = Self::from_setup_unchecked(&setup);
        let faults = faults(&position);
        if faults.is_empty() {
            Ok(position)
        } else {
            Err(InvalidSetup { setup: Box::new(setup), faults })
        }
    }
}

/// `rules-xiangqi`: a king missing or outside its palace, an advisor or elephant on a point it
/// cannot reach, a pawn behind its start or on a wrong file before the river, too many pieces
/// of a kind, the side not to move in check, kings facing.
fn faults(position: &Position) -> Vec<Fault> {
    let mut faults = Vec::new();
    for side in Side::ALL {
        for kind in Kind::ALL {
            let count = position.pieces(side, kind).len() as usize;
            if kind == Kind::King && count == 0 {
                faults.push(Fault { reason: FaultReason::NoKing(side), square: None });
            }
            if count > kind.count_at_start() {
                let reason = FaultReason::TooMany(Piece::new(side, kind));
                faults.push(Fault { reason, square: None });
            }
        }
    }
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square)
            && !piece.home().contains(square)
        {
            faults.push(Fault { reason: FaultReason::Misplaced(piece), square: Some(square) });
        }
    }
    if Side::ALL.iter().all(|&side| position.pieces(side, Kind::King).len() == 1) {
        let [red, black] = Side::ALL.map(|side| position.king(side));
        let waiting = position.turn.other();
        if attacks::file_line(red).contains(black)
            && !attacks::between(red, black).intersects(position.occupied())
        {
            faults.push(Fault { reason: FaultReason::KingsFacing, square: Some(red) });
        }
        let checkers = position.danger(waiting).checkers() - position.kind(Kind::King);
        if !checkers.is_empty() {
            let square = Some(position.king(waiting));
            faults.push(Fault { reason: FaultReason::OpponentInCheck(waiting), square });
        }
    }
    faults
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            board: position.board,
            turn: position.turn,
            quiet_plies: position.quiet_plies,
            move_number: position.move_number,
        }
    }
}

/// Why a text is not a position.
///
/// ```
/// use xiangqi::{Position, PositionError};
///
/// let error = "4k4/9".parse::<Position>().unwrap_err();
/// assert!(matches!(error, PositionError::Fen(_)));
/// let error = "4k4/9/9/9/9/9/9/9/9/9 w".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "not a legal position: Red has no king");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is a FEN, but of no legal position.
    #[error("not a legal position: {0}")]
    Setup(#[from] InvalidSetup),
}

/// Reads a FEN and checks it.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::try_from(text.parse::<Setup>()?)?)
    }
}

/// Prints the FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

/// Prints the FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.turn == other.turn && self.board == other.board
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}
