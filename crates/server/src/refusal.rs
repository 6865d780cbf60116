use crate::request;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use engine::{MoveError, OpenError, PositionError};
use hall::ChangeError;
pub(crate) use hall_messages::shortened;
use hall_messages::{RefusalKind, Refused};
use store::StoreError;
use wire::Problem;

/// Why a request was refused. This is what the client is told. Internal causes are logged and never
/// shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    status: StatusCode,
    pub(crate) problem: Problem,
    /// After how many seconds the same request may succeed.
    retry_after: u64,
}

/// For those that do not say more.
const RETRY_AFTER_SECONDS: u64 = 2;

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let problem =
            Problem { code: code.to_owned(), message: message.into(), ..Problem::default() };
        Self { status, problem, retry_after: RETRY_AFTER_SECONDS }
    }

    /// Says when the same request may succeed.
    #[must_use]
    pub(crate) fn after(self, wait: std::time::Duration) -> Self {
        Self { retry_after: wait.as_secs() + 1, ..self }
    }

    /// The code while another node that serves something does not answer: who joins again may find it elsewhere.
    pub(crate) const NODE_SILENT: &str = "node-silent";

    /// What another node has refused.
    #[cfg(feature = "cluster")]
    pub(crate) fn of_node(status: u16, problem: Problem) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, problem, retry_after: RETRY_AFTER_SECONDS }
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn status(&self) -> u16 {
        self.status.as_u16()
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let named = match request::current() {
            Some(asked) => self.with_request(&asked.id),
            None => self,
        };
        let (status, retry_after) = (named.status, named.retry_after);
        let mut response = (status, Json(named.problem)).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after));
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

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        let status = match refused.kind {
            RefusalKind::BadRequest => StatusCode::BAD_REQUEST,
            RefusalKind::Impossible => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Forbidden => StatusCode::FORBIDDEN,
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Failed => return Self::internal("the hall", &refused.problem.message),
        };
        Self { status, problem: refused.problem, retry_after: RETRY_AFTER_SECONDS }
    }
}

/// What [`Refused`] can be made of.
macro_rules! from_refused {
    ($($error:ty),*) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Refused::from(error).into()
            }
        }
    )*};
}

from_refused!(
    OpenError,
    PositionError,
    hall::Refusal,
    hall::study::StudyError,
    ChangeError,
    MoveError
);
