use crate::request;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use engine::{MoveError, OpenError, PositionError};
use hall::ChangeError;
use store::StoreError;
use wire::{Fault, Place, Problem};

/// Why a request was refused. This is what the client is told. Internal causes are logged and never
/// shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    status: StatusCode,
    pub(crate) problem: Problem,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let problem =
            Problem { code: code.to_owned(), message: message.into(), ..Problem::default() };
        Self { status, problem }
    }

    /// The request's text is malformed.
    pub(crate) fn bad_request(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The request is well-formed but impossible.
    pub(crate) fn impossible(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The game is not in the state that the request assumes.
    pub(crate) fn conflict(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", what)
    }

    pub(crate) fn no_game(id: &str) -> Self {
        Self::not_found(format!("there is no game {:?}", shortened(id)))
    }

    pub(crate) fn no_study(id: &str) -> Self {
        Self::not_found(format!("there is no study {:?}", shortened(id)))
    }

    pub(crate) fn no_puzzle(id: &str) -> Self {
        Self::not_found(format!("there is no puzzle {:?}", shortened(id)))
    }

    /// The hall is overloaded; the same request may succeed later.
    pub(crate) fn busy(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    /// An internal failure. `error` goes to the log only, under the id of the request, which the client is told.
    pub(crate) fn internal(what: &str, error: &dyn std::fmt::Display) -> Self {
        let id = request::current().map(|asked| asked.id.clone());
        let id = id.unwrap_or_else(|| format!("{:08x}", rand::random::<u32>()));
        tracing::error!("{id}: {what}: {error}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            format!("the server failed here; its log says why, under {id}"),
        )
    }

    /// The stored data of a game cannot be read.
    pub(crate) fn damaged(what: &str) -> Self {
        tracing::warn!("a damaged game: {what}");
        let message = format!(
            "the stored data of this game are damaged ({}); nothing was changed, and the data can \
             be downloaded unchanged",
            shortened(what)
        );
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "data-damaged", message)
    }

    /// The store reported an error; `error` goes to the log only.
    fn not_stored(status: StatusCode, code: &str, message: &str, error: &StoreError) -> Self {
        tracing::error!("store: {error}");
        Self::new(status, code, message)
    }

    /// Adds the id of the request, which a person can name to whoever reads the log.
    #[must_use]
    pub(crate) fn with_request(mut self, id: &str) -> Self {
        self.problem.request.get_or_insert_with(|| id.to_owned());
        self
    }

    /// Adds the place in the request where the error is.
    #[must_use]
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.problem.message = format!("{place}: {}", self.problem.message);
        self
    }
}

/// Text from outside, shortened so that it can be repeated in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let named = match request::current() {
            Some(asked) => self.with_request(&asked.id),
            None => self,
        };
        let status = named.status;
        let mut response = (status, Json(named.problem)).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::conflict(
                "changed-elsewhere",
                "the game was changed elsewhere at the same time; try again",
            ),
            StoreError::DiskFull(_) => Self::not_stored(
                StatusCode::INSUFFICIENT_STORAGE,
                "disk-full",
                "the disk of the server is full: nothing was stored; free some space and try again",
                &error,
            ),
            StoreError::DiskFailed(_) => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "disk-failed",
                "the disk of the server failed: nothing was stored",
                &error,
            ),
            StoreError::DataGone(_) => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "data-gone",
                "the server's file of games was deleted or replaced: nothing was stored; put the \
                 file back and start the server again",
                &error,
            ),
            StoreError::Busy(_) => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "data-busy",
                "another program holds the server's file of games locked: nothing was stored",
                &error,
            ),
            StoreError::Unreachable(_) => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "database-unreachable",
                "the server cannot reach its database: look whether the change is there before you \
                 try again",
                &error,
            ),
            StoreError::Elsewhere => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "served-elsewhere",
                "another node of the hall serves it: nothing was stored; join it again",
                &error,
            ),
            StoreError::InUse { .. } => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "data-busy",
                "another server uses the database of this one: nothing was stored",
                &error,
            ),
            StoreError::Unfit(what) => {
                Self::bad_request("unfit-text", format!("cannot be stored: {what}"))
            }
            StoreError::Damaged { id: Some(_), what } => Self::damaged(&what),
            StoreError::Damaged { id: None, .. } => Self::not_stored(
                StatusCode::INTERNAL_SERVER_ERROR,
                "data-damaged",
                "the server's file of games is damaged: nothing was stored; after a restart the \
                 server recovers the readable games",
                &error,
            ),
            StoreError::Closed => Self::not_stored(
                StatusCode::SERVICE_UNAVAILABLE,
                "closing",
                "the hall is closing: nothing was stored",
                &error,
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
            OpenError::UnknownPreset { .. }
            | OpenError::UnknownEvaluation { .. }
            | OpenError::NoLaboratory(_) => {
                Self::impossible("unknown-machine", shortened(&error.to_string()))
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
pub(crate) fn faults(error: PositionError) -> Vec<Fault> {
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

impl From<hall::Refusal> for Refusal {
    fn from(refusal: hall::Refusal) -> Self {
        match refusal {
            hall::Refusal::Conflict { code, message } => Self::conflict(code, message),
            hall::Refusal::Forbidden { code, message } => {
                Self::new(StatusCode::FORBIDDEN, code, message)
            }
            hall::Refusal::Change(error) => error.into(),
        }
    }
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
        let mut refusal = Self::impossible(code, shortened(&error.to_string()));
        if let MoveError::Illegal { why, .. } | MoveError::Over { why, .. } = error {
            refusal.problem.faults = vec![reason(*why)];
        }
        refusal
    }
}
