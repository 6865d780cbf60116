//! Who asks, and the QR code of an invitation.

use crate::api::AppState;
use crate::api::body::{Body, Parameters};
use crate::people::{HallMode, Identity};
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use crate::request;
use crate::view;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use hall::{AccountRole, LONGEST_NAME, cleaned_name};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Me, MyIdentity, MyName};

/// The most bytes of a text that becomes a QR code.
const LONGEST_QR: usize = 300;

/// The hall, and who asks. A browser that the hall does not know becomes somebody by this.
#[utoipa::path(
    get,
    path = "/api/me",
    responses((status = 200, description = "The hall, and who asks.", body = Me))
)]
pub(crate) async fn me(
    State(app): State<AppState>,
    origin: Option<Extension<ClientOrigin>>,
) -> Response {
    let origin = origin.map(|Extension(origin)| origin);
    let (identity, cookie) = welcome(&app, origin.as_ref());
    answer(&app, identity.as_ref(), cookie)
}

/// Takes another name. Games that were begun before keep the earlier one.
#[utoipa::path(
    put,
    path = "/api/me",
    operation_id = "set_my_name",
    request_body = MyName,
    responses(
        (status = 200, description = "The hall, and who asks now.", body = Me),
        (status = "4XX", description = "Why the name is as it was.", body = Problem),
    )
)]
pub(crate) async fn set_name(
    State(app): State<AppState>,
    origin: Option<Extension<ClientOrigin>>,
    Body(asked): Body<MyName>,
) -> Result<Response, Refusal> {
    let origin = origin.map(|Extension(origin)| origin);
    let Some(name) = cleaned_name(&asked.name) else {
        let message = format!("name: expected 1 to {LONGEST_NAME} characters that can be seen");
        return Err(Refusal::impossible("bad-name", message));
    };
    let now = view::now();
    if !app.config.mode.has_people() {
        return Err(Refusal::conflict("no-persons", "this hall has one user, who needs no name"));
    }
    let Some(identity) = request::current().and_then(|asked| asked.guest.clone()) else {
        return Err(Refusal::conflict("name-of-account", "the name of an account stays"));
    };
    if !app.accounts.is_free(&name).await? {
        let message = "name: it is the name of an account, or looks like one";
        return Err(Refusal::conflict("name-taken", message));
    }
    let identity = identity.named(name, now);
    let cookie = app.identities.cookie(&identity, origin.as_ref());
    Ok(answer(&app, Some(&identity), cookie))
}

/// Who asks, and the cookie if the browser has none yet or an old one.
pub(crate) fn welcome(
    app: &AppState,
    origin: Option<&ClientOrigin>,
) -> (Option<Identity>, Option<axum::http::HeaderValue>) {
    if !app.config.mode.has_people() {
        return (None, None);
    }
    let now = view::now();
    if let Some(signed) = request::signed_in() {
        return (Some(Identity::of_account(&signed.person, &signed.name, now)), None);
    }
    let guest = request::current().and_then(|asked| asked.guest.clone());
    let (identity, is_new) = match guest {
        Some(known) => match known.renewed(now) {
            Some(renewed) => (renewed, true),
            None => (known, false),
        },
        None => (Identity::new(now), true),
    };
    let cookie = is_new.then(|| app.identities.cookie(&identity, origin)).flatten();
    (Some(identity), cookie)
}

fn answer(
    app: &AppState,
    identity: Option<&Identity>,
    cookie: Option<axum::http::HeaderValue>,
) -> Response {
    let mut response =
        Json(me_of(app, identity, request::signed_in().map(|signed| signed.role))).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// The hall, and who asks.
pub(crate) fn me_of(app: &AppState, identity: Option<&Identity>, role: Option<AccountRole>) -> Me {
    let mode = match app.config.mode {
        HallMode::Mine => wire::HallMode::Mine,
        HallMode::Friends => wire::HallMode::Friends,
        HallMode::Public => wire::HallMode::Public,
    };
    let host = request::is_at_host() && app.config.mode == HallMode::Friends;
    let person = identity.map(|identity| MyIdentity {
        id: identity.id.clone(),
        name: identity.name.clone(),
        host,
        role,
        disabled: request::current().and_then(|asked| asked.disabled.clone()),
    });
    let accounts = app.accounts.is_open();
    let address = app.share_address.as_deref().map(str::to_owned);
    let site = request::current().is_some_and(|asked| asked.site.is_some());
    let passkeys = cfg!(feature = "passkeys") && accounts && site;
    Me { mode, accounts, passkeys, person, address, modules: app.config.modules.is_some() }
}

/// The text of a QR code.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrQuery {
    /// At most 300 bytes.
    text: String,
}

/// A QR code, for the address of an invitation.
#[utoipa::path(
    get,
    path = "/api/qr",
    params(QrQuery),
    responses(
        (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn qr(Parameters(asked): Parameters<QrQuery>) -> Result<Response, Refusal> {
    let bad = |message: String| Refusal::bad_request("bad-parameter", message);
    if asked.text.is_empty() || asked.text.len() > LONGEST_QR {
        return Err(bad(format!("text: expected 1 to {LONGEST_QR} bytes")));
    }
    let code = QrCode::with_error_correction_level(&asked.text, EcLevel::M);
    let code = code.map_err(|error| bad(format!("text: {error}")))?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
