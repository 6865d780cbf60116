//! Passkeys of the account that is signed in, and signing in by one.

use crate::api::AppState;
use crate::api::accounts::{begin_session, session, shown, with_cookies};
use crate::api::body::Body;
use crate::people::sessions;
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use serde_json::Value;
#[cfg(feature = "schema")]
use wire::{Me, Problem};
use wire::{MyAccount, PresentPassword};

type Origin = Option<Extension<ClientOrigin>>;

/// What concerns passkeys.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/passkeys", post(add))
        .route("/account/passkeys/challenge", post(challenge))
        .route("/account/sign-in/passkey", post(sign_in))
        .route("/account/sign-in/challenge", post(sign_in_challenge))
}

/// Asks an authenticator for a new passkey of the account that is signed in.
#[utoipa::path(
    post,
    path = "/api/account/passkeys/challenge",
    operation_id = "begin_passkey",
    request_body = PresentPassword,
    responses(
        (status = 200, description = "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, good for five minutes.", body = Value),
        (status = "4XX", description = "Why nothing is asked for.", body = Problem),
    )
)]
pub(crate) async fn challenge(
    State(app): State<AppState>,
    origin: Origin,
    Body(asked): Body<PresentPassword>,
) -> Result<Json<Value>, Refusal> {
    app.accounts.must_be_private(origin.map(|Extension(origin)| origin).as_ref())?;
    Ok(Json(app.accounts.begin_passkey(&session()?, &asked.password).await?))
}

/// Adds the passkey that an authenticator has made.
#[utoipa::path(
    post,
    path = "/api/account/passkeys",
    operation_id = "add_passkey",
    request_body(content = Value, description = "`RegistrationResponseJSON` of WebAuthn."),
    responses(
        (status = 201, description = "The account.", body = MyAccount),
        (status = "4XX", description = "Why it is not added.", body = Problem),
    )
)]
pub(crate) async fn add(
    State(app): State<AppState>,
    headers: HeaderMap,
    Body(answer): Body<Value>,
) -> Result<(StatusCode, Json<MyAccount>), Refusal> {
    let signed = session()?;
    app.accounts.add_passkey(&signed, &answer, sessions::label(&headers)).await?;
    Ok((StatusCode::CREATED, Json(shown(&app, &signed).await?)))
}

/// Asks an authenticator for any passkey of the hall.
#[utoipa::path(
    post,
    path = "/api/account/sign-in/challenge",
    operation_id = "begin_passkey_sign_in",
    responses(
        (status = 200, description = "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, good for five minutes.", body = Value),
        (status = "4XX", description = "Why nothing is asked for.", body = Problem),
    )
)]
pub(crate) async fn sign_in_challenge(
    State(app): State<AppState>,
    origin: Origin,
) -> Result<Json<Value>, Refusal> {
    app.accounts.must_be_private(origin.map(|Extension(origin)| origin).as_ref())?;
    Ok(Json(app.accounts.begin_passkey_sign_in().await?))
}

/// Signs in by a passkey: the browser gets a new session.
#[utoipa::path(
    post,
    path = "/api/account/sign-in/passkey",
    operation_id = "sign_in_by_passkey",
    request_body(content = Value, description = "`AuthenticationResponseJSON` of WebAuthn."),
    responses(
        (status = 200, description = "Who is signed in.", body = Me),
        (status = "4XX", description = "Why nobody is.", body = Problem),
    )
)]
pub(crate) async fn sign_in(
    State(app): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    Body(answer): Body<Value>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    app.accounts.must_be_private(origin.as_ref())?;
    let account = app.accounts.sign_in_by_passkey(&answer).await?;
    let (me, cookies) = begin_session(&app, &account, &headers, origin.as_ref()).await?;
    let mut response = Json(me).into_response();
    with_cookies(&mut response, cookies);
    Ok(response)
}
