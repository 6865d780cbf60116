use crate::geometry::Shape;
use crate::{Bits, Kind, Piece, Position, Run, Square, VariantRules};
use game::Side;
use std::fmt;

/// Any placement of pieces on a board, possible or not. [`Setup::check`] reports everything that is
/// wrong with it; `Position::try_from` makes it a position.
///
/// ```
/// use draughts::{Kind, Piece, Position, Russian, Setup, Square};
/// use game::Side;
///
/// let square = |name: &str| Square::<Russian>::read(name).unwrap();
/// let mut setup = Setup::<Russian>::empty();
/// setup.put(square("a1"), Some(Piece { side: Side::First, kind: Kind::King }));
/// setup.put(square("d8"), Some(Piece { side: Side::Second, kind: Kind::Man }));
/// setup.turn = Side::Second;
/// assert!(setup.piece_at(square("a1")).is_some());
/// assert!(setup.check().is_empty());
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.to_string(), "B:WK29:B2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<V: VariantRules> {
    /// The pieces, by [`Square::index`]; the length is the number of playing squares of the board.
    pub board: Vec<Option<Piece>>,
    /// The side to move.
    pub turn: Side,
    /// Running kings and the number of moves in a row that they made (Frisian draughts).
    pub runs: Vec<(Square<V>, u8)>,
    /// What the text says of the game so far.
    pub counters: Counters,
    pub(crate) variant: V,
}

/// The two counters that programs put behind a position (`:H12:F40`): a position here does not keep them.
///
/// ```
/// use draughts::{Counters, International, Setup};
/// let setup: Setup<International> = "W:WK31:BK1:H12:F40".parse()?;
/// assert_eq!(setup.counters, Counters { quiet: 12, number: 40 });
/// assert_eq!(setup.to_string(), "W:WK31:BK1:H12:F40");
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Plies since a capture or a man's move.
    pub quiet: u32,
    /// The number of the next move; 0 where it is not told.
    pub number: u32,
}

impl Counters {
    /// Whether they say no more than that a game begins.
    ///
    /// ```
    /// use draughts::Counters;
    /// assert!(Counters { quiet: 0, number: 1 }.is_usual());
    /// assert!(!Counters { quiet: 12, number: 40 }.is_usual());
    /// ```
    #[must_use]
    pub const fn is_usual(self) -> bool {
        self.quiet == 0 && self.number <= 1
    }
}

/// `:H12:F40`; nothing at the beginning of a game.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_usual() { Ok(()) } else { write!(f, ":H{}:F{}", self.quiet, self.number.max(1)) }
    }
}

impl<V: VariantRules> Setup<V> {
    /// A board without pieces. The side that begins in the variant is to move.
    #[must_use]
    pub fn empty() -> Self {
        Self::empty_of(V::only())
    }

    /// A board of this variant without pieces.
    ///
    /// ```
    /// use draughts::Setup;
    /// use draughts::groups::LikeEnglish;
    /// use game::Side;
    ///
    /// assert_eq!(Setup::empty_of(LikeEnglish::ENGLISH).turn, Side::Second);
    /// ```
    #[must_use]
    pub fn empty_of(variant: V) -> Self {
        let board = vec![None; Square::<V>::COUNT];
        let turn = variant.rules().board.starts;
        Self { board, turn, runs: Vec::new(), counters: Counters::default(), variant }
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square<V>) -> Option<Piece> {
        self.board.get(square.index()).copied().flatten()
    }

    /// Puts a piece on `square`, or clears it.
    pub fn put(&mut self, square: Square<V>, piece: Option<Piece>) {
        if let Some(place) = self.board.get_mut(square.index()) {
            *place = piece;
        }
    }

    /// Everything that makes this setup impossible; nothing if it is a legal position.
    ///
    /// More pieces than at the start of a game are no fault: composed problems may have them.
    #[must_use]
    pub fn check(&self) -> Vec<Fault<V>> {
        let mut faults = Vec::new();
        for square in Square::<V>::all() {
            if let Some(Piece { side, kind: Kind::Man }) = self.piece_at(square)
                && !(square.bit() & V::far_row(side)).is_zero()
            {
                let reason = FaultReason::ManOnFarRow(side);
                faults.push(Fault { reason, square: Some(square) });
            }
        }
        for (n, &(square, moves)) in self.runs.iter().enumerate() {
            let piece = self.piece_at(square);
            let twice = self.runs[..n].iter().any(|&(earlier, _)| {
                self.piece_at(earlier).map(|p| p.side) == piece.map(|p| p.side)
            });
            let king = piece.is_some_and(|piece| piece.kind == Kind::King);
            if !king || twice || moves == 0 || moves > self.variant.king_run() {
                let reason = FaultReason::NoSuchRun { moves, most: self.variant.king_run() };
                faults.push(Fault { reason, square: Some(square) });
            }
        }
        faults
    }
}

/// One thing that is wrong with a [`Setup`].
///
/// ```
/// use draughts::{Fault, FaultReason, International, Setup};
/// use game::Side;
///
/// let setup: Setup<International> = "W:W3:B20".parse()?;
/// let faults: Vec<Fault<International>> = setup.check();
/// assert_eq!(faults[0].reason, FaultReason::ManOnFarRow(Side::First));
/// assert_eq!(faults[0].to_string(), "White's man on 3 would have been crowned there");
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fault<V: VariantRules> {
    /// The kind of fault.
    pub reason: FaultReason,
    /// The square, if it concerns one square.
    pub square: Option<Square<V>>,
}

/// Why a [`Setup`] is no position.
///
/// ```
/// use draughts::{FaultReason, Frisian, Setup};
///
/// let setup: Setup<Frisian> = "W:WK46,31:BK5:46=9".parse()?;
/// assert_eq!(setup.check()[0].reason, FaultReason::NoSuchRun { moves: 9, most: 3 });
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FaultReason {
    /// A man of this side is on a square where it would have been crowned.
    ManOnFarRow(Side),
    /// A run is impossible: its side has no king there, it is too long, or its side has another
    /// run.
    NoSuchRun {
        /// The claimed number of moves.
        moves: u8,
        /// The greatest possible number.
        most: u8,
    },
}

impl<V: VariantRules> fmt::Display for Fault<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side| if side == Side::First { "White" } else { "Black" };
        let at = self.square.map_or_else(String::new, |square| format!(" on {square}"));
        match self.reason {
            FaultReason::ManOnFarRow(side) => {
                write!(f, "{}'s man{at} would have been crowned there", name(side))
            }
            FaultReason::NoSuchRun { moves, most } => {
                write!(f, "no king{at} can have made {moves} moves in a row (at most {most})")
            }
        }
    }
}

/// A [`Setup`] that is no position, with all the reasons.
///
/// ```
/// use draughts::{International, InvalidSetup, Position, Setup};
///
/// let setup: Setup<International> = "W:W3:B20".parse()?;
/// let error: InvalidSetup<International> = Position::try_from(setup.clone()).unwrap_err();
/// assert_eq!((*error.setup, error.faults.len()), (setup, 1));
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidSetup<V: VariantRules> {
    /// The setup, given back.
    pub setup: Box<Setup<V>>,
    /// At least one fault.
    pub faults: Vec<Fault<V>>,
}

impl<V: VariantRules> TryFrom<Setup<V>> for Position<V> {
    type Error = InvalidSetup<V>;

    fn try_from(setup: Setup<V>) -> Result<Self, Self::Error> {
        let faults = setup.check();
        if !faults.is_empty() {
            return Err(InvalidSetup { setup: Box::new(setup), faults });
        }
        let mut position = Self {
            sides: [V::Bits::ZERO; 2],
            kings: V::Bits::ZERO,
            turn: setup.turn,
            runs: [Run::default(); 2],
            variant: setup.variant,
        };
        for square in Square::<V>::all() {
            if let Some(piece) = setup.piece_at(square) {
                position.sides[piece.side.index()] |= square.bit();
                if piece.kind == Kind::King {
                    position.kings |= square.bit();
                }
            }
        }
        for &(square, moves) in &setup.runs {
            let side = setup.piece_at(square).expect("a run was checked to be a king's").side;
            // The moves of a side without men are not counted.
            if !position.men(side).is_zero() {
                position.runs[side.index()] = Run { king: Some(square), moves };
            }
        }
        Ok(position)
    }
}

impl<V: VariantRules> From<&Position<V>> for Setup<V> {
    fn from(position: &Position<V>) -> Self {
        let mut setup = Self::empty_of(position.variant);
        for square in Square::all() {
            setup.put(square, position.piece_at(square));
        }
        setup.turn = position.turn;
        let runs = position.runs.iter();
        setup.runs = runs.filter_map(|run| Some((run.square()?, run.moves))).collect();
        setup
    }
}
