use crate::live::ChangeError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::{MoveError, OpenError, PositionError};
use store::StoreError;
use wire::{Fault, Place, Problem};

/// Why a request was not done: what the client is told. What happened inside is logged and
/// never shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    status: StatusCode,
    pub(crate) problem: Problem,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let problem =
            Problem { code: code.to_owned(), message: message.into(), faults: Vec::new() };
        Self { status, problem }
    }

    /// The request's text is not what it should be.
    pub(crate) fn bad_request(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The request reads well but asks for what is not possible.
    pub(crate) fn impossible(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The game is not in the state the request supposes.
    pub(crate) fn conflict(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", what)
    }

    pub(crate) fn no_game(id: &str) -> Self {
        Self::not_found(format!("there is no game {:?}", shortened(id)))
    }

    /// Something failed inside; `error` goes to the log only.
    pub(crate) fn internal(what: &str, error: &dyn std::fmt::Display) -> Self {
        tracing::error!("{what}: {error}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the server failed here; its log says why",
        )
    }

    /// Says where in the request it went wrong.
    #[must_use]
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.problem.message = format!("{place}: {}", self.problem.message);
        self
    }
}

/// Text from outside, short enough to be repeated in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem)).into_response()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::conflict(
                "changed-elsewhere",
                "the game was changed elsewhere at the same time; try again",
            ),
            other => Self::internal("store", &other),
        }
    }
}

impl From<OpenError> for Refusal {
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
            OpenError::Position(error) => error.into(),
        }
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        let mut refusal = Self::impossible("bad-position", error.to_string());
        refusal.problem.faults = faults(error);
        refusal
    }
}

/// The faults of a position as the browser wants them.
pub(crate) fn faults(error: PositionError) -> Vec<Fault> {
    let fault = |f: engine::PositionFault| Fault {
        code: f.code.to_owned(),
        squares: f.squares,
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

impl From<ChangeError> for Refusal {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Move(error) => error.into(),
            ChangeError::Opening(error) => Self::impossible("bad-choice", error.to_string()),
            ChangeError::NoOpening => Self::conflict("no-opening", error.to_string()),
        }
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Syntax { .. } => "bad-move",
            MoveError::Illegal { .. } | MoveError::Over { .. } => "illegal-move",
            MoveError::Ambiguous { .. } => "ambiguous-move",
            MoveError::UnknownNotation(_) => "unknown-notation",
        };
        Self::impossible(code, shortened(&error.to_string()))
    }
}
