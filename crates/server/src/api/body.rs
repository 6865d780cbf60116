use super::json_path::path_of_fault;
use crate::acceptor::{Connection, ConnectionStage};
use crate::puzzles::PuzzleKey;
use crate::refusal::{Refusal, shortened};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use std::pin::Pin;
use std::sync::Arc;
use tokio::time::timeout;

/// A JSON body. Its errors name the place of the fault.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        parse(&read(request).await?).map(Self)
    }
}

/// Reads a body. The future is boxed so that its code is compiled once, and not for every message.
fn read(request: Request) -> Pin<Box<dyn Future<Output = Result<Bytes, Refusal>> + Send>> {
    Box::pin(async move {
        check_type(request.headers())?;
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let reading = Bytes::from_request(request, &());
        let bytes = match connection {
            Some(connection) => {
                connection.set_stage(ConnectionStage::Body);
                let bytes = timeout(connection.body_time, reading).await;
                connection.set_stage(ConnectionStage::Answer);
                bytes.map_err(|_| too_slow())?
            }
            None => reading.await,
        };
        bytes.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Refusal::new(rejection.status(), "too-large", "the body is too large")
            } else {
                Refusal::bad_request("bad-body", "the body could not be read")
            }
        })
    })
}

fn too_slow() -> Refusal {
    let message = "the body of the request did not come in time";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message)
}

/// Checks that the media type is JSON. A page of another site can send a body without a
/// type, or with that of a form, without a preflight request; JSON needs one.
fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = headers.get(CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or_default());
    let essence = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_json = essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"));
    if is_json {
        return Ok(());
    }
    let found =
        if text.is_empty() { "nothing".to_owned() } else { format!("{:?}", shortened(text)) };
    let message = format!("Content-Type: expected application/json, not {found}");
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type", message))
}

/// Reads JSON; the refusal names path, line and column of what is wrong.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = T::deserialize(&mut reader).map_err(|error| refused(bytes, &error))?;
    reader.end().map_err(|error| Refusal::bad_request("bad-json", long(&error)))?;
    Ok(value)
}

/// What is wrong with a body, and where.
fn refused(bytes: &[u8], error: &serde_json::Error) -> Refusal {
    let before = bytes.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
    let read = before.map(<[u8]>::len).sum::<usize>() + error.column();
    let words = long(error);
    let path = match path_of_fault(bytes, read, &words) {
        path if path.is_empty() => path,
        path => format!("{path}: "),
    };
    // The message of serde_json ends with the line and the column.
    Refusal::bad_request("bad-json", format!("{}{words}", shortened(&path)))
}

/// The message of an error, shortened, since it may repeat text from outside.
fn long(error: &serde_json::Error) -> String {
    let words = error.to_string();
    if words.chars().count() <= 300 {
        return words;
    }
    format!("{} at line {} column {}", shortened(&words), error.line(), error.column())
}

/// The parameters after the `?`.
#[derive(Debug)]
pub(crate) struct Parameters<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        Query::<T>::from_request_parts(parts, state).await.map(|Query(value)| Self(value)).map_err(
            |rejection| Refusal::bad_request("bad-parameter", shortened(&rejection.body_text())),
        )
    }
}

/// A game's id in the path.
#[derive(Debug)]
pub(crate) struct GameId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
        // Only a text that can be the id of a game reaches the store.
        uuid::Uuid::try_parse(&id).map_err(|_| Refusal::no_game(&id))?;
        Ok(Self(id))
    }
}

/// A person's id in the path.
#[derive(Debug)]
pub(crate) struct PersonPath(pub(crate) hall::PersonId);

impl<S: Send + Sync> FromRequestParts<S> for PersonPath {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
        let id = uuid::Uuid::try_parse(&id)
            .map_err(|_| Refusal::not_found("this is not the id of a person"))?;
        Ok(Self(hall::PersonId(id.simple().to_string())))
    }
}

/// A study's id in the path.
#[derive(Debug)]
pub(crate) struct StudyId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for StudyId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
        uuid::Uuid::try_parse(&id).map_err(|_| Refusal::no_study(&id))?;
        Ok(Self(id))
    }
}

/// A tournament's id in the path.
#[derive(Debug)]
pub(crate) struct TournamentId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for TournamentId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
        uuid::Uuid::try_parse(&id)
            .map_err(|_| Refusal::not_found("this is not the id of a tournament"))?;
        Ok(Self(id))
    }
}

/// A puzzle, by its id in the path.
#[derive(Debug)]
pub(crate) struct PuzzleId(pub(crate) PuzzleKey);

impl<S: Send + Sync> FromRequestParts<S> for PuzzleId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Refusal::not_found("the path is not UTF-8"))?;
        PuzzleKey::read(&id).map(Self).ok_or_else(|| Refusal::no_puzzle(&id))
    }
}
