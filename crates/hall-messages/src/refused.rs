use engine::{MoveError, OpenError, PositionError};
use hall::ChangeError;
use wire::{Fault, Place, Problem};

/// What kind of refusal it is: a server has a status for each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The request's text is malformed.
    BadRequest,
    /// The request is well-formed but impossible.
    Impossible,
    /// The game is not in the state that the request assumes.
    Conflict,
    /// Who asks may not do it.
    Forbidden,
    /// It is about something that is not there.
    NotFound,
    /// What the hall has is damaged, or it failed itself.
    Failed,
}

/// Why a request was refused, for the client.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Its kind.
    pub kind: RefusalKind,
    /// What the client is told.
    pub problem: Problem,
}

impl Refused {
    /// A refusal with a stable word and a sentence.
    pub fn new(kind: RefusalKind, code: &str, message: impl Into<String>) -> Self {
        let problem =
            Problem { code: code.to_owned(), message: message.into(), ..Problem::default() };
        Self { kind, problem }
    }

    /// The request's text is malformed.
    pub fn bad_request(code: &str, message: impl Into<String>) -> Self {
        Self::new(RefusalKind::BadRequest, code, message)
    }

    /// The request is well-formed but impossible.
    pub fn impossible(code: &str, message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Impossible, code, message)
    }

    /// The game is not in the state that the request assumes.
    pub fn conflict(code: &str, message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Conflict, code, message)
    }

    /// It is about something that is not there.
    pub fn not_found(what: impl Into<String>) -> Self {
        Self::new(RefusalKind::NotFound, "not-found", what)
    }

    /// The hall failed at something that always succeeds; a server tells the error to its log only.
    pub fn failed(what: &str, error: &dyn std::fmt::Display) -> Self {
        Self::new(RefusalKind::Failed, "internal", format!("{what}: {error}"))
    }

    /// Adds the place in the request where the error is.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        self.problem.message = format!("{place}: {}", self.problem.message);
        self
    }
}

/// Text from outside, shortened so that it can be repeated in a message.
#[must_use]
pub fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}

impl From<OpenError> for Refused {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::UnknownVariant(_) => {
                Self::impossible("unknown-variant", shortened(&error.to_string()))
            }
            OpenError::UnknownRules { .. } => {
                Self::impossible("unknown-rules", shortened(&error.to_string()))
            }
            OpenError::UnknownOpening { .. } => {
                Self::impossible("unknown-opening", shortened(&error.to_string()))
            }
            OpenError::UnknownPreset { .. }
            | OpenError::UnknownEvaluation { .. }
            | OpenError::NoLaboratory(_) => {
                Self::impossible("unknown-machine", shortened(&error.to_string()))
            }
            OpenError::Position(error) => error.into(),
        }
    }
}

impl From<PositionError> for Refused {
    fn from(error: PositionError) -> Self {
        let mut refusal = Self::impossible("bad-position", error.to_string());
        refusal.problem.faults = faults(error);
        refusal
    }
}

/// Why a move is refused, in the form for the browser.
fn reason(why: engine::MoveRefusal) -> Fault {
    Fault {
        code: why.code.to_owned(),
        squares: why.squares,
        piece: None,
        numbers: why.numbers,
        message: shortened(&why.message),
        place: None,
    }
}

/// The faults of a position in the form for the browser.
#[must_use]
pub fn faults(error: PositionError) -> Vec<Fault> {
    let fault = |f: engine::PositionFault| Fault {
        code: f.code.to_owned(),
        squares: f.squares,
        piece: f.piece.map(|(side, kind)| wire::NamedPiece { side, kind: kind.to_owned() }),
        numbers: f.numbers,
        message: f.message,
        place: f.place.map(|place| Place {
            column: place.column,
            rank: place.rank,
            found: Some(place.found),
            ..Place::default()
        }),
    };
    error.faults.into_iter().map(fault).collect()
}

impl From<hall::Refusal> for Refused {
    fn from(refusal: hall::Refusal) -> Self {
        match refusal {
            hall::Refusal::Conflict { code, message } => Self::conflict(code, message),
            hall::Refusal::Forbidden { code, message } => {
                Self::new(RefusalKind::Forbidden, code, message)
            }
            hall::Refusal::Change(error) => error.into(),
        }
    }
}

impl From<ChangeError> for Refused {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Move(error) => error.into(),
            ChangeError::Opening(error) => Self::impossible("bad-choice", error.to_string()),
            ChangeError::NoOpening => Self::conflict("no-opening", error.to_string()),
        }
    }
}

impl From<MoveError> for Refused {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Syntax { .. } => "bad-move",
            MoveError::Illegal { .. } | MoveError::Over { .. } => "illegal-move",
            MoveError::Ambiguous { .. } => "ambiguous-move",
            MoveError::UnknownNotation(_) => "unknown-notation",
        };
        let mut refusal = Self::impossible(code, shortened(&error.to_string()));
        if let MoveError::Illegal { why, .. } | MoveError::Over { why, .. } = error {
            refusal.problem.faults = vec![reason(*why)];
        }
        refusal
    }
}
