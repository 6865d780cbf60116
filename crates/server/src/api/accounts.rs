//! The account of who asks: signing up, in and out, the password, sessions and tokens, and what is kept for it.

use crate::api::AppState;
use crate::api::body::Body;
use crate::api::people::me_of;
use crate::people::rights::{forbidden, no_account};
use crate::people::{Identity, SignedIn, sessions};
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use crate::{request, view};
use axum::extract::{Path, State};
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use hall::{AccountRole, TokenScope};
use serde_json::Value;
use std::collections::BTreeMap;
use store::Account;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{
    AccountPasskey, AccountSession, AccountToken, Me, MyAccount, NameAndPassword, NewPassword,
    NewToken, PresentPassword, Recovery, RecoveryCode, TokenMade,
};

/// The longest name of a token.
const LONGEST_LABEL: usize = 40;
/// The documents that the page keeps for an account, and the most bytes of one.
const DOCUMENTS: [&str; 3] = ["preferences", "puzzles", "learning"];
const LARGEST_DOCUMENT: usize = 192 << 10;
/// A body with such a document.
pub(super) const KEPT_BODY: usize = 256 << 10;

type Origin = Option<Extension<ClientOrigin>>;

/// Makes an account of who asks: what the guest had stays the person's.
#[utoipa::path(
    post,
    path = "/api/account",
    operation_id = "sign_up",
    request_body = NameAndPassword,
    responses(
        (status = 201, description = "Who is signed in, and the recovery code.", body = RecoveryCode),
        (status = "4XX", description = "Why there is no account.", body = Problem),
    )
)]
pub(crate) async fn sign_up(
    State(app): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    Body(asked): Body<NameAndPassword>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    app.accounts.must_be_private(origin.as_ref())?;
    let Some(guest) = request::current().and_then(|asked| asked.guest.clone()) else {
        return Err(Refusal::conflict("signed-in", "sign out before you make another account"));
    };
    let made = app.accounts.sign_up(guest.id, &asked.name, &asked.password).await?;
    let (account, code) = made;
    let (me, cookies) = begin_session(&app, &account, &headers, origin.as_ref()).await?;
    let mut response = (StatusCode::CREATED, Json(RecoveryCode { me, code })).into_response();
    // The cookie of the guest is good for nothing any more.
    let gone = app.identities.no_cookie(origin.as_ref());
    with_cookies(&mut response, gone.into_iter().chain(cookies));
    Ok(response)
}

/// Signs in to an account: the browser gets a new session.
#[utoipa::path(
    post,
    path = "/api/account/sign-in",
    operation_id = "sign_in",
    request_body = NameAndPassword,
    responses(
        (status = 200, description = "Who is signed in.", body = Me),
        (status = "4XX", description = "Why nobody is.", body = Problem),
    )
)]
pub(crate) async fn sign_in(
    State(app): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    Body(asked): Body<NameAndPassword>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    app.accounts.must_be_private(origin.as_ref())?;
    let account = app.accounts.sign_in(&asked.name, &asked.password).await?;
    let (me, cookies) = begin_session(&app, &account, &headers, origin.as_ref()).await?;
    let mut response = Json(me).into_response();
    with_cookies(&mut response, cookies);
    Ok(response)
}

/// Ends the session of the browser, which becomes a guest's again.
#[utoipa::path(
    post,
    path = "/api/account/sign-out",
    operation_id = "sign_out",
    responses((status = 204, description = "Nobody is signed in."))
)]
pub(crate) async fn sign_out(
    State(app): State<AppState>,
    origin: Origin,
) -> Result<Response, Refusal> {
    if let Some(signed) = request::signed_in().filter(SignedIn::is_session) {
        app.accounts.end(&signed.person, &signed.credential).await?;
    }
    Ok(signed_out(&app, origin.map(|Extension(origin)| origin).as_ref()))
}

/// Gives an account another password by its recovery code, ends its sessions and signs in.
#[utoipa::path(
    post,
    path = "/api/account/recovery",
    operation_id = "recover",
    request_body = Recovery,
    responses(
        (status = 200, description = "Who is signed in, and the next recovery code.", body = RecoveryCode),
        (status = "4XX", description = "Why nobody is.", body = Problem),
    )
)]
pub(crate) async fn recover(
    State(app): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    Body(asked): Body<Recovery>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    app.accounts.must_be_private(origin.as_ref())?;
    let recovered = app.accounts.recover(&asked.name, &asked.code, &asked.password).await?;
    let (account, code) = recovered;
    let (me, cookies) = begin_session(&app, &account, &headers, origin.as_ref()).await?;
    let mut response = Json(RecoveryCode { me, code }).into_response();
    with_cookies(&mut response, cookies);
    Ok(response)
}

/// A new recovery code in the place of the old one.
#[utoipa::path(
    post,
    path = "/api/account/recovery-code",
    operation_id = "new_recovery_code",
    request_body = PresentPassword,
    responses(
        (status = 200, description = "The code.", body = RecoveryCode),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn new_recovery_code(
    State(app): State<AppState>,
    Body(asked): Body<PresentPassword>,
) -> Result<Json<RecoveryCode>, Refusal> {
    let account = app.accounts.must_know(&session()?, &asked.password).await?;
    let code = app.accounts.new_recovery(&account).await?;
    Ok(Json(RecoveryCode { me: me_of_account(&app, &account), code }))
}

/// Changes the password. All other browsers are signed out, and this one gets a new session.
#[utoipa::path(
    put,
    path = "/api/account/password",
    operation_id = "change_password",
    request_body = NewPassword,
    responses(
        (status = 200, description = "It is changed.", body = Me),
        (status = "4XX", description = "Why it is as it was.", body = Problem),
    )
)]
pub(crate) async fn change_password(
    State(app): State<AppState>,
    origin: Origin,
    headers: HeaderMap,
    Body(asked): Body<NewPassword>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    app.accounts.must_be_private(origin.as_ref())?;
    let account = app.accounts.change_password(&session()?, &asked.old, &asked.new).await?;
    let (me, cookies) = begin_session(&app, &account, &headers, origin.as_ref()).await?;
    let mut response = Json(me).into_response();
    with_cookies(&mut response, cookies);
    Ok(response)
}

/// The account that is signed in.
#[utoipa::path(
    get,
    path = "/api/account",
    operation_id = "my_account",
    responses(
        (status = 200, description = "The account.", body = MyAccount),
        (status = "4XX", description = "Nobody is signed in.", body = Problem),
    )
)]
pub(crate) async fn my_account(State(app): State<AppState>) -> Result<Json<MyAccount>, Refusal> {
    let signed = session()?;
    Ok(Json(shown(&app, &signed).await?))
}

/// Ends a session, or revokes a token; `others`: all other sessions.
#[utoipa::path(
    delete,
    path = "/api/account/sessions/{id}",
    operation_id = "end_session",
    params(("id" = String, Path, description = "The id of a session or a token, or `others`.")),
    responses(
        (status = 200, description = "What is left.", body = MyAccount),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn end_session(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<MyAccount>, Refusal> {
    let signed = session()?;
    if id == "others" {
        app.accounts.end_sessions(&signed.person, Some(&signed.credential)).await?;
    } else if !app.accounts.end(&signed.person, &id).await? {
        return Err(Refusal::not_found("there is no such session or token"));
    }
    Ok(Json(shown(&app, &signed).await?))
}

/// Removes a passkey: nobody signs in with it any more. Those who have signed in stay signed in.
#[utoipa::path(
    delete,
    path = "/api/account/passkeys/{id}",
    operation_id = "remove_passkey",
    params(("id" = String, Path, description = "The id of a passkey.")),
    responses(
        (status = 200, description = "What is left.", body = MyAccount),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn remove_passkey(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<MyAccount>, Refusal> {
    let signed = session()?;
    if !app.store.remove_passkey(&signed.person, &id).await? {
        return Err(Refusal::not_found("there is no such passkey"));
    }
    Ok(Json(shown(&app, &signed).await?))
}

/// Makes a token for another program.
#[utoipa::path(
    post,
    path = "/api/account/tokens",
    operation_id = "new_token",
    request_body = NewToken,
    responses(
        (status = 201, description = "The token.", body = TokenMade),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn new_token(
    State(app): State<AppState>,
    Body(asked): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Refusal> {
    let signed = session()?;
    let label = asked.label.trim();
    let is_shown = !label.is_empty()
        && label.chars().count() <= LONGEST_LABEL
        && !label.chars().any(char::is_control);
    if !is_shown || asked.scopes.is_empty() {
        let message =
            format!("expected a label of 1 to {LONGEST_LABEL} characters and at least one scope");
        return Err(Refusal::impossible("bad-token-form", message));
    }
    let mut scopes: Vec<TokenScope> = asked.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    let token = app.accounts.begin(&signed.person, label, Some(&scopes)).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { token })))
}

/// What the page keeps for the account, by name.
#[utoipa::path(
    get,
    path = "/api/account/kept",
    operation_id = "kept_documents",
    responses(
        (status = 200, description = "The documents, by name.", body = Value),
        (status = "4XX", description = "Nobody is signed in.", body = Problem),
    )
)]
pub(crate) async fn kept(State(app): State<AppState>) -> Result<Json<Value>, Refusal> {
    Ok(Json(documents(&app, &session()?).await?))
}

/// Keeps a document of the page for the account.
#[utoipa::path(
    put,
    path = "/api/account/kept/{name}",
    operation_id = "keep_document",
    params(("name" = String, Path, description = "`preferences`, `puzzles` or `learning`.")),
    request_body = Value,
    responses(
        (status = 204, description = "It is kept."),
        (status = "4XX", description = "Why it is not.", body = Problem),
    )
)]
pub(crate) async fn keep(
    State(app): State<AppState>,
    Path(name): Path<String>,
    Body(document): Body<Value>,
) -> Result<StatusCode, Refusal> {
    let signed = session()?;
    if !DOCUMENTS.contains(&name.as_str()) {
        let message = format!("name: expected one of {}", DOCUMENTS.join(", "));
        return Err(Refusal::bad_request("bad-parameter", message));
    }
    let body = document.to_string();
    if !document.is_object() || body.len() > LARGEST_DOCUMENT {
        let message = format!("expected an object of at most {LARGEST_DOCUMENT} bytes");
        return Err(Refusal::impossible("bad-document", message));
    }
    app.store.keep_document(&signed.person, &name, body).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn documents(app: &AppState, signed: &SignedIn) -> Result<Value, Refusal> {
    let kept = app.store.documents(&signed.person).await?;
    let read = |body: String| serde_json::from_str(&body).unwrap_or(Value::Null);
    let kept: BTreeMap<String, Value> =
        kept.into_iter().map(|(name, body)| (name, read(body))).collect();
    Ok(serde_json::to_value(kept).unwrap_or_default())
}

/// The session of who asks.
pub(crate) fn session() -> Result<SignedIn, Refusal> {
    match request::signed_in() {
        Some(signed) if signed.is_session() => Ok(signed),
        Some(_) => Err(forbidden("token-scope", "a token is not enough for this: sign in")),
        None => Err(no_account()),
    }
}

pub(super) async fn shown(app: &AppState, signed: &SignedIn) -> Result<MyAccount, Refusal> {
    let account = app.store.account(&signed.person).await?.ok_or_else(no_account)?;
    let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
    for it in app.store.credentials(&signed.person).await? {
        let (made_at, seen_at) = (view::moment(it.made_at), view::moment(it.seen_at));
        match it.scopes {
            None => sessions.push(AccountSession {
                is_this: it.id == signed.credential,
                id: it.id,
                browser: it.label,
                made_at,
                seen_at,
            }),
            Some(words) => tokens.push(AccountToken {
                id: it.id,
                label: it.label,
                scopes: words.split(' ').filter_map(TokenScope::of).collect(),
                made_at,
                seen_at,
            }),
        }
    }
    let passkeys = app.store.passkeys(&signed.person).await?.into_iter().map(|it| AccountPasskey {
        id: it.id,
        browser: it.label,
        made_at: view::moment(it.made_at),
        seen_at: view::moment(it.seen_at),
    });
    Ok(MyAccount {
        name: account.name,
        role: account.role,
        created_at: view::moment(account.created_at),
        sessions,
        tokens,
        passkeys: passkeys.collect(),
    })
}

fn me_of_account(app: &AppState, account: &Account) -> Me {
    let identity = Identity::of_account(&account.person, &account.name, view::now());
    me_of(app, Some(&identity), Some(account.role))
}

/// Begins a session in the place of the one that the browser has.
pub(super) async fn begin_session(
    app: &AppState,
    account: &Account,
    headers: &HeaderMap,
    origin: Option<&ClientOrigin>,
) -> Result<(Me, Option<HeaderValue>), Refusal> {
    if let Some(old) = request::signed_in().filter(SignedIn::is_session) {
        app.accounts.end(&old.person, &old.credential).await?;
    }
    let label = sessions::label(headers);
    let secret = app.accounts.begin(&account.person, &label, None).await?;
    let cookie = sessions::cookie(Some(&secret), account.role, app.accounts.tag(), origin);
    Ok((me_of_account(app, account), cookie))
}

/// The answer after which the browser has no session.
pub(super) fn signed_out(app: &AppState, origin: Option<&ClientOrigin>) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let gone = sessions::cookie(None, AccountRole::Member, app.accounts.tag(), origin);
    with_cookies(&mut response, gone);
    response
}

pub(super) fn with_cookies(
    response: &mut Response,
    cookies: impl IntoIterator<Item = HeaderValue>,
) {
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}
