use crate::{Square, Squares};
use std::fmt;
use std::ops::Range;

/// The kind of the end of a game.
///
/// ```
/// use xiangqi::ReasonKind;
///
/// assert_eq!(ReasonKind::PerpetualCheck.to_string(), "perpetual-check");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReasonKind {
    /// In check without a legal move.
    Checkmate,
    /// Not in check, and without a legal move: loses like mate.
    Stalemate,
    /// One side checked on every move of the cycle.
    PerpetualCheck,
    /// One side attacked on every move of the cycle: the same piece, or under the rules of the
    /// Chinese association any piece.
    PerpetualChase,
    /// Both sides checked on every move.
    MutualCheck,
    /// Both sides attacked on every move.
    MutualChase,
    /// The position occurred for the third time and no side is at fault.
    Repetition,
    /// The natural limit: sixty moves of each side without a capture.
    SixtyMove,
    /// No pieces are left that could mate.
    Material,
}

impl ReasonKind {
    /// The word itself, as in `perpetual-check`.
    ///
    /// ```
    /// assert_eq!(xiangqi::ReasonKind::SixtyMove.word(), "sixty-move");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::MutualCheck => "mutual-check",
            Self::MutualChase => "mutual-chase",
            Self::Repetition => "repetition",
            Self::SixtyMove => "sixty-move",
            Self::Material => "material",
        }
    }
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The reason for the end of a game, with its evidence. Prints the word and the evidence, as in
/// `perpetual-chase e5 by b3`.
///
/// ```
/// use game::Line;
/// use xiangqi::{Position, Reason, ReasonKind, RuleSet, adjudicate};
///
/// // Red's chariot attacks Black's cannon on every move, three times around.
/// let start: Position = "3ak4/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b".parse()?;
/// let mut line = Line::new(start);
/// for m in "c5g5 c4g4 g5c5 g4c4 c5g5 c4g4 g5c5 g4c4".split(' ') {
///     line.push(m.parse()?);
/// }
/// let reason: Reason = adjudicate::judge(&line, RuleSet::Wxf).expect("the third time").reason;
/// assert_eq!((reason.kind(), reason.rule()), (ReasonKind::PerpetualChase, Some("wxf 3")));
/// // The cycle is all eight plies; Red's are the chases.
/// assert_eq!(reason.cycle(), Some(0..8));
/// assert_eq!(reason.plies(), [1, 3, 5, 7]);
/// assert_eq!(reason.chases().len(), 1);
/// assert_eq!(format!("{:?}", reason.squares()), r#"{"c4", "c5"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    pub(super) kind: ReasonKind,
    pub(super) rule: Option<&'static str>,
    pub(super) cycle: Option<Range<usize>>,
    pub(super) plies: Vec<usize>,
    pub(super) chases: Vec<Chase>,
    pub(super) mates: Vec<MateThreat>,
}

/// A mate that a side threatened with its next move, throughout a cycle. The piece is named by its
/// point at the end.
///
/// ```
/// use xiangqi::adjudicate::MateThreat;
/// use xiangqi::Square;
///
/// let threat = MateThreat { piece: Square::I5, to: Square::D5, plies: vec![1, 3] };
/// assert_eq!(threat.to_string(), "mate i5d5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MateThreat {
    /// The piece that would have given mate.
    pub piece: Square,
    /// The point to which it would have gone.
    pub to: Square,
    /// The indices of the moves, from 0 in the line, after which the mate was threatened.
    pub plies: Vec<usize>,
}

/// A piece that was chased throughout a cycle. Pieces are named by their points at the end.
///
/// ```
/// use xiangqi::adjudicate::Chase;
/// use xiangqi::{Square, Squares};
///
/// let chase = Chase { victim: Square::E5, chasers: Squares::of(Square::B3), plies: vec![5, 7] };
/// assert_eq!(chase.to_string(), "e5 by b3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    /// The chased piece.
    pub victim: Square,
    /// The pieces that threatened to capture it in turn.
    pub chasers: Squares,
    /// The indices of the moves, from 0 in the line, that made these threats.
    pub plies: Vec<usize>,
}

impl Reason {
    /// A reason that needs no evidence.
    pub(super) const fn of(kind: ReasonKind) -> Self {
        Self {
            kind,
            rule: None,
            cycle: None,
            plies: Vec::new(),
            chases: Vec::new(),
            mates: Vec::new(),
        }
    }

    /// The word.
    #[must_use]
    pub const fn kind(&self) -> ReasonKind {
        self.kind
    }

    /// The rule set and the number of its paragraph, as in `wxf 3`; rule sets without
    /// paragraphs give their name alone. `None` if no repetition was judged.
    #[must_use]
    pub const fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// The plies between the first and the last time the position stood, as indices of
    /// [`game::Line::plies`].
    #[must_use]
    pub fn cycle(&self) -> Option<Range<usize>> {
        self.cycle.clone()
    }

    /// The decisive plies: the checks or chases of the side, or sides, that continued them.
    #[must_use]
    pub fn plies(&self) -> &[usize] {
        &self.plies
    }

    /// The decisive chases: one in a perpetual chase, one of each side in a mutual chase. Under the
    /// rules of the Chinese association, where victims may change, all of them.
    #[must_use]
    pub fn chases(&self) -> &[Chase] {
        &self.chases
    }

    /// The decisive threats of mate, beside the chases: only the rules of the Chinese association
    /// consider them.
    ///
    /// ```
    /// use game::Line;
    /// use xiangqi::{Position, RuleSet, adjudicate};
    ///
    /// // Black threatens mate with the chariot after every move; Red threatens nothing.
    /// let start: Position = "4k4/9/9/9/1c6r/9/9/9/9/R2K5 w".parse()?;
    /// let mut line = Line::new(start);
    /// for m in "a0b0 b5a5 b0a0 a5b5 a0b0 b5a5 b0a0 a5b5".split(' ') {
    ///     line.push(m.parse()?);
    /// }
    /// let verdict = adjudicate::judge(&line, RuleSet::Cxa).expect("the third time");
    /// assert_eq!(verdict.to_string(), "1-0 perpetual-chase mate i5d5");
    /// assert_eq!(verdict.reason.mates()[0].plies, [1, 3, 5, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mates(&self) -> &[MateThreat] {
        &self.mates
    }

    /// The points to mark on the board: victims and chasers, and pieces that threatened mate.
    #[must_use]
    pub fn squares(&self) -> Squares {
        let chases = self.chases.iter().map(|chase| chase.chasers | chase.victim);
        let mates = self.mates.iter().map(|mate| Squares::of(mate.piece));
        chases.chain(mates).fold(Squares::EMPTY, |all, squares| all | squares)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        let chases = self.chases.iter().map(|chase| chase as &dyn fmt::Display);
        let mates = self.mates.iter().map(|mate| mate as &dyn fmt::Display);
        for (i, evidence) in chases.chain(mates).enumerate() {
            write!(f, "{} {evidence}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// Prints as in `mate i5d5`.
impl fmt::Display for MateThreat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mate {}{}", self.piece, self.to)
    }
}

/// Prints as in `e5 by b3 c3`.
impl fmt::Display for Chase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by", self.victim)?;
        self.chasers.into_iter().try_for_each(|chaser| write!(f, " {chaser}"))
    }
}
