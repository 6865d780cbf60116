//! What a game says of itself for the review of a played game: the part of the game, and why a move was worse
//! than another.

use crate::Score;
use std::fmt;

/// A part of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The first moves.
    Opening,
    /// The part between them.
    Middlegame,
    /// Few pieces, or few empty squares, are left.
    Ending,
}

/// How far a game is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Stage {
    /// The part of the game.
    pub phase: Phase,
    /// How much of the game is over: 0 at the start, 1 at the end.
    pub progress: f64,
}

impl Stage {
    /// The stage of a position from which nothing is known.
    pub const UNKNOWN: Self = Self { phase: Phase::Middlegame, progress: 0.5 };
}

/// What a game calls a puzzle: a position in which one move is right. All numbers are expected scores of the side to
/// move, from 0 (a loss) to 1 (a win). `docs/develop/studies.md` justifies them.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PuzzleTerms {
    /// The loss of a move of the game from which the positions before and after it are looked at.
    pub fall: f64,
    /// The best move is ahead of every other move by at least this.
    pub lead: f64,
    /// A chance from which a side wins.
    pub winning: f64,
    /// A chance from which a side that could lose is saved.
    pub saved: f64,
    /// A chance up to which a side is lost: every other move of a puzzle about saving leads there.
    pub lost: f64,
    /// Whether every position that the review solved is looked at, also where nobody went wrong.
    pub solved: bool,
    /// The difference of scores, in hundredths, that changes the odds of a puzzle's chances by a factor e: the shipped puzzles were
    /// chosen by it, so it does not follow [`crate::Expectation`].
    pub spread: f64,
}

impl PuzzleTerms {
    /// The terms of a game that says nothing else.
    pub const USUAL: Self = Self {
        fall: 0.20,
        lead: 0.30,
        winning: 0.80,
        saved: 0.40,
        lost: 0.20,
        solved: false,
        spread: 90.0,
    };

    /// The chance of the side to move with this score, from 0 to 1.
    #[must_use]
    pub fn chance(&self, score: crate::Score) -> f64 {
        // This curve has no draws.
        crate::Expectation::constant(self.spread).chances(score, 0.0).win
    }
}

/// A move that a review found to be worse than another, for [`crate::Session::explain`]. All
/// moves are in engine notation; both first moves are legal in the session's position.
#[derive(Clone, Debug)]
pub struct Doubt<M> {
    /// The move that was played.
    pub played: M,
    /// The line that the search expects after it; the opponent's answer comes first.
    pub answer: Vec<M>,
    /// The better move, and the line that follows it.
    pub best: Vec<M>,
    /// The score after the move that was played, for its side.
    pub played_score: Score,
    /// The score of the better move.
    pub best_score: Score,
}

/// A reason that a family of games proves by its own knowledge. Each family has an enum of them, so that
/// a new game brings its reasons with it.
pub trait FamilyReason: fmt::Debug + Sync {
    /// A short stable word (`hangs-piece`, `allows-four`), by which every language makes its own sentence.
    fn code(&self) -> &'static str;

    /// Whether it is about a better move that was missed, and not about the move that was played.
    fn is_missed(&self) -> bool;

    /// The reason in English, with what it is about.
    fn sentence(&self, reason: &Reason) -> String;
}

/// The kind of a reason.
#[derive(Copy, Clone, Debug)]
pub enum ReasonKind {
    /// The moves before decide against it: a forbidden repetition.
    Perpetual,
    /// It allows mate.
    AllowsMate,
    /// It misses mate.
    MissesMate,
    /// It allows another forced win.
    AllowsWin,
    /// It misses another forced win.
    MissesWin,
    /// One of the family.
    Family(&'static dyn FamilyReason),
}

impl ReasonKind {
    /// Its word: `perpetual`, `allows-mate`, …
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Perpetual => "perpetual",
            Self::AllowsMate => "allows-mate",
            Self::MissesMate => "misses-mate",
            Self::AllowsWin => "allows-win",
            Self::MissesWin => "misses-win",
            Self::Family(reason) => reason.code(),
        }
    }

    /// Whether it is about a better move that was missed. Its line then begins before the move
    /// that was played, and otherwise after it.
    #[must_use]
    pub fn is_missed(self) -> bool {
        match self {
            Self::MissesMate | Self::MissesWin => true,
            Self::Perpetual | Self::AllowsMate | Self::AllowsWin => false,
            Self::Family(reason) => reason.is_missed(),
        }
    }
}

impl PartialEq for ReasonKind {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for ReasonKind {}

/// Why a move is worse than another: its kind with what it is about, so that every language makes
/// its own sentence of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What kind it is.
    pub kind: ReasonKind,
    /// The squares it is about.
    pub squares: Vec<String>,
    /// The names of the pieces it is about.
    pub pieces: Vec<&'static str>,
    /// The number of moves in it: of a forced win.
    pub moves: Option<u32>,
    /// How many pieces are given, and how many are taken for them.
    pub count: Option<(u32, u32)>,
    /// The moves that prove it, in engine notation: from the position after the move for what it
    /// allows, and from the position before it for what it misses.
    pub line: Vec<String>,
}

impl Reason {
    /// A reason of this kind.
    #[must_use]
    pub fn new(kind: ReasonKind) -> Self {
        Self {
            kind,
            squares: Vec::new(),
            pieces: Vec::new(),
            moves: None,
            count: None,
            line: Vec::new(),
        }
    }

    /// A reason of a family.
    #[must_use]
    pub fn of(reason: &'static dyn FamilyReason) -> Self {
        Self::new(ReasonKind::Family(reason))
    }

    /// The same with the squares it is about.
    #[must_use]
    pub fn at<S: fmt::Display>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.squares.extend(squares.into_iter().map(|square| square.to_string()));
        self
    }

    /// The same with the moves that prove it.
    #[must_use]
    pub fn by<M: fmt::Display>(mut self, line: impl IntoIterator<Item = M>) -> Self {
        self.line.extend(line.into_iter().map(|m| m.to_string()));
        self
    }

    /// The reason in English.
    #[must_use]
    pub fn sentence(&self) -> String {
        let moves = self.moves.unwrap_or_default();
        match self.kind {
            ReasonKind::Perpetual => "breaks the rule about repetition".to_owned(),
            ReasonKind::AllowsMate => format!("allows mate in {moves}"),
            ReasonKind::MissesMate => format!("misses mate in {moves}"),
            ReasonKind::AllowsWin => format!("allows a forced win in {moves}"),
            ReasonKind::MissesWin => format!("misses a forced win in {moves}"),
            ReasonKind::Family(reason) => reason.sentence(self),
        }
    }

    /// The pieces and squares of a reason about pieces that are lost: `the horse on e3`.
    #[must_use]
    pub fn pieces_on_squares(&self) -> String {
        let squares = self.squares.join(" ");
        match self.pieces.as_slice() {
            [piece] => format!("the {piece} on {squares}"),
            pieces => format!("{} pieces on {squares}", pieces.len()),
        }
    }
}
