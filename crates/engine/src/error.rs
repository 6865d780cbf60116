use crate::{MoveRefusal, PiecePlacement};
use game::Side;
use thiserror::Error;

/// Why a session or an engine cannot be opened.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OpenError {
    /// No variant has this id.
    #[error("no game is called {0:?}; `yiqi games` lists them")]
    UnknownVariant(String),
    /// The variant has no such rule set.
    #[error("{variant} has no rule set {rules:?}; it has {known}")]
    UnknownRules {
        /// The variant's id.
        variant: &'static str,
        /// The requested id.
        rules: String,
        /// The available ids, separated by commas.
        known: String,
    },
    /// The variant has no such opening protocol.
    #[error("{variant} has no opening protocol {opening:?}; it has {known}")]
    UnknownOpening {
        /// The variant's id.
        variant: String,
        /// The requested id.
        opening: String,
        /// The available ids, separated by commas.
        known: String,
    },
    /// The variant has no such machine.
    #[error("{variant} has no machine {preset:?}; it has {known}")]
    UnknownPreset {
        /// The variant's id.
        variant: &'static str,
        /// The requested id.
        preset: String,
        /// The available ids, separated by commas.
        known: String,
    },
    /// The variant has no such evaluation that can be taken apart.
    #[error("{variant} has no evaluation {evaluation:?}; it has {known}")]
    UnknownEvaluation {
        /// The variant's id.
        variant: &'static str,
        /// The requested id.
        evaluation: String,
        /// The available ids, separated by commas.
        known: String,
    },
    /// The variant cannot be searched in the lab.
    #[error("the lab has no search of {0}")]
    NoLaboratory(&'static str),
    /// The position text is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Why a text is not a legal position: all reasons.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
#[error("{}", .faults.iter().map(|f| f.message.as_str()).collect::<Vec<_>>().join("; "))]
pub struct PositionError {
    /// All faults found; never empty.
    pub faults: Vec<PositionFault>,
}

/// A fault of a position.
#[derive(Debug, PartialEq, Eq, Clone)]
pub struct PositionFault {
    /// A short stable word for it (`king-missing`, `syntax`), for translation.
    pub code: &'static str,
    /// The squares concerned, if any.
    pub squares: Vec<String>,
    /// The piece concerned, by its side and name, where squares do not tell it.
    pub piece: Option<(Side, &'static str)>,
    /// The numbers in it, in the order in which the code's sentence has them.
    pub numbers: Vec<u32>,
    /// In English, naming place and reason.
    pub message: String,
    /// Where in the text, when it cannot be read.
    pub place: Option<TextPlace>,
}

impl PositionFault {
    /// A fault that no square, piece or number belongs to.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            squares: Vec::new(),
            piece: None,
            numbers: Vec::new(),
            message: message.into(),
            place: None,
        }
    }

    /// The same with the squares concerned.
    #[must_use]
    pub fn at<S: std::fmt::Display>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.squares.extend(squares.into_iter().map(|square| square.to_string()));
        self
    }

    /// The same with the numbers in it.
    #[must_use]
    pub fn with(mut self, numbers: impl IntoIterator<Item = u32>) -> Self {
        self.numbers.extend(numbers);
        self
    }
}

/// Where a position's text cannot be read.
#[derive(Debug, PartialEq, Eq, Clone, Default)]
pub struct TextPlace {
    /// The character, from 1.
    pub column: Option<u32>,
    /// The rank, by its number in the game.
    pub rank: Option<u32>,
    /// The text there, shortened.
    pub found: String,
}

impl TextPlace {
    /// This character of the text, from 1, where `found` stands.
    #[must_use]
    pub fn column(column: usize, found: String) -> Self {
        Self { column: u32::try_from(column).ok(), rank: None, found }
    }

    /// This rank of the board, where `found` stands.
    #[must_use]
    pub fn rank(rank: usize, found: String) -> Self {
        Self { column: None, rank: u32::try_from(rank).ok(), found }
    }
}

impl PositionError {
    /// The text is not a position, for this reason.
    #[must_use]
    pub fn syntax(message: String, place: Option<TextPlace>) -> Self {
        Self { faults: vec![PositionFault { place, ..PositionFault::new("syntax", message) }] }
    }

    /// A piece is on a square that does not exist, or of a kind that the game does not have.
    #[must_use]
    pub fn misplaced(placed: &PiecePlacement) -> Self {
        let at: String = placed.at.chars().take(20).collect();
        let kind: String = placed.kind.chars().take(20).collect();
        let message =
            format!("there is no {kind:?} in this game, or no square {at:?} on its board");
        Self { faults: vec![PositionFault::new("no-such-piece", message)] }
    }
}

/// Why a text is not a move here.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum MoveError {
    /// The text is in no notation of this game.
    #[error("{text:?} is not a move: {why}")]
    Syntax {
        /// The text.
        text: String,
        /// What was expected, and where.
        why: String,
    },
    /// It reads as a move, but not a legal one.
    #[error("{text} is not legal here: {why}")]
    Illegal {
        /// The text.
        text: String,
        /// Why not.
        why: Box<MoveRefusal>,
    },
    /// It reads as a move of this position, but the game has been won already.
    #[error("{text} is not legal here: {why}")]
    Over {
        /// The text.
        text: String,
        /// How the game ended.
        why: Box<MoveRefusal>,
    },
    /// It could mean more than one legal move.
    #[error("{text} could be {}", .candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it could mean, in engine notation.
        candidates: Vec<String>,
    },
    /// There is no notation with this id.
    #[error("no notation is called {0:?}")]
    UnknownNotation(String),
}

impl MoveError {
    /// The text reads as a move, and for this reason not as a legal one.
    #[must_use]
    pub fn illegal(text: impl Into<String>, why: impl Into<MoveRefusal>) -> Self {
        Self::Illegal { text: text.into(), why: Box::new(why.into()) }
    }

    /// The text reads as a move, but the game has been won.
    #[must_use]
    pub fn over(text: impl Into<String>, why: impl Into<MoveRefusal>) -> Self {
        Self::Over { text: text.into(), why: Box::new(why.into()) }
    }
}

/// Why an option was not set.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called {0:?}")]
    Unknown(String),
    /// The value is not one it takes.
    #[error("{name} cannot be {value:?}: {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// Why a search gave no result.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EngineError {
    /// The engine does not play the game of the session.
    #[error("this engine plays {plays}, not {asked}")]
    WrongGame {
        /// What it plays.
        plays: &'static str,
        /// What it was asked to search.
        asked: &'static str,
    },
    /// A move in the limits is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The search panicked; the engine has been reset and can go on with another position.
    #[error("the search failed: {0}")]
    Failed(String),
    /// The engine is another program, which did not do what it was asked.
    #[error(transparent)]
    Program(Box<ProgramFault>),
}

/// What is wrong with an engine that is another program: a code with what it is about, so that every
/// language makes its own sentence of it.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
#[error("{message}")]
pub struct ProgramFault {
    /// A short stable word for it (`crash`, `no-option`).
    pub code: &'static str,
    /// How long it was waited for, in milliseconds, where that matters.
    pub waited_ms: Option<u32>,
    /// What the program said or is called, or the system said of it, if anything.
    pub found: Option<String>,
    /// In English.
    pub message: String,
}
