use crate::refusal::{Refusal, shortened};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body. What is wrong with it is said with its place.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Refusal::new(rejection.status(), "too-large", "the body is too large")
            } else {
                Refusal::bad_request("bad-body", "the body could not be read")
            }
        })?;
        parse(&bytes).map(Self)
    }
}

/// Reads JSON; the refusal names path, line and column of what is wrong.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        let path = if path == "." { String::new() } else { format!("{path}: ") };
        // serde_json says line and column itself, at the end of its message.
        Refusal::bad_request("bad-json", format!("{}{}", shortened(&path), long(&inner)))
    })?;
    reader.end().map_err(|error| Refusal::bad_request("bad-json", long(&error)))?;
    Ok(value)
}

/// The error's words; they may repeat text from outside, but not without end.
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
        // Only what can be the id of a game reaches the store.
        uuid::Uuid::try_parse(&id).map_err(|_| Refusal::no_game(&id))?;
        Ok(Self(id))
    }
}
